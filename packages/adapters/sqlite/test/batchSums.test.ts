import { assert, describe, it } from "@effect/vitest"
import { Connection } from "../src/Connection.ts"
import { migrate } from "../src/migrate.ts"
import { statements } from "../src/migrations/0029_batch_sums.ts"

/** Batches of two organizations with results, one that was removed, one whose results are kept no longer, and an intake. */
const before = `
  drop table batch_sums;
  alter table batch_counts drop column bytes;
  insert into batches (id, organization_id, state, opened_at, stale) values ('a', 'one', 'batch', 0, 0), ('b', 'one', 'batch', 0, 0),
    ('c', 'two', 'batch', 0, 0), ('d', 'one', 'removed', 0, 1), ('e', 'two', 'batch', 0, 1), ('f', 'two', 'intake', 0, 0);
  insert into batch_segments (batch_id, id, organization_id, items, bytes, raw_bytes, blocks) values ('a', 's1', 'one', 1, 10, 1, null),
    ('a', 's2', 'one', 1, 20, 1, null), ('b', 's1', 'one', 1, 300, 1, null), ('c', 's1', 'two', 1, 4000, 1, null),
    ('d', 's1', 'one', 1, 50000, 1, null), ('e', 's1', 'two', 1, 600000, 1, null);
  insert into batch_counts (batch_id, shard, code, pages, recovered_pages, example) values ('a', 3, '', 1, 0, ''),
    ('a', 3, 'TIMEOUT', 1, 0, ''), ('a', 7, '', 1, 0, ''), ('b', 2, '', 1, 0, ''), ('c', 0, '', 1, 0, ''), ('d', 0, '', 1, 0, ''),
    ('e', 0, '', 1, 0, '');`

describe("what results of batches took before it was counted", () => {
  it("is summed up for their organizations, where they are kept", () => {
    const db = new Connection(":memory:", { readOnly: false })
    migrate(db)
    db.exec(before)
    db.exec(statements)
    assert.deepStrictEqual(
      db
        .all<{ readonly organization_id: string; readonly bytes: number }>(
          "select organization_id, bytes from batch_sums order by organization_id"
        )
        .map((row) => [row.organization_id, row.bytes]),
      [
        ["one", 330],
        ["two", 4_000]
      ]
    )
    const ofEach = db.all<{ readonly batch_id: string; readonly bytes: number; readonly parts: number }>(
      "select batch_id, sum(bytes) as bytes, sum(bytes > 0) as parts from batch_counts group by batch_id order by batch_id"
    )
    assert.deepStrictEqual(
      ofEach.map((row) => [row.batch_id, row.bytes, row.parts]),
      [
        ["a", 30, 1],
        ["b", 300, 1],
        ["c", 4_000, 1],
        ["d", 0, 0],
        ["e", 0, 0]
      ]
    )
  })
})
