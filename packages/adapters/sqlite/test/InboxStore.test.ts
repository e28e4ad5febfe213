import { suite } from "@kittiwake/core/testing/inboxStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
