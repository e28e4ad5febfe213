/** Addresses of requests that are longer than any of ours. Observed: answers, and what is decoded and parsed meanwhile. */
import { connect } from "node:net"
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { Headers } from "effect/http"
import { cookieNamed } from "../src/cookieNamed.ts"
import { maxPathLength, maxQueryNames } from "../src/middleware/tooMuch.ts"
import { call, layer, newCaller } from "./support/App.ts"
import { baseUrl, layer as listening } from "./support/Listening.ts"

/** As many different letters. */
const letters = (count: number): string =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join("")

/** The longest text that was decoded while `work` went on. */
const longestDecoded = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.spyOn(globalThis, "decodeURI")),
    (decode) =>
      Effect.map(work, (value) => ({
        value,
        longest: Math.max(0, ...decode.mock.calls.map(([text]) => text.length))
      })),
    (decode) => Effect.sync(() => decode.mockRestore())
  )

/** Sends a head as it stands, and gives what is answered. */
const send = Effect.fnUntraced(function* (head: string) {
  const { port } = new URL(yield* baseUrl)
  return yield* Effect.callback<{ readonly status: number; readonly text: string }>((resume) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(`${head}\r\nconnection: close\r\n\r\n`))
    let answer = ""
    socket.on("data", (bytes) => {
      answer += bytes.toString()
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed({ status: Number(answer.slice(9, 12)), text: answer })))
  })
})

const tooLong = `path: may have at most ${maxPathLength} characters`

describe("an address that is longer than any of ours", () => {
  it.effect("is refused by name before its path is decoded, with a key and without", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const paths = ["/", "/v1/monitors/", "/v1/none/", "/app/", "/assets/", "/shared/changes/", "/inbox/", "/mcp/"]
      for (const path of paths) {
        for (const part of ["%25", "%", "x", "/", "%E4%B8%80"]) {
          const long = `${path}${part.repeat(20_000)}`
          const { longest, value } = yield* longestDecoded(
            Effect.all([call("GET", long), call("POST", `${long}?a=b`, { key, body: {} })])
          )
          for (const { body, status } of value) {
            const { error_code, message } = body
            assert.deepStrictEqual([status, error_code, message], [400, "INPUT_VALIDATION_ERROR", tooLong], path + part)
          }
          assert.isAtMost(longest, 2 * maxPathLength)
        }
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("is refused from the first character on that is too many", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const ofLength = (length: number) => "/v1/monitors/".padEnd(length, "x")
      assert.strictEqual((yield* call("GET", `${ofLength(maxPathLength)}?q=${"x".repeat(9_000)}`, { key })).status, 404)
      assert.strictEqual((yield* call("GET", ofLength(maxPathLength + 1), { key })).status, 400)
      const named = (names: number) => `/v1/monitors?limit=1${"&a".repeat(names - 1)}`
      assert.strictEqual((yield* call("GET", named(maxQueryNames), { key })).status, 200)
      const { body, status } = yield* call("GET", named(maxQueryNames + 1), { key })
      assert.deepStrictEqual([status, body.message], [400, `query: may have at most ${maxQueryNames} names`])
      const unknown = yield* call("GET", `/v1/none?${"&".repeat(90_000)}`)
      assert.strictEqual(unknown.status, 400)
    }).pipe(Effect.provide(layer))
  )

  it.live("is refused where it is a whole address, or stands in a header, and no parser sees its host", () =>
    Effect.gen(function* () {
      const url = yield* baseUrl
      const host = new URL(url).host
      const long = encodeURIComponent(letters(30_000))
      const parsed: Array<string> = []
      const { canParse, parse } = URL
      class Watched extends URL {
        constructor(address: string | URL, base?: string | URL) {
          parsed.push(String(address))
          super(address, base)
        }
        static override canParse = (address: string | URL, base?: string | URL) => {
          parsed.push(String(address))
          return canParse.call(URL, address, base)
        }
        static override parse = (address: string | URL, base?: string | URL) => {
          parsed.push(String(address))
          return parse.call(URL, address, base)
        }
      }
      vi.stubGlobal("URL", Watched)
      const statuses = yield* Effect.forEach(
        [
          `GET http://${long}/ HTTP/1.1\r\nhost: ${host}`,
          `GET HTTPS://x@${long}/health HTTP/1.1\r\nhost: ${host}`,
          `GET http://${long.slice(0, 1_800)}/health HTTP/1.1\r\nhost: ${host}`,
          `GET /v1/monitors HTTP/1.1\r\nhost: ${host}\r\norigin: http://${long}\r\ncookie: kittiwake-session=x`,
          `GET http://${host}/health HTTP/1.1\r\nhost: elsewhere.example`
        ],
        (head) => Effect.map(send(head), ({ status }) => status)
      ).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals())))
      assert.deepStrictEqual(statuses, [400, 400, 404, 403, 200])
      assert.deepStrictEqual(
        parsed.filter((address) => address.length > 1_100).map((address) => address.slice(0, 40)),
        []
      )
      assert.include(parsed, `http://${host}/health`)
    }).pipe(Effect.provide(listening))
  )

  it.live("leaves the thread to others while it is refused", () =>
    Effect.gen(function* () {
      const host = new URL(yield* baseUrl).host
      const before = process.cpuUsage()
      const { status, text } = yield* send(`GET /${"%25".repeat(50_000)} HTTP/1.1\r\nhost: ${host}`)
      const { system, user } = process.cpuUsage(before)
      assert.strictEqual(status, 400)
      assert.include(text, tooLong)
      // Decoded, it took 6 s.
      assert.isBelow((system + user) / 1_000_000, 2)
    }).pipe(Effect.provide(listening))
  )
})

describe("a cookie", () => {
  const inHeader = (cookie: string | undefined) =>
    cookieNamed("__Host-ours")({ headers: Headers.fromInput(cookie === undefined ? {} : { cookie }) })

  it("is found by its whole name among all others, the first of several", () => {
    for (const found of [
      "__Host-ours=secret",
      "a=b; __Host-ours=secret",
      "a;__Host-ours\t= secret ;b=c",
      "__Host-ours=secret; __Host-ours=other",
      "not__Host-ours=x; __Host-ours-not=y; ours=z; __Host-ours=secret",
      `${"__Host-our=x; ".repeat(5_000)}__Host-ours=secret${"; a".repeat(5_000)}`
    ]) {
      assert.strictEqual(inHeader(found), "secret", found.slice(0, 80))
    }
    assert.strictEqual(inHeader("__Host-ours=a=b"), "a=b")
    assert.strictEqual(inHeader("__Host-ours="), "")
    for (const none of [undefined, "", "__Host-ours", "a=__Host-ours=secret", "a=b, __Host-ours=secret"]) {
      assert.isUndefined(inHeader(none), none)
    }
  })
})
