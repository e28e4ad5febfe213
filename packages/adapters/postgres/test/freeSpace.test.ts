import { assert, describe, it } from "@effect/vitest"
import { InstanceSecretStore } from "@kittiwake/core/security/InstanceSecretStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { emptyPglite } from "../../../../test/setup/sharedServers.ts"
import * as freeSpace from "../src/freeSpace.ts"
import { reserveBytes } from "../src/freeSpace.ts"
import { mayWrite } from "../src/mayWrite.ts"
import { migrateLayer } from "../src/migrate.ts"
import * as PgliteClient from "../src/PgliteClient.ts"
import * as Stores from "../src/Stores.ts"

const gibibyte = 1_073_741_824

describe("free space", () => {
  it("keeps 256 MiB free, more on larger disks, and never more than 2 GiB", () => {
    assert.strictEqual(reserveBytes(gibibyte), gibibyte / 4)
    assert.strictEqual(reserveBytes(20 * gibibyte), gibibyte)
    assert.strictEqual(reserveBytes(2_000 * gibibyte), 2 * gibibyte)
  })

  it("takes every statement for a write that is not surely a read", () => {
    for (const text of [
      "select 1",
      " \n select * from t",
      "with x as (select 1) select * from x",
      "begin",
      "commit",
      "rollback to savepoint effect_sql_1",
      "show server_version"
    ]) {
      assert.isFalse(mayWrite(text), text)
    }
    for (const text of [
      "insert into t values (1)",
      "with x as (update t set n = 1 returning n) select * from x",
      "-- why\ndelete from t",
      "select * from t for update",
      "vacuum t",
      "explain analyze delete from t",
      ""
    ]) {
      assert.isTrue(mayWrite(text), text)
    }
  })

  it.live(
    "refuses writes while there is too little of it, reads all the while, and writes again afterwards",
    () =>
      Effect.gen(function* () {
        const snapshot = yield* Effect.promise(emptyPglite)
        const disk = { freeBytes: 100 * gibibyte, totalBytes: 100 * gibibyte }
        const looked: Array<() => void> = []
        const measure = Effect.sync(() => {
          for (const tell of looked.splice(0)) tell()
          return { ...disk }
        })
        /** Waits until the disk was looked at twice, so that the first look has been taken note of. */
        const noticed = Effect.repeat(
          Effect.promise(() => new Promise<void>((resolve) => looked.push(resolve))),
          { times: 1 }
        )
        const client = PgliteClient.clientOfDatabase.pipe(
          Layer.provide(freeSpace.layer("/somewhere", measure)),
          Layer.provide(PgliteClient.databaseLayer({ directory: null, snapshot }))
        )
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const secrets = yield* InstanceSecretStore
          yield* secrets.getOrKeep("before", "kept")
          disk.freeBytes = gibibyte
          yield* noticed
          const error = yield* Effect.flip(secrets.getOrKeep("meanwhile", "lost"))
          assert.strictEqual(error._tag, "StoreUnavailable")
          assert.include(String(error.cause), "only 1024 MiB are free in /somewhere")
          assert.strictEqual(yield* secrets.getOrKeep("before", "other"), "kept")
          assert.strictEqual(
            (yield* Effect.flip(sql.withTransaction(sql`delete from instance_secrets`)))._tag,
            "SqlError"
          )
          disk.freeBytes = 100 * gibibyte
          yield* noticed
          assert.strictEqual(yield* secrets.getOrKeep("meanwhile", "kept now"), "kept now")
        }).pipe(Effect.provide(Stores.layer.pipe(Layer.provideMerge(migrateLayer), Layer.provideMerge(client))))
      }),
    60_000
  )
})
