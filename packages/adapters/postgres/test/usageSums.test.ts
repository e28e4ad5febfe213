import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { suite } from "../../../core/src/testing/usageSumsSuite.ts"
import { foldTallies } from "../src/usageSums.ts"
import { onServer } from "./databases.ts"

const left = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly left: number }>`select count(*) as left from usage_tallies`
  return row!.left
})

onServer((name, stores) => suite(name, stores, { fold: foldTallies, left }))
