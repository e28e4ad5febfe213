import { assert, describe, it } from "@effect/vitest"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { suite } from "@kittiwake/core/testing/pageReaderSuite"
import { Effect } from "effect"
import { layer } from "../src/PageReader.ts"

suite("parse5", layer)

describe("pages that come together", () => {
  it.live("are read one in a turn of the event loop, so that others have the thread between them", () =>
    Effect.gen(function* () {
      const { read } = yield* PageReader
      const request = {
        body: `<main>${"<p>Some <b>words</b> of a page.</p>".repeat(1_000)}</main>`,
        mediaType: "text/html",
        includeSelectors: [],
        excludeSelectors: [],
        leavesOutNoise: false
      }
      let [inTurn, most] = [0, 0]
      const readOne = Effect.map(read(request), () => {
        inTurn += 1
        if (inTurn === 1)
          setImmediate(() => {
            most = Math.max(most, inTurn)
            inTurn = 0
          })
      })
      yield* Effect.all(
        Array.from({ length: 12 }, () => readOne),
        { concurrency: "unbounded" }
      )
      yield* Effect.yieldNow
      assert.isAtMost(most, 2)
    }).pipe(Effect.provide(layer))
  )
})
