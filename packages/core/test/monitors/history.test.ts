/** Observed: the versions that runs leave behind, and what becomes of them. */
import { assert, describe } from "@effect/vitest"
import type { BacktestRules } from "@kittiwake/core/monitors/domain/Backtest"
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import type { Target } from "@kittiwake/core/monitors/domain/Target"
import { HistoryUpkeep, MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { VersionStore } from "@kittiwake/core/monitors/VersionStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { PlaceKeeper } from "@kittiwake/core/sharing/PlaceKeeper"
import type { PageScript } from "@kittiwake/core/testing/PageScript"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { hourly } from "@kittiwake/core/testing/WatchedPage"
import { Context, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Database } from "../../src/memory/Database.ts"
import { layer as memoryKeeper } from "../../src/memory/PlaceKeeper.ts"
import { BacktestTurns } from "../../src/monitors/BacktestTurns.ts"
import { backtestMonitor } from "../../src/monitors/backtestMonitor.ts"
import { historyRetentionDefaults } from "../../src/monitors/domain/HistoryRetention.ts"
import { HistoryBounds } from "../../src/monitors/HistoryBounds.ts"
import { HistoryTurns } from "../../src/monitors/HistoryTurns.ts"
import { pruneVersions } from "../../src/monitors/pruneVersions.ts"
import { sourceMaxBytes } from "../../src/monitors/stageVersions.ts"
import { makeIfAlone } from "../../src/sharing/makeIfAlone.ts"
import {
  advance,
  baselineOf,
  changesOf,
  iso,
  pageOf,
  remove,
  runNow,
  runsOf,
  scenario,
  show,
  update,
  watch
} from "../watching.ts"

const shop = (price: string) => `<main><p class="price">${price}</p></main><footer>Shop</footer>`

/** Versions of the monitor, oldest first. */
const versionsOf = Effect.fnUntraced(function* (id: Monitor["id"]) {
  const { organization } = yield* TestInstallation
  const found = yield* (yield* VersionStore).list(organization.id, id, { limit: 100, after: null })
  return found.rows.toReversed()
})

const partOf = Effect.fnUntraced(function* (
  versionId: Parameters<VersionStore["Service"]["part"]>[1],
  part: "content" | "source"
) {
  const { organization } = yield* TestInstallation
  const found = yield* (yield* VersionStore).part(organization.id, versionId, part)
  return Option.match(found, { onNone: () => null, onSome: ({ bytes }) => new TextDecoder().decode(bytes) })
})

const withAd = (price: string, ad: string) => `<main><p class="price">${price}</p><p class="ad">${ad}</p></main>`

/** What other selectors would have told, pair by pair, and what was told. */
const tried = Effect.fnUntraced(function* (id: Monitor["id"], rules: Partial<BacktestRules>) {
  const { organization } = yield* TestInstallation
  const found = yield* (yield* MonitorHistory).backtest(organization.id, id, { limit: 100, ...rules })
  return found.replays.map(({ reason, was }) => [reason, was === null ? null : was.title])
})

/** Creates a monitor of what is no page, and lets its first run happen. */
const watchTarget = Effect.fnUntraced(function* (target: Target) {
  const { organization, settle } = yield* TestInstallation
  const { monitor } = yield* Monitors.use((monitors) =>
    monitors.create(organization, { name: "Shop", target, schedule: hourly })
  )
  yield* settle
  return monitor.id
})

describe("history", () => {
  scenario(
    "follows what took whose place, also where the clock is set back",
    Effect.gen(function* () {
      yield* show(shop("10 €"))
      const id = yield* watch()
      yield* advance("2 hours")
      yield* TestClock.setTime(Date.parse("2025-12-31T12:00:00Z"))
      for (const price of ["11 €", "12 €", "13 €"]) {
        yield* show(shop(price))
        yield* runNow(id)
        yield* advance("5 minutes")
      }
      const [second, third, fourth, first] = yield* versionsOf(id)
      assert.deepStrictEqual(
        [second!, third!, fourth!].map(({ previousId }) => previousId),
        [first!.id, second!.id, third!.id]
      )
      assert.deepStrictEqual(
        [first!, second!, third!, fourth!].map(({ replacedAt }) => replacedAt !== null),
        [true, true, true, false]
      )
    })
  )

  scenario(
    "keeps the first capture and every changed one, with the page they were read from",
    Effect.gen(function* () {
      yield* show(shop("10 €"))
      const id = yield* watch()
      yield* advance("3 hours")
      yield* show(shop("12 €"))
      yield* advance("2 hours")
      const [first, second, ...more] = yield* versionsOf(id)
      const [change] = yield* changesOf(id)
      const runs = yield* runsOf(id)
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual(
        [first!.previousId, first!.changeId, first!.runId, iso(first!.replacedAt)],
        [null, null, runs[0]!.id, iso(second!.capturedAt)]
      )
      assert.deepStrictEqual(
        [second!.previousId, second!.changeId, second!.runId, second!.replacedAt],
        [first!.id, change!.id, change!.runId, null]
      )
      assert.deepStrictEqual(
        [yield* partOf(first!.id, "content"), yield* partOf(second!.id, "content")],
        ["10 €", "12 €"]
      )
      assert.deepStrictEqual([first!.hasSource, yield* partOf(first!.id, "source")], [true, shop("10 €")])
    })
  )

  scenario(
    "stores a page that comes back once, and lists it as often as it came",
    Effect.gen(function* () {
      const { versionBodies } = yield* Database
      yield* show(shop("10 €"))
      const id = yield* watch()
      for (const price of ["12 €", "10 €", "12 €"]) {
        yield* show(shop(price))
        yield* runNow(id)
        yield* advance("20 seconds")
      }
      assert.strictEqual((yield* versionsOf(id)).length, 4)
      assert.strictEqual(versionBodies.size, 4)
    })
  )

  scenario(
    "goes on over a new target, and keeps no source that is too long",
    Effect.gen(function* () {
      yield* show(shop("10 €"))
      const id = yield* watch()
      yield* show(`<main><p>10 €</p></main><!--${"x".repeat(sourceMaxBytes)}-->`)
      const target = yield* pageOf(id)
      yield* update(id, { target: { ...target, includeSelectors: ["main"] } })
      const [first, second] = yield* versionsOf(id)
      assert.deepStrictEqual([second!.previousId, second!.changeId, second!.hasSource], [first!.id, null, false])
      assert.strictEqual(yield* partOf(second!.id, "content"), "10 €")
    })
  )

  scenario(
    "begins with the baseline that is older than it",
    Effect.gen(function* () {
      const tables = yield* Database
      yield* show(shop("10 €"))
      const id = yield* watch()
      tables.versions.clear()
      yield* show(shop("12 €"))
      yield* runNow(id)
      yield* advance("20 seconds")
      const [first, second] = yield* versionsOf(id)
      assert.deepStrictEqual([first!.runId, first!.hasSource, second!.previousId], [null, false, first!.id])
      assert.strictEqual(yield* partOf(first!.id, "content"), "10 €")
      assert.strictEqual(iso(first!.replacedAt), iso(second!.capturedAt))
    })
  )

  scenario(
    "is dropped when it is over, but for what is watched now, and with its monitor",
    Effect.gen(function* () {
      const prune = HistoryUpkeep.use((upkeep) => upkeep.prune(10))
      yield* show(shop("10 €"))
      const id = yield* watch()
      yield* show(shop("12 €"))
      yield* advance("2 hours")
      yield* prune
      assert.strictEqual((yield* versionsOf(id)).length, 2)
      const strict = { ...historyRetentionDefaults, historyVersions: 1 }
      yield* pruneVersions(10).pipe(Effect.provideService(HistoryBounds, strict))
      assert.strictEqual((yield* versionsOf(id)).length, 1)
      assert.strictEqual(yield* partOf((yield* versionsOf(id))[0]!.id, "content"), yield* baselineOf(id))
      yield* remove(id)
      yield* prune
      assert.strictEqual((yield* Database).versions.size, 0)
      assert.strictEqual((yield* Database).versionBodies.size, 0)
    })
  )

  scenario(
    "compares any two versions, and tells of versions of nobody else",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const history = yield* MonitorHistory
      yield* show(shop("10 €"))
      const id = yield* watch()
      for (const price of ["12 €", "10 €"]) {
        yield* show(shop(price))
        yield* runNow(id)
        yield* advance("20 seconds")
      }
      const [first, second, third] = yield* versionsOf(id)
      const compared = yield* history.compare(organization.id, id, { from: second!.id, to: first!.id })
      assert.include(compared.difference?.diff, "-12 €\n+10 €")
      assert.include(compared.difference?.title, "12 € → 10 €")
      const same = yield* history.compare(organization.id, id, { from: first!.id, to: third!.id })
      assert.isNull(same.difference)
      const { state } = yield* history.get(organization.id, id, second!.id)
      assert.deepStrictEqual(state, { type: "page", text: "12 €" })
      const other = yield* watch()
      const strange = yield* Effect.flip(history.get(organization.id, other, second!.id))
      assert.strictEqual(strange._tag, "VersionNotFound")
      const between = { from: second!.id, to: (yield* versionsOf(other))[0]!.id }
      assert.strictEqual((yield* Effect.flip(history.compare(organization.id, id, between)))._tag, "VersionNotFound")
    })
  )

  scenario(
    "says what other selectors would have told, beside what was told",
    Effect.gen(function* () {
      yield* show(withAd("10 €", "Buy"))
      const id = yield* watch()
      for (const [price, ad] of [
        ["10 €", "Now"],
        ["12 €", "Now"],
        ["12 €", "Sale"]
      ] as const) {
        yield* show(withAd(price, ad))
        yield* runNow(id)
        yield* advance("20 seconds")
      }
      const told = (yield* changesOf(id)).map(({ title }) => title)
      assert.lengthOf(told, 3)
      const [first = "", second = "", third = ""] = told
      assert.deepStrictEqual(
        yield* tried(id, {}),
        told.map((title) => ["differs", title])
      )
      assert.deepStrictEqual(yield* tried(id, { includeSelectors: [".price"] }), [
        ["same", first],
        ["differs", second],
        ["same", third]
      ])
      assert.deepStrictEqual(
        yield* tried(id, { includeSelectors: [".gone"] }),
        told.map((title) => ["empty", title])
      )
      assert.deepStrictEqual(yield* tried(id, { excludeSelectors: [".ad"], limit: 1 }), [["same", third]])
    })
  )

  scenario(
    "compares nothing across a change of the target, as no run did",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show(shop("10 €"))
      const id = yield* watch()
      const target = yield* pageOf(id)
      yield* show(shop("12 €"))
      yield* update(id, { target: { ...target, normalizeWhitespace: false } })
      yield* show(shop("14 €"))
      yield* runNow(id)
      yield* advance("20 seconds")
      const { replays } = yield* MonitorHistory.use((history) => history.backtest(organization.id, id, { limit: 10 }))
      assert.deepStrictEqual(
        replays.map(({ found, reason }) => [reason, found === null]),
        [
          ["first", true],
          ["differs", false]
        ]
      )
    })
  )

  scenario(
    "says what a goal and a threshold would have told, and why the rest would not",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const history = yield* MonitorHistory
      yield* show(withAd("Price: $60", "Written by Ann"))
      const id = yield* watch()
      for (const [price, ad] of [
        ["Price: $60", "Written by Bob"],
        ["Price: $45", "Written by Bob"]
      ] as const) {
        yield* show(withAd(price, ad))
        yield* runNow(id)
        yield* advance("20 seconds")
      }
      const judged = (confidenceThreshold?: number) =>
        history.backtest(organization.id, id, {
          limit: 10,
          goal: "price below $50",
          ...(confidenceThreshold === undefined
            ? {}
            : { changeDetection: { type: "semantic" as const, confidenceThreshold } })
        })
      const { replays, tried } = yield* judged()
      assert.deepStrictEqual(tried.changeDetection, { type: "semantic", confidenceThreshold: 0.75 })
      assert.deepStrictEqual(
        replays.map(({ reason }) => reason),
        ["irrelevant", "differs"]
      )
      const [, found] = replays.map((replay) => replay.found)
      assert.isAbove(found?.judgement?.confidence ?? 0, 0.75)
      assert.isNotEmpty(found?.judgement?.reasons)
      const strict = yield* judged(1)
      assert.strictEqual(strict.replays.at(-1)?.reason, "unsure")
    })
  )

  scenario(
    "says that it cannot try selectors on a version without its page, and goes on behind it",
    Effect.gen(function* () {
      const { versions } = yield* Database
      yield* show(withAd("10 €", "Buy"))
      const id = yield* watch()
      for (const price of ["11 €", "12 €", "13 €"]) {
        yield* show(withAd(price, "Buy"))
        yield* runNow(id)
        yield* advance("20 seconds")
      }
      const [, second] = yield* versionsOf(id)
      const row = versions.get(second!.id)!
      versions.set(second!.id, { ...row, version: { ...row.version, hasSource: false } })
      const reasons = (yield* tried(id, { includeSelectors: [".price"] })).map(([reason]) => reason)
      assert.deepStrictEqual(reasons, ["no_source", "differs", "differs"])
      assert.deepStrictEqual(
        (yield* tried(id, {})).map(([reason]) => reason),
        ["differs", "differs", "differs"]
      )
    })
  )

  scenario(
    "is tried once at a time for an organization, and by selectors that can be matched",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      const history = yield* MonitorHistory
      yield* show(shop("10 €"))
      const id = yield* watch()
      const turns = new BacktestTurns()
      const rules = { limit: 10 }
      const backtest = backtestMonitor(turns, new HistoryTurns())
      const second = turns.take(organization.id, backtest(organization.id, id, rules))
      assert.strictEqual((yield* Effect.flip(second))._tag, "BacktestRunning")
      yield* backtest(organization.id, id, rules)
      const wrong = yield* Effect.flip(
        history.backtest(organization.id, id, { ...rules, excludeSelectors: ["p:has(*)"] })
      )
      assert.deepInclude(wrong, { _tag: "InvalidInput", field: "exclude_selectors" })
    })
  )

  scenario(
    "is tried once at a time for an organization by all processes together",
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show(shop("10 €"))
      const id = yield* watch()
      const keeper = Context.get(yield* Layer.build(memoryKeeper), PlaceKeeper)
      const other = new BacktestTurns(
        yield* Effect.provideService(
          makeIfAlone({ use: "backtests", lost: "lost", found: "found" }),
          PlaceKeeper,
          keeper
        )
      )
      const built = Layer.build(Layer.fresh(MonitorHistory.layer))
      const history = Context.get(yield* Effect.provideService(built, PlaceKeeper, keeper), MonitorHistory)
      const backtest = history.backtest(organization.id, id, { limit: 10 })
      const whileOther = other.take(organization.id, Effect.flip(backtest))
      assert.strictEqual((yield* whileOther)._tag, "BacktestRunning")
      const elsewhere = OrganizationId.make("org_elsewhere")
      yield* other.take(elsewhere, backtest)
      yield* backtest
    }).pipe(Effect.scoped)
  )

  scenario(
    "says what other patterns would have told of a sitemap, beside what was told",
    Effect.gen(function* () {
      const site = "https://shop.example"
      const list = (...paths: ReadonlyArray<string>) =>
        ScriptedWeb.use((web) =>
          web.page(
            `${site}/sitemap.xml`,
            `<urlset>${paths.map((path) => `<url><loc>${site}${path}</loc></url>`).join("")}</urlset>`
          )
        )
      yield* list("/blog/1", "/tag/a?b=1&amp;c=2")
      const id = yield* watchTarget({
        type: "sitemap",
        url: `${site}/sitemap.xml`,
        include: [],
        exclude: [],
        maxUrls: 4
      })
      const seen = [
        ["/blog/1", "/blog/2", "/tag/a?b=1&amp;c=2"],
        ["/blog/1", "/blog/2", "/tag/b"],
        // One too many: what takes the next free place may have been listed before, and is told to nobody.
        ["/blog/1", "/blog/2", "/tag/b", "/tag/c", "/tag/d"],
        ["/blog/1", "/tag/b", "/tag/c", "/tag/d"]
      ]
      for (const paths of seen) {
        yield* list(...paths)
        yield* runNow(id)
        yield* advance("1 minute")
      }
      const { organization } = yield* TestInstallation
      const told = ["Added: /blog/2", "1 added, 1 removed", "Added: /tag/c", "Removed: /blog/2"]
      const [, second, third] = yield* versionsOf(id)
      const between = { from: second!.id, to: third!.id }
      const { difference } = yield* (yield* MonitorHistory).compare(organization.id, id, between)
      assert.deepInclude(difference, {
        title: "Shop – 1 added, 1 removed",
        summary: "Added /tag/b. Removed /tag/a?b=1&c=2."
      })
      assert.deepStrictEqual(
        yield* tried(id, {}),
        told.map((title) => ["differs", `Shop – ${title}`])
      )
      const reasons = (rules: Partial<BacktestRules>) =>
        Effect.map(tried(id, rules), (all) => all.map(([reason]) => reason))
      assert.deepStrictEqual(yield* reasons({ exclude: ["/tag/*"] }), ["differs", "same", "same", "differs"])
      assert.deepStrictEqual(yield* reasons({ include: ["/tag/*"] }), ["same", "differs", "differs", "same"])
      assert.deepStrictEqual(yield* reasons({ include: ["/news/*"] }), ["empty", "empty", "empty", "empty"])
      const backtest = (rules: Partial<BacktestRules>) =>
        MonitorHistory.use((history) => history.backtest(organization.id, id, { limit: 10, ...rules }))
      const titles = (yield* backtest({ include: ["/blog/*"] })).replays.flatMap(({ found }) => found?.title ?? [])
      assert.deepStrictEqual(titles, ["Shop – Added: /blog/2", "Shop – Removed: /blog/2"])
      for (const [rules, field] of [
        [{ includeSelectors: ["p"] }, "include_selectors"],
        [{ goal: "prices" }, "instructions"],
        [{ changeDetection: { type: "semantic", confidenceThreshold: 1 } }, "change_detection.type"]
      ] as ReadonlyArray<readonly [Partial<BacktestRules>, string]>) {
        assert.deepInclude(yield* Effect.flip(backtest(rules)), { _tag: "InvalidInput", field })
      }
    })
  )

  scenario(
    "says of a sitemap that pages moved, and that nobody was told of what a part lists that could not be read before",
    Effect.gen(function* () {
      const site = "https://shop.example"
      const serve = (path: string, script: PageScript) => ScriptedWeb.use((web) => web.page(`${site}${path}`, script))
      const list = (part: string, ...paths: ReadonlyArray<string>) =>
        serve(part, `<urlset>${paths.map((path) => `<url><loc>${site}${path}</loc></url>`).join("")}</urlset>`)
      const about = (topic: string) => `<main><h1>${topic}</h1><p>${`All about ${topic}. `.repeat(20)}</p></main>`
      const parts = ["/one.xml", "/two.xml"].map((part) => `<sitemap><loc>${site}${part}</loc></sitemap>`)
      yield* serve("/sitemap.xml", `<sitemapindex>${parts.join("")}</sitemapindex>`)
      for (const path of ["/a", "/z"]) yield* serve(path, about("tea"))
      yield* serve("/b", about("coffee"))
      yield* list("/one.xml", "/a", "/b")
      yield* serve("/two.xml", { body: "busy", status: 503 })
      const id = yield* watchTarget({
        type: "sitemap",
        url: `${site}/sitemap.xml`,
        include: [],
        exclude: [],
        maxUrls: 100
      })
      yield* advance("1 minute")
      yield* list("/two.xml", "/c")
      yield* runNow(id)
      yield* advance("1 minute")
      yield* list("/one.xml", "/b", "/z")
      yield* runNow(id)
      yield* advance("1 minute")
      const { organization } = yield* TestInstallation
      const { replays } = yield* MonitorHistory.use((history) => history.backtest(organization.id, id, { limit: 10 }))
      assert.deepStrictEqual(
        replays.map(({ found, reason, was }) => [reason, found?.title, was?.title]),
        [
          ["same", undefined, undefined],
          ["differs", "Shop – Moved: /a → /z", "Shop – Moved: /a → /z"]
        ]
      )
    })
  )

  scenario(
    "says of the data of a site what its run told, as pages write it",
    Effect.gen(function* () {
      const site = "https://plans.example"
      const say = (price: string) =>
        ScriptedWeb.use((web) => web.page(`${site}/`, `<main><h1>Plans</h1><p>Price: ${price}</p></main>`))
      yield* say("$10")
      const id = yield* watchTarget({
        type: "extract",
        url: `${site}/`,
        instructions: "Tell me when the price changes",
        schema: { type: "object", properties: { price: { type: "number" } } },
        maxPages: 1,
        maxDepth: null,
        followSubdomains: false
      })
      yield* say("$20")
      yield* runNow(id)
      yield* advance("1 minute")
      const [change] = yield* changesOf(id)
      assert.include(change?.title, "$10 → $20")
      assert.deepStrictEqual(yield* tried(id, {}), [["differs", change?.title ?? null]])
      const { organization } = yield* TestInstallation
      const { replays } = yield* MonitorHistory.use((history) => history.backtest(organization.id, id, { limit: 10 }))
      assert.strictEqual(replays[0]?.found?.title, change?.title)
    })
  )

  scenario(
    "says of a page that took the place of another what its run told, or that nobody was told",
    Effect.gen(function* () {
      const site = "https://plans.example"
      const serve = (path: string, script: PageScript) => ScriptedWeb.use((web) => web.page(`${site}${path}`, script))
      const link = (path: string) => serve("/", `<main><h1>Acme</h1><a href="${path}">Price list</a></main>`)
      const price = (amount: string) => `<main><h1>Plans</h1><p>Price: ${amount}</p></main>`
      yield* link("/price-1")
      yield* serve("/price-1", price("$49"))
      const id = yield* watchTarget({
        type: "extract",
        url: `${site}/`,
        instructions: "Tell me when a price changes",
        schema: null,
        maxPages: 10,
        maxDepth: null,
        followSubdomains: false
      })
      for (const [was, now, amount] of [
        ["/price-1", "/price-2", "$49"],
        ["/price-2", "/price-3", "$59"]
      ] as const) {
        yield* link(now)
        yield* serve(was, { body: "gone", status: 404 })
        yield* serve(now, price(amount))
        yield* advance("30 hours")
      }
      const { organization } = yield* TestInstallation
      const { replays } = yield* MonitorHistory.use((history) => history.backtest(organization.id, id, { limit: 10 }))
      const told = replays.filter(({ was }) => was !== null)
      const changes = yield* changesOf(id)
      assert.deepStrictEqual(
        told.map(({ found, reason }) => [reason, found?.title, found?.summary]),
        changes.map(({ summary, title }) => ["differs", title, summary])
      )
      assert.match(changes[0]?.summary ?? "", /^Page replaced: \/price-2 → \/price-3\. ./)
      const silent = replays.filter(({ was }) => was === null)
      assert.isNotEmpty(silent)
      for (const { reason } of silent) assert.strictEqual(reason, "same")
    })
  )

  scenario(
    "says what another goal would have told of a site, and that no other schema can be tried",
    Effect.gen(function* () {
      const site = "https://plans.example"
      const say = (price: string, team: string) =>
        ScriptedWeb.use((web) =>
          web.page(
            `${site}/`,
            `<html><title>Plans</title><main><p>Price of the Pro plan: ${price}</p><p>Our team: ${team}</p></main></html>`
          )
        )
      yield* say("$60", "Ann")
      const id = yield* watchTarget({
        type: "extract",
        url: `${site}/`,
        instructions: "any change of the team",
        schema: null,
        maxPages: 1,
        maxDepth: null,
        followSubdomains: false
      })
      for (const [price, team] of [
        ["$60", "Bob"],
        ["$45", "Bob"]
      ] as const) {
        yield* say(price, team)
        yield* runNow(id)
        yield* advance("1 minute")
      }
      const { organization } = yield* TestInstallation
      const backtest = (rules: Partial<BacktestRules>) =>
        MonitorHistory.use((history) => history.backtest(organization.id, id, { limit: 10, ...rules }))
      const { replays, tried: rules } = yield* backtest({ goal: "price below $50" })
      assert.deepInclude(rules.target, { type: "extract", instructions: "price below $50" })
      assert.deepStrictEqual(
        replays.map(({ reason }) => reason),
        ["irrelevant", "differs"]
      )
      assert.isNotEmpty(replays[1]?.found?.judgement?.reasons)
      const refused = yield* Effect.flip(backtest({ schema: { type: "object" } }))
      assert.deepInclude(refused, { _tag: "InvalidInput", field: "schema" })
      assert.include(refused._tag === "InvalidInput" ? refused.message : "", "not the pages")
      assert.deepInclude(yield* Effect.flip(backtest({ include: ["/a"] })), { _tag: "InvalidInput", field: "include" })
    })
  )
})
