import { existsSync } from "node:fs"
import { type link, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { backupTo } from "../src/backupTo.ts"
import { copyDatabase } from "../src/copyDatabase.ts"
import { dataDirectoryAt } from "../src/dataDirectory.ts"
import * as embedded from "../src/embedded.ts"
import { faultOf } from "../src/faultOf.ts"
import { nameWhole, otherParts } from "../src/parts.ts"
import { takeSnapshot } from "../src/snapshots.ts"
import { temporaryDirectory } from "./databases.ts"

/** A database with its tables, and a folder for copies of it. */
const filled = Effect.gen(function* () {
  const root = yield* temporaryDirectory
  yield* InstanceSecretStore.use((store) => store.getOrKeep("name", "secret")).pipe(
    Effect.provide(embedded.layer({ dataDirectory: root, synchronous: "off", snapshots: { every: null } }))
  )
  return { database: dataDirectoryAt(root).database, folder: yield* temporaryDirectory }
})

const namesIn = (folder: string) => Effect.promise(() => readdir(folder))

const secretsIn = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return db.prepare("select count(*) as count from instance_secrets").get()?.["count"]
  } finally {
    db.close()
  }
}

const part = (path: string, name: string) => `${path}.${name.padStart(16, "0")}.part`

describe("copies of a database", { timeout: 60_000 }, () => {
  it.live("to one name at once are one whole copy, and the others are told that it is there", () =>
    Effect.gen(function* () {
      const { database, folder } = yield* filled
      const path = join(folder, "copy.db")
      const said = yield* Effect.all(
        Array.from({ length: 4 }, () =>
          Effect.match(copyDatabase(database, path), { onSuccess: () => "copied", onFailure: ({ message }) => message })
        ),
        { concurrency: "unbounded" }
      )
      const refused = `${path}: it is there already: name another file`
      assert.deepStrictEqual(said.toSorted(), [refused, refused, refused, "copied"].toSorted())
      assert.strictEqual(secretsIn(path), 1)
      assert.deepStrictEqual(yield* namesIn(folder), ["copy.db"])
    }).pipe(Effect.scoped)
  )

  it.live("are not in the way of one to the same name that is quicker", () =>
    Effect.gen(function* () {
      const { database, folder } = yield* filled
      const path = join(folder, "copy.db")
      const slow = yield* Effect.flip(
        copyDatabase(database, path, "copied", async (start, signal) => {
          await Effect.runPromise(copyDatabase(database, path))
          return faultOf(start, signal)
        })
      )
      assert.strictEqual(slow.message, `${path}: it is there already: name another file`)
      assert.strictEqual(secretsIn(path), 1)
      assert.deepStrictEqual(yield* namesIn(folder), ["copy.db"])
    }).pipe(Effect.scoped)
  )

  it.live("leave alone what got their name while they were checked", () =>
    Effect.gen(function* () {
      const { database, folder } = yield* filled
      const path = join(folder, "copy.db")
      const first = yield* Effect.promise(() =>
        backupTo(database, path, () => writeFile(path, "somebody's own")).catch((error) => error.code)
      )
      assert.strictEqual(first, "EEXIST")
      assert.strictEqual(yield* Effect.promise(() => readFile(path, "utf8")), "somebody's own")
      assert.deepStrictEqual(yield* namesIn(folder), ["copy.db"])
    }).pipe(Effect.scoped)
  )

  it.live("that come to harm are told as copies that did, and the database is not called damaged", () =>
    Effect.gen(function* () {
      const { database, folder } = yield* filled
      const path = join(folder, "copy.db")
      const harmed = (harm: (copy: string) => Promise<void>) =>
        Effect.flip(
          copyDatabase(database, path, "copied", async (start, signal) => {
            if (start.file !== database) await harm(start.file)
            return faultOf(start, signal)
          })
        )
      const emptied = yield* harmed((copy) => truncate(copy, 0))
      assert.strictEqual(
        emptied.message,
        `${path}: it did not become what ${database} is: it is not a database of Kittiwake`
      )
      const cut = yield* harmed((copy) => truncate(copy, 20_000))
      assert.match(cut.message, /copy\.db: it did not become what .+kittiwake\.db is: it is damaged/)
      const gone = yield* harmed((copy) => rm(copy))
      assert.strictEqual(gone.message, `${path}: it could not be checked (unable to open database file)`)
      assert.deepStrictEqual(
        [emptied, cut, gone].map((error) => error.path),
        [path, path, path]
      )
      assert.deepStrictEqual(yield* namesIn(folder), [])
    }).pipe(Effect.scoped)
  )

  it.live("that are taken away after their check, or have no folder any more, say so", () =>
    Effect.gen(function* () {
      const { database, folder } = yield* filled
      const path = join(folder, "copy.db")
      const after = (harm: (copy: string) => Promise<void>) =>
        Effect.flip(
          copyDatabase(database, path, "copied", async (start, signal) => {
            const fault = await faultOf(start, signal)
            await harm(start.file)
            return fault
          })
        )
      assert.strictEqual((yield* after((copy) => rm(copy))).message, `${path}: what was written of it was taken away`)
      const noFolder = yield* after(() => rm(folder, { recursive: true }))
      assert.strictEqual(noFolder.message, `${path}: its folder is not there: make it first`)
    }).pipe(Effect.scoped)
  )

  it.live("of a file that is not there, or has no tables, are refused", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryDirectory
      const [file, path] = [join(folder, "source.db"), join(folder, "copy.db")]
      const none = yield* Effect.flip(copyDatabase(file, path))
      assert.strictEqual(none.message, `${path}: ${file} cannot be read (unable to open database file)`)
      const db = new DatabaseSync(file)
      db.exec("create table cars (id)")
      db.close()
      const foreign = yield* Effect.flip(copyDatabase(file, path))
      assert.strictEqual(foreign.message, `${file}: it is not a database of Kittiwake`)
      assert.deepStrictEqual(yield* namesIn(folder), ["source.db"])
    }).pipe(Effect.scoped)
  )

  it.live("leave nothing where they are interrupted", () =>
    Effect.gen(function* () {
      const { database, folder } = yield* filled
      const looked = yield* Deferred.make<string>()
      const copying = yield* Effect.forkChild(
        copyDatabase(database, join(folder, "copy.db"), "copied", (start) => {
          Deferred.doneUnsafe(looked, Effect.succeed(start.file))
          return new Promise(() => undefined)
        })
      )
      assert.isTrue(existsSync(yield* Deferred.await(looked)))
      yield* Fiber.interrupt(copying)
      assert.deepStrictEqual(yield* namesIn(folder), [])
    }).pipe(Effect.scoped)
  )

  it.live("under way are no snapshots of a process that died", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const directory = dataDirectoryAt(root)
      const options = { dataDirectory: root, synchronous: "off", snapshots: { every: null } } as const
      const context = yield* Layer.build(embedded.layer(options))
      const snapshot = takeSnapshot(directory).pipe(Effect.provideContext(context))
      yield* snapshot
      const other = join(directory.snapshots, "2020-01-01T00-00-00.000Z.db")
      yield* Effect.promise(async () => {
        await writeFile(part(other, "a1"), "")
        await backupTo(directory.database, other, async (copy) => {
          await Effect.runPromise(snapshot)
          assert.deepStrictEqual([existsSync(copy), existsSync(part(other, "a1"))], [true, false])
        })
      })
    }).pipe(Effect.scoped)
  )
})

