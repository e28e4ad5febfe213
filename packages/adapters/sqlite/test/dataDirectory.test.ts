import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, chown, copyFile, mkdir, open, readdir, rename, rm, stat, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Deferred, Effect, Layer } from "effect"
import { needsLinux } from "../../../../test/setup/needs.ts"
import { checkDatabase } from "../src/claimDatabase.ts"
import { copyDatabase } from "../src/copyDatabase.ts"
import { dataDirectoryAt, holdDataDirectory } from "../src/dataDirectory.ts"
import * as embedded from "../src/embedded.ts"
import { inspectDatabase } from "../src/inspectDatabase.ts"
import { openWriter } from "../src/openConnection.ts"
import { Sqlite } from "../src/Sqlite.ts"
import { restore } from "../src/snapshots.ts"
import { temporaryDirectory } from "./databases.ts"
import { holdInProcess } from "./processes.ts"

const timeout = 120_000

/** Somebody who may not do everything: for the superuser another one. */
const ordinary = process.getuid?.() === 0 ? 65_534 : (process.getuid?.() ?? 0)

/** Puts a pipe in the place of what is at a path. */
const putPipe = async (path: string): Promise<void> => {
  await rm(path, { force: true })
  execFileSync("mkfifo", [path])
}

describe("data directory", { timeout }, () => {
  it.live(
    "is refused to a second process, with the number of the first",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const first = yield* holdInProcess(directory, "hold")
        yield* first.printed(1)
        const second = yield* holdInProcess(directory, "hold")
        const { code, errors } = yield* second.ended
        assert.strictEqual(code, 1)
        assert.strictEqual(
          errors.trim(),
          `The data directory ${directory} is in use by process ${first.pid}. Stop it, or choose another directory.`
        )
      }).pipe(Effect.scoped),
    timeout
  )

  it.live(
    "is free at once after its process was killed, with everything that was acknowledged",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const writer = yield* holdInProcess(directory, "write")
        const lines = yield* writer.printed(60)
        yield* writer.kill
        const acknowledged = lines.slice(1).map(Number)
        const kept = yield* Effect.gen(function* () {
          const { read } = yield* Sqlite
          return yield* read("secrets", (db) => db.all<{ name: string }>("select name from instance_secrets"))
        }).pipe(Effect.provide(embedded.layer({ dataDirectory: directory })))
        const names = new Set(kept.map(({ name }) => name))
        for (const n of acknowledged) assert.isTrue(names.has(`secret ${n}`), `secret ${n} of ${acknowledged.length}`)
      }).pipe(Effect.scoped),
    timeout
  )

  it.live("does not mistake a process that has the number of a dead one for its holder", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      yield* Effect.promise(() => writeFile(join(directory, "lock.pid"), `${process.pid}\n`))
      yield* Effect.promise(() => writeFile(join(directory, "lock"), ""))
      const held = yield* holdDataDirectory(directory)
      assert.strictEqual(held.root, directory)
    }).pipe(Effect.scoped)
  )

  it.live("is refused a second time within one process, and free again afterwards", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const error = yield* Effect.scoped(
        Effect.andThen(holdDataDirectory(directory), Effect.flip(holdDataDirectory(directory)))
      )
      assert.deepInclude(error, { _tag: "DataDirectoryInUse", directory, pid: process.pid })
      yield* Effect.scoped(holdDataDirectory(directory))
    }).pipe(Effect.scoped)
  )

  it.live("can be entered by its owner only", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryDirectory, "made", "here")
      yield* Effect.scoped(holdDataDirectory(directory))
      const { mode } = yield* Effect.promise(() => stat(directory))
      assert.strictEqual(mode & 0o777, 0o700)
    }).pipe(Effect.scoped)
  )

  it.live("says what is wrong with a directory that cannot be made", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "file")
      yield* Effect.promise(() => writeFile(file, ""))
      const error = yield* Effect.flip(holdDataDirectory(join(file, "below")))
      assert.strictEqual(error._tag, "DataDirectoryUnusable")
      assert.include(error.message, "ENOTDIR")
    }).pipe(Effect.scoped)
  )

  it.live(
    "says so, and does not hang, where no directory can be made",
    () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(holdDataDirectory("/proc/kittiwake/data"))
        assert.strictEqual(error._tag, "DataDirectoryUnusable")
        assert.include(error.message, "ENOENT")
      }).pipe(Effect.scoped),
    needsLinux
  )

  it.live(
    "keeps what was written when it is closed and opened again",
    () =>
      Effect.gen(function* () {
        const dataDirectory = yield* temporaryDirectory
        const secret = (candidate: string) =>
          Effect.flatMap(InstanceSecretStore, (store) => store.getOrKeep("cursor", candidate)).pipe(
            Effect.provide(embedded.layer({ dataDirectory }))
          )
        assert.strictEqual(yield* secret("first"), "first")
        assert.strictEqual(yield* secret("second"), "first")
      }).pipe(Effect.scoped),
    timeout
  )

  it.live("is refused where its path is another thing's", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "file")
      yield* Effect.promise(() => writeFile(file, ""))
      for (const path of [file, "/dev/null"]) {
        const { message } = yield* Effect.flip(holdDataDirectory(path))
        assert.strictEqual(message, `The data directory ${path} cannot be used: it is no folder`)
        const looked = yield* Effect.flip(checkDatabase(dataDirectoryAt(path)))
        assert.strictEqual(looked.message, message)
      }
    }).pipe(Effect.scoped)
  )

  it.live("whose lock is anything else names that file, and holds nothing by then", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const lock = join(directory, "lock")
      yield* Effect.promise(() => writeFile(lock, "no database ".repeat(1_000)))
      const { message } = yield* Effect.flip(holdDataDirectory(directory))
      assert.include(message, `${lock} cannot be locked (file is not a database)`)
      assert.include(message, "move it away")
      yield* Effect.promise(() => rm(lock))
      yield* Effect.promise(() => mkdir(join(directory, "lock.pid")))
      const error = yield* Effect.flip(holdDataDirectory(directory))
      assert.include(error.message, `${join(directory, "lock.pid")} is a folder where a file belongs`)
      yield* Effect.promise(() => rm(join(directory, "lock.pid"), { recursive: true }))
      yield* Effect.scoped(holdDataDirectory(directory))
    }).pipe(Effect.scoped)
  )

  it.live("of version 0.1 is named as such, with the way over, and left as it is", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      yield* Effect.promise(async () => {
        await mkdir(join(directory, "database"))
        await writeFile(join(directory, "database", "PG_VERSION"), "17\n")
      })
      const error = yield* Effect.flip(Layer.build(embedded.layer({ dataDirectory: directory })))
      assert.strictEqual(error._tag, "DataDirectoryUnusable")
      assert.include(error.message, "a database of version 0.1")
      assert.include(error.message, "kittiwake import FILE")
      assert.isNull(yield* Effect.promise(() => stat(join(directory, "kittiwake.db")).catch(() => null)))
    }).pipe(Effect.scoped)
  )
})

