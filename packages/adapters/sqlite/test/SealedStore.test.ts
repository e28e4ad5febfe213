import { suite } from "@kittiwake/core/testing/sealedStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite as never)
