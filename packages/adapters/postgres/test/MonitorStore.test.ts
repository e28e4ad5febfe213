import { it } from "@effect/vitest"
import { suite } from "@kittiwake/core/testing/monitorStoreSuite"
import { Effect } from "effect"
import { listsInBounds } from "../../../core/src/testing/listsInBounds.ts"
import { onPostgres, onServer } from "./databases.ts"

onServer((name, stores) => {
  suite(name, stores)

  it.effect("Postgres makes no more monitors of a list than a page has room for", () =>
    listsInBounds.pipe(Effect.scoped, Effect.provide(onPostgres))
  )
})
