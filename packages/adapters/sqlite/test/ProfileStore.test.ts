import { suite } from "@kittiwake/core/testing/profileStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
