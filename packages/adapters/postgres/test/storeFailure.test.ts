import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as PgClient from "../src/PgClient.ts"
import { orUnavailable } from "../src/storeFailure.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

describe("what a store says on Postgres", needsServer, () => {
  it.live("names a disk that is full, and nothing else so", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const raised = (code: string) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          return yield* sql.unsafe(`do $$ begin raise exception 'no room' using errcode = '${code}'; end $$`)
        }).pipe(orUnavailable("MonitorStore.create"), Effect.flip)
      yield* Effect.gen(function* () {
        // https://www.postgresql.org/docs/current/errcodes-appendix.html: disk_full, and too_many_connections.
        assert.deepInclude(yield* raised("53100"), { _tag: "StoreUnavailable", isDiskFull: true })
        assert.notProperty(yield* raised("53300"), "isDiskFull")
      }).pipe(Effect.provide(PgClient.layer({ url })))
    }).pipe(Effect.scoped)
  )
})
