import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { readSubmission } from "../../src/batches/readSubmission.ts"
import { Exchange, type ExchangeState, newExchange } from "../../src/Exchange.ts"

/** A submission whose pieces are all there at once. */
const inPieces = (pieces: ReadonlyArray<string>) =>
  HttpServerRequest.fromWeb(
    new Request("http://kittiwake.test/v1/batch/submit", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new ReadableStream({
        start: (controller) => {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
          controller.close()
        }
      }),
      duplex: "half"
    } as RequestInit)
  )

describe("the body of a submission", () => {
  it.live("gives whoever else waits a turn between its pieces", () =>
    Effect.gen(function* () {
      const entries = Array.from({ length: 50 }, (_, n) => `"https://site.example/${n}",`)
      let turns = 0
      let isOver = false
      const turn = () => {
        turns += 1
        if (!isOver) setImmediate(turn)
      }
      setImmediate(turn)
      const submission = yield* readSubmission(inPieces(['{"input":{"data":{"urls":[', ...entries, '""]}}}']))
      const read = yield* submission.entries.pipe(Stream.take(50), Stream.runCollect)
      isOver = true
      assert.lengthOf(read, 50)
      assert.isAtLeast(turns, 50)
    }).pipe(Effect.provideService(Exchange, newExchange("req_1", 0, {} as ExchangeState["memory"])))
  )
})
