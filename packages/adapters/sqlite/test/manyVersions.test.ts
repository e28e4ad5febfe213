import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { eachOperation } from "../../../core/src/testing/manyVersions.ts"
import * as Stores from "../src/Stores.ts"
import { manyVersionRows } from "./manyVersionRows.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

/** How many there are; a million has the same plans. */
const count = Number(process.env.MANY_VERSIONS ?? 100_000)

/** The walks that are meant: through what is not counted or not looked at yet, and through monitors that were removed. */
const isMeant = (step: string): boolean =>
  /USING INDEX (?:monitor_versions_uncounted|version_bodies_loose)|forgotten_versions/.test(step)

describe("the store of versions among a hundred thousand", () => {
  it.live(
    "finds what it looks for by an index, and walks through no table",
    () =>
      Effect.gen(function* () {
        const { db, walks } = yield* Watched
        db.exec(manyVersionRows(count))
        const asItIs = <A>(_: string, work: A) => work
        for (const statistics of [false, true]) {
          if (statistics) db.exec("analyze")
          yield* eachOperation(asItIs, count)
          const found = walks().map(([text, steps]) => [text, steps.filter((step) => !isMeant(step))] as const)
          assert.deepStrictEqual(
            found.filter(([, steps]) => steps.length > 0),
            [],
            statistics ? "with statistics" : "without statistics"
          )
        }
      }).pipe(Effect.provide(Layer.provideMerge(Stores.layer, watchedDatabase))),
    300_000
  )
})
