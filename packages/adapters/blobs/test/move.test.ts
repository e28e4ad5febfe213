import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { suite } from "@kittiwake/core/testing/blobStoreSuite"
import { Effect, Exit, Layer, Option, Stream } from "effect"
import { noise } from "../../../core/src/testing/noise.ts"
import { BlobKeys, layerPlain } from "../src/BlobKeys.ts"
import { makeBlobStore } from "../src/BlobStore.ts"
import { fileObjects } from "../src/files/files.ts"
import { type Move, moveSome, movingObjects } from "../src/movingObjects.ts"
import type { Objects } from "../src/Objects.ts"
import { unavailable } from "../src/unavailable.ts"
import { objectsOf, services } from "./bucketServices.ts"
import { needsBucket, newBucket } from "./buckets.ts"

const files = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-move-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  ),
  fileObjects
)

const twoFolders = Effect.all({ from: files, to: files })

suite(
  "two folders, one going over to the other",
  Layer.effect(
    BlobStore,
    Effect.gen(function* () {
      return makeBlobStore(movingObjects(yield* twoFolders), yield* BlobKeys)
    })
  ).pipe(Layer.provide(layerPlain))
)

const paths = Array.from({ length: 7 }, (_, index) => `org_1/suite/${index}`)
const bytesOf = (path: string) => Buffer.from(path.repeat(60_000))

const fill = (objects: Objects) =>
  Effect.forEach(paths, (path) => objects.put(path, Stream.succeed(bytesOf(path))), { discard: true })

const assertAll = Effect.fnUntraced(function* (objects: Objects) {
  const listed = yield* objects.list({ within: "", after: "", limit: 100 })
  assert.deepStrictEqual(
    listed.map(({ path }) => path),
    paths
  )
  for (const { path, size } of listed) {
    const got = Buffer.concat(yield* Stream.runCollect(objects.read(path, 0, size)))
    assert.isTrue(got.equals(bytesOf(path)), path)
    assert.isTrue(Option.isSome(yield* objects.end(path, 1)))
    assert.isFalse(yield* objects.put(path, Stream.succeed(noise(3))))
  }
})

const everything = Effect.fnUntraced(function* (move: Move) {
  for (;;) {
    const { isDone } = yield* moveSome(move, 3)
    yield* assertAll(movingObjects(move))
    if (isDone) return
  }
})

