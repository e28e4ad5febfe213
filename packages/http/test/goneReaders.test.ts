/** Replies whose readers have gone, and those that take long. Observed: which replies are ended after one or two turns of the event loop. */
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { BatchedResponse, batchWritten } from "../src/BatchedResponse.ts"

const response = () => new BatchedResponse(new IncomingMessage(new Socket()))

describe("replies whose readers have gone before their turn", () => {
  it.effect("are not written, and take no turn", () =>
    Effect.gen(function* () {
      yield* batchWritten
      const gone = Array.from({ length: 1_000 }, response)
      for (const one of gone) {
        one.end(Buffer.alloc(100_000))
        one.req.socket.destroy()
      }
      const [short, long] = [response(), response()]
      short.end("short")
      long.end(Buffer.alloc(100_000))
      // One is written in each turn at least, and on a busy machine no more.
      for (const _ of [short, long])
        yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
      assert.deepStrictEqual([short.writableEnded, long.writableEnded], [true, true])
      assert.isFalse(gone.some(({ writableEnded }) => writableEnded))
    })
  )
})

describe("replies that take long to write", () => {
  it.effect("are no more in a turn than there is time for", () =>
    Effect.gen(function* () {
      yield* batchWritten
      // To count its bytes takes a millisecond or two.
      const text = "é".repeat(4_000_000)
      const replies = Array.from({ length: 32 }, response)
      for (const reply of replies) reply.end(text)
      yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
      const ended = replies.filter(({ writableEnded }) => writableEnded).length
      assert.isAtLeast(ended, 1)
      assert.isBelow(ended, 32)
      for (const reply of replies) reply.req.socket.destroy()
    })
  )
})
