/** Certificates and names over TLS, and what a handshake may be. */
import { createServer } from "node:https"
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { cert, key } from "../../../../test/setup/certificate.ts"
import * as HttpFetcher from "../src/HttpFetcher.ts"
import { doorTo } from "./door.ts"
import { fetch, textOf } from "./fetching.ts"
import { listen, serve, serveSockets } from "./listen.ts"

const layer = HttpFetcher.layer().pipe(Layer.provide(doorTo("127.0.0.1", async () => ["127.0.0.1"])))

const secureServer = (chain = cert) =>
  listen(
    createServer({ key, cert: chain }, (request, response) => {
      const { servername } = request.socket as TLSSocket & { readonly servername: string }
      response.writeHead(200, { "content-type": "text/plain", connection: "close" }).end(`page of ${servername}`)
    })
  ).pipe(Effect.map((url) => new URL(url).port))

/** The cipher suites that a client offers in its first message (RFC 8446 §4.1.2). */
const suitesIn = (hello: Buffer): ReadonlyArray<number> => {
  const session = 5 + 4 + 2 + 32
  const suites = session + 1 + hello[session]!
  return Array.from({ length: hello.readUInt16BE(suites) / 2 }, (_, at) => hello.readUInt16BE(suites + 2 + 2 * at))
}

/** Those whose group the server chooses, with any certificate: `DHE_` in the registry of TLS. */
const isDhe = (suite: number): boolean =>
  [0xccaa, 0xccad].includes(suite) ||
  [
    [0x11, 0x16],
    [0x32, 0x33],
    [0x38, 0x39],
    [0x40, 0x40],
    [0x44, 0x45],
    [0x67, 0x67],
    [0x6a, 0x6b],
    [0x87, 0x88],
    [0x9e, 0x9f],
    [0xa2, 0xa3],
    [0xc09e, 0xc09f],
    [0xc0a2, 0xc0a3]
  ].some(([from = 0, to = 0]) => from <= suite && suite <= to)

const failureOf = (url: string) => Effect.map(Effect.flip(fetch(url)), ({ message, reason }) => [reason, message])

const untrusted = ["connection_failed", "The certificate of the server is not valid."]

// One test, because what is trusted is a setting of the whole process.
describe("TLS", () => {
  it.live("asks by name, and believes only a trusted certificate for that name", () =>
    Effect.gen(function* () {
      const port = yield* secureServer()
      assert.deepStrictEqual(yield* failureOf(`https://site.example:${port}/`), untrusted)

      const trusted = getCACertificates("default")
      yield* Effect.acquireRelease(
        Effect.sync(() => setDefaultCACertificates([...trusted, cert])),
        () => Effect.sync(() => setDefaultCACertificates(trusted))
      )
      assert.strictEqual(yield* textOf(`https://site.example:${port}/`), "page of site.example")
      assert.strictEqual(yield* textOf(`https://SITE.example.:${port}/`), "page of site.example")
      assert.deepStrictEqual(yield* failureOf(`https://other.example:${port}/`), untrusted)
      assert.deepStrictEqual(yield* failureOf(`https://127.0.0.1:${port}/`), untrusted)
    }).pipe(Effect.provide(layer))
  )

  it.live("offers no key exchange in a group of the server's, whose size is the server's too", () =>
    Effect.gen(function* () {
      const hellos: Array<Buffer> = []
      const { port } = new URL(
        yield* serveSockets((socket) => {
          socket.once("data", (hello) => {
            hellos.push(hello)
            socket.destroy()
          })
        })
      )
      yield* failureOf(`https://site.example:${port}/`)
      const suites = suitesIn(hellos[0]!)
      assert.include(suites, 0x1301)
      assert.include(suites, 0xc02f)
      assert.deepStrictEqual(suites.filter(isDhe), [])
    }).pipe(Effect.provide(layer))
  )

  it.live("ends with a server whose certificates are longer than is read", () =>
    Effect.gen(function* () {
      const [short, long] = [yield* secureServer(cert.repeat(20)), yield* secureServer(cert.repeat(70))]
      assert.deepStrictEqual(yield* failureOf(`https://site.example:${short}/`), untrusted)
      assert.deepStrictEqual(yield* failureOf(`https://site.example:${long}/`), [
        "connection_failed",
        "The server sends more in its TLS handshake than is read."
      ])
    }).pipe(Effect.provide(layer))
  )

  it.live("is refused by a server that speaks none", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* serve((_request, response) => response.end()))
      assert.strictEqual((yield* failureOf(`https://site.example:${port}/`))[0], "connection_failed")
    }).pipe(Effect.provide(layer))
  )
})
