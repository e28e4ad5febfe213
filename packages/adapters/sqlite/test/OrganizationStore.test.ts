import { suite } from "@kittiwake/core/testing/organizationStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
