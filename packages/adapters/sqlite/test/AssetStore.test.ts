import { suite } from "@kittiwake/core/testing/assetStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
