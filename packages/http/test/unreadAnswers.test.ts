/** AI clients that leave while their answer waits for its place in the log, on a real server. Observed: what becomes of the answer. */
import { connect } from "node:net"
import { assert, it } from "@effect/vitest"
import { Usage } from "@kittiwake/core/usage/Usage"
import { Deferred, Effect, Layer } from "effect"
import { AssistantDoor } from "../src/assistants/AssistantDoor.ts"
import * as NodeServer from "../src/NodeServer.ts"
import { core, newCaller } from "./support/App.ts"
import { baseUrl } from "./support/Listening.ts"

const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: {} })

it.live("an answer to an AI client that left before it began is ended", () =>
  Effect.gen(function* () {
    const recording = yield* Deferred.make<void>()
    const cancelled = yield* Deferred.make<void>()
    const body = new ReadableStream({
      cancel: () => {
        Deferred.doneUnsafe(cancelled, Effect.void)
      }
    })
    const door = Layer.succeed(AssistantDoor, {
      callsApi: () => true,
      lacks: () => null,
      answer: async () => new Response(body)
    })
    const full = Layer.mock(Usage, {
      record: () => Effect.andThen(Deferred.succeed(recording, undefined), Effect.interruptible(Effect.never))
    })
    const server = NodeServer.layer({ host: "127.0.0.1", port: 0, grace: "1 second" }).pipe(
      Layer.provide([full, door]),
      Layer.provideMerge(core)
    )
    yield* Effect.gen(function* () {
      const key = yield* newCaller()
      const { port } = new URL(yield* baseUrl)
      const socket = connect(Number(port), "127.0.0.1").on("error", () => {})
      socket.write(
        `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${message.length}\r\n\r\n${message}`
      )
      yield* Deferred.await(recording)
      socket.resetAndDestroy()
      yield* Deferred.await(cancelled)
      assert.isTrue(socket.destroyed)
    }).pipe(Effect.provide(server))
  }).pipe(Effect.scoped, Effect.timeout("20 seconds"))
)
