import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import type { HistoryQuery } from "../usage/domain/History.ts"
import { correctionUsage, requestUsage } from "../usage/domain/UsageCount.ts"
import { UsageStore } from "../usage/UsageStore.ts"
import { freshId } from "./builders.ts"
import { naiveHistory } from "./naiveHistory.ts"
import { longTestMillis } from "./Stores.ts"
import {
  AnyEvent,
  AnyRange,
  callChargeOf,
  chargeOf,
  eventsOf,
  freshCaller,
  historyFrom,
  logOf,
  noon,
  queryOf
} from "./usageEvents.ts"
import type { UsageIt } from "./usageStoreSuite.ts"

const at = (iso: string) => DateTime.makeUnsafe(iso)

const query = (from: string, to: string, given: Partial<HistoryQuery> = {}): HistoryQuery => ({
  from: at(from),
  to: at(to),
  interval: "day",
  groupBy: null,
  ...given
})

const march = query("2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z", { interval: "month", groupBy: "path" })

const counting = (it: UsageIt) => {
  it.effect("tells no usage of an organization that has none", () =>
    Effect.gen(function* () {
      const owner = yield* freshCaller
      assert.deepStrictEqual(yield* (yield* UsageStore).history(owner, march), [])
    })
  )

  it.effect("splits usage by path, key or status, and counts that of others nowhere", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const [owner, other] = [yield* freshCaller, yield* freshCaller]
      const logs = [
        logOf(owner),
        logOf(owner, { statusCode: 429, keyId: "key_b" }),
        logOf(owner, { keyId: null, grantId: "grant_1", route: "/monitors" })
      ]
      yield* store.append([...logs, logOf(other)])
      yield* store.add([
        callChargeOf(owner, 5),
        callChargeOf(owner, 2, { route: "/monitors", caller: "grant_1" }),
        chargeOf(owner, noon, 2),
        chargeOf(other, noon, 100)
      ])
      const groups = Effect.fnUntraced(function* (groupBy: HistoryQuery["groupBy"]) {
        const { buckets } = yield* historyFrom(owner, { ...march, groupBy })
        return buckets.flatMap((bucket) =>
          bucket.groups.map(({ creditsUsed, requestCount, value }) => [value, creditsUsed, requestCount])
        )
      })
      assert.deepStrictEqual(yield* groups("path"), [
        ["/web/scrape/markdown", 5, 2],
        ["/monitors", 2, 1],
        ["/monitors/run", 2, 0]
      ])
      assert.deepStrictEqual(yield* groups("key_id"), [
        ["key_a", 5, 1],
        ["grant_1", 2, 1],
        ["system", 2, 0],
        ["key_b", 0, 1]
      ])
      assert.deepStrictEqual(yield* groups("status_code"), [
        ["200", 9, 2],
        ["429", 0, 1]
      ])
      assert.deepStrictEqual(yield* groups(null), [])
    })
  )

  it.effect("counts no credits of a call, whatever it says it cost: its charge does", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      yield* store.append([logOf(owner, { creditsUsed: 7 })])
      const moment = { from: noon, to: DateTime.add(noon, { milliseconds: 1 }) }
      for (const range of [march, { ...march, ...moment }]) {
        assert.deepStrictEqual((yield* historyFrom(owner, range)).buckets[0]?.groups, [
          { value: "/web/scrape/markdown", creditsUsed: 0, requestCount: 1 }
        ])
      }
    })
  )

  it.effect("counts a call and a charge once, however often they are written", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      const logs = Array.from({ length: 5 }, () => logOf(owner))
      const charges = Array.from({ length: 5 }, () => chargeOf(owner, noon, 5))
      yield* store.append([...logs, ...logs])
      yield* store.add([...charges, ...charges])
      yield* Effect.all([store.append(logs), store.add(charges), store.append(logs.toReversed()), store.add(charges)], {
        concurrency: "unbounded"
      })
      const { totalCreditsUsed, totalRequestCount } = yield* historyFrom(owner, march)
      assert.deepStrictEqual([totalCreditsUsed, totalRequestCount], [25, 5])
    })
  )

  it.effect("counts charges of one id for each organization that has one", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const [owner, other] = [yield* freshCaller, yield* freshCaller]
      const charge = chargeOf(owner, noon, 2)
      yield* store.add([charge, { ...charge, organizationId: other }])
      for (const id of [owner, other]) assert.strictEqual((yield* historyFrom(id, march)).totalCreditsUsed, 2)
    })
  )

  it.effect("counts a correction where its call is counted, and takes back what was charged too much", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      const log = logOf(owner, { creditsUsed: 100, route: "/batch/submit" })
      yield* store.append([log])
      yield* store.add([callChargeOf(owner, 100, { route: "/batch/submit", caller: "key_a" })])
      const settled = freshId("batch")
      yield* store.add([correctionUsage(log, settled, -40)])
      yield* store.add([correctionUsage(log, settled, -40)])
      const { buckets } = yield* historyFrom(owner, march)
      assert.deepStrictEqual(buckets[0]?.groups, [{ value: "/batch/submit", creditsUsed: 60, requestCount: 1 }])
    })
  )

  it.effect("leaves out a group whose charge was taken back whole", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      yield* store.add([chargeOf(owner, noon, 5), chargeOf(owner, noon, -5), chargeOf(owner, noon, 0)])
      const { buckets, totalCreditsUsed } = yield* historyFrom(owner, march)
      assert.deepStrictEqual(buckets[0]?.groups, [])
      assert.strictEqual(totalCreditsUsed, 0)
    })
  )
}

