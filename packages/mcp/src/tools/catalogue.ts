/**
 * The tools, and why the other operations are none.
 *
 * **Details.** Schemas, paths and scopes come from the API value; here stands only what it cannot know: what a tool is good
 * for, what it is not, and what it does to the world. A test holds both lists together to all operations there are.
 */
import type { Tool } from "./Tool.ts"

/** What no tool takes. */
export const neverTaken: ReadonlySet<string> = new Set([
  // A page can ask an assistant to act or to speak in its user's name: reading tools cannot.
  ...["actions", "headers", "profileId"],
  // Other ways to say `timeoutMS`.
  ...["timeout", "timeoutOpts"]
])

/** What nothing that is given to a tool holds: the monitors that tools make cannot act in their user's name either. */
export const neverWithin: ReadonlySet<string> = new Set([...neverTaken, "profile_id"])

/** There is one mode, which need not be said. */
const onlyMode = { without: ["mode"] }

/** All tools, in the order in which they are listed. */
export const catalogue: ReadonlyArray<Tool> = [
  {
    name: "search",
    title: "Search the web",
    operation: "search.search",
    does: "looks",
    untrusted: true,
    useFor: "finding pages when no address is known, and reading the best of them in one call",
    notFor: "a page whose address is known (scrape), or watching for something new (monitor_create)"
  },
  {
    name: "scrape",
    title: "Read a page",
    operation: "web.markdown",
    does: "looks",
    untrusted: true,
    texts: ["markdown", "html"],
    useFor: "reading one page, PDF or office file as Markdown",
    notFor:
      "many pages (crawl, batch_submit), single facts in a known shape (extract), or seeing the layout (screenshot)"
  },
  {
    name: "scrape_html",
    title: "Read a page as HTML",
    operation: "web.html",
    does: "looks",
    untrusted: true,
    texts: ["html"],
    isSaidByUse: true,
    useFor: "the markup of one page, or what CSS rules find in it",
    notFor: "reading what a page says: scrape gives the same in a fraction of the tokens"
  },
  {
    name: "page_images",
    title: "Find pictures on a page",
    operation: "web.images",
    does: "looks",
    untrusted: true,
    useFor: "the addresses, sizes and descriptions of the pictures of one page",
    notFor: "a picture of the page itself (screenshot)"
  },
  {
    name: "screenshot",
    title: "Take a picture of a page",
    operation: "web.screenshot",
    does: "looks",
    useFor: "a link to a picture of how one page looks",
    notFor: "reading its text (scrape)"
  },
  {
    name: "map",
    title: "List the addresses of a site",
    operation: "web.sitemap",
    does: "looks",
    untrusted: true,
    useFor: "which pages a site has, before choosing which to read",
    notFor: "what they say (crawl)"
  },
  {
    name: "crawl",
    title: "Read a site",
    operation: "web.crawl",
    does: "looks",
    untrusted: true,
    useFor: "reading several pages of one site now, from one start address",
    notFor: "more than some dozen pages (batch_submit), or one page (scrape)"
  },
  {
    name: "extract",
    title: "Extract data from a site",
    operation: "extraction.extract",
    does: "looks",
    untrusted: true,
    isSaidByUse: true,
    useFor: "facts from the pages of a site in the shape of a JSON Schema, with their sources",
    notFor: "reading whole pages (scrape), or questions about the whole web (answer)"
  },
  {
    name: "answer",
    title: "Answer a question from the web",
    operation: "answers.answers",
    does: "looks",
    untrusted: true,
    useFor: "a question that several pages of the web answer together, with quotes",
    notFor: "one known page (scrape, extract)"
  },
  {
    name: "product",
    title: "Read a product page",
    operation: "products.product",
    does: "looks",
    untrusted: true,
    useFor: "what one product page sells: name, price, offers",
    notFor: "all products of a shop (products)"
  },
  {
    name: "products",
    title: "Read the products of a site",
    operation: "products.products",
    does: "looks",
    untrusted: true,
    useFor: "what a site sells",
    notFor: "one product whose page is known (product)"
  },
  {
    name: "brand",
    title: "Look up a brand",
    operation: "brands.retrieveByQuery",
    does: "looks",
    untrusted: true,
    useFor:
      "what is publicly known of a company, by its domain, name or ticker: logos, colours, links, address, industry",
    notFor: "finding which brand somebody means (brand_search), or only name, colours and logos (brand_simple)"
  },
  {
    name: "brand_simple",
    title: "Look up a brand's looks",
    operation: "brands.retrieveSimplified",
    does: "looks",
    untrusted: true,
    isSaidByUse: true,
    useFor: "name, colours and logos of the brand at a domain, in few tokens",
    notFor: "anything else about the company (brand)"
  },
  {
    name: "brand_search",
    title: "Find a brand by its name",
    operation: "brands.search",
    does: "reads",
    untrusted: true,
    useFor: "the domain of a brand of which part of the name is known",
    notFor: "searching the web (search)"
  },
  {
    name: "styleguide",
    title: "Read the design of a site",
    operation: "design.styleguide",
    does: "looks",
    untrusted: true,
    isSaidByUse: true,
    useFor: "colours, type, spacing and components of a site",
    notFor: "a brand's logos (brand_simple)"
  },
  {
    name: "fonts",
    title: "Read the fonts of a site",
    operation: "design.fonts",
    does: "looks",
    untrusted: true,
    isSaidByUse: true,
    useFor: "which fonts a site uses, and for how much of it",
    notFor: "the rest of its design (styleguide)"
  },
  {
    name: "industry_naics",
    title: "Find NAICS codes",
    operation: "industry.naics",
    does: "looks",
    useFor: "in which industries a company is, by the 2022 NAICS",
    notFor: "SIC codes (industry_sic)"
  },
  {
    name: "industry_sic",
    title: "Find SIC codes",
    operation: "industry.sic",
    does: "looks",
    useFor: "in which industries a company is, by SIC",
    notFor: "NAICS codes (industry_naics)"
  },
  {
    name: "competitors",
    title: "Find competitors",
    operation: "competitors.competitors",
    does: "looks",
    untrusted: true,
    isSaidByUse: true,
    useFor: "who competes with a company, with the pages that say so",
    notFor: "what a competitor is like (brand)"
  },
  {
    name: "news",
    title: "Read the news of a company",
    operation: "news.search",
    does: "looks",
    untrusted: true,
    useFor: "what sources report of a company, newest or most relevant first",
    notFor: "a question about anything else (search, answer), or being told of news from now on (monitor_create)",
    // Other ways to say `filterBy` and `sortBy`.
    without: ["filters", "sort"]
  },
  {
    name: "person_enrich",
    title: "Find out who somebody is",
    operation: "people.enrich",
    does: "looks",
    untrusted: true,
    useFor: "the public profile of a person of whom an e-mail address, a profile or a name with an employer is known",
    notFor: "companies (brand), or people of whom only a common name is known"
  },
  {
    name: "monitor_preview",
    title: "Try a monitor",
    operation: "monitors.preview",
    // What it looks at may be behind actions of a browser.
    does: "sends",
    isOnlyATry: true,
    untrusted: true,
    useFor: "seeing what a new monitor would keep and cost, before monitor_create",
    notFor: "trying other rules on a monitor that exists (monitor_backtest)",
    ...onlyMode
  },
  {
    name: "monitor_create",
    title: "Watch a page, a site or a question",
    operation: "monitors.create",
    does: "adds",
    useFor:
      "being told when something changes, from now on and by schedule; it goes on until it is removed, and costs credits with each run",
    notFor: "looking once (scrape, extract)",
    ...onlyMode
  },
  {
    name: "monitor_list",
    title: "List monitors",
    operation: "monitors.list",
    does: "reads",
    useFor: "finding a monitor, by name, tag, status or kind",
    notFor: "what changed (monitor_changes_all)"
  },
  {
    name: "monitor_get",
    title: "Show a monitor",
    operation: "monitors.get",
    does: "reads",
    untrusted: true,
    useFor: "the settings and the baseline of one monitor",
    notFor: "its history (monitor_changes, monitor_runs)"
  },
  {
    name: "monitor_update",
    title: "Change, pause or resume a monitor",
    operation: "monitors.update",
    does: "sets",
    useFor: "new settings for one monitor; status pauses and resumes it",
    notFor: "running it now (monitor_run)",
    ...onlyMode
  },
  {
    name: "monitor_delete",
    title: "Remove a monitor",
    operation: "monitors.remove",
    does: "destroys",
    useFor: "ending a monitor for good, with its history",
    notFor: "pausing it (monitor_update)"
  },
  {
    name: "monitor_run",
    title: "Run a monitor now",
    operation: "monitors.run",
    does: "adds",
    useFor: "looking now instead of when it is due; run_get tells what came of it",
    notFor: "reading a page once (scrape)"
  },
  {
    name: "monitor_runs",
    title: "List runs of a monitor",
    operation: "monitors.runs",
    does: "reads",
    useFor: "when one monitor looked, and what came of it",
    notFor: "runs of all monitors (monitor_runs_all)"
  },
  {
    name: "monitor_runs_all",
    title: "List runs",
    operation: "monitors.allRuns",
    does: "reads",
    useFor: "when any monitor looked, newest first",
    notFor: "runs of one monitor (monitor_runs)"
  },
  {
    name: "monitor_summary",
    title: "Sum up how monitors stand",
    operation: "monitors.summary",
    does: "reads",
    useFor: "how many monitors are paused, fail or are late, and which are looked at next",
    notFor: "which ones those are (monitor_list)"
  },
  {
    name: "monitor_runs_recent",
    title: "Show the last runs of monitors",
    operation: "monitors.recentRuns",
    does: "reads",
    useFor: "how the last thirty runs of several monitors ended, in brief",
    notFor: "why one ended so (run_get)"
  },
  {
    name: "run_get",
    title: "Explain a run",
    operation: "monitors.runOf",
    does: "reads",
    untrusted: true,
    waits: "run",
    useFor: "why one run told of a change or did not: what was fetched, filtered, compared, confirmed and judged",
    notFor: "what changed (change_get)"
  },
  {
    name: "monitor_changes",
    title: "List changes of a monitor",
    operation: "monitors.changes",
    does: "reads",
    untrusted: true,
    useFor: "what one monitor has found",
    notFor: "changes of all monitors (monitor_changes_all)"
  },
  {
    name: "monitor_changes_all",
    title: "List changes",
    operation: "monitors.allChanges",
    does: "reads",
    untrusted: true,
    useFor: "what is new on everything that is watched, by time, tag or kind",
    notFor: "one change in full (change_get)"
  },
  {
    name: "change_get",
    title: "Show a change",
    operation: "monitors.change",
    does: "reads",
    untrusted: true,
    useFor: "one change in full: what was there before and after, and why it matters",
    notFor: "finding changes (monitor_changes_all)"
  },
  {
    name: "change_triage",
    title: "Put changes away",
    operation: "monitors.triageChanges",
    does: "sets",
    // An assistant names what it read; sweeping what nobody read is for people.
    without: ["filter", "up_to", "cursor"],
    useFor: "saying of changes that they are done, not useful, or open again",
    notFor: "keeping a monitor quiet in future (change_mute_options, monitor_update)"
  },
  {
    name: "change_mute_options",
    title: "Find what would have kept a change quiet",
    operation: "monitors.muteOptions",
    does: "reads",
    untrusted: true,
    useFor:
      "settings that would have kept one change quiet, with what else they would have; monitor_update takes the patch",
    notFor: "putting a change away (change_triage)"
  },
  {
    name: "version_list",
    title: "List versions of a page",
    operation: "monitors.versions",
    does: "reads",
    isSaidByUse: true,
    useFor: "which versions of what a monitor watches are kept",
    notFor: "what they say (version_get), or what differs (version_compare)"
  },
  {
    name: "version_get",
    title: "Show a version of a page",
    operation: "monitors.version",
    does: "reads",
    untrusted: true,
    useFor: "how a watched page was at a time",
    notFor: "how it is now (scrape)"
  },
  {
    name: "version_compare",
    title: "Compare versions of a page",
    operation: "monitors.compareVersions",
    does: "reads",
    untrusted: true,
    useFor: "what differs between any two versions of a watched page",
    notFor: "one change that was found (change_get)"
  },
  {
    name: "monitor_backtest",
    title: "Try other rules on the past",
    operation: "monitors.backtest",
    does: "reads",
    untrusted: true,
    isSaidByUse: true,
    useFor: "what a monitor would have told with other rules, before monitor_update",
    notFor: "a monitor that does not exist yet (monitor_preview)"
  },
  {
    name: "monitor_limits",
    title: "Show the allowance of monitors",
    operation: "monitors.limits",
    does: "reads",
    useFor: "how many monitors there are and may be",
    notFor: "credits (usage)"
  },
  {
    name: "monitor_credit_usage",
    title: "Show what monitors cost",
    operation: "monitors.creditUsage",
    does: "reads",
    useFor: "which monitors cost how many credits",
    notFor: "everything else that costs (usage_history)"
  },
  {
    name: "monitor_test_webhook",
    title: "Test a monitor's webhook",
    operation: "monitors.testWebhook",
    does: "sends",
    useFor: "whether the receiver of one monitor's events answers",
    notFor: "an address that no monitor has (webhook_test)"
  },
  {
    name: "delivery_list",
    title: "List deliveries of events",
    operation: "deliveries.list",
    oneOfScopes: ["monitors:read", "batches:read"],
    does: "reads",
    useFor: "whether events arrived at their receivers",
    notFor: "what the events tell (monitor_changes_all)"
  },
  {
    name: "delivery_get",
    title: "Show a delivery",
    operation: "deliveries.get",
    oneOfScopes: ["monitors:read", "batches:read"],
    does: "reads",
    untrusted: true,
    useFor: "one delivery with its newest attempt",
    notFor: "all its attempts (delivery_attempts)"
  },
  {
    name: "delivery_attempts",
    title: "List attempts of a delivery",
    operation: "deliveries.attempts",
    oneOfScopes: ["monitors:read", "batches:read"],
    does: "reads",
    untrusted: true,
    useFor: "how often and with what result one delivery was tried",
    notFor: "trying again (delivery_retry)"
  },
  {
    name: "delivery_retry",
    title: "Send an event again",
    operation: "deliveries.retry",
    oneOfScopes: ["monitors:write", "batches:write"],
    does: "sends",
    useFor: "sending one event again after its receiver was mended",
    notFor: "a first test of a receiver (webhook_test)"
  },
  {
    name: "webhook_test",
    title: "Test a receiver of events",
    operation: "deliveries.test",
    does: "sends",
    without: ["secret"],
    useFor: "whether an address takes events, before it is given to a monitor or a batch",
    notFor: "the webhook of a monitor that exists (monitor_test_webhook)"
  },
  {
    name: "batch_submit",
    title: "Read many pages in the background",
    operation: "batches.submit",
    does: "adds",
    useFor: "reading dozens to thousands of pages, by address or by site; batch_get tells how far it is",
    notFor: "a few pages (scrape, crawl)",
    // An older way to say `webhook`.
    without: ["webhookUrl"]
  },
  {
    name: "batch_list",
    title: "List batches",
    operation: "batches.list",
    does: "reads",
    useFor: "finding a batch",
    notFor: "its pages (batch_results)"
  },
  {
    name: "batch_get",
    title: "Show a batch",
    operation: "batches.get",
    does: "reads",
    waits: "batch",
    isSaidByUse: true,
    useFor: "how far a batch is, and links to its files once it has ended",
    notFor: "reading its pages here (batch_results)"
  },
  {
    name: "batch_results",
    title: "Read the results of a batch",
    operation: "batches.results",
    does: "reads",
    untrusted: true,
    useFor: "the pages of a batch that has ended, some at a time",
    notFor: "a batch that is under way (batch_get)"
  },
  {
    name: "batch_cancel",
    title: "Cancel a batch",
    operation: "batches.cancel",
    does: "destroys",
    useFor: "letting no page of a batch begin any more",
    notFor: "removing what it has read (batch_delete)"
  },
  {
    name: "batch_delete",
    title: "Remove a batch",
    operation: "batches.remove",
    does: "destroys",
    isSaidByUse: true,
    useFor: "removing a batch that has ended, with its results",
    notFor: "stopping one that is under way (batch_cancel)"
  },
  {
    name: "usage",
    title: "Show credits",
    operation: "usage.credits",
    does: "reads",
    isSaidByUse: true,
    useFor: "how many credits are left, were used in this period, and come next",
    notFor: "what they were used for (usage_history)"
  },
  {
    name: "usage_history",
    title: "Show what credits were used for",
    operation: "usage.history",
    does: "reads",
    useFor: "credits and calls by hour, day or month, and by kind",
    notFor: "single calls (log_list)"
  },
  {
    name: "log_list",
    title: "List logged calls",
    operation: "logs.list",
    does: "reads",
    untrusted: true,
    useFor: "which calls were made, failed and cost",
    notFor: "sums (usage_history)"
  },
  {
    name: "log_get",
    title: "Show a logged call",
    operation: "logs.get",
    does: "reads",
    untrusted: true,
    useFor: "what one call was asked and answered, by its request_id",
    notFor: "finding calls (log_list)"
  },
  {
    name: "profile_list",
    title: "List browser profiles",
    operation: "profiles.list",
    does: "reads",
    useFor: "which kept logins there are, without their contents",
    notFor: "making one: that holds a login and does not go through an assistant"
  },
  {
    name: "profile_delete",
    title: "Remove a browser profile",
    operation: "profiles.remove",
    does: "destroys",
    useFor: "forgetting a kept login",
    notFor: "anything else"
  }
]

