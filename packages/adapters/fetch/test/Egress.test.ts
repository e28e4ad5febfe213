/** The door itself: names that lie, and what is told about them. */

import { assert, describe, it } from "@effect/vitest"
import { WebhookSender } from "@kittiwake/core/webhooks/WebhookSender"
import { Deferred, Duration, Effect, Layer } from "effect"
import * as UndiciFetcher from "../src/HttpFetcher.ts"
import type { ResolveName } from "../src/resolveName.ts"
import * as UndiciSender from "../src/WebhookSender.ts"
import { doorTo } from "./door.ts"
import { fetch, reasonFor, textOf } from "./fetching.ts"
import { serve } from "./listen.ts"

const through = (allow: string, names?: ResolveName) =>
  Layer.merge(UndiciFetcher.layer(), UndiciSender.layer()).pipe(Layer.provide(doorTo(allow, names)))

const always =
  (...addresses: ReadonlyArray<string>): ResolveName =>
  async () =>
    addresses

const portOf = (url: string) => new URL(url).port

const page = serve((request, response) =>
  response.setHeader("content-type", "text/plain").end(`page of ${request.headers.host}`)
)

const countingPage = Effect.gen(function* () {
  let requests = 0
  const url = yield* serve((_request, response) => {
    requests += 1
    response.setHeader("content-type", "text/plain").end("page")
  })
  return { url, requests: () => requests }
})

