import { suite } from "@kittiwake/core/testing/brandRefreshStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
