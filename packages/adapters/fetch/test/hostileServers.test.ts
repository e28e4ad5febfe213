/** Servers that are slow, broken or malicious. */
import { readFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { Deferred, Duration, Effect, Fiber } from "effect"
import { defaultUserAgent } from "../src/userAgent.ts"
import { fetch, layer, reasonFor, textOf } from "./fetching.ts"
import { serve, serveBytes, serveSockets } from "./listen.ts"

const ok = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

const drip = (socket: Socket) => {
  const timer = setInterval(() => socket.write("a"), 5)
  socket.on("close", () => clearInterval(timer))
}

describe("Hostile servers", () => {
  it.live.each([
    ["never answers", "", () => {}],
    ["stops inside the headers", "HTTP/1.1 200 OK\r\nX-A: ", () => {}],
    ["never sends its body", `${ok}Content-Length: 5\r\n\r\n`, () => {}],
    ["sends a body one byte at a time", `${ok}Content-Length: 100000\r\n\r\n`, drip],
    ["sends headers one byte at a time", "HTTP/1.1 200 OK\r\nX-A: ", drip]
  ] as const)("a server that %s costs no more than the deadline, and its socket", ([, bytes, then]) =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const url = yield* serveBytes(bytes, (socket) => {
        socket.on("close", () => Effect.runFork(Deferred.succeed(closed, undefined)))
        then(socket)
      })
      assert.strictEqual(yield* reasonFor(url, "150 millis"), "timeout")
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(layer()))
  )

  it.live("headers without measure hold the thread for no longer than it takes to see that they are too many", () =>
    Effect.gen(function* () {
      const url = yield* serveBytes(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(40_000)}\r\n`)
      const before = process.threadCpuUsage()
      assert.strictEqual(yield* reasonFor(url, "5 seconds"), "bad_response")
      const { system, user } = process.threadCpuUsage(before)
      assert.isBelow((system + user) / 1_000, 100)
    }).pipe(Effect.provide(layer()))
  )

  it.live("ends of lines without end, which no limit of headers counts, end the connection", () =>
    Effect.gen(function* () {
      const lines = Buffer.alloc(65_536, "\r\n")
      const url = yield* serveBytes("", (socket) => {
        const pump = () => {
          while (!socket.destroyed && socket.write(lines));
        }
        socket.on("drain", pump)
        pump()
      })
      assert.strictEqual(yield* reasonFor(url, "20 seconds"), "connection_failed")
    }).pipe(Effect.provide(layer()))
  )

  it.live("a body may be a megabyte of ends of lines", () =>
    Effect.gen(function* () {
      const url = yield* serve((_request, response) =>
        response.setHeader("content-type", "text/plain").end("\r\n".repeat(500_000))
      )
      assert.lengthOf(yield* textOf(url), 1_000_000)
    }).pipe(Effect.provide(layer()))
  )

  it.live("interrupting a fetch closes its socket", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const closed = yield* Deferred.make<void>()
      const url = yield* serveBytes("", (socket) => {
        Effect.runFork(Deferred.succeed(asked, undefined))
        socket.on("close", () => Effect.runFork(Deferred.succeed(closed, undefined)))
      })
      const fiber = yield* Effect.forkChild(fetch(url))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(fiber)
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    ["junk", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["HTTP/0.9", "<html>old</html>"],
    ["bad chunks", `${ok}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`],
    ["a chunk of 2^64 bytes", `${ok}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n`],
    ["two lengths", `${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ["a negative length", `${ok}Content-Length: -1\r\n\r\nab`],
    ["300 KB of headers", `HTTP/1.1 200 OK\r\n${`X-A: ${"b".repeat(1_000)}\r\n`.repeat(300)}\r\n`],
    ["10,000 headers", `HTTP/1.1 200 OK\r\n${"A: b\r\n".repeat(10_000)}\r\n`],
    ["201 headers", `${ok}${"A: b\r\n".repeat(200)}Content-Length: 0\r\n\r\n`],
    ["informational answers without end", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(41)],
    ["304 without being asked", "HTTP/1.1 304 Not Modified\r\n\r\n"],
    [
      "a redirect to an address that is none",
      "HTTP/1.1 302 Found\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n"
    ],
    [
      "a body of which each byte is a piece",
      `${ok}Transfer-Encoding: chunked\r\n\r\n${"1\r\na\r\n".repeat(300_000)}0\r\n\r\n`
    ],
    ["a redirect of 60 KB", `HTTP/1.1 302 Found\r\nLocation: /${"a".repeat(60_000)}\r\nContent-Length: 0\r\n\r\n`]
  ] as const)("a server that sends %s gives a bad response", ([, bytes]) =>
    Effect.gen(function* () {
      const url = yield* serveBytes(bytes)
      assert.strictEqual(yield* reasonFor(url, "5 seconds"), "bad_response")
    }).pipe(Effect.provide(layer()))
  )

  it.live("a server that hangs up is asked once more, and then not again", () =>
    Effect.gen(function* () {
      let connections = 0
      const url = yield* serveSockets((socket) => {
        connections += 1
        socket.resetAndDestroy()
      })
      assert.strictEqual(yield* reasonFor(url), "connection_failed")
      assert.isAtMost(connections, 2)
    }).pipe(Effect.provide(layer()))
  )

  it.live("a server that hangs up inside a body is not asked again", () =>
    Effect.gen(function* () {
      let requests = 0
      const url = yield* serveBytes(`${ok}Content-Length: 100\r\n\r\npart`, (socket) => {
        requests += 1
        socket.end()
      })
      const reason = yield* reasonFor(url)
      assert.include(["connection_failed", "bad_response"], reason)
      assert.strictEqual(requests, 1)
    }).pipe(Effect.provide(layer()))
  )

  it.live("a server that closes kept connections is still read", () =>
    Effect.gen(function* () {
      const url = yield* serveBytes(`${ok}Content-Length: 2\r\nConnection: keep-alive\r\n\r\nok`, (socket) => {
        socket.end()
      })
      for (let round = 0; round < 20; round++) assert.strictEqual(yield* textOf(url), "ok")
    }).pipe(Effect.provide(layer()))
  )

  it.live("a redirect loop ends", () =>
    Effect.gen(function* () {
      const url = yield* serve((request, response) =>
        response.writeHead(302, { location: `${request.url}&again=1` }).end("moved")
      )
      assert.strictEqual(yield* reasonFor(`${url}/?a=1`), "too_many_redirects")
    }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    ["UTF-8", Buffer.from("/café/日本"), "/caf%C3%A9/%E6%97%A5%E6%9C%AC"],
    ["Latin-1, which is no UTF-8", Buffer.from("/caf\xe9", "latin1"), "/caf%C3%A9"],
    ["escapes", Buffer.from("/caf%C3%A9"), "/caf%C3%A9"],
    ["letters of a query", Buffer.from("/?q=ü&r=%FC"), "/?q=%C3%BC&r=%FC"]
  ] as const)("a redirect may be written in %s", ([, location, path]) =>
    Effect.gen(function* () {
      const head = Buffer.from("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: ")
      const url = yield* serve((request, response) => {
        if (request.url !== "/in") return response.setHeader("content-type", "text/plain").end(request.url)
        return request.socket.end(Buffer.concat([head, location, Buffer.from("\r\n\r\n")]))
      })
      assert.strictEqual(yield* textOf(`${url}/in`), path)
    }).pipe(Effect.provide(layer()))
  )

  it.live("a redirect keeps the fragment that was asked for, unless it names another", () =>
    Effect.gen(function* () {
      const leads = new Map([
        ["/in", "/on"],
        ["/on", "/end"],
        ["/other", "/end#there"]
      ])
      const url = yield* serve((request, response) => {
        const location = leads.get(request.url ?? "")
        if (location === undefined) return response.setHeader("content-type", "text/plain").end("end")
        return response.writeHead(302, { location }).end()
      })
      const finalUrl = (path: string) =>
        Effect.map(fetch(`${url}${path}`), (answer) => (answer._tag === "Fetched" ? answer.url : answer._tag))
      assert.strictEqual(yield* finalUrl("/in#here"), `${url}/end#here`)
      assert.strictEqual(yield* finalUrl("/other#here"), `${url}/end#there`)
      assert.strictEqual(yield* finalUrl("/in"), `${url}/end`)
    }).pipe(Effect.provide(layer()))
  )

  it.live("a server that sends us away and is come back to gets no headers of the caller again", () =>
    Effect.gen(function* () {
      const keys: Array<string | undefined> = []
      let away = ""
      const home = yield* serve((request, response) => {
        keys.push(request.headers["x-key"]?.toString())
        if (request.url === "/in") return response.writeHead(302, { location: `${away}/` }).end()
        return response.end("end")
      })
      away = yield* serve((_request, response) => response.writeHead(302, { location: `${home}/back` }).end())
      const session = yield* HttpFetcher.use(({ openSession }) => openSession)
      yield* session.fetch({
        ...{ url: `${home}/in`, headers: { "x-key": "secret" }, validators: null, timeout: Duration.seconds(5) }
      })
      assert.deepStrictEqual(keys, ["secret", undefined])
    }).pipe(Effect.provide(layer()))
  )

  it.live("a redirect with an endless body is followed at once", () =>
    Effect.gen(function* () {
      const url = yield* serve((request, response) => {
        if (request.url === "/end") return response.end("arrived")
        response.writeHead(302, { location: "/end" })
        const timer = setInterval(() => response.write("a".repeat(10_000)), 1)
        return response.on("close", () => clearInterval(timer))
      })
      assert.strictEqual(yield* textOf(`${url}/start`), "arrived")
    }).pipe(Effect.provide(layer()))
  )

  it.live("a redirect that names a user is refused", () =>
    Effect.gen(function* () {
      const url = yield* serve((_request, response) =>
        response.writeHead(302, { location: "http://user:secret@127.0.0.1/" }).end()
      )
      assert.strictEqual(yield* reasonFor(url), "forbidden_address")
    }).pipe(Effect.provide(layer()))
  )

  it.live("a flood of cookies is cut", () =>
    Effect.gen(function* () {
      const cookies: Array<string> = []
      const url = yield* serve((request, response) => {
        cookies.push(request.headers.cookie ?? "")
        const flood = Array.from({ length: 60 }, (_, index) => `c${index}=${"v".repeat(500)}`)
        response.writeHead(200, { "content-type": "text/plain", "set-cookie": flood }).end()
      })
      const session = yield* HttpFetcher.use(({ openSession }) => openSession)
      const request = { url, validators: null, timeout: Duration.seconds(5) }
      yield* session.fetch(request)
      yield* session.fetch(request)
      assert.isBelow(cookies[1]?.length ?? 0, 8_193)
      assert.isAbove(cookies[1]?.length ?? 0, 7_000)
    }).pipe(Effect.provide(layer()))
  )

  it.live("a host is asked for no more pages at once than its share, of which one place is for others", () =>
    Effect.gen(function* () {
      const waiting: Array<ServerResponse> = []
      let most = 0
      const url = yield* serve((_request, response) => {
        waiting.push(response.setHeader("content-type", "text/plain"))
        most = Math.max(most, waiting.length)
        if (waiting.length === 3) setImmediate(() => waiting.splice(0).forEach((one) => void one.end("ok")))
      })
      yield* Effect.forEach(Array.from({ length: 60 }), () => fetch(url), { concurrency: "unbounded", discard: true })
      assert.strictEqual(most, 3)
    }).pipe(Effect.provide(layer({ requestsPerHost: 4 })))
  )

  it.live("a connection beyond those that may idle is closed after its answer", () =>
    Effect.gen(function* () {
      const sockets = new Set<unknown>()
      const url = yield* serve((request, response) => {
        sockets.add(request.socket)
        response.setHeader("content-type", "text/plain").end("ok")
      })
      for (let round = 0; round < 5; round++) yield* fetch(url)
      assert.strictEqual(sockets.size, 5)
    }).pipe(Effect.provide(layer({ idleConnections: 0 })))
  )

  it.live("a page may be unchanged by its date", () =>
    Effect.gen(function* () {
      const lastModified = "Wed, 21 Oct 2015 07:28:00 GMT"
      const url = yield* serve((request, response) =>
        response.writeHead(request.headers["if-modified-since"] === lastModified ? 304 : 200).end()
      )
      const session = yield* HttpFetcher.use(({ openSession }) => openSession)
      const request = { url, validators: { url: `${url}/`, etag: null, lastModified }, timeout: Duration.seconds(5) }
      assert.strictEqual((yield* session.fetch(request))._tag, "NotModified")
    }).pipe(Effect.provide(layer()))
  )

  it.live("a page that is led to says unchanged without being asked", () =>
    Effect.gen(function* () {
      const url = yield* serve((request, response) =>
        request.url === "/" ? response.writeHead(302, { location: "/next" }).end() : response.writeHead(304).end()
      )
      const session = yield* HttpFetcher.use(({ openSession }) => openSession)
      const validators = { url: `${url}/`, etag: '"a"', lastModified: null }
      const failed = yield* Effect.flip(session.fetch({ url, validators, timeout: Duration.seconds(5) }))
      assert.strictEqual(failed.reason, "bad_response")
    }).pipe(Effect.provide(layer()))
  )

  it.live("servers are told who asks, and in which version", () =>
    Effect.gen(function* () {
      const url = yield* serve((request, response) =>
        response.setHeader("content-type", "text/plain").end(request.headers["user-agent"])
      )
      const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
      assert.strictEqual(yield* textOf(url), defaultUserAgent)
      assert.include(defaultUserAgent, `Kittiwake/${manifest.version} (+https://`)
    }).pipe(Effect.provide(layer()))
  )
})
