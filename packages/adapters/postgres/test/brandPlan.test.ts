/** What the parts of an import and searches read among many brands: counted by the server, with statistics or without. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eachOperation, eachSearch } from "../../../core/src/testing/manyBrands.ts"
import { needsServer } from "./databases.ts"
import { manyBrandRows } from "./manyBrandRows.ts"
import { fillTables, mostReadBy, onOneConnection, statisticsInTurn } from "./mostRead.ts"

/** How many there are: so many that reading through them shows, and so few that a planner who may choose would. */
const count = Number(process.env.MANY_BRANDS ?? 25_000)

/**
 * What a part of 250 rows may read: some twenty rows and entries of indexes for each, and the lists that
 * were imported. A search reads less: some hundred words of a few tiers.
 */
const mostRead = 8_000

/** A plan may change when a statement is asked for the sixth time: Postgres plans it for its values five times. */
const often = 6

const tables = [
  ...["brands", "brand_words", "brand_spellings", "brand_symbols", "brand_ids", "waiting_brands"],
  ...["waiting_brand_keys", "brand_imports"]
]

const watched = mostReadBy(
  Effect.fnUntraced(function* (watch) {
    const sql = yield* SqlClient.SqlClient
    for (const hasStatistics of statisticsInTurn(true)) {
      if (hasStatistics) yield* sql`analyze`
      const first = hasStatistics ? often : 0
      for (let round = 0; round < often; round++) yield* eachSearch(watch, count)
      for (let round = 0; round < often; round++) yield* eachOperation(watch, count, first + round)
    }
  })
)

describe("an import of a list and searches among many brands on a Postgres server", needsServer, () => {
  it.live(
    "read little of them for each part",
    () =>
      Effect.gen(function* () {
        yield* fillTables(tables, manyBrandRows(count))
        const most = yield* watched
        assert.deepStrictEqual(
          [...most].filter(([, rows]) => rows > mostRead),
          []
        )
        assert.isAbove(most.get("popularity")!, 250)
      }).pipe(onOneConnection),
    300_000
  )
})
