import { suite } from "@kittiwake/core/testing/suppressionStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