const ranges = (it: UsageIt) => {
  it.effect("counts what lies in the range to the millisecond, the first moment included and the last not", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      const moments = [
        "2026-03-09T23:59:59.999Z",
        "2026-03-10T00:00:00.000Z",
        "2026-03-10T00:30:15.250Z",
        "2026-03-10T00:30:15.251Z",
        "2026-03-11T17:45:30.500Z",
        "2026-03-11T17:45:30.501Z",
        "2026-03-11T23:59:59.999Z",
        "2026-03-12T00:00:00.000Z"
      ]
      // Powers of two tell from a sum which of them are in it.
      yield* store.append(moments.map((iso) => logOf(owner, { at: at(iso) })))
      yield* store.add(moments.map((iso, index) => chargeOf(owner, at(iso), 2 ** index)))
      const sum = Effect.fnUntraced(function* (from: string, to: string, interval: HistoryQuery["interval"]) {
        const { buckets, totalCreditsUsed } = yield* historyFrom(owner, query(from, to, { interval }))
        assert.strictEqual(
          buckets.reduce((total, bucket) => total + bucket.creditsUsed, 0),
          totalCreditsUsed
        )
        return totalCreditsUsed
      })
      for (const interval of ["hour", "day", "month"] as const) {
        assert.strictEqual(yield* sum("2026-03-10T00:00:00Z", "2026-03-12T00:00:00Z", interval), 126)
        assert.strictEqual(yield* sum("2026-03-10T00:30:15.251Z", "2026-03-11T17:45:30.501Z", interval), 24)
        assert.strictEqual(yield* sum("2026-03-10T00:30:15.250Z", "2026-03-10T00:30:15.251Z", interval), 4)
        assert.strictEqual(yield* sum("2026-03-09T23:59:59.999Z", "2026-03-12T00:00:00.001Z", interval), 255)
        assert.strictEqual(yield* sum("2026-03-10T00:30:15.250Z", "2026-03-10T00:30:15.250Z", interval), 0)
      }
    })
  )

  it.effect.prop(
    "tells of any events in any range what adding them up one by one tells",
    [Schema.Array(AnyEvent).check(Schema.isMaxLength(40)), Schema.Array(AnyRange).check(Schema.isMaxLength(6))],
    ([drawn, ranges]) =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const owner = yield* freshCaller
        const { charges, counts, logs } = eventsOf(owner, drawn)
        yield* store.append(logs)
        yield* store.add(charges)
        for (const asked of ranges.map(queryOf)) {
          assert.deepStrictEqual(yield* historyFrom(owner, asked), naiveHistory(counts, asked))
        }
      }),
    { timeout: longTestMillis, arbitrary: { runs: 30 } }
  )
}

const together = (it: UsageIt) => {
  it.effect(
    "counts exactly whatever many writers write at once, the same calls among it",
    () =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const owners = [yield* freshCaller, yield* freshCaller]
        const routes = ["/a", "/b", "/c"]
        const made = Array.from({ length: 240 }, (_, index) =>
          logOf(owners[index % 2]!, {
            at: DateTime.add(noon, { minutes: index % 130 }),
            route: routes[index % 3]!
          })
        )
        const charges = Array.from({ length: 60 }, (_, index) => chargeOf(owners[index % 2]!, noon, index % 5))
        // Every writer has some calls of its neighbours, in its own order: they meet on rows and on sums.
        const writers = Array.from({ length: 20 }, (_, writer) => {
          const mine = Array.from({ length: 24 }, (_, index) => made[(writer * 12 + index) % made.length]!)
          const own = charges.slice(writer * 3, writer * 3 + 6)
          return Effect.all([store.append(writer % 2 === 0 ? mine : mine.toReversed()), store.add(own)], {
            concurrency: "unbounded"
          })
        })
        yield* Effect.all(writers, { concurrency: "unbounded" })
        for (const owner of owners) {
          const counts = [...made.map(requestUsage), ...charges].filter((count) => count.organizationId === owner)
          for (const interval of ["hour", "day"] as const) {
            const asked = { ...march, interval, from: at("2026-03-10T00:00:00Z"), to: at("2026-03-11T00:00:00Z") }
            assert.deepStrictEqual(yield* historyFrom(owner, asked), naiveHistory(counts, asked))
          }
        }
      }),
    longTestMillis
  )
}

/** Declares what the history of usage promises. */
export const historyTests = (it: UsageIt) => {
  counting(it)
  ranges(it)
  together(it)
}