describe("Egress", () => {
  it.live("connects to the address that was judged, and asks for the name", () =>
    Effect.gen(function* () {
      const host = `site.example:${portOf(yield* page)}`
      assert.strictEqual(yield* textOf(`http://${host}/`), `page of ${host}`)
    }).pipe(Effect.provide(through("127.0.0.1", always("127.0.0.1"))))
  )

  it.live("tells whoever wrote an address why it is refused as it is written", () =>
    Effect.gen(function* () {
      const port = yield* Effect.flip(fetch("http://site.example:22/"))
      assert.deepInclude(port, { reason: "forbidden_address", isOfUrl: true })
      assert.match(port.message, /^Port 22 may not be used\. .*KITTIWAKE_EGRESS_ALLOW=site\.example:22/)
      const elsewhere = yield* serve((_, response) =>
        response.writeHead(302, { location: "http://user@site.example/" }).end()
      )
      const redirect = yield* Effect.flip(fetch(`http://site.example:${portOf(elsewhere)}/`))
      assert.match(redirect.message, /^The page leads to an address that is not read\. The URL holds a user name/)
    }).pipe(Effect.provide(through("127.0.0.1", always("127.0.0.1"))))
  )

  it.live("names the host that has no address", () =>
    Effect.gen(function* () {
      const { message, reason } = yield* Effect.flip(fetch("http://gone.example/"))
      assert.deepStrictEqual([reason, message], ["unknown_host", "The host gone.example has no address."])
    }).pipe(Effect.provide(through("127.0.0.1", always())))
  )

  it.live.each([
    ["a private address", always("127.0.0.1")],
    ["a public and a private address", always("93.184.215.14", "127.0.0.1")],
    ["a private and a public address", always("127.0.0.1", "93.184.215.14")],
    ["a loopback address of IPv6", always("::1")],
    ["a mapped address", always("::ffff:127.0.0.1")],
    ["a translated address of cloud credentials", always("64:ff9b::a9fe:a9fe")],
    ["an address that is none", always("127.0.0.1.evil")]
  ] as const)("refuses a name that has %s", ([, names]) =>
    Effect.gen(function* () {
      const { requests, url } = yield* countingPage
      const lure = `http://site.example:${portOf(url)}/`
      assert.strictEqual(yield* reasonFor(lure), "forbidden_address")
      const sender = yield* WebhookSender
      const outcome = yield* sender.send({
        url: lure,
        headers: Effect.succeed({}),
        body: "",
        timeout: Duration.seconds(5)
      })
      assert.strictEqual(outcome._tag, "Unsafe")
      assert.strictEqual(requests(), 0)
    }).pipe(Effect.provide(through("", names)))
  )

  it.live("refuses a name that turns private between two connections", () => {
    let asked = 0
    const flips: ResolveName = async () => (asked++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"])
    return Effect.gen(function* () {
      const url = yield* serve((_request, response) =>
        response.writeHead(200, { "content-type": "text/plain", connection: "close" }).end("once")
      )
      const lure = `http://site.example:${portOf(url)}/`
      assert.strictEqual(yield* textOf(lure), "once")
      assert.strictEqual(yield* reasonFor(lure), "forbidden_address")
    }).pipe(Effect.provide(through("127.0.0.1", flips)))
  })

  it.live("judges the address that the socket has, whatever was asked for", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* countingPage
      // The system takes this address for the loopback one, which nobody allowed.
      assert.strictEqual(yield* reasonFor(`http://site.example:${portOf(url)}/`), "forbidden_address")
      assert.strictEqual(requests(), 0)
    }).pipe(Effect.provide(through("0.0.0.0", always("0.0.0.0"))))
  )

  it.live("looks a name up once for each connection, so that nothing can change in between", () => {
    let asked = 0
    const counts: ResolveName = async () => {
      asked += 1
      return ["127.0.0.1"]
    }
    return Effect.gen(function* () {
      const sockets = new Set<unknown>()
      const url = yield* serve((request, response) => {
        sockets.add(request.socket)
        response.setHeader("content-type", "text/plain").end("ok")
      })
      for (let round = 0; round < 9; round++) yield* fetch(`http://site.example:${portOf(url)}/`)
      assert.strictEqual(asked, sockets.size)
      assert.isBelow(asked, 9)
    }).pipe(Effect.provide(through("127.0.0.1", counts)))
  })

  it.live("tries the next address when the first is dead", () =>
    Effect.gen(function* () {
      const host = `site.example:${portOf(yield* page)}`
      assert.strictEqual(yield* textOf(`http://${host}/`), `page of ${host}`)
    }).pipe(Effect.provide(through("127.0.0.0/8", always("127.255.255.254", "127.0.0.1"))))
  )

  it.live("reaches a host that the operator names, by name only", () =>
    Effect.gen(function* () {
      const url = yield* page
      const host = `localhost:${portOf(url)}`
      assert.strictEqual(yield* textOf(`http://${host}/`), `page of ${host}`)
      assert.strictEqual(yield* reasonFor(url), "forbidden_address")
    }).pipe(Effect.provide(through("localhost")))
  )

  it.live("reaches localhost when only its IPv4 address is allowed", () =>
    Effect.gen(function* () {
      const host = `localhost:${portOf(yield* page)}`
      assert.strictEqual(yield* textOf(`http://${host}/`), `page of ${host}`)
    }).pipe(Effect.provide(through("127.0.0.1")))
  )

  it.live("asks an absolute name without its final dot", () =>
    Effect.gen(function* () {
      const port = portOf(yield* page)
      assert.strictEqual(yield* textOf(`http://site.example.:${port}/`), `page of site.example:${port}`)
    }).pipe(Effect.provide(through("127.0.0.1", always("127.0.0.1"))))
  )

  it.live("says the same of every address it refuses, and never which it is", () =>
    Effect.gen(function* () {
      const messages = yield* Effect.forEach(["http://site.example/", "http://10.9.8.7/", "http://[::1]/"], (url) =>
        Effect.map(Effect.flip(fetch(url)), ({ message }) => message)
      )
      assert.deepStrictEqual([...new Set(messages)], ["The address may not be reached from here."])
    }).pipe(Effect.provide(through("", always("10.9.8.7"))))
  )

  it.live("names no address in any failure", () =>
    Effect.gen(function* () {
      const { message, reason } = yield* Effect.flip(fetch("http://site.example:1/"))
      assert.strictEqual(reason, "connection_failed")
      assert.notMatch(message, /127|site/)
    }).pipe(Effect.provide(through("127.0.0.1,site.example:1", always("127.0.0.1"))))
  )

  it.live("finds no address where the name servers know none", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonFor("http://site.example/"), "unknown_host")
    }).pipe(Effect.provide(through("", always())))
  )

  it.live("closes its sockets when it is closed", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const url = yield* serve((request, response) => {
        request.socket.on("close", () => Effect.runFork(Deferred.succeed(closed, undefined)))
        response.setHeader("content-type", "text/plain").end("ok")
      })
      yield* fetch(url).pipe(Effect.provide(through("127.0.0.1")))
      yield* Deferred.await(closed)
    })
  )
})
