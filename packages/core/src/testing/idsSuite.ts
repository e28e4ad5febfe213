import { assert, layer } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Ids } from "../security/Ids.ts"

const alphabets = { hex: "0123456789abcdef", base62: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" }

/** What `Ids` promises, run against any adapter. */
export const suite = (name: string, ids: Layer.Layer<Ids, unknown>) =>
  layer(ids)(`Ids (${name})`, (it) => {
    it.effect("makes ids of a prefix and 32 lowercase hex digits", () =>
      Effect.gen(function* () {
        const source = yield* Ids
        assert.match(yield* source.next("mon"), /^mon_[0-9a-f]{32}$/)
        for (const id of yield* source.many("run", 20)) assert.match(id, /^run_[0-9a-f]{32}$/)
        assert.deepStrictEqual(yield* source.many("run", 0), [])
      })
    )

    it.effect("makes later ids that sort after earlier ones, within a millisecond and across them", () =>
      Effect.gen(function* () {
        const source = yield* Ids
        const made: Array<string> = []
        for (let round = 0; round < 50; round++) {
          made.push(yield* source.next("a"), ...(yield* source.many("a", 5)), yield* source.next("a"))
          if (round % 5 === 0) yield* TestClock.adjust("1 millis")
          if (round % 20 === 0) yield* TestClock.adjust("40 days")
        }
        assert.deepStrictEqual([...made].sort(), made)
      })
    )

    it.effect("makes later ids that sort after earlier ones although the clock was put back", () =>
      Effect.gen(function* () {
        const source = yield* Ids
        const now = yield* Clock.currentTimeMillis
        yield* TestClock.setTime(now + 60_000)
        const earlier = yield* source.next("a")
        yield* TestClock.setTime(now)
        assert.isTrue(earlier < (yield* source.next("a")))
      })
    )

    it.effect("never makes the same value twice for many callers in two processes", () =>
      Effect.gen(function* () {
        const sources = [
          yield* Ids,
          Context.get(yield* Layer.build(Layer.fresh(ids)), Ids),
          Context.get(yield* Layer.build(Layer.fresh(ids)), Ids)
        ]
        const made = yield* Effect.forEach(
          Array.from({ length: 150 }, (_, index) => sources[index % sources.length]!),
          (source) => Effect.all([source.next("a"), source.many("a", 10), source.token("base62", 40), source.uuid]),
          { concurrency: "unbounded" }
        )
        const values = made.flatMap(([id, many, token, uuid]) => [id, ...many, token, uuid])
        assert.strictEqual(new Set(values).size, values.length)
      })
    )

    for (const alphabet of ["hex", "base62"] as const) {
      it.effect(`draws ${alphabet} tokens of the length wanted evenly from the alphabet`, () =>
        Effect.gen(function* () {
          const source = yield* Ids
          const characters = alphabets[alphabet]
          for (const length of [0, 1, 40, 64]) {
            const token = yield* source.token(alphabet, length)
            assert.strictEqual(token.length, length)
          }
          // Each character is expected 1,000 times; a third off is more than ten standard deviations away.
          const drawn = yield* source.token(alphabet, 1_000 * characters.length)
          const counts = new Map<string, number>()
          for (const character of drawn) counts.set(character, (counts.get(character) ?? 0) + 1)
          assert.deepStrictEqual([...counts.keys()].sort(), [...characters].sort())
          for (const count of counts.values()) assert.isTrue(count > 667 && count < 1_333, `${count} of 1,000`)
        })
      )
    }

    it.effect("makes version 7 UUIDs that rise", () =>
      Effect.gen(function* () {
        const source = yield* Ids
        let last = ""
        for (let round = 0; round < 50; round++) {
          const uuid = yield* source.uuid
          assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
          assert.isTrue(uuid > last)
          last = uuid
          if (round % 10 === 0) yield* TestClock.adjust("1 milli")
        }
      })
    )
  })
