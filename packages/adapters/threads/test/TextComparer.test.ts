import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { assert, describe, it } from "@effect/vitest"
import { TextComparer } from "@kittiwake/core/monitors/TextComparer"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { mixedLines, suite } from "@kittiwake/core/testing/textComparerSuite"
import { Duration, Effect } from "effect"
import { layer, layerWith } from "../src/TextComparer.ts"

suite("threads", layer)

const known = { lines: [], due: [] }

const limits = { threads: 1, deadline: Duration.seconds(60), heapMegabytes: 256 }

describe("comparing in threads", () => {
  it.live("takes what is small and costs much to a thread, and tells it to the line there", () =>
    Effect.gen(function* () {
      const comparer = yield* TextComparer
      const [before, seen] = [mixedLines(1_500, 31), mixedLines(1_500, 57)]
      const { agreed } = yield* comparer.compare({ before, seen: [seen, seen], known })
      assert.isFalse(agreed?.change.isCoarse)
    }).pipe(Effect.provide(layerWith(limits)))
  )

  it.live("takes kept states that are small and cost much to a thread, and tells them to the line there", () =>
    Effect.gen(function* () {
      const comparer = yield* TextComparer
      const [before, after] = [31, 57].map((seed) => {
        return { kind: "page" as const, bytes: new TextEncoder().encode(mixedLines(1_500, seed)) }
      })
      const { agreed, isCoarse } = yield* comparer.compareKept(before!, after!)
      assert.isFalse(isCoarse)
      assert.isFalse(agreed?.change.isCoarse)
    }).pipe(Effect.provide(layerWith(limits)))
  )

  it.live("reads texts as they are, whatever stands where they are cut", () =>
    Effect.gen(function* () {
      const comparer = yield* TextComparer
      for (const ahead of [1_048_573, 1_048_574, 1_048_575]) {
        for (const there of ["🐦", "\ud83d🐦", "🐦🐦"]) {
          const seen = `${"a".repeat(ahead)}${there}`
          const flicker = yield* comparer.compare({
            // What stands ahead has the texts cut in other places.
            before: `p\n${seen}\ny\nz`,
            seen: [`${seen}\ny\n1`, `${seen}\ny\n2`],
            known
          })
          assert.deepStrictEqual(flicker.agreed?.change.removed, { count: 1, excerpt: "p" })
          assert.strictEqual(flicker.agreed?.change.added.count, 0)
        }
      }
    }).pipe(Effect.provide(layerWith(limits)))
  )

  it.live(
    "compares for one organization while another has much to compare",
    () =>
      Effect.gen(function* () {
        const comparer = yield* TextComparer
        const compareFor = (organization: string, seed: number) => {
          const [before, seen] = [mixedLines(40_000, seed), mixedLines(40_000, seed + 1)]
          return Effect.provideService(
            comparer.compare({ before, seen: [seen, seen], known }),
            WorksFor,
            OrganizationId.make(organization)
          )
        }
        let done = 0
        yield* Effect.forEach(Array.from({ length: 12 }), (_, index) =>
          Effect.forkChild(
            Effect.tap(compareFor("org_crowd", index), () => Effect.sync(() => (done += 1))),
            { startImmediately: true }
          )
        )
        yield* compareFor("org_one", 99)
        assert.isBelow(done, 6)
      }).pipe(Effect.provide(layerWith({ ...limits, threads: 2 }))),
    60_000
  )

  it.live("gives up at the deadline, and goes on with the next", () =>
    Effect.gen(function* () {
      const comparer = yield* TextComparer
      const [before, seen] = [mixedLines(400_000, 31), mixedLines(400_000, 57)]
      const failure = yield* Effect.flip(comparer.compare({ before, seen: [seen, `${seen}\nmore`], known }))
      assert.strictEqual(failure._tag, "TooMuchToCompare")
      assert.include(failure.message, "20ms")
      // They differ in little, and are read there too.
      const long = "line\n".repeat(1_000_000)
      const keptOf = (end: string) => ({ kind: "page" as const, bytes: new TextEncoder().encode(long + end) })
      const [was, now] = [keptOf("a"), keptOf("b")]
      assert.strictEqual((yield* Effect.flip(comparer.compareKept(was, now)))._tag, "TooMuchToCompare")
      assert.strictEqual(was.bytes.length, long.length + 1)
      const { agreed } = yield* comparer.compare({ before: "a", seen: ["b", "b"], known })
      assert.strictEqual(agreed?.change.diff, "@@ -1 +1 @@\n-a\n+b\n")
    }).pipe(Effect.provide(layerWith({ ...limits, deadline: Duration.millis(20) })))
  )

  it.live("leaves states that it compares to whoever keeps them", () =>
    Effect.gen(function* () {
      const comparer = yield* TextComparer
      const long = "line\n".repeat(40_000)
      const keptOf = (end: string) => ({ kind: "page" as const, bytes: new TextEncoder().encode(long + end) })
      const [was, now] = [keptOf("a"), keptOf("b")]
      const { agreed } = yield* comparer.compareKept(was, now)
      assert.include(agreed?.change.diff, "-a\n+b\n")
      assert.deepStrictEqual([was.bytes.length, now.bytes.length], [long.length + 1, long.length + 1])
    }).pipe(Effect.provide(layerWith(limits)))
  )

  it.live(
    "leaves the event loop to others meanwhile",
    () =>
      Effect.gen(function* () {
        const comparer = yield* TextComparer
        const [before, seen] = [mixedLines(1_000_000, 31), mixedLines(1_000_000, 57)]
        const onThisThread = yield* Effect.sync(() => performance.eventLoopUtilization())
        const delays = monitorEventLoopDelay({ resolution: 5 })
        delays.enable()
        yield* comparer.compare({ before, seen: [seen, seen], known })
        delays.disable()
        const { active, idle } = performance.eventLoopUtilization(onThisThread)
        assert.isAbove(delays.count, 10)
        // The machine may be busy with others: what counts is that this thread was not.
        assert.isBelow(active, (active + idle) * 0.5)
      }).pipe(Effect.provide(layerWith(limits))),
    60_000
  )
})
