import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { UsageStore } from "../usage/UsageStore.ts"
import { chargeOf, freshCaller, historyFrom, logOf } from "./usageEvents.ts"
import type { UsageIt } from "./usageStoreSuite.ts"

// Long before what other tests write: rows are removed from all organizations alike.
const past = DateTime.makeUnsafe("2001-05-10T12:30:00Z")
const at = (hours: number) => DateTime.add(past, { hours })
const never = DateTime.makeUnsafe("1990-01-01T00:00:00Z")

const isKept = Effect.fnUntraced(function* (organizationId: OrganizationId, requestId: string) {
  return Option.isSome(yield* (yield* UsageStore).log(organizationId, requestId))
})

/** Declares how old usage ends. */
export const pruneTests = (it: UsageIt) => {
  it.effect("removes old calls and charges, oldest first and no more than it may, and goes on counting them", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      const logs = [3, 0, 1, 2].map((hours) => logOf(owner, { at: at(hours) }))
      yield* store.append(logs)
      yield* store.add([chargeOf(owner, at(0.5), 10)])
      const whole = {
        from: DateTime.startOf(past, "hour"),
        to: DateTime.add(DateTime.startOf(past, "hour"), { hours: 4 }),
        interval: "hour" as const,
        groupBy: "path" as const
      }
      const before = yield* historyFrom(owner, whole)
      assert.deepStrictEqual([before.totalCreditsUsed, before.totalRequestCount], [10, 4])
      const kept = () => Effect.forEach(logs, (log) => isKept(owner, log.requestId))
      const prune = (limit: number) => store.prune({ rowsBefore: at(3), countsBefore: never, limit })

      assert.strictEqual(yield* prune(2), 2)
      assert.deepStrictEqual(yield* kept(), [true, false, true, true])
      assert.strictEqual(yield* prune(100), 2)
      assert.deepStrictEqual(yield* kept(), [true, false, false, false])
      assert.strictEqual(yield* prune(100), 0)
      assert.deepStrictEqual(yield* historyFrom(owner, whole), before)
      assert.strictEqual(yield* store.prune({ rowsBefore: at(4), countsBefore: never, limit: 100 }), 1)
      assert.deepStrictEqual(yield* historyFrom(owner, whole), before)
    })
  )

  it.effect("forgets sums of hours and days that ended, and keeps those that have not", () =>
    Effect.gen(function* () {
      const store = yield* UsageStore
      const owner = yield* freshCaller
      const noonOfDay = (day: number) => DateTime.makeUnsafe(`2001-06-0${day}T12:00:00Z`)
      const midnight = (day: number) => DateTime.makeUnsafe(`2001-06-0${day}T00:00:00Z`)
      yield* store.append([1, 2, 3].map((day) => logOf(owner, { at: noonOfDay(day) })))
      const counted = Effect.fnUntraced(function* (interval: "hour" | "day") {
        const range = { from: midnight(1), to: midnight(4), interval, groupBy: null }
        const { buckets } = yield* historyFrom(owner, range)
        return buckets.filter(({ requestCount }) => requestCount > 0).map(({ start }) => start.slice(8, 13))
      })
      yield* store.prune({ rowsBefore: never, countsBefore: midnight(2), limit: 1 })
      assert.deepStrictEqual(yield* counted("day"), ["02T00", "03T00"])
      assert.deepStrictEqual(yield* counted("hour"), ["02T12", "03T12"])
      yield* store.prune({ rowsBefore: never, countsBefore: DateTime.add(noonOfDay(2), { minutes: 59 }), limit: 1 })
      assert.deepStrictEqual(yield* counted("day"), ["02T00", "03T00"])
      assert.deepStrictEqual(yield* counted("hour"), ["02T12", "03T12"])
      yield* store.prune({ rowsBefore: midnight(4), countsBefore: midnight(4), limit: 100 })
      assert.deepStrictEqual(yield* counted("day"), [])
    })
  )
}
