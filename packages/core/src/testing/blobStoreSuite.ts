import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Exit, type Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type BlobRange, BlobStore } from "../blobs/BlobStore.ts"
import { type BlobKey, BlobName, blobKeyOf, blobPath, sharedOwner } from "../blobs/domain/BlobKey.ts"
import { freshId, organizationOf } from "./builders.ts"
import { noise } from "./noise.ts"
import { buildTimeout, longTestMillis } from "./Stores.ts"

/** More than any store sends in one request, and no multiple of anything. */
const manyBytes = 12_345_677

const keyOf = (name = `suite/${freshId("blob")}`, owner: BlobKey["owner"] = organizationOf().id): BlobKey => ({
  owner,
  name: BlobName.make(name)
})

const gathered = (pieces: ReadonlyArray<Uint8Array>) => Buffer.concat(pieces)

const read = Effect.fnUntraced(function* (key: BlobKey, range?: BlobRange) {
  const found = Option.getOrThrow(yield* (yield* BlobStore).get(key, range))
  return gathered(yield* Stream.runCollect(found.bytes))
})

/** Bytes in pieces of unequal length, some of them empty. */
const inPieces = (bytes: Uint8Array, length = 70_001) =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) => [
      bytes.subarray(index * length, (index + 1) * length),
      new Uint8Array()
    ]).flat()
  )

const assertKept = Effect.fnUntraced(function* (key: BlobKey, bytes: Uint8Array) {
  assert.isTrue((yield* read(key)).equals(bytes), blobPath(key))
})

const digestOf = (bytes: Uint8Array) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", Uint8Array.from(bytes))),
    (digest) => Buffer.from(digest).toString("hex")
  )

const pathsWithin = Effect.fnUntraced(function* (within: string, limit: number) {
  const store = yield* BlobStore
  const paths: Array<string> = []
  for (;;) {
    const after = paths.at(-1)
    const listed = yield* store.list({ within, limit, ...(after === undefined ? {} : { after }) })
    assert.isAtMost(listed.length, limit)
    paths.push(...listed.map(({ key }) => blobPath(key)))
    if (listed.length < limit) return paths
  }
})

