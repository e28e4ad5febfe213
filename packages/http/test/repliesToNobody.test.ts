/** Replies that are complete when their readers have left. Observed: what of them is alive after the garbage was collected. */
import type { ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { queryObjects } from "node:v8"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { BatchedResponse, batchWritten } from "../src/BatchedResponse.ts"
import { makeServer } from "../src/NodeServer.ts"
import { core } from "./support/App.ts"

const requests = 8

/** Asks so many times, leaves, and has its replies completed then, to which it gives weak references. */
const askAndLeave = Effect.gen(function* () {
  const server = (yield* makeServer())()
  const asked: Array<ServerResponse> = []
  const all = new Promise<void>((resolve) =>
    server.on("request", (_, response) => {
      if (asked.push(response) === requests) resolve()
    })
  )
  yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {})
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests))
  yield* Effect.promise(() => all)
  const closed = Promise.all(asked.map((response) => new Promise((resolve) => response.once("close", resolve))))
  socket.resetAndDestroy()
  yield* Effect.promise(() => closed)
  const replies = asked.map((response) => new WeakRef(response))
  for (const response of asked.splice(0)) response.end("done")
  yield* batchWritten
  yield* Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  return replies
})

/** Collects the garbage before it counts. */
const collect = () => queryObjects(BatchedResponse as unknown as Parameters<typeof queryObjects>[0])

it.live("keeps no reply whose reader left before it was complete", () =>
  Effect.gen(function* () {
    const replies = yield* askAndLeave
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    collect()
    assert.deepStrictEqual(
      replies.filter((reply) => reply.deref() !== undefined),
      []
    )
  }).pipe(Effect.scoped, Effect.provide(core))
)
