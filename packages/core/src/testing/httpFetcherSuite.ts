/** What `HttpFetcher` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, type Layer } from "effect"
import {
  type Answer,
  type FetchRequest,
  type FetchSession,
  HttpFetcher,
  MayBeLed,
  maxBodyBytes,
  maxRedirects
} from "../web/HttpFetcher.ts"
import { downloads } from "./downloadSuite.ts"
import { ScriptedServers } from "./ScriptedServers.ts"

const plain = { "content-type": "text/plain; charset=utf-8" }

const requestFor = (url: string): FetchRequest => ({ url, validators: null, timeout: Duration.seconds(20) })

const openSession = Effect.flatMap(HttpFetcher, (fetcher) => fetcher.openSession)

const fetched = (answer: Answer) => {
  assert.strictEqual(answer._tag, "Fetched")
  return answer as Extract<Answer, { readonly _tag: "Fetched" }>
}

const get = (session: FetchSession, url: string) => session.fetch(requestFor(url)).pipe(Effect.map(fetched))

const failureFor = (request: FetchRequest) =>
  openSession.pipe(
    Effect.flatMap((session) => Effect.flip(session.fetch(request))),
    Effect.map(({ reason }) => reason)
  )

/** What an adapter may leave out. */
export interface Capabilities {
  /** Whether pages come with a digest of their bytes. */
  readonly givesDigests: boolean
}

