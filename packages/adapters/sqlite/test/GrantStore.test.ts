import { suite } from "@kittiwake/core/testing/grantStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
