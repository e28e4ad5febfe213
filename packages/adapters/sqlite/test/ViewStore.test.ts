import { suite } from "@kittiwake/core/testing/viewStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
