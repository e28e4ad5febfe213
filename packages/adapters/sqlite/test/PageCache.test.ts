import { suite } from "@kittiwake/core/testing/pageCacheSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
