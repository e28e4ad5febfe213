import { suite } from "@kittiwake/core/testing/newsSourceStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
