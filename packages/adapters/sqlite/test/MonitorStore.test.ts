import { it } from "@effect/vitest"
import { suite } from "@kittiwake/core/testing/monitorStoreSuite"
import { Effect } from "effect"
import { listsInBounds } from "../../../core/src/testing/listsInBounds.ts"
import { onSqlite } from "./databases.ts"

suite("SQLite", onSqlite)

it.effect("SQLite makes no more monitors of a list than a page has room for", () =>
  listsInBounds.pipe(Effect.scoped, Effect.provide(onSqlite))
)
