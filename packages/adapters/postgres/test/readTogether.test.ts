import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { readTogether } from "../src/readTogether.ts"

/** A reader that is slow while its gate is shut, and remembers what was read at once. */
const makeReader = Effect.gen(function* () {
  const gate = yield* Latch.make(true)
  const reads: Array<ReadonlyArray<string>> = []
  let version = 1
  const read = yield* readTogether((keys) =>
    Effect.gen(function* () {
      reads.push(keys)
      const seen = version
      yield* gate.await
      return (key: string) => (key === "absent" ? null : `${key} ${seen}`)
    })
  )
  const change = () => {
    version += 1
  }
  return { gate, reads, read, change }
})

const turns = Effect.repeat(Effect.yieldNow, { times: 50 })

describe("reads that share a statement", () => {
  it.effect("gives each caller its own value, and asks for what came together at once", () =>
    Effect.gen(function* () {
      const { read, reads } = yield* makeReader
      const found = yield* Effect.forEach(["a", "b", "a", "absent"], read, { concurrency: "unbounded" })
      assert.deepStrictEqual(found, ["a 1", "b 1", "a 1", null])
      assert.deepStrictEqual(reads, [["a", "b", "absent"]])
    })
  )

  it.effect("gives nobody an answer that is older than the question", () =>
    Effect.gen(function* () {
      const { change, gate, read, reads } = yield* makeReader
      yield* gate.close
      const early = yield* Effect.forkChild(read("a"))
      yield* turns
      change()
      const late = yield* Effect.forkChild(Effect.all([read("a"), read("b")], { concurrency: "unbounded" }))
      yield* turns
      yield* gate.open
      assert.strictEqual(yield* Fiber.join(early), "a 1")
      assert.deepStrictEqual(yield* Fiber.join(late), ["a 2", "b 2"])
      assert.deepStrictEqual(reads, [["a"], ["a", "b"]])
    })
  )

  it.effect("goes on for the others when one who asked is interrupted", () =>
    Effect.gen(function* () {
      const { gate, read } = yield* makeReader
      yield* gate.close
      const [gone, stays] = [yield* Effect.forkChild(read("a")), yield* Effect.forkChild(read("a"))]
      yield* turns
      yield* Fiber.interrupt(gone)
      yield* gate.open
      assert.strictEqual(yield* Fiber.join(stays), "a 1")
    })
  )

  it.effect("fails a failed read for those who shared it, and reads again for the next", () =>
    Effect.gen(function* () {
      let reads = 0
      const read = yield* readTogether(() =>
        Effect.suspend(() => {
          reads += 1
          if (reads === 1) return Effect.fail("away")
          if (reads === 2) throw new Error("broke")
          return Effect.succeed((key: string) => key)
        })
      )
      const failed = Effect.all([Effect.flip(read("a")), Effect.flip(read("b"))], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* failed, ["away", "away"])
      assert.isTrue((yield* Effect.exit(read("a")))._tag === "Failure")
      assert.strictEqual(yield* read("a"), "a")
    })
  )

  it.effect("breaks for who asked for a value that cannot be made, answers the others, and reads on", () =>
    Effect.gen(function* () {
      const read = yield* readTogether(() =>
        Effect.succeed((key: string) => {
          if (key === "bad") throw new Error("broke")
          return key
        })
      )
      const together = ["a", "bad", "b"].map((key) => Effect.exit(read(key)))
      const exits = yield* Effect.timeout(Effect.all(together, { concurrency: "unbounded" }), "1 second")
      assert.deepStrictEqual(
        exits.map(({ _tag }) => _tag),
        ["Success", "Failure", "Success"]
      )
      assert.strictEqual(yield* Effect.timeout(read("c"), "1 second"), "c")
    })
  )
})