describe("blobs that go over to another place", () => {
  it.live("are found all the while, and are all there in the end", () =>
    Effect.gen(function* () {
      const move = yield* twoFolders
      yield* fill(move.from)
      yield* everything(move)
      yield* assertAll(move.to)
      assert.deepStrictEqual(yield* move.from.list({ within: "", after: "", limit: 1 }), [])
      // And back.
      yield* everything({ from: move.to, to: move.from })
      yield* assertAll(move.from)
    }).pipe(Effect.scoped)
  )

  it.live("go over once, by several at once, and after some were broken off", () =>
    Effect.gen(function* () {
      const move = yield* twoFolders
      yield* fill(move.from)
      let puts = 0
      const dying: Move = {
        ...move,
        to: { ...move.to, put: (path, bytes) => (++puts % 2 === 0 ? Effect.interrupt : move.to.put(path, bytes)) }
      }
      assert.isTrue(Exit.isFailure(yield* Effect.exit(moveSome(dying, 100))))
      yield* assertAll(movingObjects(move))
      yield* Effect.all([everything(move), everything(move), everything(move)], { concurrency: "unbounded" })
      yield* assertAll(move.to)
    }).pipe(Effect.scoped)
  )

  it.live("are read on from the new place when they go while they are read", () =>
    Effect.gen(function* () {
      const move = yield* twoFolders
      const [path = ""] = paths
      yield* move.from.put(path, Stream.succeed(bytesOf(path)))
      const size = bytesOf(path).length
      // As a bucket does it: each part is a request, and the object may be gone by the next.
      const inParts: Objects = {
        ...move.from,
        read: (one, offset, length) =>
          Stream.concat(
            move.from.read(one, offset, 1_000),
            Stream.suspend(() => Stream.fail(unavailable("failed", "get", `gone ${length}`)))
          )
      }
      const reading = movingObjects({ from: inParts, to: move.to }).read(path, 0, size)
      const got = yield* Stream.runCollect(
        Stream.tap(reading, ({ length }) => (length === 1_000 ? moveSome(move, 10) : Effect.void))
      )
      assert.isTrue(Buffer.concat(got).equals(bytesOf(path)))
    }).pipe(Effect.scoped)
  )

  it.live("are read from the new place when they come just after they were not there", () =>
    Effect.gen(function* () {
      const move = yield* twoFolders
      const [path = ""] = paths
      yield* move.from.put(path, Stream.succeed(bytesOf(path)))
      const to: Objects = {
        ...move.to,
        end: (one, length) => Effect.andThen(moveSome(move, 10), move.to.end(one, length))
      }
      const reading = movingObjects({ from: move.from, to }).read(path, 0, bytesOf(path).length)
      assert.isTrue(Buffer.concat(yield* Stream.runCollect(reading)).equals(bytesOf(path)))
    }).pipe(Effect.scoped)
  )

  it.live("fail to be read where the place that has them cannot", () =>
    Effect.gen(function* () {
      const move = yield* twoFolders
      const [path = ""] = paths
      yield* move.to.put(path, Stream.succeed(bytesOf(path)))
      let reads = 0
      const to: Objects = {
        ...move.to,
        read: () => Stream.suspend(() => Stream.fail(unavailable("failed", "get", `broken ${++reads}`)))
      }
      const reading = movingObjects({ from: move.from, to }).read(path, 0, 10)
      assert.strictEqual((yield* Effect.flip(Stream.runCollect(reading))).message, "broken 2")
    }).pipe(Effect.scoped)
  )

  it.live("stay where the new place says that it took them and has nothing", () =>
    Effect.gen(function* () {
      const move = yield* twoFolders
      yield* fill(move.from)
      let puts = 0
      const to: Objects = {
        ...move.to,
        put: (path, bytes) => (++puts % 3 === 0 ? Effect.as(Stream.runDrain(bytes), true) : move.to.put(path, bytes))
      }
      const { message, reason } = yield* Effect.flip(moveSome({ from: move.from, to }, 100))
      assert.match(message, /^The new place took the blob org_1\/suite\/\d of \d+ bytes and does not have it/)
      assert.strictEqual(reason, "failed")
      yield* assertAll(movingObjects(move))
      yield* everything(move)
      yield* assertAll(move.to)
    }).pipe(Effect.scoped)
  )

  it.live("are not missed where the sweep removed them from both places as they went", () =>
    Effect.gen(function* () {
      const move = yield* twoFolders
      yield* fill(move.from)
      const [path = ""] = paths
      const to: Objects = {
        ...move.to,
        put: (one, bytes) =>
          Effect.tap(move.to.put(one, bytes), () => (one === path ? movingObjects(move).remove(path) : Effect.void))
      }
      assert.strictEqual((yield* moveSome({ from: move.from, to }, 100)).objects, paths.length - 1)
    }).pipe(Effect.scoped)
  )

  it.live("stay where the new place has another of that name", () =>
    Effect.gen(function* () {
      const move = yield* twoFolders
      const [path = ""] = paths
      yield* move.from.put(path, Stream.succeed(noise(10)))
      yield* move.to.put(path, Stream.succeed(noise(11)))
      assert.match((yield* Effect.flip(moveSome(move, 10))).message, /another blob .* stays where it is/)
      assert.isTrue(Option.isSome(yield* move.from.end(path, 1)))
    }).pipe(Effect.scoped)
  )

  describe("on a store of S3", needsBucket, () => {
    it.live("go from files to a bucket and back", () =>
      Effect.gen(function* () {
        const move = { from: yield* files, to: yield* objectsOf(newBucket()) }
        yield* fill(move.from)
        yield* everything(move)
        yield* assertAll(move.to)
        yield* everything({ from: move.to, to: move.from })
        yield* assertAll(move.from)
        assert.deepStrictEqual(yield* move.to.list({ within: "", after: "", limit: 1 }), [])
      }).pipe(Effect.provide(services), Effect.scoped)
    )
  })
})
