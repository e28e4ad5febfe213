/** Certificates and names over TLS, and what a handshake may be. */
import { createServer } from "node:https"
import type { Socket } from "node:net"
import {
  createServer as createSecureServer,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket
} from "node:tls"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { cert, key } from "../../../../test/setup/certificate.ts"
import * as HttpFetcher from "../src/HttpFetcher.ts"
import { crafting, type RecordWriter } from "./craftedRecords.ts"
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

/** Believes the certificate of these tests until the scope closes. */
const trusting = Effect.suspend(() => {
  const trusted = getCACertificates("default")
  return Effect.acquireRelease(
    Effect.sync(() => setDefaultCACertificates([...trusted, cert])),
    () => Effect.sync(() => setDefaultCACertificates(trusted))
  )
})

const crafted = (onAsked: (write: RecordWriter, raw: Socket) => void) =>
  Effect.map(
    serveSockets((raw) => crafting(raw, onAsked)),
    (url) => new URL(url).port
  )

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

// What is trusted is a setting of the whole process: these tests run one after the other.
describe("TLS", () => {
  it.live("asks by name, and believes only a trusted certificate for that name", () =>
    Effect.gen(function* () {
      const port = yield* secureServer()
      assert.deepStrictEqual(yield* failureOf(`https://site.example:${port}/`), untrusted)

      yield* trusting
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
      const [short, long] = [yield* secureServer(cert.repeat(30)), yield* secureServer(cert.repeat(40))]
      assert.deepStrictEqual(yield* failureOf(`https://site.example:${short}/`), untrusted)
      assert.deepStrictEqual(yield* failureOf(`https://site.example:${long}/`), [
        "connection_failed",
        "The server sends more in its TLS handshake than is read."
      ])
    }).pipe(Effect.provide(layer))
  )

  it.live("is made once: a server that asks for another handshake and does not answer is told of", () =>
    Effect.gen(function* () {
      const refusals: Array<string> = []
      const server = createSecureServer({ key, cert, maxVersion: "TLSv1.2" }, (socket) => {
        socket.on("error", () => refusals.push("broke"))
        socket.once("data", () =>
          socket.renegotiate({}, (cause) => {
            if (cause !== null) refusals.push("refused")
            else socket.end("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\npage")
          })
        )
      })
      const { port } = new URL(yield* listen(server))
      yield* trusting
      assert.deepStrictEqual(yield* failureOf(`https://site.example:${port}/`), [
        "connection_failed",
        "The server asks for another TLS handshake before it answers (renegotiation), which is not done: it may want a certificate of the client."
      ])
      assert.isNotEmpty(refusals)
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("reads an answer of which each byte is a record, and new keys in between", () =>
    Effect.gen(function* () {
      const port = yield* crafted((write, raw) => {
        const page = `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 8000\r\n\r\n${"word ".repeat(1_600)}`
        const records = Array.from(Buffer.from(page), (byte, at) =>
          at % 500 === 0 ? Buffer.concat([write.newKey(), write.data(Buffer.of(byte))]) : write.data(Buffer.of(byte))
        )
        raw.write(Buffer.concat(records))
      })
      yield* trusting
      assert.strictEqual(yield* textOf(`https://site.example:${port}/`), "word ".repeat(1_600))
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("ends with a server that sends records without data, between others too", () =>
    Effect.gen(function* () {
      const keysAlone = (write: RecordWriter) => write.newKey()
      const keysAndData = (write: RecordWriter) =>
        Buffer.concat([...Array.from({ length: 200 }, () => write.newKey()), write.data(Buffer.alloc(1_000, "a"))])
      yield* trusting
      for (const part of [keysAlone, keysAndData]) {
        const port = yield* crafted((write, raw) => {
          raw.write(
            write.data(Buffer.from("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 9000000\r\n\r\n"))
          )
          raw.write(Buffer.concat(Array.from({ length: part === keysAlone ? 3_000 : 20 }, () => part(write))))
        })
        assert.deepStrictEqual(yield* failureOf(`https://site.example:${port}/`), [
          "connection_failed",
          "The server sends too many TLS records that hold nothing of its answer."
        ])
      }
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("is refused by a server that speaks none", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* serve((_request, response) => response.end()))
      assert.strictEqual((yield* failureOf(`https://site.example:${port}/`))[0], "connection_failed")
    }).pipe(Effect.provide(layer))
  )
})
