import { suite } from "@kittiwake/core/testing/runStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
