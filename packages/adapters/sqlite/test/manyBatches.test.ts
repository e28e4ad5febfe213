import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { eachOperation, endingOperations, hundredThousand } from "../../../core/src/testing/manyBatches.ts"
import * as Stores from "../src/Stores.ts"
import { manyBatchRows } from "./manyBatchRows.ts"
import { Watched, watchedDatabase } from "./watchedDatabase.ts"

/** The walks that are meant: through what is under way, and through the batches that have not ended or are to be dropped. */
const isMeant = (step: string): boolean =>
  /USING INDEX batch_items_under_way|USING (?:COVERING )?INDEX batches_(?:open|standing|stale)/.test(step)

describe("the stores of batches among a hundred thousand pages", () => {
  it.live(
    "find what they look for by an index, and walk through no table",
    () =>
      Effect.gen(function* () {
        const { db, walks } = yield* Watched
        db.exec(manyBatchRows(hundredThousand, Date.now()))
        const asItIs = <A>(_: string, work: A) => work
        for (const statistics of [false, true]) {
          if (statistics) db.exec("analyze")
          yield* eachOperation(asItIs, hundredThousand)
          if (statistics) yield* endingOperations(asItIs, hundredThousand)
          // What is asked of those that have not ended stands behind their bodies.
          const ofOpen = [...db.plans].filter(([text]) => text.includes("indexed by batches_standing"))
          assert.isAtLeast(ofOpen.length, 3)
          for (const [text, steps] of ofOpen)
            assert.isTrue(
              steps.some((step) => step.includes("COVERING INDEX batches_standing")),
              text
            )
          const found = walks().map(([text, steps]) => [text, steps.filter((step) => !isMeant(step))] as const)
          assert.deepStrictEqual(
            found.filter(([, steps]) => steps.length > 0),
            [],
            statistics ? "with statistics" : "without statistics"
          )
        }
      }).pipe(Effect.provide(Layer.provideMerge(Stores.layer, watchedDatabase))),
    120_000
  )
})
