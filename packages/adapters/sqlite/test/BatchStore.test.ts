import { suite } from "@kittiwake/core/testing/batchStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
