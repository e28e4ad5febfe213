/** Observed: runs, changes, the baseline and the requests of monitors that watch what the pages of a site say. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import type { ExtractTarget } from "@kittiwake/core/monitors/domain/Target"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { BrowserUnavailable } from "@kittiwake/core/pages/Browser"
import { flicker, type PageScript } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { hourly } from "@kittiwake/core/testing/WatchedPage"
import { DateTime, Effect, Layer } from "effect"
import type { Fact } from "../../src/extraction/domain/FactSheet.ts"
import type { SitePage } from "../../src/extraction/readSitePage.ts"
import { Database } from "../../src/memory/Database.ts"
import { isEmptied } from "../../src/monitors/extractReading.ts"
import { settable } from "../../src/testing/arrangements.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"
import {
  advance,
  assertRun,
  changesOf,
  lastRun,
  runNow,
  runsOf,
  scenario,
  settle,
  stored,
  traceOf
} from "../watching.ts"

/** Until the next run: slots are spread by some minutes. */
const anHour = "64 minutes"

const start = "https://acme.example/"

const page = (path: string, script: PageScript) => ScriptedWeb.use((web) => web.page(start + path, script))

const withEtag = (body: string) => ({ body, etag: true as const })

const schema = {
  type: "object",
  properties: {
    price: { type: "number" },
    plan: { type: "string" },
    availability: { type: "string", enum: ["in_stock", "out_of_stock"] }
  }
}

const home = withEtag(`<title>Acme</title><h1>Acme</h1><p>Plan: Solo</p><a href="/pricing">Pricing</a>`)

const pricing = (price: string) => withEtag(`<h1>Pricing</h1><p>Price: ${price}</p><a href="/">Home</a>`)

const build = Effect.gen(function* () {
  yield* page("", home)
  yield* page("pricing", pricing("$49"))
})

const watchSite = Effect.fnUntraced(function* (given: Partial<ExtractTarget> = {}) {
  const { organization } = yield* TestInstallation
  const target: ExtractTarget = {
    type: "extract",
    url: start,
    instructions: "Tell me when the price or the plan changes",
    schema,
    maxPages: 10,
    maxDepth: null,
    followSubdomains: false,
    ...given
  }
  const { monitor } = yield* Monitors.use((monitors) =>
    monitors.create(organization, {
      name: "Acme",
      target,
      changeDetection: { type: "semantic", confidenceThreshold: 0 },
      schedule: hourly,
      tags: [],
      webhook: null
    })
  )
  yield* settle
  return monitor.id
})

const baselineOf = (id: Effect.Success<ReturnType<typeof watchSite>>) =>
  Effect.map(stored(id), ({ baseline }) => {
    assert(baseline?.type === "extract", "it has a baseline of its kind")
    return baseline
  })

const looksAt = (path: string) => ScriptedWeb.use((web) => Effect.map(web.looks(start + path), (looks) => looks.length))

