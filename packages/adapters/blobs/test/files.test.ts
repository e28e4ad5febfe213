import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@kittiwake/core/blobs/BlobStore"
import { type BlobKey, BlobName } from "@kittiwake/core/blobs/domain/BlobKey"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { suite } from "@kittiwake/core/testing/blobStoreSuite"
import { DateTime, Effect, Layer, Stream } from "effect"
import { needsLinux } from "../../../../test/setup/needs.ts"
import { BlobKeys, layerPlain } from "../src/BlobKeys.ts"
import { makeBlobStore } from "../src/BlobStore.ts"
import { makeOnFiles } from "../src/files/fileFault.ts"
import { fileObjects } from "../src/files/files.ts"
import { sealing } from "./sealing.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "kittiwake-blobs-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

const stores = Layer.effect(
  BlobStore,
  Effect.gen(function* () {
    return makeBlobStore(fileObjects(join(yield* folder, "blobs")), yield* BlobKeys)
  })
)

suite("files", Layer.provide(stores, layerPlain))
suite("files, sealed", Layer.provide(stores, sealing))

const key: BlobKey = { owner: OrganizationId.make("org_1"), name: BlobName.make("suite/one") }
const bytes = Buffer.from("what only its owner may read ".repeat(10_000))
const readAll = (found: { readonly bytes: Stream.Stream<Uint8Array, unknown> }) => Stream.runDrain(found.bytes)

const withFolder = <E>(
  name: string,
  run: (root: string, store: BlobStore["Service"]) => Effect.Effect<void, E>,
  keys = layerPlain
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      const root = join(yield* folder, "blobs")
      yield* run(root, makeBlobStore(fileObjects(root), yield* BlobKeys))
    }).pipe(Effect.provide(keys), Effect.scoped)
  )

const file = (root: string) => join(root, "org_1", "suite", "one=")

