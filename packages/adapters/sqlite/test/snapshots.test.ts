import { execFileSync } from "node:child_process"
import { copyFile, mkdir, open, readdir, stat, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Context, Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { backupTo } from "../src/backupTo.ts"
import { copyDatabase } from "../src/copyDatabase.ts"
import { dataDirectoryAt } from "../src/dataDirectory.ts"
import * as embedded from "../src/embedded.ts"
import { inspectDatabase } from "../src/inspectDatabase.ts"
import { openReader, openWriter } from "../src/openConnection.ts"
import { Sqlite } from "../src/Sqlite.ts"
import { listSnapshots, restore, takeSnapshot } from "../src/snapshots.ts"
import { temporaryDirectory } from "./databases.ts"

const opened = (dataDirectory: string, options: Omit<embedded.EmbeddedOptions, "dataDirectory"> = {}) =>
  embedded.layer({ dataDirectory, synchronous: "off", snapshots: { every: null }, ...options })

/** Keeps a secret; tells which one is kept. */
const secret = (dataDirectory: string, candidate: string) =>
  InstanceSecretStore.use((store) => store.getOrKeep("name", candidate)).pipe(Effect.provide(opened(dataDirectory)))

const secretsIn = (file: string) => {
  const db = openReader(file)
  const names = db
    .all<{ readonly name: string }>("select name from instance_secrets order by cast(substr(name, 8) as integer)")
    .map((row) => row.name)
  db.close()
  return names
}

describe("snapshots", { timeout: 60_000 }, () => {
  it.live("lead back to how it was, and keep what was there", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      assert.strictEqual(yield* secret(root, "before"), "before")
      const copy = yield* takeSnapshot(dataDirectoryAt(root)).pipe(Effect.provide(opened(root)))
      const { mode } = yield* Effect.promise(() => stat(copy))
      assert.strictEqual(mode & 0o777, 0o600)

      const elsewhere = yield* temporaryDirectory
      assert.strictEqual(yield* secret(elsewhere, "other"), "other")
      const kept = yield* restore({ dataDirectory: elsewhere, copy })
      assert.include(kept, join(elsewhere, "kittiwake.db.before-"))
      assert.strictEqual(yield* secret(elsewhere, "late"), "before")
      const left = yield* Effect.promise(() => readdir(elsewhere))
      assert.deepStrictEqual(
        left.filter((name) => name.includes("restoring")),
        []
      )
      // What was there can be gone back to as well.
      yield* restore({ dataDirectory: elsewhere, copy: kept! })
      assert.strictEqual(yield* secret(elsewhere, "late"), "other")
    }).pipe(Effect.scoped)
  )

  it.live("can be restored where the database is gone", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      yield* secret(root, "before")
      const copy = yield* takeSnapshot(dataDirectoryAt(root)).pipe(Effect.provide(opened(root)))
      const empty = join(yield* temporaryDirectory, "new")
      assert.isNull(yield* restore({ dataDirectory: empty, copy }))
      assert.strictEqual(yield* secret(empty, "late"), "before")
    }).pipe(Effect.scoped)
  )

  it.live("that are no databases change nothing", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      yield* secret(root, "mine")
      const copy = join(yield* temporaryDirectory, "copy")
      yield* Effect.promise(() => writeFile(copy, "nothing of the kind"))
      const error = yield* Effect.flip(restore({ dataDirectory: root, copy }))
      assert.include(error.message, "cannot be restored: it is not a SQLite database")
      assert.strictEqual(yield* secret(root, "late"), "mine")
      assert.isFalse((yield* Effect.promise(() => readdir(root))).some((name) => name.includes("before-")))
    }).pipe(Effect.scoped)
  )

  it.live("that are something else are called what they are, with the cure", () =>
    Effect.gen(function* () {
      const [root, files] = [yield* temporaryDirectory, yield* temporaryDirectory]
      yield* secret(root, "mine")
      const said = Effect.fnUntraced(function* (name: string, content: string | Uint8Array) {
        const copy = join(files, name)
        yield* Effect.promise(() => writeFile(copy, content))
        return (yield* Effect.flip(restore({ dataDirectory: root, copy }))).message
      })
      assert.match(yield* said("all.ndjson", '{"kittiwake":1}\n'), /an export.+kittiwake import \/.+all\.ndjson\.$/)
      assert.match(yield* said("all.gz", gzipSync("{}")), /an export.+kittiwake import \/.+all\.gz\.$/)
      assert.match(yield* said("empty", ""), /cannot be restored: it is empty\.$/)
      const directory = yield* Effect.flip(restore({ dataDirectory: root, copy: files }))
      assert.match(directory.message, /it is a directory: name the file\.$/)
      const pipe = join(files, "pipe")
      execFileSync("mkfifo", [pipe])
      for (const copy of [pipe, "/dev/zero"]) {
        const { message } = yield* Effect.flip(restore({ dataDirectory: root, copy }))
        assert.match(message, /it is a pipe or a device: write it to a file first, and name that\.$/)
      }
      const other = join(files, "other.db")
      const db = new DatabaseSync(other)
      db.exec("create table cars (id)")
      db.close()
      const foreign = yield* Effect.flip(restore({ dataDirectory: root, copy: other }))
      assert.match(foreign.message, /it is not a database of Kittiwake\.$/)
      assert.strictEqual(yield* secret(root, "late"), "mine")
    }).pipe(Effect.scoped)
  )

  it.live("are refused of a damaged database, and leave nothing behind", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const directory = dataDirectoryAt(root)
      yield* secret(root, "mine")
      yield* Effect.promise(async () => {
        const file = await open(directory.database, "r+")
        await file.write(Buffer.alloc(8_192, 0xa5), 0, 8_192, 6 * 4_096)
        await file.close()
      })
      const source = join(yield* temporaryDirectory, "source.db")
      yield* Effect.promise(() => copyFile(directory.database, source))
      const error = yield* Effect.flip(copyDatabase(source, join(root, "copy.db")))
      assert.match(error.message, /source\.db: it is damaged/)
      assert.isFalse((yield* Effect.promise(() => readdir(root))).some((name) => name.startsWith("copy")))
    }).pipe(Effect.scoped)
  )

  it.live("let go of the database before they are checked", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const { database } = dataDirectoryAt(root)
      yield* secret(root, "mine")
      yield* Effect.promise(() =>
        backupTo(database, join(root, "copy.db"), async () => {
          const db = openWriter({ file: database, synchronous: "off" })
          db.run("update instance_secrets set secret = 'later'")
          // A reader that held on to the log would keep it from starting over.
          assert.strictEqual(db.get<{ readonly busy: number }>("pragma wal_checkpoint(truncate)")?.busy, 0)
          db.close()
        })
      )
    }).pipe(Effect.scoped)
  )

  it.live("bring back what only the log held, also of a database that was put aside", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const { database } = dataDirectoryAt(root)
      yield* secret(root, "first")
      const copy = join(yield* temporaryDirectory, "copy.db")
      yield* copyDatabase(database, copy)
      // As a process leaves it that was killed: what it wrote last stands in the log alone.
      const db = openWriter({ file: database, synchronous: "off" })
      db.run("update instance_secrets set secret = 'last'")
      const left = join(yield* temporaryDirectory, "left")
      yield* Effect.promise(async () => {
        await mkdir(left)
        for (const name of await readdir(root)) await copyFile(join(root, name), join(left, name))
      })
      db.close()
      const kept = yield* restore({ dataDirectory: left, copy })
      assert.strictEqual(yield* secret(left, "late"), "first")
      yield* restore({ dataDirectory: left, copy: kept! })
      assert.strictEqual(yield* secret(left, "late"), "last")
    }).pipe(Effect.scoped)
  )

  it.live("leave alone what is not theirs, and go by no clock of the future", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const directory = dataDirectoryAt(root)
      const own = ["2026-01-01-before-upgrade.db", "my-copy.db", "2999-01-01T00-00-00.000Z.db"]
      yield* Effect.gen(function* () {
        yield* Effect.promise(async () => {
          await mkdir(directory.snapshots)
          for (const name of [...own, "2020-01-01T00-00-00.000Z.db.part-journal"]) {
            await writeFile(join(directory.snapshots, name), "")
          }
        })
        const taken = [yield* takeSnapshot(directory, { keep: 1 }), yield* takeSnapshot(directory, { keep: 1 })]
        const names = yield* Effect.promise(() => readdir(directory.snapshots))
        assert.sameMembers(names, [...own, basename(taken[1]!)])
      }).pipe(Effect.provide(opened(root)))
    }).pipe(Effect.scoped)
  )

  it.effect("are taken on schedule, and only the newest are kept", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      const snapshots = { every: Duration.hours(6), keep: 2 }
      const look = Effect.map(listSnapshots(dataDirectoryAt(root)), (paths) => paths.map((path) => basename(path)))
      yield* Effect.gen(function* () {
        const taken = new Set<string>()
        const looked = Effect.map(look, (names) => {
          for (const name of names) taken.add(name)
        })
        yield* Effect.repeat(Effect.andThen(TestClock.adjust("10 minutes"), looked), { until: () => taken.size >= 3 })
        const moments = [...taken].map((name) =>
          Date.parse(basename(name, ".db").replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"))
        )
        assert.isAtLeast(moments[1]! - moments[0]!, 6 * 3_600_000)
        const kept = yield* Effect.repeat(look, { until: ({ length }) => length === 2 })
        assert.notInclude(kept, [...taken][0])
      }).pipe(Effect.provide(opened(root, { snapshots })))
      assert.strictEqual((yield* inspectDatabase(root))?.faults.length, 0)
    }).pipe(Effect.scoped)
  )
})

