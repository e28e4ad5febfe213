/** Readers of files that come together. Observed: who may read, and how many pieces are read at once. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Scope, Stream } from "effect"
import { FileReaders, fileLimits } from "../src/batches/FileReaders.ts"

const limits = { ...fileLimits, ofFile: 2, ofNetwork: 3, ofAll: 8, pieces: 2 }

const isIn = (readers: FileReaders, file: string, network: string | null = null, organization = "one") =>
  Effect.isSuccess(readers.enter({ file, network, organization }))

describe("files that many read", () => {
  it.effect("are read by so many at once: of one, from one network, and of all", () =>
    Effect.gen(function* () {
      const readers = new FileReaders(limits)
      const first = yield* Scope.make()
      assert.isTrue(yield* Effect.provideService(isIn(readers, "a", "1"), Scope.Scope, first))
      assert.isTrue(yield* isIn(readers, "a", "1"))
      assert.isFalse(yield* isIn(readers, "a", "2"))
      assert.isTrue(yield* isIn(readers, "b", "1"))
      assert.isFalse(yield* isIn(readers, "c", "1"))
      assert.isTrue(yield* isIn(readers, "c"))
      assert.isFalse(yield* isIn(readers, "d"))
      yield* Scope.close(first, Exit.void)
      assert.isTrue(yield* isIn(readers, "a", "1"))
      assert.isFalse(yield* isIn(readers, "a", "2"))
    }).pipe(Effect.scoped)
  )

  it.effect("are never all of one organization, however many of its are read", () =>
    Effect.gen(function* () {
      const readers = new FileReaders(limits)
      const enter = (organization: string, times: number) =>
        Effect.map(
          Effect.forEach(Array.from({ length: times }), (_, n) =>
            isIn(readers, `${organization}${n}`, null, organization)
          ),
          (entered) => entered.filter((isEntered) => isEntered).length
        )
      assert.strictEqual(yield* enter("one", 20), 4)
      assert.strictEqual(yield* enter("two", 20), 2)
      assert.strictEqual(yield* enter("three", 20), 1)
      assert.strictEqual(yield* enter("one", 1), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("leave the thread to others between two pieces, however quick those are", () =>
    Effect.gen(function* () {
      const readers = new FileReaders({ ...limits, pieces: 1 })
      let turns = 0
      const others = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.yieldNow,
            Effect.sync(() => turns++)
          )
        )
      )
      yield* Effect.yieldNow
      const before = turns
      const pieces = Array.from({ length: 50 }, (_, index) => Uint8Array.of(index))
      let at = 0
      const quick = Stream.fromPull(
        Effect.succeed(Effect.suspend(() => (at < 50 ? Effect.succeed([pieces[at++]!] as const) : Cause.done())))
      )
      const read = yield* Stream.runCollect(readers.inTurns({ file: "a", network: "1" })(quick))
      assert.lengthOf(read, 50)
      assert.isAtLeast(turns - before, 20)
      yield* Fiber.interrupt(others)
    })
  )

  it.effect("have few pieces on their way at once, whoever reads, and every byte of them", () =>
    Effect.gen(function* () {
      const readers = new FileReaders(limits)
      let [underWay, most] = [0, 0]
      const piece = (index: number) =>
        Effect.gen(function* () {
          underWay += 1
          most = Math.max(most, underWay)
          yield* Effect.yieldNow
          underWay -= 1
          return Uint8Array.of(index)
        })
      const read = (network: string) =>
        Stream.fromIterable([1, 2, 3]).pipe(
          Stream.mapEffect(piece),
          readers.inTurns({ file: "a", network }),
          Stream.runCollect,
          Effect.map((pieces) => pieces.map(([byte]) => byte))
        )
      const all = yield* Effect.forEach(["1", "2", "3", "4", "5"], read, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        all,
        Array.from({ length: 5 }, () => [1, 2, 3])
      )
      assert.strictEqual(most, limits.pieces)
    })
  )
})
