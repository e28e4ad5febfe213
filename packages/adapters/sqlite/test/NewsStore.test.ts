import { suite } from "@kittiwake/core/testing/newsStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
