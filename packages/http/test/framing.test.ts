/** Requests that another server may read otherwise. Observed: answers on a connection whose client keeps its side open. */
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { newCaller } from "./support/App.ts"
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

  it.live("that says twice who calls is refused, wherever it is sent, and is nobody's", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const twice = `authorization: Bearer ${key}\r\nX: authorization\r\nAuthorization: Bearer ${key}\r\n`
      for (const [path, headers, status] of [
        ["/v1/views", twice, 400],
        ["/mcp", twice, 400],
        ["/v1/views", `X: Authorization\r\nAuthorization: Bearer ${key}\r\n`, 200]
      ] as const) {
        const answer = yield* untilClosed(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`)
        assert.deepStrictEqual(statuses(answer), [`HTTP/1.1 ${status}`], path)
        if (status === 400) assert.include(answer, "one Authorization header")
      }
    }).pipe(Effect.provide(listening))
  )

  it.live("whose body is coded besides its chunks is refused, and is the last of its connection", () =>
    Effect.gen(function* () {
      const post = (coding: string) =>
        `POST /token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n1\r\na\r\n0\r\n\r\n`
      const next = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      for (const coding of ["gzip, chunked", "identity, chunked", "gzip\r\nTransfer-Encoding: chunked"]) {
        const answer = yield* untilClosed(post(coding) + next)
        assert.deepStrictEqual(statuses(answer), ["HTTP/1.1 501"], coding)
        assert.match(answer, /\r\nx-should-retry: false\r\n[\s\S]*"UNSUPPORTED_CONTENT"/i)
      }
      const answers = yield* untilClosed(post("Chunked ") + next)
      assert.deepStrictEqual(statuses(answers)?.at(-1), "HTTP/1.1 200")
      assert.notInclude(answers, "HTTP/1.1 501")
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