describe("a copy of a database that is written to", () => {
  it.live(
    "is whole, and holds all that was acknowledged before it was begun",
    () =>
      Effect.gen(function* () {
        const root = yield* temporaryDirectory
        const context = yield* Layer.build(opened(root))
        const store = Context.get(context, InstanceSecretStore)
        let acknowledged = 0
        const writing = yield* Effect.forkChild(
          Effect.forever(
            Effect.suspend(() => {
              const n = acknowledged
              return Effect.tap(store.getOrKeep(`secret ${n}`, "x".repeat(2_000)), () =>
                Effect.sync(() => {
                  acknowledged = n + 1
                })
              )
            })
          )
        )
        for (const how of ["by the process that writes", "by another"] as const) {
          while (acknowledged < 500) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          const before = acknowledged
          const path = join(yield* temporaryDirectory, "copy.db")
          const { database } = dataDirectoryAt(root)
          yield* how === "by another"
            ? copyDatabase(database, path)
            : Effect.flatMap(Sqlite, ({ backup }) => backup(path)).pipe(Effect.provideContext(context))
          const names = secretsIn(path)
          assert.isAtLeast(names.length, before, how)
          assert.deepStrictEqual(
            names,
            names.map((_, n) => `secret ${n}`)
          )
        }
        yield* Fiber.interrupt(writing)
      }).pipe(Effect.scoped),
    60_000
  )
})

describe("looking at a data directory", { timeout: 60_000 }, () => {
  it.live("tells who has it open, and what is wrong with it", () =>
    Effect.gen(function* () {
      const root = yield* temporaryDirectory
      assert.isNull(yield* inspectDatabase(root))
      yield* Effect.gen(function* () {
        assert.deepInclude(yield* inspectDatabase(root), { heldBy: process.pid, isMigrated: true, faults: [] })
      }).pipe(Effect.provide(opened(root)))
      assert.deepInclude(yield* inspectDatabase(root), { heldBy: null, isMigrated: true, faults: [] })
      yield* Effect.promise(() => writeFile(dataDirectoryAt(root).database, "x".repeat(10_000)))
      assert.deepInclude(yield* inspectDatabase(root), { faults: ["file is not a database"] })
    }).pipe(Effect.scoped)
  )
})
