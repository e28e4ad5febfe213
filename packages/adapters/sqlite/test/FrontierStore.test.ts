import { suite } from "@kittiwake/core/testing/frontierStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
