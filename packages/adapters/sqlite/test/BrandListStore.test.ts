import { suite } from "@kittiwake/core/testing/brandListStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
