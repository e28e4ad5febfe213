import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { StoreWrites } from "../../../core/src/StoreWrites.ts"
import * as PgClient from "../src/PgClient.ts"
import { refusalIn } from "../src/writeRefusal.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

describe("a server that takes no writes", () => {
  it("is told with what to do, a standby as one, whose settings do not count", () => {
    assert.isNull(refusalIn({ isStandby: false, isReadOnly: false }))
    assert.match(refusalIn({ isStandby: true, isReadOnly: true })!, /^it is a standby.+promote it/)
    assert.match(refusalIn({ isStandby: false, isReadOnly: true })!, /set default_transaction_read_only to off/)
  })

  describe("is asked", needsServer, () => {
    it.live("by the connections that write, as soon as its setting holds of them", () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { refusal } = yield* StoreWrites
          assert.isNull(yield* refusal)
          yield* sql`set default_transaction_read_only = on`
          yield* Effect.flip(sql`create table t (n integer)`)
          assert.include(yield* refusal, "it takes no writes")
          yield* sql`set default_transaction_read_only = off`
          yield* sql`create table t (n integer)`
          assert.isNull(yield* refusal)
        }).pipe(Effect.provide(PgClient.layer({ url, poolSize: 1 })))
      }).pipe(Effect.scoped)
    )
  })
})
