/** Files that somebody sends. Observed: what is answered, when, and the credits. */
import { assert, describe, it } from "@effect/vitest"
import { Files } from "@kittiwake/core/files/Files"
import { DocumentReader } from "@kittiwake/core/pages/DocumentReader"
import { defaultMarkdown } from "@kittiwake/core/pages/domain/ScrapeRequest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { callOf, creditsLeft, newReader, ports } from "../reading.ts"

const stuck = Layer.succeed(DocumentReader, DocumentReader.of({ read: () => Effect.never }))

describe("a file that is sent", () => {
  it.effect("is answered by its deadline and costs nothing, whatever waits for its reader", () =>
    Effect.gen(function* () {
      const reader = yield* newReader()
      const files = yield* Files
      const parsing = files.parse(yield* callOf(reader), {
        bytes: new TextEncoder().encode("a,b\n1,2\n"),
        contentType: "text/csv",
        extension: "csv",
        markdown: defaultMarkdown,
        mainContentOnly: false,
        firstPage: null,
        lastPage: null,
        ocr: false
      })
      const asking = yield* Effect.forkChild(Effect.flip(parsing))
      yield* TestClock.adjust("29999 millis")
      assert.isUndefined(asking.pollUnsafe())
      yield* TestClock.adjust("1 milli")
      assert.strictEqual((yield* Fiber.join(asking))._tag, "DeadlinePassed")
      assert.strictEqual((yield* creditsLeft(reader)).balance, 1_000)
    }).pipe(Effect.provide(Files.layer.pipe(Layer.provide(stuck), Layer.provideMerge(ports))))
  )
})
