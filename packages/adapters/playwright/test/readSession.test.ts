/**
 * Pages that store more than a profile holds, and what cannot be put in again. Observed: what is kept of them, what that costs this process,
 * and whether the next page takes it up.
 */
import { assert, describe, it, layer } from "@effect/vitest"
import { render } from "@kittiwake/core/testing/browserSuite"
import { Duration, Effect, Result } from "effect"
import { needsBrowserHere } from "../../../../test/setup/browser.ts"
import { fitting } from "../src/render/readSession.ts"
import { sharedBrowser } from "./browsers.ts"
import { costOf } from "./costOf.ts"
import { serve, serveSockets } from "./servers.ts"

const empty = { cookies: [], origins: [] }

const many =
  "<p>content</p><script>let i=0;try{for(;i<150000;i++)localStorage.setItem(String.fromCharCode(0x4e00+i%20000,0x4e00+i/20000),'')}catch{}document.title=i</script>"
const large = "<p>content</p><script>for(let i=0;i<4;i++)localStorage.setItem(i,'x'.repeat(1e6))</script>"
const onward = (to: number) => `${many}<script>location='http://localhost:${to}/'</script>`

describe("what a page has left", needsBrowserHere, () => {
  layer(sharedBrowser(), { timeout: "120 seconds", excludeTestServices: true })((it) => {
    it.effect(
      "is as much as a profile holds, also of a site that the page has left, and costs little",
      () =>
        Effect.gen(function* () {
          const next = yield* serve((_, response) => response.end("<p>content"))
          const port = yield* serve((request, response) => {
            const path = request.url ?? ""
            response.writeHead(200, { "content-type": "text/html" })
            response.end(
              path === "/many" ? many : path === "/large" ? large : path === "/onward" ? onward(next) : "<p>fine"
            )
          })
          const url = `http://localhost:${port}`
          const timeout = Duration.seconds(60)
          yield* render(`${url}/fine`, { session: empty })
          for (const path of ["/many", "/onward"]) {
            const { heldMillis, megabytes, result } = yield* costOf(
              render(`${url}${path}`, { session: empty, timeout })
            )
            const { session } = Result.getOrThrow(result)
            assert.isBelow(heldMillis, 250, path)
            assert.isBelow(megabytes, 120, path)
            assert.isAtMost(Buffer.byteLength(JSON.stringify(session)), 1024 * 1024)
            const [first] = session?.origins ?? []
            assert.deepStrictEqual([first?.origin, first?.localStorage.length], [url, 10_000])
          }
          const { session } = yield* render(`${url}/large`, { session: empty })
          assert.deepStrictEqual(
            session?.origins.map(({ localStorage }) => localStorage.map(({ value }) => value.length)),
            [[1_000_000]]
          )
        }),
      120_000
    )

    it.effect(
      "has what the session had of sites that the page did not come by",
      () =>
        Effect.gen(function* () {
          const port = yield* serve((_, response) => response.end("<p>content</p><script>localStorage.a=1</script>"))
          const other = { origin: "http://other.localhost:8080", localStorage: [{ name: "b", value: "2" }] }
          const url = `http://localhost:${port}`
          const { session } = yield* render(`${url}/`, { session: { cookies: [], origins: [other] } })
          const own = { origin: url, localStorage: [{ name: "a", value: "1" }] }
          assert.deepStrictEqual(session?.origins, [own, other])
        }),
      120_000
    )

    it.effect(
      "has what a site stored that led to one whose page asks before it is left, and asks no server for more",
      () =>
        Effect.gen(function* () {
          const asked: Array<string> = []
          const asks =
            "<p>app</p><button>Go</button><script>localStorage.app='A';addEventListener('beforeunload',(event)=>event.preventDefault());addEventListener('pagehide',()=>navigator.sendBeacon('/sign-out'))</script>"
          const app = yield* serve((request, response) => {
            asked.push(`app ${request.url}`)
            response.writeHead(200, { "content-type": "text/html" }).end(asks)
          })
          const login = yield* serve((request, response) => {
            asked.push(`login ${request.url}`)
            response.writeHead(200, { "content-type": "text/html" })
            response.end(`<script>localStorage.token='T';location='http://localhost:${app}/app'</script>`)
          })
          // Only a page that somebody has touched may ask.
          const actions = [{ do: "click", selector: "button" }] as const
          const { session } = yield* render(`http://localhost:${login}/start`, { session: empty, actions })
          assert.deepStrictEqual(session?.origins, [
            { origin: `http://localhost:${app}`, localStorage: [{ name: "app", value: "A" }] },
            { origin: `http://localhost:${login}`, localStorage: [{ name: "token", value: "T" }] }
          ])
          assert.deepStrictEqual(
            asked.filter((one) => one !== "app /favicon.ico"),
            ["login /start", "app /app"]
          )
        }),
      120_000
    )

    it.effect(
      "can be put in again, whatever its server has set",
      () =>
        Effect.gen(function* () {
          const head = Buffer.from(
            "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\nset-cookie: \xe9=\xe9; Path=/\r\nset-cookie: ok=1\r\n\r\n<p>content",
            "latin1"
          )
          const port = yield* serveSockets((socket) => socket.once("data", () => socket.end(head)))
          const url = `http://localhost:${port}/`
          const { session } = yield* render(url, { session: empty })
          assert.deepStrictEqual(
            session?.cookies.map(({ name, value }) => [name, value]),
            [["ok", "1"]]
          )
          // One that was kept before this was looked at.
          const cookie = session?.cookies[0] ?? assert.fail("no cookie")
          const broken = {
            cookies: [
              { ...cookie, name: "", value: "" },
              { ...cookie, name: "mine" }
            ],
            origins: []
          }
          const again = yield* render(url, { session: broken })
          assert.include(again.html, "content")
          assert.sameMembers(again.session?.cookies.map(({ name }) => name) ?? [], ["ok", "mine"])
        }),
      120_000
    )
  })
})

describe("what fits into a profile", () => {
  it("is item by item, the first first, and nothing of a site of which nothing fits", () => {
    const stored = (size: number) => ({ name: `${size}`, value: "x".repeat(size) })
    const { origins } = fitting(
      [],
      [
        { origin: "http://a.example", localStorage: [stored(1_000_000), stored(900_000), stored(40)] },
        { origin: "http://b.example", localStorage: [stored(60_000)] }
      ]
    )
    assert.deepStrictEqual(
      origins.map(({ origin, localStorage }) => [origin, ...localStorage.map(({ name }) => name)]),
      [["http://a.example", "1000000", "40"]]
    )
  })
})
