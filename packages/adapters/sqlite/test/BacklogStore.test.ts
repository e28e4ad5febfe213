import { suite } from "@kittiwake/core/testing/backlogStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