/** Runs every promise of the port. The clock is the real one, and no test waits for more than an instant. */
export const suite = (
  name: string,
  layer: Layer.Layer<HttpFetcher | ScriptedServers>,
  { givesDigests }: Capabilities
) =>
  describe(`HttpFetcher (${name})`, () => {
    it.live("gives the text of a page with its status, kind and validators", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const headers = {
          "content-type": "Text/HTML; charset=utf-8",
          etag: '"v1"',
          "last-modified": "Wed, 21 Oct 2015 07:28:00 GMT",
          "x-robots-tag": "noindex"
        }
        const server = yield* start([{ path: "/page?q=1", headers, body: "<p>é 😀</p>" }])
        const { digest: _, ...answer } = yield* get(yield* openSession, `${server.url}/page?q=1`)
        assert.deepStrictEqual(answer, {
          _tag: "Fetched",
          url: `${server.url}/page?q=1`,
          status: 200,
          mediaType: "text/html",
          body: "<p>é 😀</p>",
          etag: '"v1"',
          lastModified: "Wed, 21 Oct 2015 07:28:00 GMT",
          robots: "noindex"
        })
      }).pipe(Effect.provide(layer))
    )

    it.live("gives the same page as it is encoded, and in which encoding that is", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const latin = Uint8Array.of(0x3c, 0x70, 0x3e, 0xe9)
        const server = yield* start([
          { path: "/utf-8", headers: plain, body: "\ufeff<p>é 😀" },
          { path: "/latin", headers: { "content-type": "text/html; charset=iso-8859-1" }, body: latin }
        ])
        const session = yield* openSession
        for (const path of ["/utf-8", "/latin"]) {
          const request = requestFor(`${server.url}${path}`)
          const { body, ...head } = fetched(yield* session.fetch(request))
          const encoded = yield* session.fetchEncoded(request)
          assert.strictEqual(encoded._tag, "Fetched")
          if (encoded._tag !== "Fetched") return
          const { body: bytes, ...headOfBytes } = encoded
          assert.deepStrictEqual(headOfBytes, head)
          assert.strictEqual(new TextDecoder(bytes.charset).decode(bytes.bytes), body)
        }
      }).pipe(Effect.provide(layer))
    )

    it.live("takes no part that it did not ask for, and the whole that is called one", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const part = (path: string, range: string, body: string) => ({
          ...{ path, status: 206, headers: { ...plain, "content-range": range }, body }
        })
        const server = yield* start([
          ...[part("/part", "bytes 0-3/10", "0123"), part("/end", "bytes 6-9/10", "6789")],
          ...[part("/unknown", "bytes 0-9/*", "0123456789"), part("/whole", "bytes 0-9/10", "0123456789")],
          { path: "/silent", status: 206, headers: plain, body: "0123" }
        ])
        for (const path of ["/part", "/end", "/unknown", "/silent"]) {
          assert.strictEqual(yield* failureFor(requestFor(`${server.url}${path}`)), "bad_response", path)
        }
        const session = yield* openSession
        assert.strictEqual((yield* get(session, `${server.url}/whole`)).body, "0123456789")
        const beginning = { ...requestFor(`${server.url}/part`), firstBytes: 4 }
        assert.strictEqual(fetched(yield* session.fetch(beginning)).body, "0123", "where that is enough")
      }).pipe(Effect.provide(layer))
    )

    it.live("tells that an answer says that it is a check for robots", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const saying = (path: string, status: number, headers: Readonly<Record<string, string>>) => ({
          ...{ path, status, headers: { ...plain, ...headers }, body: "" }
        })
        const server = yield* start([
          saying("/challenge", 202, { "x-amzn-waf-action": "challenge" }),
          saying("/captcha", 405, { "x-amzn-waf-action": "captcha" }),
          saying("/cloud", 403, { "cf-mitigated": "challenge" }),
          saying("/count", 200, { "x-amzn-waf-action": "count" }),
          saying("/accepted", 202, {})
        ])
        const session = yield* openSession
        const isChallenge = (path: string) =>
          Effect.map(get(session, `${server.url}${path}`), (answer) => answer.isChallenge === true)
        const found = yield* Effect.forEach(["/challenge", "/captcha", "/cloud", "/count", "/accepted"], isChallenge)
        assert.deepStrictEqual(found, [true, true, true, false, false])
      }).pipe(Effect.provide(layer))
    )

    it.live("tells when the server wants to be asked again", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const headers = { ...plain, "retry-after": "120" }
        const server = yield* start([{ path: "/late", status: 429, headers, body: "later" }])
        const answer = yield* get(yield* openSession, `${server.url}/late`)
        assert.deepInclude(answer, { status: 429, retryAfter: "120" })
      }).pipe(Effect.provide(layer))
    )

    it.live("takes an error of the server as an answer", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([{ path: "/broken", status: 500, headers: plain, body: "sorry" }])
        const session = yield* openSession
        const broken = yield* get(session, `${server.url}/broken`)
        assert.deepStrictEqual([broken.status, broken.body], [500, "sorry"])
        assert.strictEqual((yield* get(session, `${server.url}/missing`)).status, 404)
      }).pipe(Effect.provide(layer))
    )

    it.live("finds the same bytes of the same kind not modified when it is given their digest", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const latin = { "content-type": "text/plain; charset=latin1" }
        const server = yield* start([
          { path: "/", headers: plain, body: "caf\u00e9" },
          { path: "/other", headers: plain, body: "cafe" },
          { path: "/latin", headers: latin, body: "caf\u00e9" },
          { path: "/broken", status: 500, headers: plain, body: "caf\u00e9" }
        ])
        const session = yield* openSession
        const { digest, etag, lastModified } = yield* get(session, `${server.url}/`)
        assert.strictEqual(digest !== undefined, givesDigests)
        if (digest === undefined) return
        const ask = (path: string) =>
          Effect.map(
            session.fetch({
              ...requestFor(`${server.url}${path}`),
              validators: { url: `${server.url}${path}`, etag, lastModified, digest }
            }),
            ({ _tag }) => _tag
          )
        assert.strictEqual(yield* ask("/"), "NotModified")
        for (const path of ["/other", "/latin", "/broken"]) assert.strictEqual(yield* ask(path), "Fetched", path)
      }).pipe(Effect.provide(layer))
    )

    it.live("says when the validators still hold", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([{ path: "/", headers: { ...plain, etag: '"v2"' }, body: "two" }])
        const session = yield* openSession
        const ask = (etag: string) =>
          session.fetch({
            ...requestFor(`${server.url}/#part`),
            validators: { url: `${server.url}/`, etag, lastModified: null }
          })
        assert.strictEqual((yield* ask('"v2"'))._tag, "NotModified")
        assert.strictEqual(fetched(yield* ask('"v1"')).body, "two")
        assert.strictEqual((yield* get(session, `${server.url}/`)).body, "two")
      }).pipe(Effect.provide(layer))
    )

    it.live("sends validators to the address alone that they are of", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([
          { path: "/latest", status: 302, headers: { location: "/v2" } },
          { path: "/v2", headers: { ...plain, etag: '"same"' }, body: "two" }
        ])
        const session = yield* openSession
        const ask = (url: string) =>
          session.fetch({
            ...requestFor(`${server.url}/latest`),
            validators: { url, etag: '"same"', lastModified: null }
          })
        for (const path of ["/v1", "/latest", "/v2?"]) {
          assert.strictEqual(fetched(yield* ask(`${server.url}${path}`)).body, "two", path)
        }
        assert.strictEqual((yield* ask(`${server.url}/v2`))._tag, "NotModified")
        const sent = (yield* server.seen).map(({ headers, path }) => [path, headers["if-none-match"]])
        const plainly = ["/v2", undefined]
        const once = ["/latest", undefined]
        assert.deepStrictEqual(sent, [
          ...[once, plainly, ["/latest", '"same"'], plainly],
          ...[once, plainly, once, ["/v2", '"same"']]
        ])
      }).pipe(Effect.provide(layer))
    )

    it.live("follows redirects and names the last address", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const codes = [301, 302, 303, 307, 308]
        const hops = codes.map((status, index) => ({
          path: `/${index}`,
          status,
          headers: { location: index % 2 === 0 ? `${index + 1}` : `/${index + 1}` }
        }))
        const server = yield* start([...hops, { path: `/${codes.length}`, headers: plain, body: "end" }])
        const answer = yield* get(yield* openSession, `${server.url}/0`)
        assert.deepStrictEqual([answer.url, answer.body], [`${server.url}/${codes.length}`, "end"])
      }).pipe(Effect.provide(layer))
    )

    it.live("asks for no address that it may not be led to", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const leading = (path: string, location: string) => ({ path, status: 302, headers: { location } })
        const server = yield* start([
          ...[leading("/go", "/private/secret"), leading("/on", "/go"), leading("/well", "/open")],
          ...["/private/secret", "/open"].map((path) => ({ path, headers: plain, body: path }))
        ])
        const asked: Array<string> = []
        const mayBeLed = (url: string) =>
          Effect.sync(() => {
            asked.push(new URL(url).pathname)
            return url.includes("/private/") ? { reason: "robots" as const, message: "It is forbidden." } : null
          })
        const session = yield* openSession
        const ask = (path: string) =>
          Effect.provideService(session.fetch(requestFor(`${server.url}${path}`)), MayBeLed, mayBeLed)
        const led = (path: string) => Effect.map(Effect.flip(ask(path)), ({ message, reason }) => [reason, message])
        for (const path of ["/go", "/on"]) {
          assert.deepStrictEqual(yield* led(path), ["robots", "It is forbidden."])
        }
        assert.strictEqual(fetched(yield* ask("/well")).body, "/open")
        // What is asked for itself is the caller's to know.
        assert.strictEqual(fetched(yield* ask("/private/secret")).body, "/private/secret")
        assert.deepStrictEqual(asked, ["/private/secret", "/go", "/private/secret", "/open"])
        const paths = (yield* server.seen).map(({ path }) => path)
        assert.deepStrictEqual(paths, ["/go", "/on", "/go", "/well", "/open", "/private/secret"])
        assert.strictEqual((yield* get(session, `${server.url}/go`)).body, "/private/secret", "where nobody asks")
      }).pipe(Effect.provide(layer))
    )

    it.live("gives up after ten redirects", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const hops = Array.from({ length: maxRedirects + 1 }, (_, index) => ({
          path: `/${index}`,
          status: 302,
          headers: { location: `/${index + 1}` }
        }))
        const server = yield* start([...hops, { path: `/${maxRedirects + 1}`, headers: plain, body: "end" }])
        assert.strictEqual((yield* get(yield* openSession, `${server.url}/1`)).body, "end")
        assert.strictEqual(yield* failureFor(requestFor(`${server.url}/0`)), "too_many_redirects")
      }).pipe(Effect.provide(layer))
    )

    it.live("opens no connection to an address that is not allowed, at any hop", () =>
      Effect.gen(function* () {
        const { forbiddenUrl, start } = yield* ScriptedServers
        const server = yield* start([
          { path: "/first", status: 302, headers: { location: "/second" } },
          { path: "/second", status: 302, headers: { location: forbiddenUrl } },
          { path: "/file", status: 302, headers: { location: "file:///etc/passwd" } }
        ])
        assert.strictEqual(yield* failureFor(requestFor(forbiddenUrl)), "forbidden_address")
        assert.strictEqual(yield* failureFor(requestFor(`${server.url}/first`)), "forbidden_address")
        assert.strictEqual(yield* failureFor(requestFor(`${server.url}/file`)), "forbidden_address")
      }).pipe(Effect.provide(layer))
    )

    it.live("tells a host without address from one where nobody listens", () =>
      Effect.gen(function* () {
        const { closedUrl, unknownHostUrl } = yield* ScriptedServers
        assert.strictEqual(yield* failureFor(requestFor(unknownHostUrl)), "unknown_host")
        assert.strictEqual(yield* failureFor(requestFor(closedUrl)), "connection_failed")
      }).pipe(Effect.provide(layer))
    )

    it.live("ends at the deadline, which covers every hop", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const delayMillis = 60_000
        const server = yield* start([
          { path: "/slow", delayMillis, headers: plain, body: "late" },
          { path: "/hop", status: 302, headers: { location: "/slow" } }
        ])
        const timeout = Duration.millis(100)
        assert.strictEqual(yield* failureFor({ ...requestFor(`${server.url}/slow`), timeout }), "timeout")
        assert.strictEqual(yield* failureFor({ ...requestFor(`${server.url}/hop`), timeout }), "timeout")
      }).pipe(Effect.provide(layer))
    )

    it.live("reads 20 MB and not a byte more", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const body = "a".repeat(maxBodyBytes)
        const server = yield* start([
          { path: "/fits", headers: plain, body },
          { path: "/over", headers: plain, body: `${body}a` }
        ])
        assert.strictEqual((yield* get(yield* openSession, `${server.url}/fits`)).body.length, maxBodyBytes)
        assert.strictEqual(yield* failureFor(requestFor(`${server.url}/over`)), "too_large")
      }).pipe(Effect.provide(layer))
    )

    it.live("reads the beginning of a body of which no more is wanted, and all of a shorter one", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([
          { path: "/over", headers: plain, body: "ab".repeat(maxBodyBytes) },
          { path: "/short", headers: plain, body: "abc" }
        ])
        const session = yield* openSession
        const beginning = (path: string) =>
          session.fetch({ ...requestFor(`${server.url}${path}`), firstBytes: 100_001 }).pipe(Effect.map(fetched))
        assert.strictEqual((yield* beginning("/over")).body, `${"ab".repeat(50_000)}a`)
        assert.strictEqual((yield* beginning("/short")).body, "abc")
      }).pipe(Effect.provide(layer))
    )

    it.live("refuses content that has no text", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([{ path: "/logo", headers: { "content-type": "image/png" }, body: "PNG" }])
        assert.strictEqual(yield* failureFor(requestFor(`${server.url}/logo`)), "unsupported_content")
      }).pipe(Effect.provide(layer))
    )

    it.live("keeps cookies within their session and path", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const server = yield* start([
          { path: "/in", status: 302, headers: { "set-cookie": "who=ada; Path=/in", location: "/in/side" } },
          { path: "/in/side", headers: plain, body: "inside" },
          { path: "/out", headers: plain, body: "outside" }
        ])
        const session = yield* openSession
        yield* get(session, `${server.url}/in`)
        yield* get(session, `${server.url}/out`)
        yield* get(yield* openSession, `${server.url}/in/side`)
        const cookies = (yield* server.seen).map(({ headers, path }) => [path, headers.cookie ?? ""])
        assert.deepStrictEqual(cookies, [
          ["/in", ""],
          ["/in/side", "who=ada"],
          ["/out", ""],
          ["/in/side", ""]
        ])
      }).pipe(Effect.provide(layer))
    )

    it.live("gives each of many callers at once its own page", () =>
      Effect.gen(function* () {
        const { start } = yield* ScriptedServers
        const numbers = Array.from({ length: 100 }, (_, index) => `${index}`)
        const server = yield* start(numbers.map((body) => ({ path: `/${body}`, headers: plain, body })))
        const session = yield* openSession
        const bodies = yield* Effect.forEach(
          numbers,
          (path) => Effect.map(get(session, `${server.url}/${path}`), ({ body }) => body),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(bodies, numbers)
      }).pipe(Effect.provide(layer))
    )

    downloads(layer)
  })
