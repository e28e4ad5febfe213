import { stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { holdDataDirectory } from "../src/dataDirectory.ts"
import * as embedded from "../src/embedded.ts"
import { holdInProcess, temporaryDirectory } from "./processes.ts"

const timeout = 120_000

describe("data directory", () => {
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
          const sql = yield* SqlClient.SqlClient
          return yield* sql<{ name: string }>`select name from instance_secrets`
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
})
