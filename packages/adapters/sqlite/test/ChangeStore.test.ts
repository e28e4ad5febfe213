import { suite } from "@kittiwake/core/testing/changeStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
