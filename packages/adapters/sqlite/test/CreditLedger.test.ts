import { suite } from "@kittiwake/core/testing/creditLedgerSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