describe("blobs in files", () => {
  withFolder("are their owner's alone, and a folder goes with the last of them", (root, store) =>
    Effect.gen(function* () {
      yield* store.put(key, bytes)
      assert.strictEqual(statSync(file(root)).mode & 0o777, 0o600)
      for (const path of [root, join(root, "org_1"), join(root, "org_1", "suite")]) {
        assert.strictEqual(statSync(path).mode & 0o777, 0o700, path)
      }
      yield* store.remove(key)
      assert.isFalse(existsSync(join(root, "org_1")))
    })
  )

  withFolder("leave no file behind when a put fails, and drop what a process left that died", (root, store) =>
    Effect.gen(function* () {
      yield* Effect.exit(store.put(key, Stream.concat(Stream.succeed(bytes), Stream.fail("no more"))))
      assert.deepStrictEqual(readdirSync(join(root, "=new")), [])
      for (const name of ["a", "b", "c"]) yield* Effect.promise(() => writeFile(join(root, "=new", name), bytes))
      const [past, future] = [DateTime.makeUnsafe(0), DateTime.makeUnsafe("9999-01-01T00:00:00Z")]
      assert.strictEqual(yield* store.dropUnfinished(past, 10), 0)
      assert.strictEqual(yield* store.dropUnfinished(future, 2), 2)
      assert.strictEqual(yield* store.dropUnfinished(future, 2), 1)
      assert.deepStrictEqual(readdirSync(join(root, "=new")), [])
    })
  )

  withFolder("are told to be damaged when they were cut or changed", (root, store) =>
    Effect.gen(function* () {
      yield* store.put(key, bytes)
      const whole = yield* Effect.promise(() => readFile(file(root)))
      const refused = Effect.gen(function* () {
        const error = yield* Effect.flip(
          Effect.flatMap(store.get(key), (found) => (found._tag === "None" ? Effect.void : readAll(found.value)))
        )
        assert.match(String((error as { readonly message: string }).message), /damaged/)
      })
      for (const length of [0, 10, whole.length - 1, whole.length - 64]) {
        yield* Effect.promise(() => truncate(file(root), length))
        yield* refused
        yield* Effect.promise(() => writeFile(file(root), whole))
      }
      for (const at of [0, bytes.length - 1, bytes.length, bytes.length + 35]) {
        const changed = Buffer.from(whole)
        changed[at] = changed[at]! ^ 1
        yield* Effect.promise(() => writeFile(file(root), changed))
        yield* refused
      }
    })
  )

  withFolder(
    "that are sealed show nothing, and open under their own name alone",
    (root, store) =>
      Effect.gen(function* () {
        yield* store.put(key, bytes)
        const sealed = yield* Effect.promise(() => readFile(file(root)))
        assert.strictEqual(sealed.indexOf("owner"), -1)
        yield* store.put({ ...key, name: BlobName.make("suite/two") }, Buffer.from("another"))
        yield* Effect.promise(() => writeFile(join(root, "org_1", "suite", "two="), sealed))
        assert.match((yield* Effect.flip(store.head({ ...key, name: BlobName.make("suite/two") }))).message, /damaged/)
        // Chunks in another order.
        const swapped = Buffer.concat([
          sealed.subarray(65_552, 131_104),
          sealed.subarray(0, 65_552),
          sealed.subarray(131_104)
        ])
        yield* Effect.promise(() => writeFile(file(root), swapped))
        for (const range of [undefined, { offset: 0, length: 1 }, { offset: 70_000, length: 1 }]) {
          const found = yield* store.get(key, range)
          assert.match(
            String(yield* Effect.flip(readAll(found._tag === "Some" ? found.value : { bytes: Stream.empty }))),
            /damaged/
          )
        }
      }),
    sealing
  )

  withFolder("are told as damaged where something else has their place, and nobody waits for a pipe", (root, store) =>
    Effect.gen(function* () {
      yield* store.put(key, bytes)
      const found = yield* store.get(key)
      for (const put of ["mkfifo", "mkdir"]) {
        yield* Effect.promise(() => rm(file(root), { recursive: true }))
        execFileSync(put, [file(root)])
        for (const asked of [
          store.head(key),
          store.get(key),
          readAll(found._tag === "Some" ? found.value : { bytes: Stream.empty })
        ]) {
          const error = yield* Effect.flip(asked as Effect.Effect<unknown, unknown>)
          assert.deepInclude(error, { _tag: "BlobStoreUnavailable", reason: "damaged" }, put)
          assert.include(String(error), "KITTIWAKE_BLOBS", put)
        }
      }
    })
  )

  withFolder("name the setting when their folder cannot be written to", (root, _store) =>
    Effect.gen(function* () {
      yield* Effect.promise(() => writeFile(root, "a file where the folder is to be"))
      const store = makeBlobStore(fileObjects(join(root, "below")), yield* BlobKeys.pipe(Effect.provide(layerPlain)))
      const error = yield* Effect.flip(store.put(key, bytes))
      assert.strictEqual(error._tag, "BlobStoreUnavailable")
      assert.match(error.message, /KITTIWAKE_BLOBS/)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(root, ".."))), ["blobs"])
    })
  )

  it.effect(
    "says so, and does not hang, where no folder can be made",
    () =>
      Effect.gen(function* () {
        const store = makeBlobStore(fileObjects("/proc/kittiwake/blobs"), yield* BlobKeys)
        const error = yield* Effect.flip(store.put(key, bytes))
        assert.strictEqual(error._tag, "BlobStoreUnavailable")
        assert.include("message" in error ? error.message : "", "KITTIWAKE_BLOBS")
      }).pipe(Effect.provide(layerPlain)),
    needsLinux
  )
})

describe("a disk without room for blobs", () => {
  it.effect("is told with what loses nothing: room, or a move from there", () =>
    Effect.gen(function* () {
      const onFiles = makeOnFiles("/blobs")
      const failing = (code: string) =>
        Effect.flip(onFiles("put", () => Promise.reject(Object.assign(new Error("no"), { code }))))
      for (const code of ["ENOSPC", "EDQUOT"]) {
        const { message, reason } = yield* failing(code)
        assert.strictEqual(reason, "full")
        assert.match(message, /make room[^.]+KITTIWAKE_BLOBS_FROM[^.]+kittiwake blobs move/)
        assert.include(message, "docs/operate/blobs.md#to-another-place")
      }
      assert.include((yield* failing("EROFS")).message, "KITTIWAKE_BLOBS_FROM")
    })
  )
})
