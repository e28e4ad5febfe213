import { suite } from "@kittiwake/core/testing/personRecordStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