const arranges =
  "It arranges what people see in the dashboard; monitor_list and monitor_changes_all take filters themselves."

/** Operations that are no tools, each with its reason. */
export const notTools: Readonly<Record<string, string>> = {
  "system.health": "It tells a supervisor whether the process is alive; who can call a tool knows.",
  "system.ready": "It tells a load balancer where to send traffic.",
  "web.bytes": "It answers with base64, which fills a context and cannot be read there.",
  "web.parse": "It takes the bytes of a file, which would have to stand in the context; scrape reads files by address.",
  "web.siteScreenshot": "screenshot takes the address of any page.",
  "utility.prefetch": "It warms a cache for a person who is about to come.",
  "brands.retrieve": "brand takes the same names in a flat form.",
  "profiles.create": "It takes the cookies of a login, which must not go through an assistant.",
  "profiles.renew": "It takes the cookies of a login, which must not go through an assistant.",
  "monitors.shareChange":
    "It shows a change to whoever has the link: a person decides that, not a page that an assistant has read.",
  "monitors.withdrawChange": "Links that a person gave are for a person to take back.",
  "monitors.triageChange": "change_triage takes one change as well as many.",
  "monitors.countChanges": "It counts for a badge; monitor_changes_all lists what is counted.",
  "inbox.list":
    "Its bodies are told by change_get and delivery_get in a fraction of the tokens, and its address takes what anybody posts.",
  "inbox.get": "change_get tells what changed; the bytes of a webhook are for whoever writes a receiver.",
  "inbox.clear": "It empties what a person looks at while they write a receiver.",
  "inbox.rotate": "It answers with an address that is a secret, which must not go through an assistant.",
  "views.list": arranges,
  "views.get": arranges,
  "views.create": arranges,
  "views.update": arranges,
  "views.remove": arranges,
  "feedback.say": "It speaks to people in its user's name.",
  "monitors.rotateSecret": "It answers with a secret, which must not go through an assistant."
}

const byName = new Map(catalogue.map((tool) => [tool.name, tool]))

/** The tool with this name, if there is one. */
export const toolNamed = (name: string): Tool | undefined => byName.get(name)
