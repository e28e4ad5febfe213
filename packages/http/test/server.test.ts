import { createHash } from "node:crypto"
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import { FetchHttpClient } from "effect/http"
import { maxBodyBytes } from "../src/body.ts"
import * as client from "../src/client.ts"
import { Handlers } from "../src/server.ts"
import { Readiness } from "../src/system/Readiness.ts"
import { call, core, layer, monitorBody, newCaller, newMonitor, pick } from "./support/App.ts"
import { baseUrl, layerWithGrace, layer as listening } from "./support/Listening.ts"
import { operations } from "./support/operations.ts"

/** Sends bytes over a socket of its own and gives all that comes back. */
const exchange = Effect.fnUntraced(function* (text: string, isEnded = true) {
  const { port } = new URL(yield* baseUrl)
  return yield* Effect.callback<string>((resume) => {
    const socket = connect(Number(port), "127.0.0.1", () => (isEnded ? socket.end(text) : socket.write(text)))
    let answer = ""
    socket.on("data", (bytes) => {
      answer += bytes.toString()
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resume(Effect.succeed(answer)))
  })
})

const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4))

describe("the server", () => {
  it.live("answers what is not HTTP, or too large for it, with the error envelope", () =>
    Effect.gen(function* () {
      const malformed = yield* exchange("GARBAGE\r\n\r\n")
      assert.match(malformed, /^HTTP\/1\.1 400 /)
      assert.strictEqual(pick(bodyOf(malformed), "error_code"), "INPUT_VALIDATION_ERROR")
      const large = yield* exchange(`GET /health HTTP/1.1\r\nhost: x\r\nx-large: ${"x".repeat(300_000)}\r\n\r\n`)
      assert.match(large, /^HTTP\/1\.1 431 /)
      assert.match(large, new RegExp(`x-request-id: ${pick(bodyOf(large), "request_id")}`))
      const smuggled = yield* exchange(
        "POST /v1/monitors HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x"
      )
      assert.match(smuggled, /^HTTP\/1\.1 400 /)
    }).pipe(Effect.provide(listening))
  )

  it.live("refuses what is no request behind the answers to those before it", () =>
    Effect.gen(function* () {
      // Who closes his side too is taken for gone by Node, and gets what is answered by then.
      const asked = "GET /health HTTP/1.1\r\nhost: x\r\n\r\n".repeat(3)
      const answers = yield* exchange(`${asked}GARBAGE\r\n\r\n`, false)
      assert.deepStrictEqual(answers.match(/HTTP\/1\.1 \d+/g), [
        "HTTP/1.1 200",
        "HTTP/1.1 200",
        "HTTP/1.1 200",
        "HTTP/1.1 400"
      ])
    }).pipe(Effect.provide(listening))
  )

  it.live("answers a request without Host with the error envelope, and one of HTTP/1.0 as it asks", () =>
    Effect.gen(function* () {
      const lacking = yield* exchange("GET /health HTTP/1.1\r\nconnection: close\r\n\r\n")
      assert.match(lacking, /^HTTP\/1\.1 400 /)
      assert.strictEqual(pick(bodyOf(lacking), "error_code"), "INPUT_VALIDATION_ERROR")
      assert.match(lacking, new RegExp(`x-request-id: ${pick(bodyOf(lacking), "request_id")}`, "i"))
      assert.match(yield* exchange("GET /health HTTP/1.0\r\n\r\n"), /^HTTP\/1\.[01] 200 /)
    }).pipe(Effect.provide(listening))
  )

  it.effect("takes no address for a path that it only resembles", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      for (const path of [
        "/v1/monitors;x=1",
        "/v1/%6donitors",
        "/v1/monitors/limits;",
        "/%761/monitors",
        "/%61dmin/organizations"
      ]) {
        const reply = yield* call("GET", path, { key })
        assert.deepStrictEqual([path, reply.status, reply.body.error_code], [path, 404, "NOT_FOUND"])
      }
      assert.strictEqual((yield* call("GET", "/v1/monitors?x;y=1&limit=5", { key })).status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.live("refuses a body that grows too large while it arrives", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const url = `${yield* baseUrl}/v1/monitors`
      const chunk = new TextEncoder().encode("x".repeat(64 * 1_024))
      let left = Math.ceil(maxBodyBytes / chunk.length) + 4
      const body = new ReadableStream({
        pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close())
      })
      const init = { method: "POST", headers: { authorization: `Bearer ${key}` }, body, duplex: "half" }
      const response = yield* Effect.promise(() => fetch(url, init as RequestInit))
      assert.strictEqual(response.status, 413)
      assert.strictEqual(pick(yield* Effect.promise(() => response.json()), "error_code"), "CONTENT_TOO_LARGE")
    }).pipe(Effect.provide(listening))
  )

  it.live("lets a request in flight finish when it stops, takes no more, and waits for no connection kept open", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      // `fetch` keeps its connection: a server that waited for it would outlast this test.
      const context = yield* Layer.buildWithScope(layerWithGrace("1 hour"), scope)
      const monitors = Context.get(context, Monitors)
      const { list } = monitors
      Object.assign(monitors, {
        list: (...args: Parameters<typeof list>) =>
          Deferred.succeed(started, undefined).pipe(
            Effect.andThen(Deferred.await(release)),
            Effect.andThen(list(...args))
          )
      })
      const { key, url } = yield* Effect.all({ key: newCaller(), url: baseUrl }).pipe(Effect.provideContext(context))
      const inFlight = yield* Effect.forkChild(
        Effect.promise(() => fetch(`${url}/v1/monitors`, { headers: { authorization: `Bearer ${key}` } }))
      )
      yield* Deferred.await(started)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow
      yield* Deferred.succeed(release, undefined)
      const response = yield* Fiber.join(inFlight)
      assert.strictEqual(response.status, 200)
      yield* Fiber.join(closing)
      const refused = yield* Effect.promise(() =>
        fetch(`${url}/health`).then(
          () => false,
          () => true
        )
      )
      assert.isTrue(refused)
    })
  )

  it.live("answers 503 to a request that outlives the grace, and closes every connection", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(listening, scope)
      const monitors = Context.get(context, Monitors)
      Object.assign(monitors, {
        list: () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never)
      })
      const { key, url } = yield* Effect.all({ key: newCaller(), url: baseUrl }).pipe(Effect.provideContext(context))
      const hanging = yield* Effect.callback<ReturnType<typeof connect>>((resume) => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1", () => resume(Effect.succeed(socket)))
      })
      const inFlight = yield* Effect.forkChild(
        Effect.promise(() => fetch(`${url}/v1/monitors`, { headers: { authorization: `Bearer ${key}` } }))
      )
      yield* Deferred.await(started)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      const response = yield* Fiber.join(inFlight)
      const body = yield* Effect.promise(() => response.json())
      assert.deepStrictEqual([response.status, pick(body, "error_code")], [503, "INTERNAL_ERROR"])
      assert.strictEqual(response.headers.get("retry-after"), "1")
      yield* Fiber.join(closing)
      hanging.destroy()
    })
  )

  it.live("is called by the typed client", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const api = yield* client.make({ baseUrl: yield* baseUrl, apiKey: Redacted.make(key) })
      const created = yield* api.monitors.create({
        headers: {},
        payload: { name: "Prices", target: { type: "page", url: "https://shop.example/" }, tags: ["a", "b"] }
      })
      const listed = yield* api.monitors.list({ query: { tags: ["b"], limit: 10 } })
      assert.deepStrictEqual(
        listed.data.map(({ id }) => id),
        [created.id]
      )
      const refused = yield* Effect.flip(api.monitors.get({ params: { monitor_id: "mon_unknown" } }))
      assert.strictEqual("error_code" in refused ? refused.error_code : refused, "NOT_FOUND")
      assert.strictEqual((yield* api.system.health()).status, "ok")
    }).pipe(Effect.provide([listening, FetchHttpClient.layer]))
  )

  it.live("is mounted in a node server of somebody else", () =>
    Effect.gen(function* () {
      const { createServer } = yield* Effect.promise(() => import("node:http"))
      const { node } = yield* Handlers
      const server = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const made = createServer(node)
          made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
        }),
        (made) => Effect.sync(() => made.close())
      )
      const address = server.address()
      const port = typeof address === "object" ? address?.port : 0
      const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/v1/monitors/limits`))
      assert.strictEqual(response.status, 401)
      yield* Effect.promise(() => response.text())
    }).pipe(Effect.provide(layer))
  )
})

describe("every reply", () => {
  it.effect("is compressed when it is large and the caller takes gzip", () =>
    Effect.gen(function* () {
      const { web } = yield* Handlers
      const key = yield* newCaller()
      for (let turn = 0; turn < 5; turn++) yield* newMonitor(key)
      const get = (encoding: string) =>
        Effect.promise(() =>
          web(
            new Request("http://kittiwake.test/v1/monitors", {
              headers: { authorization: `Bearer ${key}`, "accept-encoding": encoding }
            })
          )
        )
      const packed = yield* get("br;q=1, gzip;q=0.5")
      assert.strictEqual(packed.headers.get("content-encoding"), "gzip")
      const stream = packed.body!.pipeThrough(new DecompressionStream("gzip"))
      const body = yield* Effect.promise(() => new Response(stream).json())
      assert.strictEqual(pick(body, "data", "length"), 5)
      for (const encoding of ["", "identity", "gzip;q=0", "br"]) {
        const plain = yield* get(encoding)
        assert.isNull(plain.headers.get("content-encoding"), encoding)
        assert.strictEqual(plain.headers.get("vary"), "accept-encoding")
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("has an id of ours, whatever the caller sends, and no CORS headers", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const headers = { "x-request-id": "mine", origin: "https://evil.example", "x-http-method-override": "DELETE" }
      const reply = yield* call("GET", "/v1/monitors/limits", { key, headers })
      assert.notStrictEqual(reply.headers.get("x-request-id"), "mine")
      assert.isNull(reply.headers.get("access-control-allow-origin"))
      const preflight = yield* call("OPTIONS", "/v1/monitors", { headers })
      assert.strictEqual(preflight.status, 401)
      assert.isNull(preflight.headers.get("access-control-allow-origin"))
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells unknown paths and wrong methods apart, for callers with a key", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const unknown = yield* call("GET", "/v1/unknown", { key })
      assert.deepStrictEqual([unknown.status, unknown.body.error_code], [404, "NOT_FOUND"])
      assert.strictEqual(unknown.headers.get("x-ratelimit-limit"), "700")
      const wrong = yield* call("PUT", "/v1/monitors/limits", { key, body: monitorBody })
      assert.deepStrictEqual([wrong.status, wrong.body.error_code], [405, "NOT_FOUND"])
      assert.strictEqual(wrong.headers.get("allow"), "DELETE, GET, HEAD, PATCH")
      assert.strictEqual((yield* call("POST", "/health")).headers.get("allow"), "GET, HEAD")
      assert.strictEqual((yield* call("GET", "/v1/unknown")).status, 401)
      assert.strictEqual((yield* call("GET", "/nowhere")).status, 404)
      const head = yield* call("HEAD", "/v1/monitors/limits", { key })
      assert.strictEqual(head.status, 200)
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes a key in every way that is right, and in no other", () =>
    Effect.gen(function* () {
      const key = yield* newCaller()
      const statusWith = (authorization: string) =>
        Effect.map(call("GET", "/v1/monitors/limits", { headers: { authorization } }), ({ status }) => status)
      for (const right of [`Bearer ${key}`, `bearer ${key}`, `Bearer  ${key}`])
        assert.strictEqual(yield* statusWith(right), 200)
      const wrong = ["", "Bearer", "Bearer ", key, `Basic ${key}`, `Bearer ${key}x`, `Bearer ${key.slice(0, -1)}`]
      for (const one of [...wrong, `Bearer ${key.toUpperCase()}`, `Bearer ${"x".repeat(8_000)}`]) {
        assert.strictEqual(yield* statusWith(one), 401, one)
      }
      assert.strictEqual((yield* call("GET", `/v1/monitors/limits?api_key=${key}`)).status, 401)
    }).pipe(Effect.provide(layer))
  )
})

describe("the root", () => {
  it.effect("leads on to everything, as a page to whoever asks for one", () =>
    Effect.gen(function* () {
      const { web } = yield* Handlers
      const { body, status } = yield* call("GET", "/")
      assert.strictEqual(status, 200)
      for (const name of ["docs", "openapi", "health", "ready"]) {
        const { pathname } = new URL(String(body[name]), "http://kittiwake.test/")
        const found = yield* Effect.promise(() => web(new Request(`http://kittiwake.test${pathname}`)))
        assert.strictEqual(found.status, 200, pathname)
      }
      const asked = new Request("http://kittiwake.test/", { headers: { accept: "text/html,*/*;q=0.8" } })
      const page = yield* Effect.promise(() => web(asked))
      assert.deepStrictEqual([page.status, page.headers.get("vary")], [200, "accept"])
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'/)
      assert.include(yield* Effect.promise(() => page.text()), '<a href="./docs">')
      assert.strictEqual((yield* call("POST", "/")).headers.get("allow"), "GET, HEAD")
    }).pipe(Effect.provide(layer))
  )
})

