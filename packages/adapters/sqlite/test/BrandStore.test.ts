import { suite } from "@kittiwake/core/testing/brandStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
