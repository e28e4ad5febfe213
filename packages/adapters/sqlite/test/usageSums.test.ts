import { Effect } from "effect"
import { suite } from "../../../core/src/testing/usageSumsSuite.ts"
import { Sqlite } from "../src/Sqlite.ts"
import { foldTallies } from "../src/usageSums.ts"
import { onSqlite } from "./databases.ts"

const left = Effect.flatMap(Sqlite, ({ read }) =>
  read("test", (db) => db.get<{ readonly left: number }>("select count(*) as left from usage_tallies")!.left)
)

suite("SQLite", onSqlite, { fold: foldTallies, left })
