import { assert, layer } from "@effect/vitest"
import { suite } from "@kittiwake/core/testing/usageStoreSuite"
import type { RequestLog } from "@kittiwake/core/usage/domain/RequestLog"
import { requestUsage } from "@kittiwake/core/usage/domain/UsageCount"
import { UsageStore } from "@kittiwake/core/usage/UsageStore"
import { DateTime, Effect } from "effect"
import { naiveHistory } from "../../../core/src/testing/naiveHistory.ts"
import { longTestMillis } from "../../../core/src/testing/Stores.ts"
import { chargeOf, freshCaller, historyFrom, logOf, noon } from "../../../core/src/testing/usageEvents.ts"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)

const newestFirst = (a: RequestLog, b: RequestLog) =>
  b.at.epochMilliseconds - a.at.epochMilliseconds || (a.requestId < b.requestId ? 1 : -1)

const append = Effect.fnUntraced(function* (logs: ReadonlyArray<RequestLog>) {
  const store = yield* UsageStore
  for (let from = 0; from < logs.length; from += 4_000) yield* store.append(logs.slice(from, from + 4_000))
})

layer(onSqlite)("usage that is read in parts", (it) => {
  it.effect("lists calls in one order, wherever the parts end that it looks at", () =>
    Effect.gen(function* () {
      const owner = yield* freshCaller
      // Many of one moment, so that parts end between them too.
      const logs = Array.from({ length: 5_000 }, (_, n) =>
        logOf(owner, {
          at: DateTime.add(noon, { milliseconds: Math.floor(n / 300) }),
          statusCode: n % 1_000 === 7 ? 500 : 200
        })
      )
      yield* append(logs)
      const window = { from: noon, to: DateTime.add(noon, { hours: 1 }) }
      const store = yield* UsageStore
      const listed = Effect.fnUntraced(function* (filter: object, skip: number, limit: number) {
        return (yield* store.logs(owner, { ...window, ...filter }, { skip, limit })).map((log) => log.requestId)
      })
      const all = logs.toSorted(newestFirst).map(({ requestId }) => requestId)
      const failed = logs.filter(({ statusCode }) => statusCode === 500).toSorted(newestFirst)
      for (const [skip, limit] of [
        [0, 10],
        [1_995, 10],
        [1_999, 2],
        [2_000, 1],
        [3_990, 101],
        [4_995, 101],
        [5_000, 1]
      ] as const) {
        assert.deepStrictEqual(yield* listed({}, skip, limit), all.slice(skip, skip + limit))
      }
      const ids = failed.map(({ requestId }) => requestId)
      assert.strictEqual(ids.length, 5)
      assert.deepStrictEqual(yield* listed({ statusCode: 500 }, 0, 100), ids)
      assert.deepStrictEqual(yield* listed({ errorsOnly: true }, 2, 2), ids.slice(2, 4))
      assert.deepStrictEqual(yield* listed({ search: "nobody ever sent this" }, 0, 100), [])
    })
  )

  it.effect(
    "tells the edges of a range to the millisecond, however many calls its hour has",
    () =>
      Effect.gen(function* () {
        const owner = yield* freshCaller
        const logs = Array.from({ length: 25_000 }, (_, n) =>
          logOf(owner, { at: DateTime.add(noon, { milliseconds: n * 120 }), route: `/route/${n % 3}` })
        )
        const charge = chargeOf(owner, DateTime.add(noon, { minutes: 59 }), 5)
        yield* append(logs)
        yield* (yield* UsageStore).add([charge])
        const counts = [...logs.map(requestUsage), charge]
        const told = Effect.fnUntraced(function* (fromMillis: number, toMillis: number) {
          const [from, to] = [fromMillis, toMillis].map((milliseconds) => DateTime.add(noon, { milliseconds }))
          const asked = { from: from!, to: to!, interval: "hour", groupBy: "path" } as const
          assert.deepStrictEqual(yield* historyFrom(owner, asked), naiveHistory(counts, asked))
        })
        yield* told(1, 3_000_000)
        yield* told(121, 2_999_760)
        yield* told(0, 2_999_761)
        // All that the hour has lies in these, so that its sum tells them.
        yield* told(-5, 3_540_001)
        yield* told(0, 3_540_001)
        yield* told(0, 3_540_000)
        yield* told(0, 3_599_999)
      }),
    longTestMillis
  )

  it.effect("forgets more than one call removes at once", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      const past = DateTime.makeUnsafe("2001-05-10T12:30:00Z")
      const logs = Array.from({ length: 250 }, (_, n) => logOf(owner, { at: DateTime.add(past, { minutes: n }) }))
      const charges = Array.from({ length: 100 }, (_, n) => chargeOf(owner, DateTime.add(past, { minutes: n * 2 }), 1))
      yield* append(logs)
      yield* store.add(charges)
      const before = DateTime.add(past, { days: 1 })
      const prune = (limit: number) => store.prune({ rowsBefore: before, countsBefore: before, limit })
      assert.strictEqual(yield* prune(130), 130)
      assert.strictEqual(yield* prune(100), 100)
      assert.strictEqual(yield* prune(1_000), 120)
      assert.strictEqual(yield* prune(1_000), 0)
    })
  )
})
