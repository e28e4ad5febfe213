/** Old brands, read again. Observed: what is kept, which addresses were asked, and what it costs. */
import { assert, describe, it } from "@effect/vitest"
import * as PageReader from "@kittiwake/html/PageReader"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { BrandStore } from "../../src/brands/BrandStore.ts"
import { Brands, BrandsUpkeep } from "../../src/brands/Brands.ts"
import type { BrandRequest } from "../../src/brands/domain/BrandRequest.ts"
import { afterReading, isTurn } from "../../src/brands/domain/refreshing.ts"
import { RefreshBounds, type refreshBoundsDefaults } from "../../src/brands/RefreshBounds.ts"
import { CreditLedger } from "../../src/credits/CreditLedger.ts"
import { Monitors } from "../../src/monitors/Monitors.ts"
import { whileAhead } from "../../src/testing/arrangements.ts"
import { freshId } from "../../src/testing/builders.ts"
import { ScriptedWeb } from "../../src/testing/ScriptedWeb.ts"
import { TestInstallation } from "../../src/testing/TestInstallation.ts"
import { watched } from "../../src/testing/WatchedPage.ts"

const domain = "fulmar.example"

const site = `https://${domain}/`

const page = (title: string) =>
  `<html><head><title>${title}</title><meta name="description" content="${title} sells nets."></head><body></body></html>`

const show = (title: string, url = site) => ScriptedWeb.use((web) => web.page(url, page(title)))

const refresh = BrandsUpkeep.use((upkeep) => upkeep.refresh)

const advance = (duration: Duration.Input) => TestInstallation.use((installation) => installation.advance(duration))

const ask = Effect.fnUntraced(function* (given: Partial<BrandRequest> = {}) {
  const { organization } = yield* TestInstallation
  const now = yield* DateTime.now
  return yield* (yield* Brands).retrieve(
    {
      ...{ organizationId: organization.id, requestId: freshId("req"), route: "/brand/retrieve", caller: "key" },
      deadline: { atMillis: now.epochMilliseconds + 55_000, acceptsPart: false },
      freshness: { maxAgeMillis: 0, zeroRetention: false },
      isWanted: () => true
    },
    {
      ...{ lookup: { _tag: "Domain", domain }, maxAgeMillis: Duration.toMillis(Duration.days(365)), language: null },
      ...{ isThin: false, timeoutMillis: null },
      ...given
    }
  )
})

const title = Effect.map(
  BrandStore.use((store) => store.profile(domain, null)),
  Option.match({ onNone: () => null, onSome: ({ profile }) => profile.title })
)

const looks = (url?: string) =>
  Effect.map(
    ScriptedWeb.use((web) => web.looks(url)),
    ({ length }) => length
  )

const installation = (bounds: Partial<typeof refreshBoundsDefaults> = {}) =>
  TestInstallation.layer({ credits: 1_000, loops: false, pageReader: PageReader.layer }).pipe(
    Layer.provide(Layer.succeed(RefreshBounds, { perDay: 24, age: Duration.days(60), ...bounds }))
  )

/** A brand that was read and is old by now. */
const old = Effect.gen(function* () {
  yield* show("Fulmar")
  yield* ask()
  yield* advance("60 days")
  yield* show("Fulmar Nets")
})

