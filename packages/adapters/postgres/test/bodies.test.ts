import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { suite } from "../../../core/src/testing/bodySuite.ts"
import { onServer } from "./databases.ts"

const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ zstd: number; plain: number; size: number; kept: number }>`
    select count(*) filter (where encoding = 'zstd') as zstd, count(*) filter (where encoding = 'plain') as plain,
      coalesce(sum(octet_length(content)), 0)::bigint as size, (select bytes from cache_size) as kept
    from cache_bodies`
  return row!
})

const assetBodies = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql`select 1 from asset_bodies`, (rows) => rows.length)
)

onServer((name, stores) => suite(name, stores, { stored, assetBodies }))
