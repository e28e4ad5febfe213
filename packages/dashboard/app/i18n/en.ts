/** English. Every other language has these keys. */
import { parts } from "./en/parts.ts"
import type { sections } from "./en/sections.ts"

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const en = {
  common: {
    notDone: "That did not work. It stands as it was.",
    loading: "Loading",
    more: "Show more",
    save: "Save",
    cancel: "Cancel",
    close: "Close",
    code: "Text of a program",
    copy: "Copy",
    copied: "Copied",
    undo: "Undo",
    retry: "Try again",
    search: "Search",
    all: "All",
    none: "None",
    yes: "Yes",
    no: "No",
    unknown: "unknown",
    credits: (count: number) => plural(count, "credit", "credits"),
    never: "never",
    skipToContent: "Skip to the content",
    asCall: "As a call of the API",
    asCallHint: "What this screen asked for, ready to run. KITTIWAKE_API_KEY is a key of yours.",
    stale: (ago: string) => `Not live: last heard from the server ${ago}`,
    live: "Live: what changes is shown as it happens",
    views: "Views",
    viewsHint: "Saved views of this list (v)",
    without: (filter: string) => `Without ${filter}`
  },
  problem: {
    signIn: "Sign in",
    unreachable: "The server does not answer.",
    unreachableTodo: "Look whether it runs (kittiwake start). This page tries again by itself.",
    unauthorized: "You are not signed in any more.",
    unauthorizedTodo: "Sign in again; you come back to this screen.",
    forbidden: "Your key may not do this.",
    lacksTodo: (scope: string) => `It takes the scope ${scope}: sign in with a key that has it.`,
    limit: "A limit of this organization is reached.",
    noCredits: "There are not enough credits.",
    noCreditsTodo: "Ask for less, or have the operator add credits.",
    plan: "The plan of this organization does not include this.",
    planTodo: "Its operator can change the plan.",
    paused: "Nothing is collected for now.",
    disabled: "This organization is disabled.",
    disabledTodo: "Ask its operator.",
    elsewhere: "The server takes this page for one of another site.",
    elsewhereTodo:
      "Open it under the address that KITTIWAKE_PUBLIC_URL names, or have whoever operates it set that right.",
    lacking: "This installation lacks something.",
    lackingTodo: "Whoever operates it can set what the message names.",
    notFound: "There is nothing under this address.",
    notFoundTodo: "It may have been removed, or it belongs to another organization.",
    tooMany: "Too many calls for now.",
    tooManyTodo: (seconds: number | null) =>
      seconds === null
        ? "Wait a little, then try again."
        : `Wait ${plural(seconds, "second", "seconds")}, then try again.`,
    server: "The server could not answer.",
    serverTodo: "Try again in a moment. If it stays, its log says why under the request id.",
    broken: "This screen broke.",
    brokenTodo: "Load it again. If it breaks again, the details below help who mends it.",
    requestId: "Request id"
  },
  nav: {
    label: "Screens",
    home: "Home",
    inbox: "Inbox",
    monitors: "Monitors",
    playground: "Playground",
    work: "Crawls, batches",
    deliveries: "Deliveries",
    usage: "Usage",
    keys: "Keys",
    system: "System",
    more: "More",
    newMonitor: "Watch something",
    signOut: "Sign out",
    organization: "Organization",
    findOrganization: "Find by name or id",
    foundOrganizations: (count: number) => `${count.toLocaleString("en")} found`,
    theme: "Appearance",
    themes: { auto: "As the system", light: "Light", dark: "Dark" },
    language: "Language",
    shortcuts: "Keyboard"
  },
  palette: {
    title: "Go anywhere, do anything",
    short: "Find",
    placeholder: "Type a screen, a monitor or an action",
    empty: "Nothing is called that.",
    screens: "Screens",
    monitors: "Monitors",
    actions: "Actions"
  },
  shortcuts: {
    title: "Keyboard",
    move: "Next and one before",
    open: "Open",
    done: "Done",
    mute: "Mute like this",
    notUseful: "Not useful",
    share: "Share",
    run: "Run now",
    views: "Saved views of a list",
    choose: "In the list of monitors: choose one, all that are shown, none",
    search: "Search",
    go: "Go to a screen: h home, i inbox, m monitors, p playground, b crawls and batches, d deliveries, u usage, k keys, s system",
    palette: "Everything",
    help: "This list"
  },
  enter: {
    title: "Sign in",
    lead: "With a key of an organization, or the operator's token of this installation.",
    key: "API key or operator token",
    submit: "Sign in",
    wrong: "No key and no operator token is like this. Keys begin with sk_, and kittiwake key create makes another.",
    link: "Opening the link you were given…",
    linkUsed: "This link was used already, or is older than 15 minutes. kittiwake dashboard prints a new one.",
    where:
      "The first start of a local server prints a link that opens this page signed in. kittiwake dashboard prints another.",
    kept: "What you type is sent to this server alone. The browser keeps a session and never the key."
  },
  time: {
    zone: (zone: string) => `Times are of ${zone}.`
  },
  importance: { low: "low", medium: "medium", high: "high", unjudged: "not judged" },
  status: {
    active: "watching",
    paused: "paused",
    failing: "failing",
    waiting: "waiting",
    completed: "done",
    failed: "failed",
    skipped: "skipped",
    queued: "queued",
    running: "running",
    changed: "changed",
    unchanged: "unchanged",
    notRun: "not run"
  },
  strip: {
    label: (changed: number, failed: number, all: number) =>
      `Last ${plural(all, "run", "runs")}: ${changed} changed, ${failed} failed`
  },
  diff: {
    modes: { inline: "Inline", split: "Side by side", words: "Words" },
    label: "What differs",
    alike: (count: number) => plural(count, "line alike", "lines alike"),
    added: "added",
    removed: "removed",
    before: "Before",
    after: "After",
    none: "No lines differ.",
    download: "Download as a patch"
  },
  inbox: {
    title: "Inbox",
    search: "Search changes",
    filters: { open: "New", done: "Done", not_useful: "Not useful", all: "All" },
    importance: "Importance",
    anyImportance: "Any importance",
    tag: "Tag",
    emptyTitle: "Nothing has changed yet.",
    emptyBody: "Once something you watch changes, it is told here in a sentence, with what was and what is.",
    emptyFirst: "Watch a page",
    allDone: "All done.",
    allDoneBody: "Every change was looked at. What comes next appears here by itself.",
    noneFound: "No change is like this.",
    noneFoundBody: "Fewer words or another filter may find it.",
    clear: "Clear filters",
    doneAll: "All done",
    doneAllHint: "Everything up to now",
    doneFilteredHint: "All that this filter finds, up to now",
    undone: (count: number) => `${plural(count, "change is", "changes are")} done.`,
    markedDone: "Done.",
    markedNotUseful: "Kept as not useful.",
    markedOpen: "New again.",
    pick: "Choose a change to read it here.",
    feed: "What the API says"
  },
  change: {
    tabs: {
      text: "Text",
      page: "Page",
      picture: "Picture",
      data: "Data",
      urls: "Addresses",
      evidence: "Evidence",
      why: "Why",
      deliveries: "Deliveries"
    },
    done: "Done",
    reopen: "Make new again",
    mute: "Mute like this",
    notUseful: "Not useful",
    share: "Share",
    runNow: "Run now",
    runQueued: "A run is on its way.",
    monitorGone: "Its monitor was removed",
    sure: (confidence: string) => `${confidence} sure`,
    against: (date: string) => `against ${date}`,
    noText: "This change has no lines of text.",
    before: "Before",
    after: "After",
    pictureMode: { slider: "Slider", side: "Side by side", blend: "Laid over", blink: "Blink" },
    noPicture: "No picture is kept of these versions.",
    noPictureTodo: "Pictures need Chromium (kittiwake doctor says whether it is there).",
    slider: "How much of the newer picture is shown",
    added: "added",
    removed: "removed",
    moved: "moved",
    matched: "matched",
    movedTo: "now at",
    cut: (shown: number, all: number) => `${shown} of ${all} are kept.`,
    noUrls: "No addresses came or went.",
    noEvidence: "No quotes were kept. Exact monitors report every difference; goals quote what they rest on.",
    evidenceOf: { before: "It said", after: "It says" },
    told: (done: number, all: number) => `told ${done} of ${plural(all, "place", "places")}`,
    toldNobody: "Nobody was told: the monitor has no webhook.",
    fields: { path: "Field", before: "Was", after: "Is" },
    pageHint: "The page's text as it was kept, as text: nothing of the site runs or loads here.",
    openPage: "Open the page itself"
  },
  mute: {
    title: "Keep changes like this quiet",
    lead: "Each says what of the last runs it would have kept quiet. You can take it back in the monitor's settings.",
    looking: "Trying each on the versions that are kept…",
    none: "Nothing narrower than the whole page would have kept this quiet.",
    noneTodo: {
      page: "A goal on the monitor says what matters; everything else is then quiet.",
      sitemap: "Paths in the monitor's settings say which addresses of the site are watched and which are left out.",
      extract: "A narrower question in the monitor's settings, or fewer fields in its shape, say what matters."
    },
    would: (quiet: number, of: number) => `would have kept ${quiet} of ${plural(of, "change", "changes")} quiet`,
    kinds: {
      region: "Leave this part of the page out",
      lines: "Leave lines like these out, whatever their numbers are",
      addresses: "Leave this part of the site out",
      threshold: "Ask for more confidence"
    },
    threshold: (share: string) => `Tell only what is at least ${share} sure`,
    notThis: "This change would have been told all the same.",
    unknown: (count: number) => `Of ${plural(count, "pair", "pairs")} of versions it cannot be said.`,
    resets: "The monitor begins anew with it: its next look becomes what later looks are compared with.",
    hidesGoal: "The goal asks for this: nothing like it would be told any more.",
    apply: "Use it",
    applied: "The monitor keeps such changes quiet from its next run on."
  },
  steps: {
    title: "What the run did",
    /** By what the API calls them; that name stands for those that are not here. */
    names: {} as { readonly [Step in string]?: string }
  },
  body: { views: { pretty: "Laid out", raw: "As it was" }, whole: "Show all of it" },
  parts
}

/** What every screen has at once. */
export type Core = typeof en

/** How the words of single screens are loaded. */
export type Sections = typeof sections

export type Strings = Core & { readonly [S in keyof Sections]: Awaited<ReturnType<Sections[S]>> }
