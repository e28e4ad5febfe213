import { suite } from "@kittiwake/core/testing/pageIndexSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
