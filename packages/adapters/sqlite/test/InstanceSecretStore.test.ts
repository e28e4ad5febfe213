import { suite } from "@kittiwake/core/testing/instanceSecretStoreSuite"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite as never)
