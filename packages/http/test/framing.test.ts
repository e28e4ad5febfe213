/** Requests that another server may read otherwise. Observed: answers on a connection whose client keeps its side open. */
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { baseUrl, layer as listening } from "./support/Listening.ts"

/** All that comes until the server closes. */
const untilClosed = Effect.fnUntraced(function* (sent: string) {
  const { port } = new URL(yield* baseUrl)
  const socket = connect(Number(port), "127.0.0.1")
  yield* Effect.addFinalizer(() => Effect.sync(() => socket.destroy()))
  socket.write(sent)
  return yield* Effect.promise(() => text(socket))
}, Effect.scoped)

const statuses = (answers: string) => answers.match(/HTTP\/1\.[01] \d+/g)

describe("a request", () => {
  it.live("that names two hosts is refused, in any letters and any version, and one that names one is not", () =>
    Effect.gen(function* () {
      for (const [version, headers, status] of [
        ["1.1", "Host: x\r\nHost: y\r\nConnection: close\r\n", 400],
        ["1.1", "Host: x\r\nX: Host\r\nhOsT: x\r\nConnection: close\r\n", 400],
        ["1.0", "Host: x\r\nHost: y\r\n", 400],
        ["1.1", "X: Host\r\nHost: host\r\nConnection: close\r\n", 200],
        ["1.0", "Host: x\r\n", 200]
      ] as const) {
        const answer = yield* untilClosed(`GET /health HTTP/${version}\r\n${headers}\r\n`)
        assert.deepStrictEqual(statuses(answer), [`HTTP/1.1 ${status}`], headers)
        if (status === 400) assert.include(answer, '"INPUT_VALIDATION_ERROR"')
      }
    }).pipe(Effect.provide(listening))
  )

  it.live("of HTTP/1.0 in chunks is the last of its connection", () =>
    Effect.gen(function* () {
      const chunked =
        "POST /health HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
      const answer = yield* untilClosed(chunked)
      assert.match(answer, /^HTTP\/1\.1 \d+ /)
      assert.match(answer, /\r\nconnection: close\r\n/i)
    }).pipe(Effect.provide(listening))
  )
})
