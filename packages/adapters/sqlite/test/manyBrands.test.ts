import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { eachOperation, eachSearch } from "../../../core/src/testing/manyBrands.ts"
import * as Stores from "../src/Stores.ts"
import { manyBrandRows } from "./manyBrandRows.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

/** How many there are; a million has the same plans. */
const count = Number(process.env.MANY_BRANDS ?? 100_000)

/** The walk that is meant: through the lists that were imported, of which there are few. */
const isMeant = (text: string): boolean =>
  / from brand_imports(?:$| order by updated_at desc, id limit 100$)/.test(text)

describe("an import of a list and searches among a hundred thousand brands", () => {
  it.live(
    "find what they want by an index, and walk through no table",
    () =>
      Effect.gen(function* () {
        const { db, walks } = yield* Watched
        db.exec(manyBrandRows(count))
        const asItIs = <A>(_: string, work: A) => work
        for (const [round, statistics] of [false, true].entries()) {
          if (statistics) db.exec("analyze")
          yield* eachSearch(asItIs, count)
          yield* eachOperation(asItIs, count, round)
          assert.deepStrictEqual(
            walks().filter(([text]) => !isMeant(text)),
            [],
            statistics ? "with statistics" : "without statistics"
          )
        }
      }).pipe(Effect.provide(Layer.provideMerge(Stores.layer, watchedDatabase))),
    300_000
  )
})
