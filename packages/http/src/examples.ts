/** An example of every operation, for the description and whoever reads it. Each is one that is answered. */

/** What is sent, and what comes back where nothing is. */
export interface OperationExample {
  /** Values of the path and the query. */
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly reply?: unknown
}

const ids = {
  monitor: { monitor_id: "mon_01jz8k6c2hq5v9w3x7y1a4b8d0" },
  change: { change_id: "chg_01jz8k7m4tq2r6s8u0w3y5a7c9" },
  view: { view_id: "view_3f9a1c5e7b2d4860a1b2c3d4e5f60718" },
  batch: { batch_id: "batch_0197f8a26c1e7b3d9a4f2e5d8c7b6a90" },
  delivery: { delivery_id: "whd_3f9a1c5e7b2d4860a1b2c3d4e5f60718" }
}

const requestId = "0197f8a2-6c1e-7b3d-9a4f-2e5d8c7b6a90"

const key_metadata = { credits_consumed: 0, credits_remaining: 99_840 }

const page = { url: "https://example.com/pricing" }

const website = { name: "Pricing", target: { type: "page", ...page, exclude_selectors: [".banner"] } }

/** By the id of the operation. */
export const examples: Readonly<Record<string, OperationExample>> = {
  "monitors.create": {
    body: {
      ...website,
      change_detection: { type: "exact" },
      schedule: { type: "interval", frequency: 6, unit: "hours" },
      tags: ["pricing"],
      webhook: { url: "https://hooks.example.com/kittiwake", events: ["change.detected"] }
    }
  },
  "monitors.preview": { body: { target: website.target, timeoutOpts: { milliseconds: 30_000 } } },
  "monitors.list": { parameters: { q: "pric", status: "active", tags: ["pricing", "legal"], limit: 25 } },
  "monitors.limits": {
    reply: { monitors_used: 12, monitors_limit: 10_000, plan: "scale", request_id: requestId, key_metadata }
  },
  "monitors.summary": {
    reply: {
      monitors: 1_204,
      paused: { count: 3, has_more: false },
      failed: { count: 1, has_more: false },
      late: { count: 0, has_more: false, since: null },
      next: [
        {
          monitor_id: ids.monitor.monitor_id,
          name: "Pricing",
          url: "https://shop.example/pricing",
          target_type: "page",
          next_run_at: "2026-03-01T06:00:00.000Z"
        }
      ],
      request_id: requestId,
      key_metadata
    }
  },
  "monitors.creditUsage": { parameters: { since: "2026-03-01T00:00:00Z", until: "2026-04-01T00:00:00Z" } },
  "monitors.allRuns": { parameters: { status: "completed", limit: 10 } },
  "monitors.recentRuns": {
    parameters: { monitor_ids: ["mon_01jz8k5h2xq4v7w9y0a2c4e6g8", "mon_01jz8k5j3yr5w8x0z1b3d5f7h9"] }
  },
  "monitors.allChanges": { parameters: { tag: "pricing", since: "2026-03-01T00:00:00Z" } },
  "monitors.change": { parameters: ids.change },
  "monitors.get": { parameters: ids.monitor },
  "monitors.update": { parameters: ids.monitor, body: { status: "paused" } },
  "monitors.remove": { parameters: ids.monitor },
  "monitors.run": { parameters: { ...ids.monitor, "idempotency-key": "before-the-meeting" } },
  "monitors.runs": { parameters: { ...ids.monitor, status: "failed" } },
  "monitors.runOf": { parameters: { ...ids.monitor, run_id: "run_01jz8k6n1pq4r7s9u2w5y8a0c3" } },
  "monitors.changes": { parameters: { ...ids.monitor, until: "2026-04-01T00:00:00Z" } },
  "monitors.rotateSecret": { parameters: ids.monitor },
  "monitors.testWebhook": { parameters: ids.monitor },
  "monitors.versions": { parameters: { ...ids.monitor, limit: 10 } },
  "monitors.version": { parameters: { ...ids.monitor, version_id: "ver_01jz8k6p9rs3t6u9v2w5x8y1z4" } },
  "monitors.compareVersions": {
    parameters: { ...ids.monitor, from: "ver_01jz8k6p9rs3t6u9v2w5x8y1z4", to: "ver_01jz8k7q0st4u7v0w3x6y9z2a5" }
  },
  "monitors.countChanges": { parameters: { triage: "open", importance: ["high", "medium"] } },
  "views.list": { parameters: { list: "changes" } },
  "views.create": {
    body: { list: "changes", name: "Prices to read", filters: { triage: "open", importance: ["high"], tag: "pricing" } }
  },
  "views.get": { parameters: ids.view },
  "views.update": { parameters: ids.view, body: { name: "Prices" } },
  "views.remove": { parameters: ids.view },
  "monitors.shareChange": {
    parameters: ids.change,
    body: { expires_in_seconds: 604_800 }
  },
  "monitors.withdrawChange": { parameters: ids.change },
  "monitors.muteOptions": { parameters: ids.change },
  "monitors.triageChange": { parameters: ids.change, body: { triage: "not_useful" } },
  "monitors.triageChanges": {
    body: { triage: "done", filter: { triage: "open", importance: ["low"], until: "2026-11-24T08:00:00Z" } }
  },
  "monitors.backtest": { parameters: ids.monitor, body: { exclude_selectors: [".banner"] } },
  "feedback.say": {
    body: {
      message: "The diff of this change was empty.",
      request_id: requestId,
      rating: "negative",
      tags: ["diffs"]
    }
  },
  "deliveries.list": { body: { type: "monitor", status: "failed", limit: 10 } },
  "deliveries.get": { parameters: ids.delivery },
  "deliveries.attempts": { parameters: { ...ids.delivery, limit: 10 } },
  "deliveries.retry": { parameters: ids.delivery, body: { force: true } },
  "deliveries.test": { body: { url: "https://hooks.example.com/kittiwake" } },
  "inbox.list": { parameters: { limit: 10 } },
  "inbox.get": { parameters: { event_id: "inb_5f0c2a7e9b1d4c6f8a0b2c4d6e8f0a1b" } },
  "inbox.clear": { reply: { removed: 12, request_id: requestId, key_metadata } },
  "inbox.rotate": {
    reply: {
      address: "https://kittiwake.example.com/inbox/4fZqT0bX9mLr2WvYc8NdKp6HsJ1aGe3UuQ7iRoEt",
      webhook_url: "https://kittiwake.example.com/inbox/own",
      request_id: requestId,
      key_metadata
    }
  },
  "web.markdown": { parameters: { ...page, useMainContentOnly: true, maxAgeMs: 3_600_000 } },
  "web.html": { parameters: { ...page, includeSelectors: ["main"], waitForMs: 500 } },
  "web.images": { parameters: { ...page, dedupe: true, enrichment: { resolution: true } } },
  "web.bytes": { parameters: { url: "https://example.com/report.pdf" } },
  "web.screenshot": { parameters: { ...page, fullScreenshot: true, viewport: { width: 1_280, height: 800 } } },
  "web.sitemap": { parameters: { domain: "example.com", maxLinks: 500, urlRegex: "/blog/" } },
  "web.siteScreenshot": { parameters: { domain: "example.com", page: "pricing" } },
  "web.crawl": { body: { url: "https://example.com/docs/", maxPages: 50, maxDepth: 3, useMainContentOnly: true } },
  "answers.answers": {
    body: {
      task: "Who founded example.com, in which year, and where is its head office?",
      json_format: { founder: "", year: 0, head_office: "" },
      mode: "fast"
    }
  },
  "search.search": {
    body: {
      query: "green tea prices site:example.com",
      numResults: 10,
      freshness: "last_year",
      markdownOptions: { enabled: true, useMainContentOnly: true }
    }
  },
  "extraction.extract": {
    body: {
      url: "https://example.com/pricing",
      schema: {
        type: "object",
        properties: {
          plans: {
            type: "array",
            items: { type: "object", properties: { name: { type: "string" }, monthly_price: { type: "number" } } }
          }
        },
        required: ["plans"]
      },
      instructions: "Plans and what they cost a month",
      factCheck: true,
      maxPages: 3
    }
  },
  "industry.naics": { parameters: { input: "example.com", maxResults: 3 } },
  "industry.sic": { parameters: { input: "example.com", type: "latest_sec" } },
  "competitors.competitors": { parameters: { domain: "example.com", numCompetitors: 3 } },
  "design.styleguide": { parameters: { domain: "example.com", colorScheme: "dark" } },
  "design.fonts": { parameters: { directUrl: "https://example.com/pricing" } },
  "news.search": {
    body: {
      searchBy: { type: "entity", entity: { type: "domain", domain: "example.com" } },
      filterBy: { articleLanguage: ["en"], date: { from: 1_767_225_600_000 } },
      sortBy: { type: "newest" },
      limit: 20
    }
  },
  "people.enrich": {
    body: {
      name: { first: "Ann", last: "Reed" },
      company: { domain: "example.com" },
      location: { city: "Graz", country: "Austria" }
    }
  },
  "products.product": { body: { url: "https://example.com/products/mug", maxAgeMs: 86_400_000 } },
  "products.products": { body: { domain: "example.com", maxProducts: 5 } },
  "web.parse": { parameters: { extension: "md", useMainContentOnly: true }, body: "# Notes" },
  "batches.submit": {
    parameters: { "idempotency-key": "nightly-2026-03-01" },
    body: {
      input: {
        mode: "scrape",
        data: {
          format: "markdown",
          urls: [{ url: "https://example.com/pricing", itemId: "pricing", meta: { team: "growth" } }],
          options: { useMainContentOnly: true }
        }
      },
      tags: ["nightly"],
      webhook: { url: "https://hooks.example.com/kittiwake", retry: {} }
    }
  },
  "batches.list": { parameters: { status: "completed", q: "nightly", tags: ["nightly"], limit: 25 } },
  "batches.get": { parameters: ids.batch },
  "batches.remove": { parameters: ids.batch },
  "batches.results": { parameters: { ...ids.batch, limit: 100 } },
  "batches.cancel": { parameters: ids.batch },
  "logs.list": { parameters: { from: "2026-03-01T00:00:00Z", errors_only: true, limit: 50 } },
  "logs.get": { parameters: { request_id: requestId } },
  "usage.credits": {
    reply: {
      credits_remaining: 99_840,
      period: null,
      next_refill: null,
      auto_topup: { enabled: false, credits_used_this_period: 0, monthly_budget_credits: null },
      request_id: requestId,
      key_metadata
    }
  },
  "usage.history": { parameters: { from: "2026-03-01T00:00:00Z", interval: "day", group_by: "path" } },
  "brands.search": { parameters: { query: "gith", typoTolerance: 1 } },
  "brands.retrieve": { body: { type: "by_domain", domain: "example.com" } },
  "brands.retrieveByQuery": { parameters: { domain: "example.com" } },
  "brands.retrieveSimplified": { parameters: { domain: "example.com", theme: "dark" } },
  "profiles.list": { parameters: { limit: 10 } },
  "profiles.create": { body: { description: "Signed in to the wiki" } },
  "profiles.renew": {
    parameters: { profile_id: "prof_01jz8k9p3rq5s7u9w1y3a5c7e0" },
    body: { session: { cookies: [], origins: [] } }
  },
  "profiles.remove": { parameters: { profile_id: "prof_01jz8k9p3rq5s7u9w1y3a5c7e0" } },
  "utility.prefetch": { body: { type: "brand", identifier: { domain: "example.com" } } },
  "system.health": { reply: { status: "ok", request_id: requestId } },
  "system.ready": { reply: { status: "ready", request_id: requestId } }
}
