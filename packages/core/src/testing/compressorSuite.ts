import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { Compressor } from "../batches/Compressor.ts"
import { type Checked, followedBy, gzipEnd, gzipHead, ofNothing } from "../batches/domain/gzipFile.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

const sizes = [0, 1, 100, 65_535, 65_536, 200_000]

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Packs texts one by one into a file of one member. */
const fileOf = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const { pack } = yield* Compressor
  const parts: Array<Uint8Array> = []
  let all: Checked = ofNothing
  for (const text of texts) {
    const bytes = bytesOf(text)
    const { crc, packed } = yield* pack(bytes)
    parts.push(packed)
    all = followedBy(all, { crc, length: bytes.length })
  }
  return joined([gzipHead, ...parts, gzipEnd(all)])
})

/**
 * What `Compressor` promises, run against any adapter. `gunzip` is a reader of gzip that is none of ours and refuses what follows the first
 * member, as those of browsers do.
 */
export const suite = (
  name: string,
  layer: Layer.Layer<Compressor>,
  gunzip: (file: Uint8Array) => Promise<Uint8Array>
) =>
  describe(`Compressor (${name})`, () => {
    it.effect("gives back what it was given, whatever its size", () =>
      Effect.gen(function* () {
        const { open, pack } = yield* Compressor
        for (const size of sizes) {
          const bytes = bytesOf("line of text\n".repeat(Math.ceil(size / 13)).slice(0, size))
          const { crc, packed } = yield* pack(bytes)
          assert.deepStrictEqual(new Uint8Array(yield* open(packed, { crc, length: size })), bytes)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect("makes parts that are one file of one member, with its head and its end", () =>
      Effect.gen(function* () {
        for (const texts of [
          [],
          [""],
          ["only\n"],
          ["first\n", "", "second ümläut\n".repeat(9_000), "third\n", "x".repeat(70_000)]
        ]) {
          const file = yield* fileOf(texts)
          const opened = yield* Effect.promise(() => gunzip(file))
          assert.strictEqual(new TextDecoder().decode(opened), texts.join(""))
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes several at once", () =>
      Effect.gen(function* () {
        const { open, pack } = yield* Compressor
        const all = Array.from({ length: 50 }, (_, n) => bytesOf(`${n}`.repeat(2_000 * n)))
        const packed = yield* Effect.forEach(all, pack, { concurrency: "unbounded" })
        const opened = yield* Effect.forEach(
          packed,
          (one, n) => open(one.packed, { crc: one.crc, length: all[n]!.length }),
          { concurrency: "unbounded" }
        )
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
        const { crc, packed } = yield* pack(bytes)
        yield* open(packed, { crc, length: bytes.length })
        assert.deepStrictEqual(bytes, copy)
      }).pipe(Effect.provide(layer))
    )

    it.effect("opens what is a file by itself", () =>
      Effect.gen(function* () {
        const text = "once each record was a file\n".repeat(3_000)
        const opened = yield* (yield* Compressor).openMember(yield* fileOf([text]))
        assert.strictEqual(new TextDecoder().decode(opened), text)
      }).pipe(Effect.provide(layer))
    )

    it.effect("says what is damaged, wherever it is, and takes nothing for its own that is not", () =>
      Effect.gen(function* () {
        const { open, openMember, pack } = yield* Compressor
        for (const size of [300, 90_000]) {
          const bytes = bytesOf(Array.from({ length: size }, (_, n) => (n * n) % 97).join(" "))
          const { crc, packed } = yield* pack(bytes)
          const known = { crc, length: bytes.length }
          for (const at of [0, 10, packed.length >> 1, packed.length - 7]) {
            const broken = packed.slice()
            broken[at] = broken[at]! ^ 0x41
            assert.strictEqual((yield* Effect.flip(open(broken, known)))._tag, "PackedDamaged", `${size} at ${at}`)
          }
          assert.strictEqual(
            (yield* Effect.flip(open(packed.subarray(0, packed.length >> 1), known)))._tag,
            "PackedDamaged"
          )
          assert.strictEqual((yield* Effect.flip(open(packed, { ...known, length: 3 })))._tag, "PackedDamaged")
        }
        const strange = bytesOf("this is no gzip at all, whatever it says")
        assert.strictEqual((yield* Effect.flip(openMember(strange)))._tag, "PackedDamaged")
        const file = yield* fileOf(["a record\n".repeat(100)])
        file[file.length - 12] = file[file.length - 12]! ^ 0x41
        assert.strictEqual((yield* Effect.flip(openMember(file)))._tag, "PackedDamaged")
      }).pipe(Effect.provide(layer))
    )
  })
