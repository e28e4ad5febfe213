import { assert, describe, it } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Usage } from "@kittiwake/core/usage/Usage"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Database } from "../../src/memory/Database.ts"
import * as MemoryUsageStore from "../../src/memory/UsageStore.ts"
import { callOf, chargeOf, logOf } from "../../src/testing/usageEvents.ts"
import { logLimits } from "../../src/usage/domain/LogFilter.ts"

const organizationId = OrganizationId.make("org_1")
const other = OrganizationId.make("org_2")
const start = DateTime.makeUnsafe("2026-03-10T12:34:56.789Z")

const began = Layer.effectDiscard(TestClock.setTime(start.epochMilliseconds))

/** Usage over memory, at half past noon of a day in March. */
const fresh = () =>
  Usage.layer.pipe(Layer.provideMerge(MemoryUsageStore.layer), Layer.provide(Database.layer), Layer.merge(began))

const ago = (parts: Partial<DateTime.DateTime.PartsForMath>) => DateTime.subtract(start, parts)

describe("usage", () => {
  it.effect("tells what was called right after it was called, and to nobody else", () =>
    Effect.gen(function* () {
      const usage = yield* Usage
      const call = callOf(organizationId, { at: ago({ minutes: 1 }), creditsUsed: 3 })
      yield* usage.record(call)
      assert.strictEqual((yield* usage.log(organizationId, call.requestId)).creditsUsed, 3)
      assert.strictEqual((yield* usage.logs(organizationId, {})).data.length, 1)
      assert.strictEqual((yield* usage.history(organizationId, {})).totalRequestCount, 1)
      assert.strictEqual((yield* Effect.flip(usage.log(other, call.requestId)))._tag, "RequestLogNotFound")
      assert.strictEqual((yield* usage.logs(other, {})).data.length, 0)
      assert.strictEqual((yield* usage.history(other, {})).totalRequestCount, 0)
    }).pipe(Effect.provide(fresh()))
  )

  it.effect("lists calls by page and tells whether there are more", () =>
    Effect.gen(function* () {
      const usage = yield* Usage
      for (let minutes = 1; minutes <= 5; minutes++) {
        yield* usage.record(callOf(organizationId, { at: ago({ minutes }), creditsUsed: minutes }))
      }
      const page = Effect.fnUntraced(function* (number: number) {
        const { data, hasMore } = yield* usage.logs(organizationId, { page: number, limit: 2 })
        return [data.map(({ creditsUsed }) => creditsUsed), hasMore]
      })
      assert.deepStrictEqual(yield* page(1), [[1, 2], true])
      assert.deepStrictEqual(yield* page(2), [[3, 4], true])
      assert.deepStrictEqual(yield* page(3), [[5], false])
      assert.deepStrictEqual(yield* page(4), [[], false])
    }).pipe(Effect.provide(fresh()))
  )

  it.effect("names the field it cannot take", () =>
    Effect.gen(function* () {
      const usage = yield* Usage
      const later = DateTime.add(start, { minutes: 1 })
      const history = yield* Effect.flip(usage.history(organizationId, { from: later }))
      assert.deepInclude(history, { _tag: "InvalidInput", field: "from" })
      const logs = yield* Effect.flip(usage.logs(organizationId, { page: 0 }))
      assert.deepInclude(logs, { _tag: "InvalidInput", field: "page" })
    }).pipe(Effect.provide(fresh()))
  )

  it.effect("looks through so many calls for a rare one, and says how to go on behind them", () =>
    Effect.gen(function* () {
      const usage = yield* Usage
      const made = Array.from({ length: logLimits.looked + 10 }, (_, n) =>
        logOf(organizationId, { at: ago({ milliseconds: n + 1 }), path: "/usual" })
      )
      const rare = logOf(organizationId, { at: ago({ minutes: 5 }), path: "/rare" })
      yield* (yield* UsageStore).append([...made, rare])
      assert.lengthOf(
        (yield* usage.logs(organizationId, { limit: 100 })).data,
        100,
        "what is not filtered is not looked for"
      )
      const refusal = yield* Effect.flip(usage.logs(organizationId, { path: "/rare" }))
      if (refusal._tag !== "InvalidInput") return assert.fail(refusal._tag)
      assert.strictEqual(refusal.field, "from")
      const [at = ""] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(refusal.message) ?? []
      const to = DateTime.makeUnsafe(at)
      const { data } = yield* usage.logs(organizationId, { path: "/rare", to })
      assert.deepStrictEqual(
        data.map(({ requestId }) => requestId),
        [rare.requestId]
      )
      assert.deepStrictEqual((yield* usage.logs(organizationId, { path: "/rare", from: to })).data, [])
    }).pipe(Effect.provide(fresh()))
  )

  it.effect("says back the range that was asked for, though its buckets begin earlier", () =>
    Effect.gen(function* () {
      const { buckets, query } = yield* (yield* Usage).history(organizationId, { interval: "hour" })
      assert.strictEqual(DateTime.formatIso(query.from), "2026-03-09T12:34:56.789Z")
      assert.strictEqual(DateTime.formatIso(query.to), "2026-03-10T12:34:56.789Z")
      assert.strictEqual(DateTime.formatIso(buckets[0]!.start), "2026-03-09T12:00:00.000Z")
      assert.strictEqual(buckets.length, 25)
    }).pipe(Effect.provide(fresh()))
  )

  it.effect("keeps calls for 30 days and counts them for a year", () =>
    Effect.gen(function* () {
      const usage = yield* Usage
      const store = yield* UsageStore
      const made = [1, 29, 31, 200, 366, 400].map((days) => callOf(organizationId, { at: ago({ days }) }))
      yield* Effect.forEach(made, usage.record, { discard: true })
      yield* store.add([chargeOf(organizationId, ago({ days: 40 }), 10)])
      const year = { interval: "day" as const, from: ago({ days: 366 }), to: start }
      const before = yield* usage.history(organizationId, year)
      assert.deepStrictEqual([before.totalCreditsUsed, before.totalRequestCount], [10, 5])

      assert.strictEqual(yield* usage.prune(3), 3)
      assert.strictEqual(yield* usage.prune(3), 2)
      assert.strictEqual(yield* usage.prune(3), 0)
      assert.deepStrictEqual(yield* usage.history(organizationId, year), before)
      const all = yield* usage.logs(organizationId, { from: ago({ days: 1_000 }) })
      assert.strictEqual(all.data.length, 2)

      const older = { interval: "day" as const, from: ago({ days: 420 }), to: ago({ days: 390 }) }
      assert.strictEqual((yield* usage.history(organizationId, older)).totalRequestCount, 0)
    }).pipe(Effect.provide(fresh()))
  )

  it.effect("counts the hour at an old edge whole once its calls are no longer kept", () =>
    Effect.gen(function* () {
      const usage = yield* Usage
      const edge = DateTime.makeUnsafe("2026-01-05T10:30:00Z")
      for (const minutes of [-31, -10, 10]) {
        yield* usage.record(callOf(organizationId, { at: DateTime.add(edge, { minutes }) }))
      }
      const counted = usage
        .history(organizationId, { from: edge, to: DateTime.add(edge, { hours: 3 }), interval: "hour" })
        .pipe(Effect.map(({ buckets }) => buckets.map(({ requestCount }) => requestCount)))
      const before = yield* counted
      yield* usage.prune(100)
      assert.deepStrictEqual(yield* counted, before)
      assert.deepStrictEqual(before, [2, 0, 0, 0])
    }).pipe(Effect.provide(fresh()))
  )
})
