import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { statements } from "../src/migrations/0029_batch_sums.ts"
import { needsServer } from "./databases.ts"
import { onOneConnection } from "./mostRead.ts"

/** Batches of two organizations with results, one that was removed, and one whose results are kept no longer. */
const before = `
  drop table batch_sums;
  alter table batch_counts drop column bytes;
  insert into batches (id, organization_id, state, opened_at, stale) values ('a', 'one', 'batch', now(), false),
    ('b', 'one', 'batch', now(), false), ('c', 'two', 'batch', now(), false), ('d', 'one', 'removed', now(), true),
    ('e', 'two', 'batch', now(), true);
  insert into batch_segments (batch_id, id, organization_id, items, bytes, raw_bytes) values ('a', 's1', 'one', 1, 10, 1),
    ('a', 's2', 'one', 1, 20, 1), ('b', 's1', 'one', 1, 300, 1), ('c', 's1', 'two', 1, 4000000000, 1),
    ('d', 's1', 'one', 1, 50000, 1), ('e', 's1', 'two', 1, 600000, 1);
  insert into batch_counts (batch_id, shard, code, pages, recovered_pages, example) values ('a', 3, '', 1, 0, ''),
    ('a', 3, 'TIMEOUT', 1, 0, ''), ('a', 7, '', 1, 0, ''), ('b', 2, '', 1, 0, ''), ('c', 0, '', 1, 0, ''), ('d', 0, '', 1, 0, ''),
    ('e', 0, '', 1, 0, '');`

describe("what results of batches took before it was counted, on a Postgres server", needsServer, () => {
  it.live("is summed up for their organizations, where they are kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const one of `${before}${statements}`.split(";")) if (one.trim() !== "") yield* sql.unsafe(one)
      assert.deepStrictEqual(
        (yield* sql<{ id: string; bytes: number }>`
          select organization_id as id, bytes from batch_sums order by organization_id`).map(({ bytes, id }) => [
          id,
          bytes
        ]),
        [
          ["one", 330],
          ["two", 4_000_000_000]
        ]
      )
      const ofEach = yield* sql<{ id: string; bytes: number; parts: number }>`
        select batch_id as id, sum(bytes)::float8 as bytes, count(*) filter (where bytes > 0)::integer as parts
        from batch_counts group by batch_id order by batch_id`
      assert.deepStrictEqual(
        ofEach.map(({ bytes, id, parts }) => [id, bytes, parts]),
        [
          ["a", 30, 1],
          ["b", 300, 1],
          ["c", 4_000_000_000, 1],
          ["d", 0, 0],
          ["e", 0, 0]
        ]
      )
    }).pipe(onOneConnection)
  )
})
