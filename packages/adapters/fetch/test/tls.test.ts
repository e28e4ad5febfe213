/** Certificates and names over TLS. */
import { createServer } from "node:https"
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as HttpFetcher from "../src/HttpFetcher.ts"
import { cert, key } from "./certificate.ts"
import { doorTo } from "./door.ts"
import { fetch, textOf } from "./fetching.ts"
import { listen, serve } from "./listen.ts"

const layer = HttpFetcher.layer().pipe(Layer.provide(doorTo("127.0.0.1", async () => ["127.0.0.1"])))

const secureServer = Effect.suspend(() =>
  listen(
    createServer({ key, cert }, (request, response) => {
      const { servername } = request.socket as TLSSocket & { readonly servername: string }
      response.writeHead(200, { "content-type": "text/plain", connection: "close" }).end(`page of ${servername}`)
    })
  )
).pipe(Effect.map((url) => new URL(url).port))

const failureOf = (url: string) => Effect.map(Effect.flip(fetch(url)), ({ message, reason }) => [reason, message])

const untrusted = ["connection_failed", "The certificate of the server is not valid."]

// One test, because what is trusted is a setting of the whole process.
describe("TLS", () => {
  it.live("asks by name, and believes only a trusted certificate for that name", () =>
    Effect.gen(function* () {
      const port = yield* secureServer
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

  it.live("is refused by a server that speaks none", () =>
    Effect.gen(function* () {
      const { port } = new URL(yield* serve((_request, response) => response.end()))
      assert.strictEqual((yield* failureOf(`https://site.example:${port}/`))[0], "connection_failed")
    }).pipe(Effect.provide(layer))
  )
})
