/** What each operation on batches reads among a hundred thousand pages: counted by the server, with statistics and without. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eachOperation, endingOperations, hundredThousand } from "../../../core/src/testing/manyBatches.ts"
import { needsServer } from "./databases.ts"
import { manyBatchRows } from "./manyBatchRows.ts"
import { fillTables, mostReadBy, onOneConnection, type Watch } from "./mostRead.ts"

/** What may be read: some rows and entries of indexes for each page that is asked for, and for each batch that has not ended. */
const mostRead = 3_000

/** A plan may change once a statement has been asked so often. */
const often = 8

/** Without statistics the server gathers a small batch and sorts it. */
const butResults =
  (watch: Watch): Watch =>
  (name, work) =>
    name.endsWith("results") ? work : watch(name, work)

const watched = mostReadBy(
  Effect.fnUntraced(function* (watch) {
    const sql = yield* SqlClient.SqlClient
    for (let n = 0; n < often; n++) yield* eachOperation(butResults(watch), hundredThousand)
    yield* sql`analyze`
    for (let n = 0; n < often; n++) yield* eachOperation(watch, hundredThousand)
    yield* endingOperations(watch, hundredThousand)
  })
)

describe("batches among a hundred thousand pages on a Postgres server", needsServer, () => {
  it.live(
    "are claimed, recorded, settled, listed and dropped by reading little",
    () =>
      Effect.gen(function* () {
        yield* fillTables(["batch_items", "batches", "batch_counts", "batch_segments"], manyBatchRows(hundredThousand))
        const most = yield* watched
        assert.deepStrictEqual(
          [...most].filter(([, rows]) => rows > mostRead),
          []
        )
        assert.isAbove(most.get("claim")!, 100)
        // Without the index of pages that have a result it is ten times as much.
        assert.isBelow(most.get("last results")!, 500)
      }).pipe(onOneConnection),
    300_000
  )
})
