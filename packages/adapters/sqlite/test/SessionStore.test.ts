import { suite } from "@kittiwake/core/testing/sessionStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