describe("a brand that is old", () => {
  it.effect("is read again with all that is said of it, and nobody pays for it", () =>
    Effect.gen(function* () {
      const { organization } = yield* TestInstallation
      yield* show("Fulmar")
      yield* ask({ isThin: true })
      yield* advance("59 days")
      yield* show("Fulmar Nets")
      assert.isFalse(yield* refresh, "it is young")
      yield* advance("1 day")
      const before = yield* CreditLedger.use((ledger) => ledger.account(organization.id))
      assert.isTrue(yield* refresh)
      assert.strictEqual(yield* title, "Fulmar Nets")
      const [found] = yield* BrandStore.use((store) => store.byName("Fulmar Nets"))
      assert.strictEqual(found?.domain, domain, "and found by its new name")
      assert.deepStrictEqual(yield* CreditLedger.use((ledger) => ledger.account(organization.id)), before)
      const { value } = yield* ask()
      assert.deepStrictEqual(
        [value.cache.status, value.profile.isThin, value.profile.title],
        ["hit", false, "Fulmar Nets"]
      )
      yield* advance("59 days")
      assert.isFalse(yield* refresh, "its age counts from then")
    }).pipe(Effect.provide(installation()))
  )

  it.effect("is as young as can be where the clock was set back by a moment since it was read", () =>
    Effect.gen(function* () {
      yield* show("Fulmar")
      yield* ask()
      const { epochMilliseconds } = yield* DateTime.now
      yield* TestClock.setTime(epochMilliseconds - Duration.toMillis(Duration.minutes(1)))
      assert.deepStrictEqual((yield* ask()).value.cache, { status: "hit", ageMillis: 0 })
    }).pipe(Effect.provide(installation()))
  )

  it.effect("is read anew where a clock that was ahead read it, and kept in its place", () =>
    Effect.gen(function* () {
      yield* show("Fulmar")
      yield* whileAhead("5 hours")(ask({ maxAgeMillis: Duration.toMillis(Duration.days(1)) }))
      yield* show("Petrel")
      const day = { maxAgeMillis: Duration.toMillis(Duration.days(1)) }
      assert.strictEqual((yield* ask(day)).value.cache.status, "miss")
      assert.deepStrictEqual((yield* ask(day)).value.cache, { status: "hit", ageMillis: 0 })
      assert.strictEqual(yield* title, "Petrel")
    }).pipe(Effect.provide(installation()))
  )

  it.effect("stays as it was when its site cannot be read, and is tried less and less often", () =>
    Effect.gen(function* () {
      yield* old
      yield* ScriptedWeb.use((web) => web.outage(site))
      const days: Array<number> = []
      for (let day = 0; day <= 60; day++) {
        if (yield* refresh) days.push(day)
        yield* advance("1 day")
      }
      assert.deepStrictEqual(days, [0, 1, 4, 11, 25])
      assert.strictEqual(yield* title, "Fulmar")
      yield* ScriptedWeb.use((web) => web.mend(site))
      assert.isFalse(yield* refresh, "nobody has asked for it")
      assert.strictEqual((yield* ask()).value.profile.title, "Fulmar")
      assert.isTrue(yield* refresh)
      assert.strictEqual(yield* title, "Fulmar Nets")
    }).pipe(Effect.provide(installation()))
  )

  it.effect("is not looked at where robots may not see its first page", () =>
    Effect.gen(function* () {
      yield* old
      const robots = { body: "User-agent: *\nDisallow: /", mediaType: "text/plain" }
      yield* ScriptedWeb.use((web) => web.page(`${site}robots.txt`, robots))
      const before = yield* looks()
      assert.isTrue(yield* refresh)
      assert.strictEqual(yield* looks(), before + 1)
      assert.strictEqual(yield* title, "Fulmar")
    }).pipe(Effect.provide(installation()))
  )

  it.effect("that was wanted in a language does not give its words to the index", () =>
    Effect.gen(function* () {
      const inIndex = Effect.map(
        BrandStore.use((store) => store.byDomain(domain)),
        Option.map(({ name }) => name)
      )
      yield* show("Fulmar")
      yield* ask({ language: "german" })
      yield* advance("60 days")
      yield* show("Fulmar Netze")
      assert.isTrue(yield* refresh)
      assert.deepStrictEqual(yield* inIndex, Option.none())
      assert.strictEqual((yield* ask({ language: "german" })).value.profile.title, "Fulmar Netze")
    }).pipe(Effect.provide(installation()))
  )

  it.effect("is read by plain HTTP where its site has no other", () =>
    Effect.gen(function* () {
      const none = { body: "", unreachable: "connection_failed" } as const
      for (const path of ["", "robots.txt"]) yield* ScriptedWeb.use((web) => web.page(`${site}${path}`, none))
      yield* show("Fulmar", `http://${domain}/`)
      yield* ask()
      yield* advance("60 days")
      yield* show("Fulmar Nets", `http://${domain}/`)
      assert.isTrue(yield* refresh)
      assert.strictEqual(yield* title, "Fulmar Nets")
    }).pipe(Effect.provide(installation()))
  )

  it.effect("is read by one of however many look at once, and waits for its turn", () =>
    Effect.gen(function* () {
      yield* old
      const before = yield* looks(site)
      const refreshed = yield* Effect.all([refresh, refresh, refresh], { concurrency: "unbounded" })
      assert.deepStrictEqual(refreshed.filter((one) => one).length, 1)
      assert.strictEqual(yield* looks(site), before + 1)
      const other = "petrel.example"
      const readAt = DateTime.subtract(yield* DateTime.now, { days: 90 })
      const { profile } = (yield* ask()).value
      yield* BrandStore.use((store) =>
        store.keepProfile(
          { domain: other, language: null, profile, readAt },
          { keptUntil: readAt, leftUntil: readAt },
          readAt
        )
      )
      yield* advance("59 minutes")
      assert.isFalse(yield* refresh, "of 24 a day one comes each hour")
      yield* advance("1 minute")
      assert.isTrue(yield* refresh)
    }).pipe(Effect.provide(installation()))
  )

  it.effect("waits while work of organizations is late", () =>
    Effect.gen(function* () {
      yield* old
      const { organization } = yield* TestInstallation
      const watch = watched({ url: "https://shop.example/", webhook: "https://receiver.example/" })
      yield* Monitors.use((monitors) => monitors.create(organization, watch))
      yield* advance("61 seconds")
      assert.isFalse(yield* refresh)
      const options = { limit: 4, lease: Duration.minutes(1) }
      const taken = yield* Monitors.use((monitors) => monitors.takeDue(options))
      assert.lengthOf(taken, 1)
      yield* advance("10 seconds")
      assert.isTrue(yield* refresh, "somebody has begun it")
      assert.strictEqual(yield* title, "Fulmar Nets")
    }).pipe(Effect.provide(installation()))
  )

  it.effect("stays old where an operator wants it so", () =>
    Effect.gen(function* () {
      yield* old
      assert.isFalse(yield* refresh)
      assert.strictEqual(yield* title, "Fulmar")
    }).pipe(Effect.provide(installation({ perDay: 0 })))
  )
})

