import { assert, describe, it } from "@effect/vitest"
import { BatchStore, type ResultFilter } from "@kittiwake/core/batches/BatchStore"
import { BatchId } from "@kittiwake/core/batches/domain/Batch"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { needsServer } from "./databases.ts"
import { onOneConnection } from "./mostRead.ts"

/** Pages that were read and failed before pages kept why, one of each since, and one without a result. */
const rows = `
  insert into batches (id, organization_id, state, opened_at) values ('batch_a', 'org_one', 'batch', now());
  insert into batch_items (batch_id, n, url, host, depth, state, segment_id, result_offset, result_length, code) values
    ('batch_a', 1, 'u', 'h', 0, 2, 's', 0, 1, null), ('batch_a', 2, 'u', 'h', 0, 2, 's', 0, 1, ''),
    ('batch_a', 3, 'u', 'h', 0, 2, 's', 0, 1, 'NOT_FOUND'), ('batch_a', 4, 'u', 'h', 0, 2, 's', 0, 1, null),
    ('batch_a', 5, 'u', 'h', 0, 2, null, null, null, null);`

const [owner, batchId] = [OrganizationId.make("org_one"), BatchId.make("batch_a")]

const found = Effect.fnUntraced(function* (filter: ResultFilter) {
  const found = yield* (yield* BatchStore).results(owner, batchId, filter, { after: 0, limit: 10 })
  return found.map(({ n }) => n)
})

describe("results of before pages kept why they failed, on a Postgres server", needsServer, () => {
  it.live("are among all that a filter gives, since nothing is known of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const one of rows.split(";")) if (one.trim() !== "") yield* sql.unsafe(one)
      assert.deepStrictEqual(yield* found({}), [1, 2, 3, 4])
      assert.deepStrictEqual(yield* found({ status: "ok" }), [1, 2, 4])
      assert.deepStrictEqual(yield* found({ status: "error" }), [1, 3, 4])
      assert.deepStrictEqual(yield* found({ code: "TIMEOUT" }), [1, 4])
    }).pipe(onOneConnection)
  )
})
