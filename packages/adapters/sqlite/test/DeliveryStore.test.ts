import { suite } from "@kittiwake/core/testing/deliveryStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)
