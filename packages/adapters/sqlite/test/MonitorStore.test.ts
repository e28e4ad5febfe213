import { suite } from "@kittiwake/core/testing/monitorStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
