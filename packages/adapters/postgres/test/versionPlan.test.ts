/** What each operation on versions reads among a hundred thousand: counted by the server, with statistics and without. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eachOperation } from "../../../core/src/testing/manyVersions.ts"
import { needsServer } from "./databases.ts"
import { manyVersionRows } from "./manyVersionRows.ts"
import { fillTables, mostReadBy, onOneConnection } from "./mostRead.ts"

/** How many there are; a million is read as little of. */
const count = Number(process.env.MANY_VERSIONS ?? 100_000)

/** What may be read: of each of twenty organizations with too much as many versions as one step drops, and their parts. */
const mostRead = 15_000

const watched = mostReadBy(
  Effect.fnUntraced(function* (watch) {
    const sql = yield* SqlClient.SqlClient
    yield* eachOperation(watch, count)
    yield* sql`analyze`
    yield* eachOperation(watch, count)
  })
)

describe("versions among a hundred thousand on a Postgres server", needsServer, () => {
  it.live(
    "are listed, compared, staged and dropped by reading little",
    () =>
      Effect.gen(function* () {
        yield* fillTables(["monitor_versions", "version_parts"], manyVersionRows(count))
        const most = yield* watched
        assert.deepStrictEqual(
          [...most].filter(([, rows]) => rows > mostRead),
          [],
          JSON.stringify([...most])
        )
        assert.isAtLeast(most.get("list")!, 25)
      }).pipe(onOneConnection),
    300_000
  )
})
