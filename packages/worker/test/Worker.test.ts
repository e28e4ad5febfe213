import { assert, describe, it } from "@effect/vitest"
import { Administration } from "@kittiwake/core/administration/Administration"
import { BrandStore } from "@kittiwake/core/brands/BrandStore"
import type { BrandProfile } from "@kittiwake/core/brands/domain/BrandProfile"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import { Credits } from "@kittiwake/core/credits/Credits"
import { IdempotencyKey } from "@kittiwake/core/idempotency/domain/IdempotencyKey"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { newSource } from "@kittiwake/core/news/domain/NewsSource"
import { NewsUpkeep } from "@kittiwake/core/news/News"
import { NewsBounds, newsBoundsDefaults } from "@kittiwake/core/news/NewsBounds"
import { NewsSourceStore } from "@kittiwake/core/news/NewsSourceStore"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Inbox } from "@kittiwake/core/testing/Inbox"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import { watched } from "@kittiwake/core/testing/WatchedPage"
import { Usage } from "@kittiwake/core/usage/Usage"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { Pulse } from "@kittiwake/worker/Pulse"
import * as Worker from "@kittiwake/worker/Worker"
import { DateTime, Duration, Effect, Exit, Layer, Scope } from "effect"
import { RefreshBounds } from "../../core/src/brands/RefreshBounds.ts"
import { ClockSkew } from "../../core/src/ClockSkew.ts"
import { exactly } from "../../core/src/credits/domain/PriceRange.ts"
import { withCharge } from "../../core/src/credits/withCharge.ts"
import { Database } from "../../core/src/memory/Database.ts"
import { GatheringBounds } from "../../core/src/news/GatheringBounds.ts"
import { believeClock } from "../../core/src/testing/arrangements.ts"
import { anyOrigin } from "../../core/src/testing/builders.ts"
import { logOf } from "../../core/src/testing/usageEvents.ts"

const page = "https://shop.example/"

const installation = TestInstallation.layer({ loops: false, credits: 1_000 })

/** A call that never ends, with a hold on ten credits. */
const holding = (organizationId: OrganizationId, id: string) =>
  withCharge({ organizationId, cause: { kind: "request", id }, origin: anyOrigin }, exactly(10))(() => Effect.never)

const create = Effect.fnUntraced(function* (url = page) {
  const { organization } = yield* TestInstallation
  return yield* Monitors.use((monitors) =>
    monitors.create(organization, watched({ url, webhook: "https://receiver.example/" }))
  )
})

const events = Effect.map(
  Inbox.use((inbox) => inbox.events),
  (all) => all.map(({ event }) => event)
)

const noLinks = { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null }

const profile: BrandProfile = {
  ...{ domain: "tern.example", title: "Tern", description: null, slogan: null, colours: [], logos: [], backdrops: [] },
  ...{ socials: [], address: null, stock: null, employees: null, links: noLinks, email: null, phone: null },
  ...{ language: null, isAdult: false, sources: [], isThin: false, industries: [] }
}

const worker = Worker.layer().pipe(Layer.provideMerge(Pulse.layer))