describe("the description", () => {
  it.effect("is OpenAPI 3.1 with every operation, and a page that needs no other server", () =>
    Effect.gen(function* () {
      const { web } = yield* Handlers
      const get = (path: string) => Effect.promise(() => web(new Request(`http://kittiwake.test${path}`)))
      const spec: unknown = yield* Effect.flatMap(get("/openapi.json"), (response) =>
        Effect.promise(() => response.json())
      )
      assert.match(String(pick(spec, "openapi")), /^3\.1\./)
      const paths = new Set(operations.map(({ path }) => `/v1${path}`))
      assert.sameMembers(Object.keys(Object(pick(spec, "paths"))), [...paths, "/health", "/ready"])
      const picked = Object.values(Object(pick(spec, "paths", "/v1/web/screenshot", "get", "parameters")))
      assert.include(JSON.stringify(picked.find((one) => pick(one, "name") === "page")), "pricing")
      const list = pick(spec, "paths", "/v1/monitors", "get")
      const limit = Object.values(Object(pick(list, "parameters"))).find((one) => pick(one, "name") === "limit")
      assert.deepStrictEqual(pick(limit, "schema"), { type: "integer", minimum: 1, maximum: 100, default: 25 })
      const markdown = Object.values(Object(pick(spec, "paths", "/v1/web/scrape/markdown", "get", "parameters")))
      const shown = (name: string) => markdown.find((one) => pick(one, "name") === name)
      const age = { type: "integer", minimum: 0, maximum: 31_536_000_000 }
      assert.deepStrictEqual(pick(shown("maxAgeMs"), "schema"), age)
      assert.deepStrictEqual(pick(shown("includeLinks"), "schema"), { type: "boolean" })
      assert.include(pick(shown("country"), "schema", "enum") as ReadonlyArray<string>, "de")
      assert.deepStrictEqual(pick(shown("timeoutOpts"), "schema"), {
        type: "object",
        properties: {
          milliseconds: { type: "integer", minimum: 1, maximum: 300_000 },
          behavior: { type: "string", enum: ["fail", "return-partial"] }
        },
        required: ["milliseconds"],
        additionalProperties: false
      })
      assert.isObject(pick(list, "responses", "429"))
      assert.isString(pick(spec, "components", "securitySchemes", "bearer", "scheme"))

      const page = yield* get("/docs")
      const html = yield* Effect.promise(() => page.text())
      assert.strictEqual(page.status, 200)
      assert.notMatch(html.slice(0, 2_000), /src="http/)
      assert.include(html, "withDefaultFonts")
      assert.match(html, /"preferredSecurityScheme":\s*"bearer"/)
      assert.match(html, /"showDeveloperTools":\s*"never"/)
      const policy = new Map(
        (page.headers.get("content-security-policy") ?? "").split("; ").map((one) => {
          const [name = "", ...sources] = one.split(" ")
          return [name, sources]
        })
      )
      assert.deepStrictEqual(policy.get("default-src"), ["'none'"])
      assert.deepStrictEqual(policy.get("frame-ancestors"), ["'none'"])
      assert.deepStrictEqual(policy.get("connect-src"), ["'self'"])
      const scripts = html.split(/<script>|<\/script>/).filter((_, index) => index % 2 === 1)
      assert.strictEqual(scripts.length, 2)
      assert.deepStrictEqual(
        policy.get("script-src"),
        scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`)
      )
      assert.notMatch(page.headers.get("content-security-policy") ?? "", /http|\*|unsafe-eval/)
    }).pipe(Effect.provide(layer))
  )
})

describe("readiness", () => {
  const withChecks = (checks: typeof Readiness.Service.checks) =>
    Handlers.layer.pipe(Layer.provide(Layer.succeed(Readiness, { checks })), Layer.provideMerge(core))

  it.effect("is given when every check passes", () =>
    Effect.gen(function* () {
      const reply = yield* call("GET", "/ready")
      assert.deepStrictEqual([reply.status, reply.body.status], [200, "ready"])
      assert.strictEqual((yield* call("GET", "/health")).body.status, "ok")
    }).pipe(Effect.provide(withChecks([{ name: "database", check: Effect.void }])))
  )

  it.effect("is given when only what is done without fails, and says what that is", () =>
    Effect.gen(function* () {
      const reply = yield* call("GET", "/ready")
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual(reply.body.degraded, [{ check: "redis", message: "does not answer" }])
    }).pipe(
      Effect.provide(
        withChecks([
          { name: "database", check: Effect.void },
          { name: "redis", check: Effect.fail("does not answer"), isNeeded: false }
        ])
      )
    )
  )

  it.effect("is refused with the reasons, without what a broken check knows", () =>
    Effect.gen(function* () {
      const reply = yield* call("GET", "/ready")
      assert.strictEqual(reply.status, 503)
      assert.deepStrictEqual(reply.body.reasons, [
        { check: "database", message: "does not answer" },
        { check: "disk", message: "broke; see the log" }
      ])
      assert.notInclude(JSON.stringify(reply.body), "secret")
      assert.strictEqual((yield* call("GET", "/health")).status, 200)
    }).pipe(
      Effect.provide(
        withChecks([
          { name: "database", check: Effect.fail("does not answer") },
          { name: "disk", check: Effect.die(new Error("secret")) },
          { name: "queue", check: Effect.void }
        ])
      )
    )
  )
})
