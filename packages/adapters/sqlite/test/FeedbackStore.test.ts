import { suite } from "@kittiwake/core/testing/feedbackStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