describe("watching what the pages of a site say", () => {
  scenario(
    "the first run chooses pages, and keeps their data",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite()
      assertRun(yield* lastRun(id), {
        status: "completed",
        baselineCreated: true,
        creditsCharged: 10,
        targetType: "extract"
      })
      const { data, urlsAnalyzed } = yield* baselineOf(id)
      assert.deepStrictEqual(data, { price: 49, plan: "Solo" })
      assert.deepStrictEqual(urlsAnalyzed, [start, `${start}pricing`])
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "a run on pages that are as they were asks for each once, and tells nothing",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite()
      const [before, robots] = [yield* looksAt("pricing"), yield* looksAt("robots.txt")]
      yield* advance(anHour)
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: false, creditsCharged: 10 })
      assert.strictEqual((yield* looksAt("pricing")) - before, 1)
      assert.strictEqual((yield* looksAt("robots.txt")) - robots, 1)
      assert.deepStrictEqual(traceOf(yield* lastRun(id)), ["fetch: 2 of 2 pages as they were", "decide: Unchanged"])
    })
  )

  scenario(
    "a value that both looks show otherwise is told, with its page and both values",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite()
      yield* page("pricing", pricing("$59"))
      yield* advance(anHour)
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: true })
      const [change] = yield* changesOf(id)
      assert.deepStrictEqual(change?.matchedUrls, [`${start}pricing`])
      assert.strictEqual(change?.matchedUrlCount, 1)
      assert.include(change?.title, "price")
      assert.deepStrictEqual([...new Set(change?.evidence?.map(({ url }) => url))], [`${start}pricing`])
      const quotes = change?.evidence?.flatMap(({ after, before }) => [before, after]) ?? []
      assert.isTrue(
        quotes.some((quote) => quote.includes("49")),
        "what it was"
      )
      assert.isTrue(
        quotes.some((quote) => quote.includes("59")),
        "what it is"
      )
      assert.isUndefined(change?.diff)
      assert.deepStrictEqual((yield* baselineOf(id)).data, { price: 59, plan: "Solo" })
      yield* advance("2 hours")
      assert.strictEqual((yield* changesOf(id)).length, 1)
    })
  )

  scenario(
    "tells what the page says that a redirect leads to since, though its server takes it for the one before",
    Effect.gen(function* () {
      const leads = (redirectTo: string) => page("pricing", { body: "", redirectTo })
      yield* page("", home)
      yield* page("v1", { ...pricing("$49"), etag: "same" })
      yield* page("v2", { ...pricing("$59"), etag: "same" })
      yield* leads("/v1")
      const id = yield* watchSite()
      yield* advance(anHour)
      assert.strictEqual((yield* ScriptedWeb.use((web) => web.looks(`${start}pricing`))).at(-1)?.outcome, 304)
      yield* leads("/v2")
      yield* advance(anHour)
      assert.deepInclude((yield* changesOf(id))[0]?.evidence?.[0] ?? {}, { before: "price: $49", after: "price: $59" })
    })
  )

  scenario(
    "where several pages differ, each quote has the page that it stands on",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite({ instructions: "Watch plans and prices" })
      yield* page("", withEtag(home.body.replace("Solo", "Duo")))
      yield* page("pricing", pricing("$59"))
      yield* advance(anHour)
      const [change] = yield* changesOf(id)
      assert.sameMembers([...(change?.matchedUrls ?? [])], [start, `${start}pricing`])
      assert.sameDeepMembers(
        [...(change?.evidence ?? [])],
        [
          { before: "plan: Solo", after: "plan: Duo", url: start },
          { before: "price: $49", after: "price: $59", url: `${start}pricing` }
        ]
      )
    })
  )

  scenario(
    "rows of several pages are quoted with their own",
    Effect.gen(function* () {
      const plan = (name: string, price: string) =>
        withEtag(`<h1>${name}</h1><p>Plan: ${name}</p><p>Price: ${price}</p>`)
      yield* page("", withEtag(`<h1>Acme</h1><a href="/plan-a">Plan A</a><a href="/plan-b">Plan B</a>`))
      yield* page("plan-a", plan("Alpha", "$10"))
      yield* page("plan-b", plan("Beta", "$20"))
      const row = { type: "object", properties: { price: { type: "number" } } }
      const id = yield* watchSite({
        instructions: "Watch plans and prices",
        schema: { type: "object", properties: { plans: { type: "array", items: row } } }
      })
      yield* page("plan-a", plan("Alpha", "$11"))
      yield* page("plan-b", plan("Beta", "$22"))
      yield* advance(anHour)
      const [change] = yield* changesOf(id)
      const quotes = (change?.evidence ?? []).map(({ after, url }) => `${after} ${url?.slice(start.length)}`)
      assert.sameMembers(quotes, ["plans › 1 › price: $11 plan-a", "plans › 2 › price: $22 plan-b"])
    })
  )

  scenario(
    "the row of a page stays one while no other page can be read",
    Effect.gen(function* () {
      const plan = (price: string) => withEtag(`<h1>Alpha</h1><p>Plan: Alpha</p><p>Price: ${price}</p>`)
      yield* page("", withEtag(`<h1>Acme</h1><a href="/plan-a">Plan A</a>`))
      yield* page("plan-a", plan("$10"))
      const row = { type: "object", properties: { plan: { type: "string" }, price: { type: "number" } } }
      const id = yield* watchSite({ schema: { type: "object", properties: { offers: { type: "array", items: row } } } })
      yield* page("", { body: "down", status: 503 })
      yield* page("plan-a", plan("$11"))
      yield* advance(anHour)
      assert.deepStrictEqual((yield* baselineOf(id)).data, { offers: [{ plan: "Alpha", price: 11 }] })
      const [change] = yield* changesOf(id)
      assert.deepInclude(change?.evidence?.[0], {
        before: "offers › Alpha › price: $10",
        after: "offers › Alpha › price: $11"
      })
    })
  )

  scenario(
    "a row of a new page is told where a goal names the property that it is called by",
    Effect.gen(function* () {
      const offer = (plan: string, more = "") =>
        withEtag(`<h1>${plan}</h1><p>Plan: ${plan}</p><p>Region: EU</p>${more}`)
      const links = (...names: ReadonlyArray<string>) => names.map((name) => `<a href="/plan-${name}">Plan</a>`)
      yield* page("", withEtag(`<h1>Acme</h1>${links("a", "b")}`))
      yield* page("plan-a", offer("Solo", "<p>Price: $5</p>"))
      yield* page("plan-b", offer("Duo", "<p>Price: $9</p>"))
      const row = {
        type: "object",
        properties: { plan: { type: "string" }, region: { type: "string" }, price: { type: "number" } }
      }
      const id = yield* watchSite({ schema: { type: "object", properties: { offers: { type: "array", items: row } } } })
      yield* page("plan-c", offer("Team"))
      yield* page("", withEtag(`<h1>Acme</h1>${links("a", "b", "c")}`))
      yield* advance("30 hours")
      const [change, ...others] = yield* changesOf(id)
      assert.deepStrictEqual(others, [])
      assert.deepStrictEqual(change?.matchedUrls, [`${start}plan-c`])
      assert.deepInclude(change?.evidence ?? [], { before: "", after: "offers › plan: Team", url: `${start}plan-c` })
    })
  )

  const rowsOfOffers = {
    type: "object",
    properties: {
      offers: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } }
      }
    }
  }

  for (const [mode, given] of [
    ["text", null],
    ["data", rowsOfOffers]
  ] as const) {
    scenario(
      `of ${mode}, a new page is not told by a price that one look alone saw`,
      Effect.gen(function* () {
        const offer = (name: string, price: string) =>
          withEtag(`<h1>${name}</h1><p>Name: ${name}</p><p>Price: ${price}</p>`)
        const links = (...names: ReadonlyArray<string>) => names.map((name) => `<a href="/plan-${name}">Plan</a>`)
        yield* page("", withEtag(`<h1>Acme</h1>${links("a", "b")}`))
        yield* page("plan-a", offer("Plan 0 of Acme", "$50"))
        yield* page("plan-b", offer("Plan 2 of Acme", "$90"))
        const id = yield* watchSite({ schema: given, instructions: "price below $20" })
        yield* page("plan-c", flicker(offer("Plan 1 of Acme", "$9"), offer("Plan 1 of Acme", "$70")))
        yield* page("", withEtag(`<h1>Acme</h1>${links("a", "b", "c")}`))
        yield* advance("30 hours")
        assert.include((yield* baselineOf(id)).urlsAnalyzed, `${start}plan-c`)
        assert.deepStrictEqual(
          (yield* changesOf(id)).map(({ title }) => title),
          []
        )
      })
    )
  }

  scenario(
    "a value that the second look takes back is told to nobody",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite()
      yield* page("pricing", flicker(pricing("$98765"), pricing("$49")))
      yield* advance(anHour)
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: false })
      assert.include(traceOf(yield* lastRun(id)).join("\n"), "the second look does not show the difference")
      assert.deepStrictEqual((yield* baselineOf(id)).data, { price: 49, plan: "Solo" })
    })
  )

  scenario(
    "what is not asked for may change as it likes",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite()
      yield* page("pricing", withEtag(`<h1>Pricing</h1><p>Price: $49</p><p>Visitors today: 4711</p>`))
      yield* advance(anHour)
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: false })
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "a page that cannot be read keeps what it said, and the others are told",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite({ instructions: "Watch plans and prices" })
      yield* page("pricing", { body: "down", status: 503 })
      yield* page("", withEtag(`<title>Acme</title><h1>Acme</h1><p>Plan: Duo</p><a href="/pricing">Pricing</a>`))
      yield* advance(anHour)
      const [change] = yield* changesOf(id)
      assert.deepStrictEqual(change?.matchedUrls, [start])
      assert.include(traceOf(yield* lastRun(id))[0], "1 cannot be read")
      assert.deepStrictEqual((yield* baselineOf(id)).data, { price: 49, plan: "Duo" })
      yield* page("pricing", pricing("$49"))
      yield* advance(anHour)
      assert.strictEqual((yield* changesOf(id)).length, 1, "that it is back is no change")
      yield* page("pricing", pricing("$39"))
      yield* advance(anHour)
      assert.strictEqual((yield* changesOf(id)).length, 2)
    })
  )

  scenario(
    "a value that the instructions do not ask for is kept, and told to nobody",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite({ instructions: "Tell me when the price drops below $40" })
      yield* page("pricing", pricing("$59"))
      yield* advance(anHour)
      assert.deepStrictEqual(yield* changesOf(id), [])
      assert.include(traceOf(yield* lastRun(id)).join("\n"), "decide: Dismissed")
      assert.deepStrictEqual((yield* baselineOf(id)).data, { price: 59, plan: "Solo" })
      yield* page("pricing", pricing("$39"))
      yield* advance(anHour)
      assert.strictEqual((yield* changesOf(id)).length, 1)
    })
  )

  scenario(
    "a page that is empty for a while says nothing new",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite()
      yield* page("pricing", withEtag("<html><body></body></html>"))
      yield* advance(anHour)
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: false })
    })
  )

  scenario(
    "a page that is empty when pages are chosen keeps what it said, or is chosen when it says something",
    Effect.gen(function* () {
      yield* build
      yield* page("plans", withEtag("<html><body></body></html>"))
      yield* page("", withEtag(`${home.body}<a href="/plans">Prices of plans</a>`))
      const id = yield* watchSite({ schema: null, instructions: "price below $20" })
      const tracked = [start, `${start}pricing`]
      assert.deepStrictEqual((yield* baselineOf(id)).urlsAnalyzed, tracked)
      yield* page("pricing", withEtag("<html><body></body></html>"))
      yield* advance("30 hours")
      const { pages = [], urlsAnalyzed } = yield* baselineOf(id)
      assert.deepStrictEqual(urlsAnalyzed, tracked)
      assert.include(pages[1]?.text ?? "", "$49")
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "a site none of whose pages can be read fails, and keeps its baseline",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite()
      yield* ScriptedWeb.use((web) => web.outage(start))
      yield* advance(anHour)
      const run = yield* lastRun(id)
      assertRun(run, { status: "failed", creditsCharged: 0 })
      assert.deepStrictEqual((yield* baselineOf(id)).data, { price: 49, plan: "Solo" })
    })
  )

  scenario(
    "a start that is not there fails the first run",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite({ url: `${start}nowhere` })
      const run = yield* lastRun(id)
      assertRun(run, { status: "failed" })
      assert.strictEqual(run.error?.code, "not_found")
    })
  )

  scenario(
    "pages are chosen anew about once a day: what a new one says is told",
    Effect.gen(function* () {
      yield* page("", home)
      const id = yield* watchSite()
      assert.deepStrictEqual((yield* baselineOf(id)).urlsAnalyzed, [start])
      yield* page("pricing", pricing("$49"))
      yield* advance("10 hours")
      assert.deepStrictEqual(yield* changesOf(id), [])
      yield* advance("20 hours")
      const changes = yield* changesOf(id)
      assert.deepStrictEqual(
        changes.map(({ matchedUrls }) => matchedUrls),
        [[`${start}pricing`]]
      )
      assert.deepStrictEqual((yield* baselineOf(id)).urlsAnalyzed, [start, `${start}pricing`])
    })
  )

  scenario(
    "pages are chosen anew at once where a clock that was ahead chose them",
    Effect.gen(function* () {
      const setAhead = yield* settable
      yield* page("", home)
      yield* setAhead("30 days")
      const id = yield* watchSite()
      yield* setAhead(0)
      yield* page("pricing", pricing("$49"))
      yield* runNow(id)
      yield* advance("5 minutes")
      assert.deepStrictEqual((yield* baselineOf(id)).urlsAnalyzed, [start, `${start}pricing`])
    })
  )

  scenario(
    "pages are chosen anew in silence where nothing is new, and a page that is gone makes room",
    Effect.gen(function* () {
      yield* build
      yield* page("old-price", withEtag("<h1>Old price list</h1><p>Nothing here</p>"))
      yield* page("", withEtag(`${home.body}<a href="/old-price">Old price list</a>`))
      const id = yield* watchSite()
      assert.strictEqual((yield* baselineOf(id)).urlsAnalyzed.length, 3)
      yield* page("old-price", { body: "gone", status: 404 })
      yield* advance("30 hours")
      assert.deepStrictEqual((yield* baselineOf(id)).urlsAnalyzed, [start, `${start}pricing`])
      assert.deepStrictEqual(yield* changesOf(id), [])
    })
  )

  scenario(
    "a page that takes the place of one that is gone is told as that, and in silence where it says the same",
    Effect.gen(function* () {
      const linked = (path: string) => page("", withEtag(`${home.body}<a href="/${path}">Price list</a>`))
      for (const said of [{ schema: null }, {}]) {
        yield* linked("old-price")
        yield* page("old-price", pricing("$49"))
        const id = yield* watchSite(said)
        for (const [from, to, price] of [
          ["old-price", "new-price", "$59"],
          ["new-price", "newest-price", "$59"]
        ] as const) {
          yield* linked(to)
          yield* page(to, pricing(price))
          yield* page(from, { body: "gone", status: 404 })
          yield* advance("30 hours")
        }
        const changes = yield* changesOf(id)
        assert.deepStrictEqual(
          changes.map(({ matchedUrls }) => matchedUrls),
          [[`${start}new-price`]]
        )
        assert.match(changes[0]!.summary, /^Page replaced: \S*\/old-price\S* → \S*\/new-price\S*\. ./)
        assert.include((yield* baselineOf(id)).urlsAnalyzed, `${start}newest-price`)
        const traces = (yield* runsOf(id)).flatMap(traceOf).filter((step) => step.includes("replaced"))
        assert.lengthOf(traces, 2)
      }
    })
  )

  for (const [mode, given] of [
    ["text", { schema: null }],
    ["data", {}]
  ] as const) {
    scenario(
      `of ${mode}, pages of a site that differs at every look are chosen anew all the same`,
      Effect.gen(function* () {
        const linked = (hour: number, ...paths: ReadonlyArray<string>) =>
          page(
            "",
            withEtag(
              `<title>Acme</title><h1>Acme</h1><p>Plan: Solo ${hour}</p>${paths.map((path) => `<a href="/${path}">Pricing</a>`).join("")}`
            )
          )
        yield* page("old-pricing", pricing("$49"))
        yield* linked(0, "old-pricing")
        const id = yield* watchSite(given)
        assert.deepStrictEqual((yield* baselineOf(id)).urlsAnalyzed, [start, `${start}old-pricing`])
        yield* page("old-pricing", { body: "gone", status: 404 })
        yield* page("new-pricing", pricing("$59"))
        for (let hour = 1; hour <= 31; hour += 1) {
          yield* linked(hour, "new-pricing")
          yield* advance("1 hour")
        }
        assert.deepStrictEqual((yield* baselineOf(id)).urlsAnalyzed, [start, `${start}new-pricing`])
        const changes = yield* changesOf(id)
        assert.isAbove(changes.length, 25, "each look tells what differs")
        const replaced = changes.filter(({ summary }) => summary.includes("replaced"))
        assert.lengthOf(replaced, 1, "and one of them which page took the place of another")
        assert.sameMembers([...replaced[0]!.matchedUrls!], [start, `${start}new-pricing`])
      })
    )
  }

  type Shown = Exclude<PageScript, (...given: never) => unknown>

  /** Shows `now` to so many requests from when pages are chosen anew on, and then `after`, as before. */
  const whileChosen = Effect.fnUntraced(function* (
    id: Effect.Success<ReturnType<typeof watchSite>>,
    path: string,
    requests: number,
    [now, after]: readonly [Shown, Shown]
  ) {
    const { chooseAtMillis = 0 } = yield* baselineOf(id)
    let asked = 0
    yield* page(path, (at) => {
      if (DateTime.toEpochMillis(at) >= chooseAtMillis) asked += 1
      return asked > 0 && asked <= requests ? now : after
    })
  })

  const linked = (...paths: ReadonlyArray<string>) =>
    page("", withEtag(`<h1>Acme</h1>${paths.map((path) => `<a href="/${path}">Price list ${path}</a> `).join("")}`))

  const gone = { body: "gone", status: 404 }

  const changedUrls = (id: Effect.Success<ReturnType<typeof watchSite>>) =>
    Effect.map(changesOf(id), (all) => all.map(({ matchedUrls }) => matchedUrls?.map((url) => url.replace(start, ""))))

  for (const [mode, given] of [
    ["text", { schema: null }],
    ["data", {}]
  ] as const) {
    for (const requests of [1, 2]) {
      scenario(
        `of ${mode}, a page that is not there for ${requests} requests when pages are chosen is not told as gone`,
        Effect.gen(function* () {
          yield* linked("price-a")
          yield* page("price-a", pricing("$49"))
          const id = yield* watchSite(given)
          yield* whileChosen(id, "price-a", requests, [gone, pricing("$49")])
          yield* advance("60 hours")
          assert.deepStrictEqual(yield* changedUrls(id), [])
          assert.include((yield* baselineOf(id)).urlsAnalyzed, `${start}price-a`)
          const confirmed = (yield* runsOf(id)).flatMap(traceOf).filter((step) => step.startsWith("confirm"))
          assert.deepStrictEqual(confirmed, [`confirm: ${requests - 1} of 1 missing pages are gone`])
        })
      )
    }

    scenario(
      `of ${mode}, a page that is not there for a moment is not told as replaced by one that came that day`,
      Effect.gen(function* () {
        yield* linked("price-a", "price-b")
        yield* page("price-a", pricing("$49"))
        yield* page("price-b", gone)
        const id = yield* watchSite(given)
        yield* whileChosen(id, "price-a", 2, [gone, pricing("$49")])
        yield* page("price-b", pricing("$99"))
        yield* advance("60 hours")
        const changes = yield* changesOf(id)
        // One that says another price than the first is no change of the data.
        assert.lengthOf(changes, mode === "text" ? 1 : 0)
        for (const { summary } of changes) assert.notMatch(summary, /replaced|Removed|49/)
        assert.sameMembers([...(yield* baselineOf(id)).urlsAnalyzed], [start, `${start}price-a`, `${start}price-b`])
      })
    )

    scenario(
      `of ${mode}, a page that cannot be read when pages are chosen loses its place to no other`,
      Effect.gen(function* () {
        yield* linked("price-a", "price-b")
        yield* page("price-a", pricing("$49"))
        yield* page("price-b", gone)
        const id = yield* watchSite({ ...given, maxPages: 2 })
        yield* page("price-a", { body: "busy", status: 503 })
        yield* page("price-b", pricing("$99"))
        yield* advance("30 hours")
        assert.deepStrictEqual(yield* changedUrls(id), [])
        assert.deepStrictEqual((yield* baselineOf(id)).urlsAnalyzed, [start, `${start}price-a`])
      })
    )

    scenario(
      `of ${mode}, a new page that the second look does not find is told when it is there to stay`,
      Effect.gen(function* () {
        yield* linked("price-a")
        yield* page("price-a", gone)
        const id = yield* watchSite(given)
        yield* whileChosen(id, "price-a", 1, [pricing("$49"), gone])
        yield* advance("30 hours")
        assert.deepStrictEqual(yield* changedUrls(id), [])
        assert.deepStrictEqual((yield* baselineOf(id)).urlsAnalyzed, [start])
        yield* page("price-a", pricing("$49"))
        yield* advance("30 hours")
        assert.deepStrictEqual(yield* changedUrls(id), [["price-a"]])
      })
    )
  }

  scenario(
    "without a schema the text of the pages is watched, each for itself",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite({ schema: null })
      const { data } = yield* baselineOf(id)
      assert.deepStrictEqual(Object.keys(data as object), ["summary", "keyPoints"])
      yield* page("pricing", pricing("$59"))
      yield* advance(anHour)
      const [change] = yield* changesOf(id)
      assert.deepStrictEqual(change?.matchedUrls, [`${start}pricing`])
      assert.strictEqual(change?.evidence?.[0]?.url, `${start}pricing`)
    })
  )

  scenario(
    "a page that says something else at the second look is not told with one that changed, and is told when it stays so",
    Effect.gen(function* () {
      yield* build
      yield* page("plans", pricing("$25"))
      yield* page("", withEtag(`<h1>Acme</h1><a href="/pricing">Pricing</a><a href="/plans">Prices of plans</a>`))
      const id = yield* watchSite({ schema: null, instructions: "price below $20" })
      yield* page("pricing", pricing("$19"))
      yield* page("plans", flicker(pricing("$18"), pricing("$17"), pricing("$17"), pricing("$17"), pricing("$17")))
      yield* advance(anHour)
      const [first] = yield* changesOf(id)
      assert.deepStrictEqual(first?.matchedUrls, [`${start}pricing`])
      assert.deepStrictEqual(
        first?.evidence?.map(({ url }) => url),
        [`${start}pricing`]
      )
      const { pages = [] } = yield* baselineOf(id)
      assert.include(pages.find(({ url }) => url === `${start}plans`)?.text ?? "", "$25")
      yield* advance(anHour)
      const [, second] = yield* changesOf(id)
      assert.deepStrictEqual(second?.matchedUrls, [`${start}plans`])
      assert.include(second?.evidence?.[0]?.after ?? "", "$17")
    })
  )

  scenario(
    "a page that says something else while the others are read is looked at twice too",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite()
      yield* page("", withEtag(`<h1>Acme</h1><p>Plan: Duo</p><a href="/pricing">Pricing</a>`))
      // As it was when it is asked for, otherwise when it is read, and again as it was.
      yield* page("pricing", flicker(pricing("$49"), pricing("$59"), pricing("$49")))
      yield* advance(anHour)
      assert.deepStrictEqual((yield* baselineOf(id)).data, { plan: "Duo" })
      yield* advance(anHour)
      assert.deepStrictEqual((yield* baselineOf(id)).data, { price: 49, plan: "Duo" })
      assert.deepStrictEqual(
        (yield* changesOf(id)).map(({ matchedUrls }) => matchedUrls),
        [[start]]
      )
    })
  )

  const twoPrices = (price: string, shipping: string) =>
    withEtag(`<h1>Pricing</h1><p>Price: ${price}</p><p>Shipping price: ${shipping}</p><a href="/">Home</a>`)

  for (const [mode, given] of [
    ["text", { schema: null }],
    [
      "data",
      { schema: { type: "object", properties: { price: { type: "number" }, shipping_price: { type: "number" } } } }
    ]
  ] as const) {
    const assertData = Effect.fnUntraced(function* (
      id: Parameters<typeof baselineOf>[0],
      expected: { readonly [name: string]: number }
    ) {
      const { data } = yield* baselineOf(id)
      if (mode === "data") assert.deepStrictEqual(data, expected)
      else assert.notMatch(JSON.stringify(data), /\$[78]/)
    })

    scenario(
      `of ${mode}, what flickers beside a change is not kept with it, so that nobody is told when it goes`,
      Effect.gen(function* () {
        yield* page("", withEtag(`<h1>Acme</h1><a href="/pricing">Pricing</a>`))
        yield* page("pricing", twoPrices("$49", "$5"))
        const id = yield* watchSite({ ...given, instructions: "Tell me when a price changes" })
        // The looks agree on one price, and each has another one of its own; later there is the one of before again.
        yield* page("pricing", flicker(twoPrices("$59", "$7"), twoPrices("$59", "$8")))
        yield* advance(anHour)
        const [change, ...others] = yield* changesOf(id)
        assert.lengthOf(others, 0)
        assert.include(change?.title, "$49 → $59")
        assert.include(traceOf(yield* lastRun(id)).join(), "agree on a part")
        yield* assertData(id, { price: 59 })
        if (mode === "data") assert.include(traceOf(yield* lastRun(id)).join(), "differently: shipping_price")
        yield* page("pricing", twoPrices("$59", "$5"))
        yield* advance(anHour)
        assert.lengthOf(yield* changesOf(id), 1)
        yield* assertData(id, { price: 59, shipping_price: 5 })
        yield* advance(anHour)
        assert.include(traceOf(yield* lastRun(id))[0], "2 of 2 pages as they were")
        // What stays so is told.
        yield* page("pricing", twoPrices("$59", "$7"))
        yield* advance(anHour)
        assert.lengthOf(yield* changesOf(id), 2)
      })
    )
  }

  scenario(
    "a schema that is none, and exact comparing, are refused with the field that is wrong",
    Effect.gen(function* () {
      yield* build
      const failure = yield* Effect.flip(
        watchSite({ schema: { type: "object", properties: { a: { type: "money" } } } })
      )
      assert.strictEqual("field" in failure ? failure.field : failure._tag, "target.schema.properties.a.type")
      const id = yield* watchSite()
      const { organization } = yield* TestInstallation
      const exact = yield* Effect.flip(
        Monitors.use((monitors) => monitors.update(organization, id, { changeDetection: { type: "exact" } }))
      )
      assert.strictEqual("field" in exact ? exact.field : exact._tag, "change_detection.type")
    })
  )

  scenario(
    "fails without a browser, naming what is missing, where only a browser shows the pages",
    Effect.gen(function* () {
      yield* page("", "<title>Acme</title><div id=root></div><script src='/app.js'></script>")
      const { error } = yield* lastRun(yield* watchSite())
      assert.deepInclude(error, {
        code: "internal_error",
        message: "Only a browser shows this page. The plain readers have no browser."
      })
    })
  )

  it("of a page that only a browser shows, what stands in its head alone is no page", () => {
    const fact = (source: Fact["source"]): Fact => ({ name: "title", value: "Acme", source, context: "", quote: "" })
    const page = (facts: ReadonlyArray<Fact>, text: string, blankBecause?: string) =>
      isEmptied({
        url: start,
        finalUrl: start,
        links: [],
        etag: null,
        lastModified: null,
        digest: "d",
        isRendered: false,
        sheet: { url: start, title: "Acme", language: "en", text, isCut: false, facts, lists: [], groups: [] },
        ...(blankBecause === undefined ? {} : { blankBecause })
      } satisfies SitePage)
    assert.isTrue(page([fact("metadata")], "", "There is no browser."))
    assert.isFalse(page([fact("metadata"), fact("json-ld")], "", "There is no browser."))
    assert.isFalse(page([fact("metadata")], ""))
    assert.isFalse(page([], "Acme"))
    assert.isTrue(page([], " "))
  })

  for (const asks of [{}, { schema: null }]) {
    const browser = { isThere: false, plan: "Duo" }
    const { options } = scriptedBrowser(() =>
      browser.isThere
        ? `<h1>Acme</h1><p>Plan: ${browser.plan}</p><p>${"It is for teams. ".repeat(20)}</p>`
        : new BrowserUnavailable({ message: "There is no browser." })
    )
    const app = (plan: string) =>
      withEtag(`<h1>Acme</h1><p>Plan: ${plan}</p><a href="/pricing">Pricing</a><script src="/app.js"></script>`)

    scenario(
      `tells nobody what a browser shows of pages that were read without one (${JSON.stringify(asks)})`,
      Effect.gen(function* () {
        Object.assign(browser, { isThere: false, plan: "Duo" })
        yield* page("", app("Solo"))
        yield* page("pricing", pricing("$49"))
        const id = yield* watchSite({ ...asks })
        const told = Effect.map(changesOf(id), (changes) => changes.length)
        yield* advance(anHour)
        assert.strictEqual(yield* told, 0)
        // What changes meanwhile is told, with what the server sends.
        yield* page("", app("Trio"))
        yield* advance(anHour)
        assert.strictEqual(yield* told, 1)
        browser.isThere = true
        yield* page("pricing", pricing("$59"))
        yield* advance(anHour)
        assert.strictEqual(yield* told, 2)
        // It is taken over by the look that tells of another page.
        assert.include(JSON.stringify(yield* baselineOf(id)), "Duo")
        assert.notInclude(JSON.stringify((yield* changesOf(id)).at(-1)), "Duo")
        yield* advance(anHour)
        assert.strictEqual(yield* told, 2)
        browser.plan = "Quartet"
        yield* page("pricing", pricing("$69"))
        yield* advance(anHour)
        assert.strictEqual(yield* told, 3)
        assert.include(JSON.stringify((yield* changesOf(id)).at(-1)), "Quartet")
      }),
      options
    )

    scenario(
      `takes over what a browser shows while another page flickers, and tells of it from then on (${JSON.stringify(asks)})`,
      Effect.gen(function* () {
        Object.assign(browser, { isThere: false, plan: "Duo" })
        yield* page("", app("Solo"))
        yield* page("pricing", pricing("$49"))
        const id = yield* watchSite({ ...asks })
        yield* advance(anHour)
        browser.isThere = true
        // The first look of a run shows another price, and the second one the usual.
        yield* page("pricing", flicker(pricing("$98765"), pricing("$49")))
        yield* advance(anHour)
        assert.lengthOf(yield* changesOf(id), 0)
        const kept = JSON.stringify(yield* baselineOf(id))
        assert.include(kept, "Duo")
        assert.notInclude(kept, "98765")
        yield* page("pricing", pricing("$49"))
        browser.plan = "Quartet"
        yield* advance(anHour)
        assert.lengthOf(yield* changesOf(id), 1)
      }),
      options
    )

    scenario(
      `does not choose pages anew in the look that takes over what a browser shows (${JSON.stringify(asks)})`,
      Effect.gen(function* () {
        Object.assign(browser, { isThere: false, plan: "Duo" })
        yield* page("", app("Solo"))
        yield* page("pricing", pricing("$49"))
        const id = yield* watchSite({ ...asks })
        const { chooseAtMillis = 0 } = yield* baselineOf(id)
        const next = Effect.map(stored(id), ({ monitor }) => monitor.nextRunAt?.epochMilliseconds ?? 0)
        while ((yield* next) < chooseAtMillis) yield* advance("10 minutes")
        browser.isThere = true
        yield* advance(anHour)
        assert.include(JSON.stringify(yield* baselineOf(id)), "Duo")
        assert.lengthOf(yield* changesOf(id), 0)
      }),
      options
    )
  }

  const outcomesOf = (path: string) =>
    ScriptedWeb.use((web) => Effect.map(web.looks(start + path), (looks) => looks.map(({ outcome }) => outcome)))

  for (const given of [{}, { schema: null }]) {
    scenario(
      `reads pages whole once of which older builds kept no address (${JSON.stringify(given)})`,
      Effect.gen(function* () {
        yield* build
        const id = yield* watchSite(given)
        const monitors = (yield* Database).monitors
        const row = monitors.get(id)
        assert(row?.baseline?.type === "extract")
        const { pages = [] } = row.baseline
        const without = pages.map(({ finalUrl: _, ...one }) => one)
        monitors.set(id, { ...row, baseline: { ...row.baseline, pages: without } })
        for (let times = 0; times < 3; times++) yield* advance(anHour)
        assert.deepStrictEqual(yield* outcomesOf("pricing"), [200, 200, 304, 304])
        assert.lengthOf(yield* changesOf(id), 0)
      })
    )
  }

  scenario(
    "keeps where a page answered beside one whose markup differs and that says the same",
    Effect.gen(function* () {
      yield* build
      yield* page("pricing", { body: "", redirectTo: "/v1" })
      for (const path of ["v1", "v2"]) yield* page(path, pricing("$49"))
      const id = yield* watchSite({ schema: null })
      yield* page("", withEtag(home.body.replace("<p>", "<p lang=en>")))
      yield* page("pricing", { body: "", redirectTo: "/v2" })
      for (let times = 0; times < 3; times++) yield* advance(anHour)
      assert.deepStrictEqual((yield* outcomesOf("pricing")).slice(-3), [200, 304, 304])
      assert.lengthOf(yield* changesOf(id), 0)
    })
  )

  scenario(
    "reads a page whole once that leads elsewhere now, where it says the same",
    Effect.gen(function* () {
      yield* build
      yield* page("pricing", { body: "", redirectTo: "/v1" })
      for (const path of ["v1", "v2"]) yield* page(path, pricing("$49"))
      const id = yield* watchSite()
      yield* page("pricing", { body: "", redirectTo: "/v2" })
      for (let times = 0; times < 3; times++) yield* advance(anHour)
      assert.deepInclude(yield* baselineOf(id), { data: { price: 49, plan: "Solo" } })
      assert.deepStrictEqual((yield* outcomesOf("pricing")).slice(-3), [200, 304, 304])
      assert.lengthOf(yield* changesOf(id), 0)
    })
  )

  scenario(
    "another schema starts a new baseline",
    Effect.gen(function* () {
      yield* build
      const id = yield* watchSite()
      const { organization } = yield* TestInstallation
      const { monitor } = yield* stored(id)
      assert(monitor.target.type === "extract")
      const target = { ...monitor.target, schema: { type: "object", properties: { plan: { type: "string" } } } }
      yield* Monitors.use((monitors) => monitors.update(organization, id, { target }))
      yield* settle
      assert.deepStrictEqual((yield* baselineOf(id)).data, { plan: "Solo" })
      yield* runNow(id)
      assert.deepStrictEqual(
        (yield* runsOf(id)).map(({ runType }) => runType),
        ["baseline", "baseline", "scheduled"]
      )
    })
  )

  it.effect("fails at once, and says why, where what it holds leaves no room for its second look", () => {
    const options = { capacityBytes: 10_000_000 }
    const memory = new MemoryCounter(options)
    const long = (path: string, price: string) =>
      withEtag(`${pricing(price).body}<p>Of ${path}: ${"word ".repeat(20_000)}</p>`)
    const test = Effect.gen(function* () {
      const links = ["a", "b"].map((path) => `<a href="/pricing-${path}">Pricing</a>`).join("")
      yield* page("", withEtag(`<h1>Acme</h1><p>Plan: Solo</p>${links}`))
      for (const path of ["a", "b"]) yield* page(`pricing-${path}`, long(path, "$49"))
      const id = yield* watchSite({ schema: null })
      assert.lengthOf((yield* baselineOf(id)).urlsAnalyzed, 3)
      for (const path of ["a", "b"]) yield* page(`pricing-${path}`, long(path, "$59"))
      const before = yield* looksAt("pricing-a")
      // Both find room, and neither a second time beside both.
      options.capacityBytes = 850_000
      yield* advance(anHour)
      assertRun(yield* lastRun(id), { status: "failed" })
      assert.match(JSON.stringify((yield* lastRun(id)).error), /internal_error.*KITTIWAKE_MEMORY_BUDGET/)
      assert.isAtMost((yield* looksAt("pricing-a")) - before, 2)
      options.capacityBytes = 10_000_000
      yield* advance(anHour)
      assertRun(yield* lastRun(id), { status: "completed", changeDetected: true })
    })
    const installed = TestInstallation.layer().pipe(Layer.provide(Layer.succeed(MemoryBudget, memory)))
    return Effect.provide(test, installed)
  })
})
