import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { StoreDisk } from "../../../core/src/StoreDisk.ts"
import { makeDiskWatch } from "../src/diskWatch.ts"
import * as PgClient from "../src/PgClient.ts"
import { sqlFailure } from "../src/sqlFailure.ts"
import { tryRoom } from "../src/tryRoom.ts"
import { emptyDatabase, needsServer } from "./databases.ts"

const answer = (rowCount: number) => ({ rows: [], command: "INSERT", rowCount })

describe("what statements tell of a disk that this process cannot look at", () => {
  it.effect("is that it is full for a minute after one found no room", () =>
    Effect.gen(function* () {
      let now = 0
      const { disk, watched } = makeDiskWatch(() => now)
      const failing = (code: string) =>
        watched(() => Effect.fail(sqlFailure({ message: "no", code }, { code }, "insert")))("insert into t", [], true)
      assert.isFalse(disk.isFull())
      yield* Effect.flip(failing("53300"))
      assert.isFalse(disk.isFull())
      yield* Effect.flip(failing("53100"))
      now += 59_999
      assert.isTrue(disk.isFull())
      yield* Effect.flip(failing("53100"))
      now += 59_999
      assert.isTrue(disk.isFull())
      now += 1
      assert.isFalse(disk.isFull())
    })
  )

  it.effect("ends with the first row that is new, and with nothing that any disk has room for", () =>
    Effect.gen(function* () {
      const { disk, watched } = makeDiskWatch(() => 0)
      const succeeding = (text: string, rowCount: number) =>
        watched(() => Effect.succeed(answer(rowCount)))(text, [], true)
      yield* Effect.flip(
        watched(() => Effect.fail(sqlFailure({ message: "no", code: "53100" }, { code: "53100" }, "insert")))(
          "x",
          [],
          true
        )
      )
      yield* succeeding("select 1", 1)
      yield* succeeding("update t set n = 1", 1)
      yield* succeeding("insert into t values (1) on conflict do nothing", 0)
      yield* succeeding("insert into t values (1) on conflict (n) do update set n = 2", 1)
      assert.isTrue(disk.isFull())
      yield* succeeding("with new as (select 1) insert into t select * from new", 1)
      assert.isFalse(disk.isFull())
    })
  )
})

describe("a client of Postgres", needsServer, () => {
  it.live("hears of a full disk, and of room again", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { isFull } = yield* StoreDisk
        yield* sql`create table t (n integer)`
        yield* Effect.flip(sql.unsafe("do $$ begin raise exception 'no room' using errcode = '53100'; end $$"))
        assert.isTrue(isFull())
        yield* sql`update t set n = 1`
        assert.isTrue(isFull())
        yield* sql`insert into t values (1)`
        assert.isFalse(isFull())
      }).pipe(Effect.provide(PgClient.layer({ url })))
    }).pipe(Effect.scoped)
  )

  it.live("tries whether there is room, on the disk and without a trace", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const size = sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`
        const [before] = yield* size
        yield* tryRoom
        assert.deepStrictEqual(yield* size, [before!])
        const spilled = sql<{ mb: number }>`
          select pg_stat_force_next_flush(), temp_bytes::float8 / 1e6 as mb from pg_stat_database where datname = current_database()`
        const [{ mb }] = (yield* Effect.repeat(spilled, { until: ([row]) => row!.mb > 0, times: 200 })) as [
          { mb: number }
        ]
        assert.isAbove(mb, 7)
      }).pipe(Effect.provide(PgClient.layer({ url, poolSize: 1 })))
    }).pipe(Effect.scoped)
  )
})