describe("the age of a brand", () => {
  const day = Duration.toMillis(Duration.days(1))
  const times = { ageMillis: 60 * day, nowMillis: 1_000 * day }

  it("counts from its reading, and so after a failure that its turn comes in time", () => {
    const dueAfter = (agesFromMillis: number) => (agesFromMillis + times.ageMillis - times.nowMillis) / day
    assert.deepStrictEqual(afterReading({ _tag: "Read", readAtMillis: 7 }, 3, times), {
      agesFromMillis: 7,
      failures: 0
    })
    const failed = Array.from({ length: 8 }, (_, failures) => afterReading({ _tag: "Failed" }, failures, times))
    assert.deepStrictEqual(
      failed.map(({ agesFromMillis }) => dueAfter(agesFromMillis)),
      [1, 3, 7, 14, 30, 60, 60, 60]
    )
    assert.strictEqual(failed[2]!.failures, 3)
    const postponed = afterReading({ _tag: "Postponed" }, 2, times)
    assert.deepStrictEqual([dueAfter(postponed.agesFromMillis) * 24, postponed.failures], [1, 2])
  })

  it("has a turn when enough time has passed, whatever a wrong clock said", () => {
    assert.deepStrictEqual(
      [null, 0, 90, 91, 100, 109, 110, 400].map((taken) => isTurn(taken, 100, 10)),
      [true, true, true, false, false, false, true, true]
    )
  })
})