describe("a worker", () => {
  it.effect("runs a new monitor and delivers its events at once, without waiting for its next look", () =>
    Effect.gen(function* () {
      const { settle } = yield* TestInstallation
      yield* Layer.build(worker)
      yield* settle
      yield* ScriptedWeb.use((web) => web.page(page, "<p>10 €</p>"))
      yield* create()
      yield* settle
      assert.deepStrictEqual(yield* events, ["run.completed"])
    }).pipe(Effect.provide(installation))
  )

  it.effect("runs an hourly monitor 24 times a day", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      yield* ScriptedWeb.use((web) => web.page(page, "<p>10 €</p>"))
      const { monitor } = yield* create()
      const every = Duration.minutes(1)
      // Loops that have nothing to do look once: a minute of theirs would be most of what this computes.
      const quiet = { every: Duration.days(30), idle: Duration.days(30) }
      const slow = Worker.layer({
        scheduler: { every },
        deliverer: { every },
        batcher: quiet,
        sweeper: quiet,
        pruner: quiet,
        refresher: quiet,
        gatherer: quiet,
        clockKeeper: quiet
      })
      yield* Layer.build(slow.pipe(Layer.provideMerge(Pulse.layer)))
      yield* advance("1 day")
      const looks = yield* ScriptedWeb.use((web) => web.looks(page))
      assert.strictEqual(looks.length, 24)
      assert.strictEqual(monitor.status, "active")
    }).pipe(Effect.provide(installation))
  )

  it.effect("shares its work with others, and nothing is run or delivered twice", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const pages = Array.from({ length: 50 }, (_, index) => `${page}${index}`)
      for (const url of pages) {
        yield* ScriptedWeb.use((web) => web.page(url, "<p>10 €</p>"))
        yield* create(url)
      }
      for (let count = 0; count < 4; count++) yield* Layer.build(Layer.fresh(worker))
      yield* advance("10 seconds")
      assert.strictEqual((yield* events).length, 50)
      assert.strictEqual((yield* ScriptedWeb.use((web) => web.looks())).length, 50)
      assert.strictEqual((yield* Credits.use((credits) => credits.account(organization.id))).balance, 950)
    }).pipe(Effect.provide(installation))
  )

  it.effect("refills a month once beside others, on the day it begins", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const ledger = yield* CreditLedger
      const sweeper = { every: Duration.hours(6), idle: Duration.hours(6) }
      const quiet = Worker.layer({
        scheduler: { every: Duration.days(1), idle: Duration.days(1) },
        batcher: { every: Duration.days(1), idle: Duration.days(1) },
        deliverer: { every: Duration.days(1), idle: Duration.days(1) },
        pruner: { every: Duration.days(1), idle: Duration.days(1) },
        refresher: { every: Duration.days(1), idle: Duration.days(1) },
        gatherer: { every: Duration.days(1), idle: Duration.days(1) },
        clockKeeper: { every: Duration.days(1) },
        sweeper
      }).pipe(Layer.provideMerge(Pulse.layer))
      for (let count = 0; count < 4; count++) yield* Layer.build(Layer.fresh(quiet))
      yield* advance("100 days")
      const refills = yield* ledger.entries(organization.id, { limit: 100, after: null }, { kind: "refill" })
      assert.deepStrictEqual(
        refills.map(({ at }) => DateTime.formatIso(at).slice(0, 10)),
        ["2026-04-01", "2026-03-01", "2026-02-01", "2026-01-01"]
      )
      assert.strictEqual((yield* ledger.account(organization.id)).balance, 1_000)
    }).pipe(Effect.provide(TestInstallation.layer({ loops: false, plan: "free" })))
  )

  it.effect("buys credits when they run short, within the budget", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const autoTopup = { enabled: true, blockCredits: 200, monthlyBudgetCredits: 300 }
      yield* Administration.use((admin) => admin.change(organization.id, { autoTopup }))
      yield* Layer.build(worker)
      for (const id of ["a", "b"]) {
        const { balance } = yield* Credits.use((credits) => credits.account(organization.id))
        yield* Credits.use((credits) => credits.post(organization.id, { kind: "request", id }, -(balance - 1)))
        yield* advance("1 minute")
      }
      assert.strictEqual((yield* Credits.use((credits) => credits.account(organization.id))).balance, 1)
      const bought = yield* CreditLedger.use((ledger) =>
        ledger.entries(organization.id, { limit: 100, after: null }, { kind: "topup" })
      )
      assert.deepStrictEqual(
        bought.map(({ credits }) => credits),
        [200]
      )
    }).pipe(Effect.provide(TestInstallation.layer({ loops: false, plan: "free" })))
  )

  it.effect("finishes what it began when it is stopped, and leaves the rest to others", () =>
    Effect.gen(function* () {
      const { advance, organization, settle } = yield* TestInstallation
      yield* ScriptedWeb.use((web) => web.page(page, { body: "<p>10 €</p>", latency: "10 seconds" }))
      const { initialRunId, monitor } = yield* create()
      const scope = yield* Scope.make()
      yield* Layer.build(worker).pipe(Scope.provide(scope))
      yield* settle
      yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* advance("15 seconds")
      const { run } = yield* Monitors.use((monitors) => monitors.run(organization.id, monitor.id, initialRunId))
      assert.strictEqual(run.status, "completed")
      assert.deepStrictEqual(yield* events, [], "nobody delivers any more")
      yield* Layer.build(Layer.fresh(worker))
      yield* settle
      assert.deepStrictEqual(yield* events, ["run.completed"])
    }).pipe(Effect.provide(installation))
  )

  it.effect("gives expired holds back, all of them in one pass", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const account = Credits.use((credits) => credits.account(organization.id))
      for (let index = 0; index < 7; index++) {
        yield* Effect.forkDetach(holding(organization.id, `${index}`))
      }
      yield* advance("1 second")
      assert.strictEqual((yield* account).held, 70)
      yield* advance("16 minutes")
      yield* Layer.build(Worker.layer({ sweeper: { limit: 3 } }).pipe(Layer.provideMerge(Pulse.layer)))
      yield* advance("1 second")
      assert.deepStrictEqual(yield* account, { balance: 1_000, held: 0, available: 1_000 })
    }).pipe(Effect.provide(installation))
  )

  it.effect("removes logged calls that are kept no longer, all of them in one pass", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const [usage, store] = [yield* Usage, yield* UsageStore]
      const noonOf = (day: number) => DateTime.makeUnsafe({ year: 2025, month: 12, day, hour: 12 })
      yield* store.append([1, 1, 1, 1, 1, 1, 1, 2].map((day) => logOf(organization.id, { at: noonOf(day) })))
      yield* believeClock
      yield* Layer.build(Worker.layer({ pruner: { limit: 3 } }).pipe(Layer.provideMerge(Pulse.layer)))
      const left = Effect.map(usage.logs(organization.id, { from: noonOf(1) }), ({ data }) =>
        data.map(({ at }) => DateTime.getPartUtc(at, "day"))
      )
      yield* advance("1 second")
      assert.deepStrictEqual(yield* left, [2])
    }).pipe(Effect.provide(installation))
  )

  it.effect("forgets idempotency keys a day after they were used, all of them in one pass", () =>
    Effect.gen(function* () {
      const { advance, organization } = yield* TestInstallation
      const { keptAnswers } = yield* Database
      const create = (key: string) =>
        Monitors.use((monitors) =>
          monitors.create(organization, watched({ url: page }), { key: IdempotencyKey.make(key), body: {} })
        )
      for (const key of ["a", "b", "c", "d", "e", "f", "g"]) yield* create(key)
      yield* advance("1 hour")
      yield* create("h")
      const quiet = { every: Duration.days(30), idle: Duration.days(30) }
      const options = {
        scheduler: quiet,
        batcher: quiet,
        deliverer: quiet,
        sweeper: quiet,
        refresher: quiet,
        gatherer: quiet,
        pruner: { limit: 3 }
      }
      yield* Layer.build(Worker.layer(options).pipe(Layer.provideMerge(Pulse.layer)))
      yield* advance("22 hours")
      assert.strictEqual(keptAnswers.size, 8)
      yield* advance("71 minutes")
      assert.deepStrictEqual(
        [...keptAnswers.values()].map(({ key }) => String(key)),
        ["h"]
      )
      yield* advance("1 hour")
      assert.strictEqual(keptAnswers.size, 0)
    }).pipe(Effect.provide(installation))
  )

  it.effect(
    "ends and removes nothing while the machine's clock is more than a minute off, and goes on when it is set",
    () =>
      Effect.gen(function* () {
        const { advance, organization } = yield* TestInstallation
        const { keptAnswers } = yield* Database
        const skew = { millis: 90_000 }
        const held = Effect.map(
          Credits.use((credits) => credits.account(organization.id)),
          (account) => account.held
        )
        yield* Effect.forkDetach(holding(organization.id, "0"))
        yield* Monitors.use((monitors) =>
          monitors.create(organization, watched({ url: page }), { key: IdempotencyKey.make("a"), body: {} })
        )
        const quiet = { every: Duration.days(30) }
        const options = { scheduler: quiet, batcher: quiet, deliverer: quiet, refresher: quiet, gatherer: quiet }
        const layer = Worker.layer(options).pipe(Layer.provideMerge(Pulse.layer))
        // All is due when the loops begin to look, and would be gone after their first round.
        yield* advance("25 hours")
        yield* believeClock
        const context = yield* Layer.build(layer).pipe(
          Effect.provideService(ClockSkew, { offsetMillis: () => skew.millis })
        )
        yield* advance("10 minutes")
        assert.deepStrictEqual([yield* held, keptAnswers.size], [10, 1])
        const silent = Pulse.use((pulse) => pulse.silentFor(31_000)).pipe(Effect.provideContext(context))
        assert.deepStrictEqual(yield* silent, [], "the loops go round all the same")
        skew.millis = 1_000
        yield* advance("31 seconds")
        assert.deepStrictEqual([yield* held, keptAnswers.size], [0, 0])
      }).pipe(Effect.provide(installation))
  )

  it.effect("reads old brands again beside others, as many in a day as it may", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      const store = yield* BrandStore
      const readAt = DateTime.subtract(yield* DateTime.now, { days: 61 })
      const pictures = { keptUntil: readAt, leftUntil: readAt }
      for (let n = 0; n < 20; n++) {
        yield* store.keepProfile({ domain: `tern${n}.example`, language: null, profile, readAt }, pictures, readAt)
      }
      const quiet = { every: Duration.days(30), idle: Duration.days(30) }
      const options = {
        ...{ scheduler: quiet, batcher: quiet, deliverer: quiet, sweeper: quiet, pruner: quiet },
        gatherer: quiet
      }
      for (let count = 0; count < 3; count++) {
        yield* Layer.build(Layer.fresh(Worker.layer(options).pipe(Layer.provideMerge(Pulse.layer))))
      }
      const begun = Effect.map(
        ScriptedWeb.use((web) => web.looks()),
        (looks) => new Set(looks.filter(({ url }) => /^https:.*robots.txt$/.test(url)).map(({ url }) => url)).size
      )
      yield* advance("1 minute")
      assert.strictEqual(yield* begun, 1)
      yield* advance("1 day")
      assert.isAtLeast(yield* begun, 11)
      assert.isAtMost(yield* begun, 13)
    }).pipe(
      Effect.provide(
        installation.pipe(Layer.provideMerge(Layer.succeed(RefreshBounds, { perDay: 12, age: Duration.days(60) })))
      )
    )
  )

  it.effect("asks sources of news that are due beside others, each once, and drops articles beyond their bound", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      const web = yield* ScriptedWeb
      const feeds = Array.from({ length: 6 }, (_, n) => `https://tern${n}.example/feed`)
      const addedAt = yield* DateTime.now
      for (const [n, url] of feeds.entries()) {
        const items = [1, 2].map((at) => `<item><title>Tern ${n} flies ${at}</title><link>/${at}</link></item>`)
        yield* web.page(url, {
          body: `<rss><channel><title>Tern</title>${items.join("")}</channel></rss>`,
          // One that hangs holds up no other.
          ...(n === 0 ? { latency: "15 seconds" } : {})
        })
      }
      const sources = feeds.map((url) =>
        newSource({ url, origin: "list", foundFor: null, title: null, country: null, addedAt })
      )
      yield* (yield* NewsSourceStore).put({ sources, most: 100, look: null })
      const quiet = { every: Duration.days(30), idle: Duration.days(30) }
      const options = { scheduler: quiet, batcher: quiet, deliverer: quiet, sweeper: quiet, refresher: quiet }
      yield* believeClock
      for (let count = 0; count < 3; count++) {
        yield* Layer.build(Layer.fresh(Worker.layer(options).pipe(Layer.provideMerge(Pulse.layer))))
      }
      const reported = Effect.map(
        NewsSourceStore.use((store) => store.list({ filter: { origin: null, kind: null }, after: null, limit: 10 })),
        (all) => all.reduce((sum, { articles }) => sum + articles, 0)
      )
      yield* advance("5 seconds")
      assert.strictEqual(yield* reported, 10)
      yield* advance("15 seconds")
      assert.strictEqual(yield* reported, 12)
      for (const url of feeds) assert.lengthOf(yield* web.looks(url), 1)
      yield* advance("10 minutes")
      assert.strictEqual(yield* Effect.flatMap(NewsUpkeep, ({ count }) => count), 5)
      yield* advance("2 hours")
      for (const url of feeds) assert.isAtLeast((yield* web.looks(url)).length, 2)
    }).pipe(
      Effect.provide(
        installation.pipe(Layer.provideMerge(Layer.succeed(NewsBounds, { ...newsBoundsDefaults, maxArticles: 5 })))
      )
    )
  )

  it.effect("asks no source of news where an operator wants none", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      const context = yield* Layer.build(worker)
      yield* advance("2 minutes")
      const later = Pulse.use((pulse) => pulse.silentFor(-600_000)).pipe(Effect.provideContext(context))
      assert.notInclude(yield* later, "gatherer")
    }).pipe(Effect.provide(installation.pipe(Layer.provideMerge(Layer.succeed(GatheringBounds, { sources: 0 })))))
  )

  it.effect("has a pulse in every loop", () =>
    Effect.gen(function* () {
      const { advance } = yield* TestInstallation
      const context = yield* Layer.build(worker)
      yield* advance("10 minutes")
      const silent = Pulse.use((pulse) => pulse.silentFor(31_000)).pipe(Effect.provideContext(context))
      assert.deepStrictEqual(yield* silent, [])
      const asIfLater = -Duration.toMillis(Duration.minutes(11))
      const later = Pulse.use((pulse) => pulse.silentFor(asIfLater)).pipe(Effect.provideContext(context))
      const loops = ["batcher", "deliverer", "gatherer", "pruner", "refresher", "scheduler", "sweeper"]
      assert.deepStrictEqual([...(yield* later)].sort(), loops)
    }).pipe(Effect.provide(installation))
  )
})