/** What `BlobStore` promises, run against any adapter. It need not be empty: each test has an owner of its own. */
export const suite = (name: string, stores: Layer.Layer<BlobStore, unknown>) =>
  layer(stores, { timeout: buildTimeout })(`BlobStore (${name})`, (it) => {
    it.effect("gives back what was put, with its digest, its size and when", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        yield* TestClock.adjust("3 seconds")
        const createdAt = yield* DateTime.now
        for (const bytes of [noise(300), new Uint8Array(), new TextEncoder().encode("é".repeat(70_000))]) {
          const key = keyOf()
          const put = yield* store.put(key, bytes)
          yield* TestClock.adjust("1 hour")
          const head = Option.getOrThrow(yield* store.head(key))
          const found = Option.getOrThrow(yield* store.get(key))
          for (const { digest, size } of [put, head, found]) {
            assert.deepStrictEqual({ digest, size }, { digest: yield* digestOf(bytes), size: bytes.length })
          }
          assert.strictEqual(DateTime.formatIso(head.createdAt), DateTime.formatIso(put.createdAt))
          assert.strictEqual(DateTime.formatIso(found.createdAt), DateTime.formatIso(put.createdAt))
          assert.isTrue(DateTime.isGreaterThanOrEqualTo(head.createdAt, createdAt))
          yield* assertKept(key, bytes)
        }
      })
    )

    it.effect("finds nothing under a name that nobody put", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        const key = keyOf()
        assert.isTrue(Option.isNone(yield* store.head(key)))
        assert.isTrue(Option.isNone(yield* store.get(key)))
        assert.isTrue(Option.isNone(yield* store.get(key, { offset: 0, length: 1 })))
        yield* store.remove(key)
        assert.deepStrictEqual(yield* store.list({ within: `${key.owner}/`, limit: 10 }), [])
      })
    )

    it.effect(
      "takes a long stream and gives any part of it",
      () =>
        Effect.gen(function* () {
          const store = yield* BlobStore
          const key = keyOf()
          const bytes = noise(manyBytes)
          const { digest, size } = yield* store.put(key, inPieces(bytes))
          assert.deepStrictEqual({ digest, size }, { digest: yield* digestOf(bytes), size: manyBytes })
          yield* assertKept(key, bytes)
          const ranges: ReadonlyArray<BlobRange> = [
            { offset: 0, length: 1 },
            { offset: 0, length: 65_536 },
            { offset: 65_535, length: 2 },
            { offset: 1_048_575, length: 1_048_578 },
            { offset: 8_388_607, length: 3 },
            { offset: manyBytes - 1 },
            { offset: manyBytes - 70_000, length: 1_000_000 },
            { offset: 11, length: 0 },
            { offset: manyBytes },
            { offset: manyBytes + 5, length: 5 }
          ]
          for (const range of ranges) {
            const part = yield* read(key, range)
            const expected = bytes.subarray(range.offset, range.offset + (range.length ?? manyBytes))
            assert.isTrue(part.equals(expected), `${range.offset}, ${range.length}: ${part.length} bytes`)
          }
        }),
      { timeout: longTestMillis }
    )

    it.effect("gives every part of a short blob", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        const key = keyOf()
        const bytes = noise(40)
        yield* store.put(key, bytes)
        for (let offset = 0; offset <= 41; offset += 3) {
          for (const length of [0, 1, 7, 40, 41]) {
            assert.deepStrictEqual(
              [...(yield* read(key, { offset, length }))],
              [...bytes.subarray(offset, offset + length)]
            )
          }
        }
      })
    )

    it.effect("leaves the bytes to whoever put them and to whoever read them", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        const key = keyOf()
        const whole = noise(400)
        const bytes = Uint8Array.from(whole.subarray(100, 200))
        yield* store.put(key, whole.subarray(100, 200))
        whole.fill(0)
        const first = yield* read(key)
        assert.isTrue(first.equals(bytes))
        first.fill(1)
        yield* assertKept(key, bytes)
      })
    )

    it.effect("keeps the first bytes of a name until it is removed", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        const key = keyOf()
        const [first, second] = [noise(500), noise(300)]
        const put = yield* store.put(key, first)
        for (const again of [second, inPieces(second, 100)]) {
          assert.strictEqual((yield* store.put(key, again)).digest, put.digest)
        }
        yield* assertKept(key, first)
        yield* store.remove(key)
        assert.isTrue(Option.isNone(yield* store.get(key)))
        yield* store.remove(key)
        yield* store.put(key, second)
        yield* assertKept(key, second)
      })
    )

    it.effect(
      "keeps one whole blob when twenty callers put under one name at once",
      () =>
        Effect.gen(function* () {
          const store = yield* BlobStore
          const key = keyOf()
          const given = Array.from({ length: 20 }, (_, index) => noise(200_000 + index))
          const heads = yield* Effect.forEach(
            given,
            (bytes, index) => store.put(key, index % 2 === 0 ? bytes : inPieces(bytes)),
            { concurrency: "unbounded" }
          )
          const kept = yield* read(key)
          assert.strictEqual(given.filter((bytes) => kept.equals(bytes)).length, 1)
          const digest = yield* digestOf(kept)
          assert.deepStrictEqual(
            heads.map((head) => ({ digest: head.digest, size: head.size })),
            heads.map(() => ({ digest, size: kept.length }))
          )
          assert.strictEqual((yield* pathsWithin(`${key.owner}/`, 10)).length, 1)
        }),
      { timeout: longTestMillis }
    )

    it.effect("leaves nothing of a put that was too large, failed or was broken off", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        const key = keyOf()
        const start = inPieces(noise(3_000_000))
        for (const given of [noise(1_001), inPieces(noise(1_001), 100), Stream.forever(start)]) {
          const error = yield* Effect.flip(store.put(key, given, { maxBytes: 1_000 }))
          assert.strictEqual(error._tag, "BlobTooLarge")
        }
        const failed = yield* Effect.exit(store.put(key, Stream.concat(start, Stream.fail("no more" as const))))
        assert.strictEqual(Option.getOrUndefined(Exit.findErrorOption(failed)), "no more")
        const died = yield* Effect.exit(store.put(key, Stream.concat(start, Stream.die("broken"))))
        assert.isTrue(Exit.hasDies(died))
        const brokenOff = yield* Effect.exit(store.put(key, Stream.concat(start, Stream.fromEffect(Effect.interrupt))))
        assert.isTrue(Exit.isFailure(brokenOff))
        assert.isTrue(Option.isNone(yield* store.head(key)))
        assert.deepStrictEqual(yield* pathsWithin(`${key.owner}/`, 10), [])
        assert.strictEqual(yield* store.dropUnfinished(DateTime.makeUnsafe("9999-01-01T00:00:00Z"), 10), 0)
        const bytes = noise(1_000)
        yield* store.put(key, bytes, { maxBytes: 1_000 })
        yield* assertKept(key, bytes)
      })
    )

    it.effect("shows nothing of a put that is under way", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        const key = keyOf()
        const bytes = noise(2_000_000)
        const looks = Effect.gen(function* () {
          assert.isTrue(Option.isNone(yield* store.head(key)))
          assert.deepStrictEqual(yield* store.list({ within: `${key.owner}/`, limit: 10 }), [])
        })
        yield* store.put(
          key,
          Stream.tap(inPieces(bytes, 500_000), () => looks)
        )
        yield* assertKept(key, bytes)
      })
    )

    it.effect("keeps the blobs of owners apart", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        const name = `suite/${freshId("blob")}`
        const keys = [keyOf(name), keyOf(name), keyOf(name, sharedOwner)]
        const given = keys.map(() => noise(100))
        for (const [index, key] of keys.entries()) yield* store.put(key, given[index]!)
        for (const [index, key] of keys.entries()) yield* assertKept(key, given[index]!)
        yield* store.remove(keys[0]!)
        assert.isTrue(Option.isNone(yield* store.head(keys[0]!)))
        yield* assertKept(keys[1]!, given[1]!)
        assert.deepStrictEqual(yield* pathsWithin(`${keys[1]!.owner}/`, 10), [blobPath(keys[1]!)])
      })
    )

    it.effect("lists blobs in the order of their paths, in parts of any length", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        const { owner } = keyOf()
        // Files beside folders that begin alike, whose order is that of the whole path.
        const names = ["a/b", "a/b-c/d", "a/b.c", "a/b/c", "a/b/c/d", "a/b0", "ab/c", "b/00", "b/1"]
        for (const [index, blob] of names.entries()) yield* store.put(keyOf(blob, owner), noise(index))
        const expected = names.map((blob) => `${owner}/${blob}`).sort((a, b) => (a < b ? -1 : 1))
        for (const limit of [1, 2, 4, 9, 100]) assert.deepStrictEqual(yield* pathsWithin(`${owner}/`, limit), expected)
        assert.deepStrictEqual(
          yield* pathsWithin(`${owner}/a/`, 2),
          expected.filter((path) => path.startsWith(`${owner}/a/`))
        )
        assert.deepStrictEqual(yield* pathsWithin(`${owner}/nothing/`, 2), [])
        const listed = yield* store.list({ within: `${owner}/`, limit: 100 })
        assert.deepStrictEqual(
          listed.map(({ key }) => blobPath(key)),
          expected
        )
        for (const { key, storedBytes } of listed) {
          assert.deepStrictEqual(blobKeyOf(blobPath(key)), Option.some(key))
          assert.isAtLeast(storedBytes, names.indexOf(key.name))
        }
      })
    )
  })
