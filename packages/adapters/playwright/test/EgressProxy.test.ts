import { Agent, request as openRequest } from "node:http"
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeEgressProxy, type OpenAccount } from "../src/proxy/EgressProxy.ts"
import { resolver } from "./browsers.ts"
import { serve, serveSockets } from "./servers.ts"

interface Reply {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** Asks the proxy for a URL, as a browser would. */
const askFor = (
  proxy: string,
  url: string,
  account: OpenAccount | null,
  headers: Record<string, string> = {},
  method = "GET"
) =>
  Effect.callback<Reply>((resume) => {
    const { hostname, port } = new URL(proxy)
    const sent = openRequest(
      {
        host: hostname,
        port,
        method,
        path: url,
        agent: new Agent({ keepAlive: false }),
        headers: { ...headers, ...(account === null ? {} : { "proxy-authorization": account.account.authorization }) }
      },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        const end = () =>
          resume(
            Effect.succeed({
              status: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString(),
              headers: response.headers
            })
          )
        response.on("end", end)
        response.on("error", end)
      }
    )
    sent.on("error", () => resume(Effect.succeed({ status: 0, body: "", headers: {} })))
    sent.end()
  })

/** Opens a tunnel and says something through it; gives everything that came back. */
const tunnelTo = (proxy: string, target: string, account: OpenAccount | null, words = "") =>
  Effect.callback<string>((resume) => {
    const { hostname, port } = new URL(proxy)
    const socket = connect(Number(port), hostname)
    let came = ""
    const authorization = account === null ? "" : `proxy-authorization: ${account.account.authorization}\r\n`
    socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n${authorization}\r\n`)
    socket.on("data", (chunk) => {
      if (came === "" && words !== "") socket.write(words)
      came += chunk.toString()
    })
    socket.on("close", () => resume(Effect.succeed(came)))
    socket.on("error", () => socket.destroy())
  })

const withProxy = <A, E>(
  use: (proxy: string, account: OpenAccount) => Effect.Effect<A, E, import("effect").Scope.Scope>
) =>
  Effect.gen(function* () {
    const proxy = yield* makeEgressProxy({ maxBytes: 1_000_000, maxRequests: 20 })
    return yield* use(proxy.server, yield* proxy.openAccount)
  }).pipe(Effect.scoped, Effect.provide(resolver))

describe("the proxy of the browser", () => {
  it.live("passes a request on without what is its own, and to the host that was judged", () =>
    withProxy((proxy, account) =>
      Effect.gen(function* () {
        const port = yield* serve((request, response) => {
          response.setHeader("connection", "x-hop")
          response.setHeader("x-hop", "1")
          response.end(JSON.stringify(request.headers))
        })
        const reply = yield* askFor(proxy, `http://localhost:${port}/`, account, {
          host: "canary.test",
          connection: "x-mine",
          "x-mine": "1",
          "x-kept": "1"
        })
        const seen = JSON.parse(reply.body)
        assert.deepStrictEqual([seen.host, seen["x-kept"]], [`localhost:${port}`, "1"])
        for (const name of ["proxy-authorization", "x-mine"]) assert.isUndefined(seen[name], name)
        assert.isUndefined(reply.headers["x-hop"])
      })
    )
  )

  it.live("passes on what is asked for by a long address, and none with a host that is longer than any name", () =>
    withProxy((proxy, account) =>
      Effect.gen(function* () {
        // A server of Node reads shorter heads.
        const port = yield* serveSockets((socket) => {
          let head = ""
          socket.on("data", (chunk) => {
            head += chunk.toString()
            if (!head.endsWith("\r\n\r\n")) return
            const [, path = ""] = head.split(" ")
            socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${path.length}\r\nconnection: close\r\n\r\n${path}`)
          })
        })
        for (const path of [
          `/data?ids=${"1,".repeat(4_500)}`,
          `/${"a".repeat(60_000)}`,
          `/?q=${"%C3%A9".repeat(9_000)}`
        ]) {
          const { body, status } = yield* askFor(proxy, `http://localhost:${port}${path}`, account)
          assert.deepStrictEqual([status, body], [200, path])
        }
        const hosts = ["a".repeat(2_000), `${"a.".repeat(600)}test`, "%C3%A9".repeat(5_000)]
        for (const host of hosts) assert.strictEqual((yield* askFor(proxy, `http://${host}/`, account)).status, 400)
        const long = "a".repeat(9_000)
        for (const url of [
          `ftp://localhost/${long}`,
          `/${long}`,
          `http://localhost:x/${long}`,
          `http://u:p@localhost/${long}`
        ]) {
          assert.strictEqual((yield* askFor(proxy, url, account)).status, 400)
        }
        assert.notStrictEqual(
          (yield* askFor(proxy, `http://localhost:${port}/${"a".repeat(70_000)}`, account)).status,
          200
        )
      })
    )
  )

  it.live("asks everybody who they are", () =>
    withProxy((proxy, account) =>
      Effect.gen(function* () {
        const port = yield* serve((_, response) => response.end("secret"))
        assert.strictEqual((yield* askFor(proxy, `http://localhost:${port}/`, null)).status, 407)
        assert.match(yield* tunnelTo(proxy, `localhost:${port}`, null), /^HTTP\/1.1 407 /)
        assert.strictEqual((yield* askFor(proxy, `http://localhost:${port}/`, account)).body, "secret")
      })
    )
  )

  it.live("opens nothing to an address that is not allowed, itself included", () =>
    withProxy((proxy, account) =>
      Effect.gen(function* () {
        let arrived = 0
        const port = yield* serveSockets(() => {
          arrived += 1
        })
        const own = new URL(proxy).port
        for (const host of ["127.0.0.1", "canary.test", "[::1]", "0x7f.1", "[::ffff:127.0.0.1]"]) {
          assert.strictEqual((yield* askFor(proxy, `http://${host}:${port}/`, account)).status, 403, host)
          assert.match(yield* tunnelTo(proxy, `${host}:${port}`, account), /^HTTP\/1.1 403 /, host)
        }
        assert.strictEqual((yield* askFor(proxy, `http://localhost:${own}/`, account)).status, 403)
        for (const url of ["ftp://localhost/", `http://u:p@localhost:${port}/`, "/relative", "https://localhost/"]) {
          assert.strictEqual((yield* askFor(proxy, url, account)).status, 400, url)
        }
        assert.strictEqual(arrived, 0)
        assert.strictEqual(account.account.refusalOf(`http://canary.test:${port}`), "forbidden_address")
      })
    )
  )

  it.live("gives no server the credentials, though it asks for them", () =>
    withProxy((proxy, account) =>
      Effect.gen(function* () {
        const port = yield* serve((_, response) =>
          response.writeHead(407, { "proxy-authenticate": 'Basic realm="kittiwake"' }).end()
        )
        assert.strictEqual((yield* askFor(proxy, `http://localhost:${port}/`, account)).status, 502)
      })
    )
  )

  it.live("answers for a server that speaks another protocol, or only announces an answer", () =>
    withProxy((proxy, account) =>
      Effect.gen(function* () {
        for (const said of [
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nabc",
          "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(20)
        ]) {
          const port = yield* serveSockets((socket) => socket.once("data", () => socket.write(said)))
          const asked = askFor(proxy, `http://localhost:${port}/`, account)
          const { status } = yield* Effect.timeoutOrElse(asked, {
            duration: "3 seconds",
            orElse: () => Effect.succeed({ status: -1 })
          })
          assert.strictEqual(status, 502, said.slice(0, 20))
          assert.isNotNull(account.account.refusalOf(`http://localhost:${port}`))
        }
      })
    )
  )

  it.live("blames a server that breaks off, and none that was left by whoever asked it", () =>
    withProxy((proxy, account) =>
      Effect.gen(function* () {
        const breaking = yield* serveSockets((socket) => socket.once("data", () => socket.destroy()))
        assert.strictEqual((yield* askFor(proxy, `http://localhost:${breaking}/`, account)).status, 502)
        assert.strictEqual(account.account.refusalOf(`http://localhost:${breaking}`), "connection_failed")
        const isLeft = Promise.withResolvers<void>()
        const { hostname, port } = new URL(proxy)
        const silent = yield* serveSockets((socket) => {
          socket.once("data", () => asking.destroy())
          socket.once("close", () => isLeft.resolve())
        })
        const asking = connect(Number(port), hostname)
        asking.write(
          `GET http://localhost:${silent}/ HTTP/1.1\r\nhost: x\r\nproxy-authorization: ${account.account.authorization}\r\n\r\n`
        )
        yield* Effect.promise(() => isLeft.promise)
        // What is told of it is told in the next turns.
        for (let turn = 0; turn < 5; turn += 1) yield* Effect.promise(() => new Promise(setImmediate))
        assert.isNull(account.account.refusalOf(`http://localhost:${silent}`))
      })
    )
  )

  it.live("asks again where a server closes a connection that it kept, once and over a new one", () =>
    withProxy((proxy, account) =>
      Effect.gen(function* () {
        const asked: Array<string> = []
        /** Says `later` when it is asked for the second time over a connection, and breaks off. */
        const closing = (later: string) =>
          serveSockets((socket) => {
            let before = 0
            socket.on("data", (head) => {
              asked.push(head.toString().split(" ")[0] ?? "")
              before += 1
              if (before === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi")
              else socket.end(later, () => socket.destroy())
            })
          })
        const port = yield* closing("")
        const url = `http://localhost:${port}/`
        for (let times = 0; times < 3; times += 1) {
          assert.deepInclude(yield* askFor(proxy, url, account), { status: 200, body: "hi" })
        }
        assert.isNull(account.account.refusalOf(new URL(url).origin))
        // The second and the third were asked for over the first connection or one after it, and again.
        assert.isAtLeast(asked.length, 4)
        assert.isAtMost(asked.length, 5)
        const begun = yield* closing("HTTP/1.1 2")
        const torn = `http://localhost:${begun}/`
        assert.strictEqual((yield* askFor(proxy, torn, account)).status, 200)
        asked.length = 0
        assert.strictEqual((yield* askFor(proxy, torn, account)).status, 502)
        assert.lengthOf(asked, 1, "what was answered in part is not asked for again")
      })
    )
  )

  it.live("sends nothing twice that may do something, and nothing a third time", () =>
    withProxy((proxy, account) =>
      Effect.gen(function* () {
        let connections = 0
        const asked: Array<string> = []
        const port = yield* serveSockets((socket) => {
          connections += 1
          const isFirst = connections === 1
          let before = 0
          socket.on("data", (head) => {
            asked.push(head.toString().split(" ")[0] ?? "")
            before += 1
            if (isFirst && before === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi")
            else socket.destroy()
          })
        })
        const url = `http://localhost:${port}/`
        assert.strictEqual((yield* askFor(proxy, url, account)).status, 200)
        assert.strictEqual((yield* askFor(proxy, url, account)).status, 502)
        assert.deepStrictEqual([connections, asked], [2, ["GET", "GET", "GET"]])
        assert.strictEqual(account.account.refusalOf(new URL(url).origin), "connection_failed")
        connections = 0
        asked.length = 0
        assert.strictEqual((yield* askFor(proxy, url, account)).status, 200)
        assert.strictEqual((yield* askFor(proxy, url, account, {}, "POST")).status, 502)
        assert.deepStrictEqual([connections, asked], [1, ["GET", "POST"]])
      })
    )
  )

  it.live("cuts an account that has had its bytes, and one that is closed", () =>
    Effect.gen(function* () {
      const port = yield* serveSockets((socket) => {
        socket.on("data", () => {
          const more = () => {
            while (!socket.destroyed && socket.write(Buffer.alloc(65_536))) {}
          }
          socket.on("drain", more)
          more()
        })
      })
      yield* withProxy((proxy, account) =>
        Effect.gen(function* () {
          const came = yield* tunnelTo(proxy, `localhost:${port}`, account, "go")
          assert.isBelow(came.length, 3_000_000)
          assert.isTrue(account.account.isSpent)
          assert.strictEqual((yield* askFor(proxy, `http://localhost:${port}/`, account)).status, 429)
        })
      )
      yield* withProxy((proxy, account) =>
        Effect.gen(function* () {
          account.account.close()
          assert.strictEqual((yield* askFor(proxy, `http://localhost:${port}/`, account)).status, 0)
        })
      )
    }).pipe(Effect.scoped)
  )

  it.live("ends with its scope", () =>
    Effect.gen(function* () {
      const proxy = yield* withProxy((server) => Effect.succeed(server))
      assert.strictEqual((yield* askFor(proxy, "http://localhost/", null)).status, 0)
    })
  )
})
