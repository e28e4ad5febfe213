/** What `FetchSession.download` promises: a part of `httpFetcherSuite`. */
import { assert, it } from "@effect/vitest"
import { Duration, Effect, type Layer } from "effect"
import { type DownloadRequest, HttpFetcher, maxRedirects } from "../web/HttpFetcher.ts"
import { ScriptedServers } from "./ScriptedServers.ts"

const requestFor = (url: string): DownloadRequest => ({
  url,
  headers: {},
  validators: null,
  country: null,
  maxBytes: 1_000_000,
  timeout: Duration.seconds(20),
  acceptsPart: false
})

const openSession = Effect.flatMap(HttpFetcher, (fetcher) => fetcher.openSession)

const download = (url: string, more: Partial<DownloadRequest> = {}) =>
  Effect.flatMap(openSession, (session) => session.download({ ...requestFor(url), ...more }))

const failureFor = (url: string, more: Partial<DownloadRequest> = {}) =>
  Effect.map(Effect.flip(download(url, more)), ({ reason }) => reason)

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Every byte there is: no text in any encoding that a careless reader would leave alone. */
const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index)

/** Runs every promise of downloads. The clock is the real one, and no test waits for more than an instant. */
export const downloads = (layer: Layer.Layer<HttpFetcher | ScriptedServers>) => {
  it.live("downloads bytes of any kind as they are", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const headers = {
        "content-type": "Image/PNG; x=Y",
        etag: '"v1"',
        "last-modified": "Wed, 21 Oct 2015 07:28:00 GMT",
        "x-robots-tag": "noindex"
      }
      const server = yield* start([{ path: "/logo.png?a=1", headers, body: everyByte }])
      const { bytes, ...answer } = yield* download(`${server.url}/logo.png?a=1`)
      assert.deepStrictEqual([...bytes], [...everyByte])
      assert.deepStrictEqual(answer, {
        url: `${server.url}/logo.png?a=1`,
        status: 200,
        contentType: "Image/PNG; x=Y",
        etag: '"v1"',
        lastModified: "Wed, 21 Oct 2015 07:28:00 GMT",
        robots: "noindex",
        isNotModified: false,
        isPart: false
      })
    }).pipe(Effect.provide(layer))
  )

  it.live("downloads what has no kind, nothing at all, and the body of an error", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const server = yield* start([
        { path: "/", body: "plain" },
        { path: "/empty", headers: { "content-type": "text/css" } },
        { path: "/none", status: 204 },
        { path: "/broken", status: 500, headers: { "content-type": "image/png" }, body: "PNG" }
      ])
      const look = (path: string) =>
        Effect.map(download(`${server.url}${path}`), (got) => [got.status, got.contentType, textOf(got.bytes)])
      assert.deepStrictEqual(yield* look("/"), [200, null, "plain"])
      assert.deepStrictEqual(yield* look("/empty"), [200, "text/css", ""])
      assert.deepStrictEqual(yield* look("/none"), [204, null, ""])
      assert.deepStrictEqual(yield* look("/broken"), [500, "image/png", "PNG"])
    }).pipe(Effect.provide(layer))
  )

  it.live("says when to come again, where the server does", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const server = yield* start([
        { path: "/late", status: 429, headers: { "retry-after": "120" }, body: "later" },
        { path: "/kept", headers: { "cache-control": "max-age=600", etag: '"v1"' }, body: "kept" }
      ])
      const late = yield* download(`${server.url}/late`)
      assert.deepStrictEqual([late.status, late.retryAfter, late.cacheControl], [429, "120", undefined])
      const validators = { url: `${server.url}/kept`, etag: '"v1"', lastModified: null }
      const kept = yield* download(`${server.url}/kept`)
      assert.deepStrictEqual([kept.retryAfter, kept.cacheControl], [undefined, "max-age=600"])
      assert.isTrue((yield* download(`${server.url}/kept`, { validators })).isNotModified)
    }).pipe(Effect.provide(layer))
  )

  it.live("says when the validators of a download still hold", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const server = yield* start([{ path: "/", headers: { etag: '"v2"' }, body: "two" }])
      const ask = (etag: string, url = `${server.url}/`) =>
        download(`${server.url}/`, { validators: { url, etag, lastModified: null } })
      const held = yield* ask('"v2"')
      assert.deepStrictEqual([held.isNotModified, held.bytes.length], [true, 0])
      const newer = yield* ask('"v1"')
      assert.deepStrictEqual([newer.isNotModified, textOf(newer.bytes)], [false, "two"])
      assert.isFalse((yield* ask('"v2"', `${server.url}/other`)).isNotModified)
    }).pipe(Effect.provide(layer))
  )

  it.live("downloads no part that nobody asked for", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const headers = { "content-range": "bytes 0-3/10", "x-amzn-waf-action": "challenge" }
      const server = yield* start([{ path: "/", status: 206, headers, body: "0123" }])
      assert.strictEqual(yield* failureFor(`${server.url}/`), "bad_response")
      const asked = yield* download(`${server.url}/`, { headers: { Range: "bytes=0-3" } })
      assert.deepStrictEqual([asked.status, textOf(asked.bytes), asked.isChallenge], [206, "0123", true])
    }).pipe(Effect.provide(layer))
  )

  it.live("reads as many bytes as it is asked to and not one more", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const server = yield* start([{ path: "/", body: "0123456789" }])
      assert.strictEqual(textOf((yield* download(`${server.url}/`, { maxBytes: 10 })).bytes), "0123456789")
      assert.strictEqual(yield* failureFor(`${server.url}/`, { maxBytes: 9 }), "too_large")
    }).pipe(Effect.provide(layer))
  )

  it.live("sends the headers of a request to the origin of its address and to no other, even on the way back", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const home = yield* start([
        { path: "/here", status: 302, headers: { location: "/on" } },
        { path: "/back", body: "end" }
      ])
      const away = yield* start([{ path: "/away", status: 307, headers: { location: `${home.url}/back` } }])
      const door = yield* start([
        { path: "/in", status: 302, headers: { location: "/next" } },
        { path: "/next", status: 308, headers: { location: `${away.url}/away` } }
      ])
      const headers = { Authorization: "Bearer secret", "X-Key": "k", Cookie: "a=1", "User-Agent": "Mine/1" }
      assert.strictEqual(textOf((yield* download(`${door.url}/in`, { headers })).bytes), "end")
      const seen = [...(yield* door.seen), ...(yield* away.seen), ...(yield* home.seen)]
      const sent = seen.map(({ headers: got, path }) => [
        path,
        got.authorization ?? "",
        got["x-key"] ?? "",
        got.cookie ?? "",
        got["user-agent"] === "Mine/1"
      ])
      assert.deepStrictEqual(sent, [
        ["/in", "Bearer secret", "k", "a=1", true],
        ["/next", "Bearer secret", "k", "a=1", true],
        ["/away", "", "", "", false],
        ["/back", "", "", "", false]
      ])
    }).pipe(Effect.provide(layer))
  )

  it.live("sends no header that names the host or frames the connection", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const server = yield* start([{ path: "/", body: "ok" }])
      for (const name of ["Host", "content-length", "Transfer-Encoding", "X-Forwarded-For", ":authority"]) {
        assert.strictEqual(yield* failureFor(`${server.url}/`, { headers: { [name]: "evil.example" } }), "bad_response")
      }
      assert.deepStrictEqual(yield* server.seen, [])
    }).pipe(Effect.provide(layer))
  )

  it.live("shares cookies between the downloads and fetches of a session", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const server = yield* start([
        { path: "/in", headers: { "set-cookie": "who=ada; Path=/" }, body: "hello" },
        { path: "/text", headers: { "content-type": "text/plain" }, body: "text" },
        { path: "/file", body: "file" }
      ])
      const session = yield* openSession
      yield* session.download(requestFor(`${server.url}/in`))
      yield* session.fetch({ url: `${server.url}/text`, validators: null, timeout: Duration.seconds(20) })
      yield* session.download({ ...requestFor(`${server.url}/file`), headers: { Cookie: "who=bob; lang=en" } })
      yield* download(`${server.url}/file`)
      const cookies = (yield* server.seen).map(({ headers }) => headers.cookie ?? "")
      assert.deepStrictEqual(cookies, ["", "who=ada", "lang=en; who=ada", ""])
    }).pipe(Effect.provide(layer))
  )

  it.live("gives the bytes that came before the time was over, when a part is wanted", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const headers = { "content-type": "text/plain", "content-length": "10" }
      const server = yield* start([
        { path: "/stalls", headers, body: "0123456789", stallsAfter: 4 },
        { path: "/silent", delayMillis: 60_000, body: "late" },
        { path: "/hop", status: 302, headers: { location: "/silent" } },
        { path: "/whole", body: "whole" }
      ])
      const timeout = Duration.millis(250)
      const part = yield* download(`${server.url}/stalls`, { timeout, acceptsPart: true })
      assert.deepStrictEqual([part.status, part.isPart, textOf(part.bytes)], [200, true, "0123"])
      assert.strictEqual(yield* failureFor(`${server.url}/stalls`, { timeout }), "timeout")
      assert.strictEqual(yield* failureFor(`${server.url}/silent`, { timeout, acceptsPart: true }), "timeout")
      assert.strictEqual(yield* failureFor(`${server.url}/hop`, { timeout, acceptsPart: true }), "timeout")
      const whole = yield* download(`${server.url}/whole`, { acceptsPart: true })
      assert.deepStrictEqual([whole.isPart, textOf(whole.bytes)], [false, "whole"])
    }).pipe(Effect.provide(layer))
  )

  it.live("opens no connection for a download that is not allowed, at any hop, and follows no more than ten", () =>
    Effect.gen(function* () {
      const { forbiddenUrl, start, unknownHostUrl } = yield* ScriptedServers
      const hops = Array.from({ length: maxRedirects + 1 }, (_, index) => ({
        path: `/${index}`,
        status: 302,
        headers: { location: `/${index + 1}` }
      }))
      const server = yield* start([{ path: "/in", status: 302, headers: { location: forbiddenUrl } }, ...hops])
      assert.strictEqual(yield* failureFor(forbiddenUrl), "forbidden_address")
      assert.strictEqual(yield* failureFor(`${server.url}/in`), "forbidden_address")
      assert.strictEqual(yield* failureFor(unknownHostUrl), "unknown_host")
      assert.strictEqual(yield* failureFor(`${server.url}/0`), "too_many_redirects")
    }).pipe(Effect.provide(layer))
  )

  it.live("leaves by no exit other than the one of the country, and says so when there is none", () =>
    Effect.gen(function* () {
      const { start } = yield* ScriptedServers
      const server = yield* start([{ path: "/", body: "ok" }])
      assert.strictEqual(yield* failureFor(`${server.url}/`, { country: "zz" }), "no_exit")
      assert.deepStrictEqual(yield* server.seen, [])
    }).pipe(Effect.provide(layer))
  )
}