describe("a database that was there and", { timeout }, () => {
  /** A directory whose database has been made and closed. */
  const filled = Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    yield* Effect.scoped(Layer.build(embedded.layer({ dataDirectory: directory })))
    return { directory, database: join(directory, "kittiwake.db") }
  })

  const refusal = (directory: string) =>
    Effect.map(Effect.flip(Effect.scoped(Layer.build(embedded.layer({ dataDirectory: directory })))), String)

  for (const name of [
    "installation",
    "kittiwake.db",
    "kittiwake.db-wal",
    "kittiwake.db-shm",
    "lock",
    "lock.pid"
  ] as const) {
    it.live(
      `has a pipe for ${name} says so, and nobody waits for it`,
      () =>
        Effect.gen(function* () {
          const { database, directory } = yield* filled
          const path = join(directory, name)
          yield* Effect.promise(() => putPipe(path))
          assert.include(yield* refusal(directory), `${path} is a pipe where a file belongs`)
          const found = yield* inspectDatabase(directory)
          assert.isNull(found?.heldBy)
          if (path === database) assert.include(found?.faults[0], `${path} is a pipe where a file belongs`)
        }).pipe(Effect.scoped),
      needsLinux
    )
  }

  it.live(
    "has a pipe for its generation is opened as one that none is known of",
    () =>
      Effect.gen(function* () {
        const { database, directory } = yield* filled
        yield* Effect.promise(() => putPipe(`${database}-generation`))
        yield* Effect.scoped(Layer.build(embedded.layer({ dataDirectory: directory })))
      }).pipe(Effect.scoped),
    needsLinux
  )

  it.live("is gone is not made anew where its mark cannot be read", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* filled
      const mark = join(directory, "installation")
      yield* Effect.promise(async () => {
        await rm(mark)
        await mkdir(mark)
      })
      assert.include(yield* refusal(directory), `${mark} is a folder where a file belongs`)
      yield* Effect.promise(() => rm(database))
      const { message } = yield* Effect.flip(checkDatabase(dataDirectoryAt(directory)))
      assert.include(message, `its database, ${database}, is gone`)
      assert.include(yield* refusal(directory), message)
      assert.isFalse(existsSync(database))
    }).pipe(Effect.scoped)
  )

  it.live("may only be read by its process is named, and can be used as soon as it may be written", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* filled
      yield* Effect.promise(async () => {
        for (const name of await readdir(directory)) await chown(join(directory, name), ordinary, ordinary)
        await chown(directory, ordinary, ordinary)
      })
      const told = Effect.fnUntraced(function* (path: string) {
        yield* Effect.promise(() => chmod(path, 0o400))
        const holder = yield* holdInProcess(directory, "hold", { uid: ordinary })
        const { code, errors } = yield* holder.ended
        yield* Effect.promise(() => chmod(path, 0o600))
        assert.strictEqual(code, 1)
        assert.include(errors, `${path} cannot be read and written by this process (EACCES)`)
        assert.include(errors, "chmod u+rw")
      })
      yield* told(database)
      assert.isFalse(existsSync(`${database}-shm`))
      yield* told(join(directory, "lock"))
      yield* Effect.promise(async () => {
        await writeFile(`${database}-shm`, "")
        await chown(`${database}-shm`, ordinary, ordinary)
      })
      yield* told(`${database}-shm`)
      const holder = yield* holdInProcess(directory, "hold", { uid: ordinary })
      yield* holder.printed(1)
    }).pipe(Effect.scoped)
  )

  it.live("is somebody else's says whose it is, and as whom this runs", () =>
    Effect.gen(function* () {
      const { directory } = yield* filled
      const other = ordinary - 1
      yield* Effect.promise(async () => {
        await chown(directory, other, other)
        await chmod(directory, 0o700)
      })
      const { errors } = yield* (yield* holdInProcess(directory, "hold", { uid: ordinary })).ended
      assert.include(errors, "EACCES")
      assert.include(errors, `belongs to user ${other}, and this runs as user ${ordinary}`)
      yield* Effect.promise(() => chmod(directory, 0o777))
      const { errors: ofMode } = yield* (yield* holdInProcess(directory, "hold", { uid: ordinary })).ended
      assert.include(ofMode, "EPERM")
      assert.include(ofMode, `${directory} belongs to user ${other}, and this runs as user ${ordinary}`)
      assert.include(ofMode, `chown -R ${ordinary} ${directory}`)
    }).pipe(Effect.scoped)
  )

  it.live("is gone is not made anew", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* filled
      yield* Effect.promise(() => rm(database))
      assert.include(yield* refusal(directory), `its database, ${database}, is gone`)
      assert.isNull(yield* Effect.promise(() => stat(database).catch(() => null)))
    }).pipe(Effect.scoped)
  )

  it.live("was emptied is not filled anew", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* filled
      yield* Effect.promise(() => truncate(database, 0))
      assert.include(yield* refusal(directory), `its database, ${database}, is empty`)
    }).pipe(Effect.scoped)
  )

  it.live("lost its end is refused", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* filled
      yield* Effect.promise(() => truncate(database, 20_000))
      assert.include(yield* refusal(directory), "database disk image is malformed")
    }).pipe(Effect.scoped)
  )

  it.live("is something else now is refused", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* filled
      yield* Effect.promise(() => writeFile(database, "not a database".repeat(1_000)))
      assert.include(yield* refusal(directory), "file is not a database")
    }).pipe(Effect.scoped)
  )

  it.live("lost its log, with all that had been written, is not made anew", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* filled
      // As a process leaves it that was killed before anything of the log was in the file.
      const db = openWriter({ file: `${database}.new`, synchronous: "off" })
      db.exec("create table t (x)")
      yield* Effect.promise(() => copyFile(`${database}.new`, database))
      yield* Effect.promise(() => rm(`${database}-generation`))
      db.close()
      assert.include(yield* refusal(directory), "its tables are gone")
    }).pipe(Effect.scoped)
  )

  /** A directory whose process was killed after it had acknowledged writes, and whose log was removed. */
  const robbed = Effect.gen(function* () {
    const { database, directory } = yield* filled
    const writer = yield* holdInProcess(directory, "write")
    yield* writer.printed(20)
    yield* writer.kill
    const log = join(yield* temporaryDirectory, "log")
    yield* Effect.promise(() => rename(`${database}-wal`, log))
    return { database, directory, log }
  })

  const secret = (directory: string) =>
    Effect.flatMap(InstanceSecretStore, (store) => store.getOrKeep("secret 5", "made anew")).pipe(
      Effect.provide(embedded.layer({ dataDirectory: directory }))
    )

  it.live("lost its log while nobody had it open is refused until that is back, and takes no harm", () =>
    Effect.gen(function* () {
      const { database, directory, log } = yield* robbed
      for (const _ of ["once", "twice"]) {
        const told = yield* refusal(directory)
        assert.include(told, "its log, kittiwake.db-wal, was removed, and what was written last is gone with it")
        assert.include(told, `remove ${database}-generation. Restore a copy`)
      }
      const [fault] = (yield* inspectDatabase(directory))?.faults ?? []
      assert.include(fault, "its log, kittiwake.db-wal, was removed")
      yield* Effect.promise(() => rename(log, `${database}-wal`))
      assert.deepStrictEqual((yield* inspectDatabase(directory))?.faults, [])
      assert.strictEqual(yield* secret(directory), "value 5")
    }).pipe(Effect.scoped)
  )

  it.live("lost its log is not copied as if it were whole", () =>
    Effect.gen(function* () {
      const { database } = yield* robbed
      const copy = join(yield* temporaryDirectory, "copy.db")
      const { message } = yield* Effect.flip(copyDatabase(database, copy))
      assert.include(message, "its log, kittiwake.db-wal, was removed")
      assert.isFalse(existsSync(copy))
    }).pipe(Effect.scoped)
  )

  it.live("lost its log is used as it is where somebody says so", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* robbed
      yield* Effect.promise(() => rm(`${database}-generation`))
      assert.strictEqual(yield* secret(directory), "made anew")
      assert.strictEqual(yield* secret(directory), "made anew")
    }).pipe(Effect.scoped)
  )

  it.live("lost its log is replaced by a copy, which needs none", () =>
    Effect.gen(function* () {
      const { directory } = yield* robbed
      const other = yield* filled
      const copy = join(yield* temporaryDirectory, "copy.db")
      yield* Effect.provide(
        Effect.flatMap(Sqlite, ({ backup }) => backup(copy)),
        embedded.layer({ dataDirectory: other.directory })
      )
      const kept = yield* restore({ dataDirectory: directory, copy })
      assert.strictEqual(yield* secret(directory), "made anew")
      const mark = yield* Effect.promise(() => stat(`${kept}-generation`))
      assert.strictEqual(mark.mode & 0o777, 0o600)
    }).pipe(Effect.scoped)
  )

  it.live("is another program's is left alone", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const db = openWriter({ file: join(directory, "kittiwake.db"), synchronous: "off" })
      db.exec("create table notes (text)")
      db.close()
      assert.include(yield* refusal(directory), "it is another program's: it holds notes")
    }).pipe(Effect.scoped)
  )

  it.live("is damaged inside is refused, with the cure", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* filled
      yield* Effect.promise(async () => {
        const file = await open(database, "r+")
        await file.write(Buffer.alloc(4_096, 0xab), 0, 4_096, 4_096 * 10)
        await file.close()
      })
      assert.include(yield* refusal(directory), "Restore a copy")
    }).pipe(Effect.scoped)
  )

  it.live("is found damaged by a read tells its process so", () =>
    Effect.gen(function* () {
      const { directory, database } = yield* filled
      const told: Array<string> = []
      yield* Effect.gen(function* () {
        const { read } = yield* Sqlite
        yield* Effect.promise(async () => {
          const file = await open(database, "r+")
          const { size } = await file.stat()
          await file.write(Buffer.alloc(size - 4_096, 0xab), 0, size - 4_096, 4_096)
          await file.close()
        })
        const error = yield* Effect.flip(read("look", (db) => db.all("select * from organizations, runs, monitors")))
        assert.strictEqual(error._tag, "StoreUnavailable")
        yield* Effect.repeat(Effect.yieldNow, { until: () => told.length > 0 })
      }).pipe(
        Effect.provide(
          embedded.layer({
            dataDirectory: directory,
            snapshots: { every: null },
            onLost: (reason) =>
              Effect.sync(() => {
                told.push(reason)
              })
          })
        )
      )
      assert.include(told[0], "malformed")
      assert.include(told[0], "kittiwake restore")
    }).pipe(Effect.scoped)
  )

  it.live("has the tables of a newer version is refused", () =>
    Effect.gen(function* () {
      const { database, directory } = yield* filled
      const db = openWriter({ file: database, synchronous: "off" })
      db.run("insert into migrations (migration_id, name) values (9999, 'from_the_future')")
      db.close()
      assert.include(yield* refusal(directory), "the tables of a newer version (9999")
    }).pipe(Effect.scoped)
  )

  it.live(
    "loses its lock is lost to whoever opened it",
    () =>
      Effect.gen(function* () {
        const directory = join(yield* temporaryDirectory, "data")
        const lost = yield* Deferred.make<string>()
        yield* Layer.build(
          embedded.layer({
            dataDirectory: directory,
            snapshots: { every: null },
            onLost: (reason) => Effect.asVoid(Deferred.succeed(lost, reason))
          })
        )
        yield* Effect.promise(() => rm(join(directory, "lock")))
        assert.include(yield* Effect.timeout(Deferred.await(lost), "10 seconds"), "nothing keeps another process out")
      }).pipe(Effect.scoped),
    timeout
  )

  it.live(
    "loses its lock ends its process, so that no second one works beside it, and the next has what it wrote",
    () =>
      Effect.gen(function* () {
        const directory = join(yield* temporaryDirectory, "data")
        const lock = join(directory, "lock")
        const holder = yield* holdInProcess(directory, "hold")
        yield* holder.printed(1)
        yield* Effect.promise(() => rm(lock))
        const { code, errors } = yield* holder.ended
        assert.strictEqual(code, 1)
        assert.include(errors, `${lock} was removed or replaced while it was in use`)
        assert.notInclude(errors, "kittiwake restore")
        const next = yield* holdInProcess(directory, "hold")
        yield* next.printed(1)
      }).pipe(Effect.scoped),
    timeout
  )

  for (const [what, take] of [
    ["is taken away with its folder ends its process", (directory: string) => rename(directory, `${directory}.gone`)],
    ["loses its log ends its process", (directory: string) => rm(join(directory, "kittiwake.db-wal"))],
    ["is replaced ends its process", (directory: string) => writeFile(join(directory, "installation"), "another\n")],
    ["has another thing for its mark ends its process", (directory: string) => putPipe(join(directory, "installation"))]
  ] as const) {
    it.live(
      what,
      () =>
        Effect.gen(function* () {
          const directory = join(yield* temporaryDirectory, "data")
          const holder = yield* holdInProcess(directory, "hold")
          yield* holder.printed(1)
          yield* Effect.promise(() => take(directory))
          const { code, errors } = yield* holder.ended
          assert.strictEqual(code, 1)
          assert.include(errors, `the data directory ${directory}, or the database in it, was removed or replaced`)
          assert.include(errors, "kittiwake restore")
        }).pipe(Effect.scoped),
      timeout
    )
  }
})
