import { suite } from "@kittiwake/core/testing/versionStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