describe("a part of a copy", () => {
  const otherSystem =
    (code: string): typeof link =>
    () =>
      Promise.reject(Object.assign(new Error(code), { code }))

  it.live("gets its name on a disk that knows one name for a file only, unless that is taken", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryDirectory
      const [one, two, path] = [join(folder, "one"), join(folder, "two"), join(folder, "whole")]
      yield* Effect.promise(async () => {
        await writeFile(one, "one")
        await writeFile(two, "two")
        await nameWhole(one, path, otherSystem("EPERM"))
        const refusal = (linked?: typeof link) => nameWhole(two, path, linked).catch((error) => error.code)
        assert.deepStrictEqual(
          [await refusal(otherSystem("ENOTSUP")), await refusal(), await refusal(otherSystem("EIO"))],
          ["EEXIST", "EEXIST", "EIO"]
        )
        assert.strictEqual(await readFile(path, "utf8"), "one")
      })
    }).pipe(Effect.scoped)
  )

  it.live("is told of while it is new, and removed when nobody wrote to it for a day", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryDirectory
      const path = join(folder, "copy.db")
      const others = ["copy.db.part", "copy.db2.00000000000000a3.part", "copy.db.00000000000000a3.part.mine"]
      yield* Effect.promise(async () => {
        for (const name of [part(path, "a1"), part(path, "a2")]) await writeFile(name, "")
        for (const name of others) await writeFile(join(folder, name), "")
        const { mtimeMs } = await stat(part(path, "a2"))
        for (const name of await readdir(folder)) {
          if (name.includes("a1") || others.includes(name)) {
            await utimes(join(folder, name), new Date(mtimeMs - 86_400_001), new Date(mtimeMs - 86_400_001))
          }
        }
        assert.deepStrictEqual(await otherParts(path, mtimeMs), [part(path, "a2")])
        assert.sameMembers(await readdir(folder), [...others, "copy.db.00000000000000a2.part"])
      })
    }).pipe(Effect.scoped)
  )
})
