import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { Compressor } from "../batches/Compressor.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

const sizes = [0, 1, 100, 65_535, 65_536, 200_000]

/** What `Compressor` promises, run against any adapter; `gunzip` is a reader of gzip that is none of ours. */
export const suite = (name: string, layer: Layer.Layer<Compressor>, gunzip: (file: Uint8Array) => Uint8Array) =>
  describe(`Compressor (${name})`, () => {
    it.effect("gives back what it was given, whatever its size", () =>
      Effect.gen(function* () {
        const { open, pack } = yield* Compressor
        for (const size of sizes) {
          const bytes = bytesOf("line of text\n".repeat(Math.ceil(size / 13)).slice(0, size))
          assert.deepStrictEqual(new Uint8Array(yield* open(yield* pack(bytes))), bytes)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect("makes members that are one file when they follow each other", () =>
      Effect.gen(function* () {
        const { pack } = yield* Compressor
        const texts = ["first\n", "", "second ümläut\n".repeat(9_000), "third\n"]
        const packed = yield* Effect.forEach(texts, (text) => pack(bytesOf(text)))
        const file = new Uint8Array(packed.reduce((sum, { length }) => sum + length, 0))
        let at = 0
        for (const member of packed) {
          file.set(member, at)
          at += member.length
        }
        assert.strictEqual(new TextDecoder().decode(gunzip(file)), texts.join(""))
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes several at once", () =>
      Effect.gen(function* () {
        const { open, pack } = yield* Compressor
        const all = Array.from({ length: 50 }, (_, n) => bytesOf(`${n}`.repeat(2_000 * n)))
        const packed = yield* Effect.forEach(all, pack, { concurrency: "unbounded" })
        const opened = yield* Effect.forEach(packed, open, { concurrency: "unbounded" })
        assert.deepStrictEqual(
          opened.map((bytes) => new Uint8Array(bytes)),
          all
        )
      }).pipe(Effect.provide(layer))
    )

    it.effect("leaves the bytes alone that it was given", () =>
      Effect.gen(function* () {
        const { open, pack } = yield* Compressor
        const [bytes, copy] = [bytesOf("abc".repeat(50_000)), bytesOf("abc".repeat(50_000))]
        yield* open(yield* pack(bytes))
        assert.deepStrictEqual(bytes, copy)
      }).pipe(Effect.provide(layer))
    )

    it.effect("does not take for its own what is not", () =>
      Effect.gen(function* () {
        const { open } = yield* Compressor
        const exit = yield* Effect.exit(open(bytesOf("this is no gzip at all, whatever it says")))
        assert.strictEqual(exit._tag, "Failure")
      }).pipe(Effect.provide(layer))
    )
  })
