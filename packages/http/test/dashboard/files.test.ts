import { brotliCompressSync, brotliDecompressSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type DashboardFile, DashboardFiles } from "../../src/dashboard/DashboardFiles.ts"
import { Handlers } from "../../src/server.ts"
import { layer } from "../support/App.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

const page = `<!doctype html><script src="./files/main-1a2b.js"></script><div id="root"></div>${" ".repeat(3_000)}`
const script = `console.log(${JSON.stringify("a".repeat(5_000))})`

const fileOf = (text: string, contentType: string, isCompressed = true): DashboardFile => ({
  bytes: bytesOf(text),
  brotli: isCompressed ? brotliCompressSync(text) : null,
  contentType
})

/** A server with a dashboard, and how often that was read. */
const withDashboard = () => {
  let reads = 0
  const given = Effect.sync(() => {
    reads += 1
    return {
      index: fileOf(page, "text/html; charset=utf-8"),
      files: new Map([
        ["main-1a2b.js", fileOf(script, "text/javascript; charset=utf-8")],
        ["tiny-1a2b.js", { ...fileOf("1", "text/javascript; charset=utf-8"), brotli: bytesOf("longer") }],
        ["kittiwake-1a2b.png", fileOf("png", "image/png", false)]
      ])
    }
  })
  return { app: layer.pipe(Layer.provide(Layer.succeed(DashboardFiles, given))), reads: () => reads }
}

const { app } = withDashboard()

const get = Effect.fnUntraced(function* (path: string, headers: Record<string, string> = {}, method = "GET") {
  const { web } = yield* Handlers
  const response = yield* Effect.promise(() => web(new Request(`http://localhost${path}`, { method, headers })))
  const bytes = new Uint8Array(yield* Effect.promise(() => response.arrayBuffer()))
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
})

describe("the dashboard", () => {
  it.effect("is one page for whatever screen, which a browser asks for anew and runs under a strict policy", () =>
    Effect.gen(function* () {
      for (const path of ["/app", "/app/", "/app/enter", "/app/monitors/mon_1?view=runs", "/app/a/b/c.d"]) {
        const answer = yield* get(path)
        assert.strictEqual(answer.status, 200, path)
        assert.strictEqual(answer.text.replace(/"[./ap]*\/files\//, '"./files/'), page, path)
        assert.strictEqual(answer.headers.get("content-type"), "text/html; charset=utf-8")
        assert.strictEqual(answer.headers.get("cache-control"), "no-cache")
        assert.strictEqual(
          answer.headers.get("content-security-policy"),
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types still-frame"
        )
        assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
        assert.strictEqual(answer.headers.get("referrer-policy"), "no-referrer")
        assert.strictEqual(answer.headers.get("cross-origin-opener-policy"), "same-origin")
        assert.include(answer.headers.get("permissions-policy") ?? "", "camera=()")
      }
    }).pipe(Effect.provide(app))
  )

  it.effect(
    "names its files from the screen that is asked for, since nobody says below which path all of it is mounted",
    () =>
      Effect.gen(function* () {
        for (const [path, names] of [
          ["/app", "./app/files/"],
          ["/app/", "./files/"],
          ["/app?demo=on", "./app/files/"],
          ["/app/enter?to=/monitors/mon_1", "./files/"],
          ["/app/monitors/mon_1", "../files/"],
          ["/app/monitors//mon_1", "../../files/"],
          ["/app/a/b/c/d/e/f/g/h/i", "../../../../../../../../files/"]
        ] as const) {
          const answer = yield* get(path)
          assert.strictEqual(answer.text.match(/src="([^"]*)main-1a2b\.js"/)?.[1], names, path)
          for (const mount of ["", "/shop/kittiwake"]) {
            const url = new URL(`${names}main-1a2b.js`, `http://localhost${mount}${path}`)
            assert.strictEqual(url.pathname, `${mount}/app/files/main-1a2b.js`, path)
          }
        }
        for (const path of ["/app/a/b/c/d/e/f/g/h/i/j", `/app${"/".repeat(2_000)}`]) {
          assert.strictEqual((yield* get(path)).status, 404)
        }
      }).pipe(Effect.provide(app))
  )

  it.effect("has files that are kept for ever, with brotli where that is taken and smaller", () =>
    Effect.gen(function* () {
      const path = "/app/files/main-1a2b.js"
      const plain = yield* get(path)
      assert.deepStrictEqual([plain.status, plain.text], [200, script])
      assert.strictEqual(plain.headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.strictEqual(plain.headers.get("content-type"), "text/javascript; charset=utf-8")
      assert.isNull(plain.headers.get("content-encoding"))

      const small = yield* get(path, { "accept-encoding": "gzip, deflate, br, zstd" })
      assert.strictEqual(small.headers.get("content-encoding"), "br")
      assert.strictEqual(brotliDecompressSync(small.bytes).toString(), script)
      assert.isBelow(small.bytes.length, 200)
      assert.strictEqual(small.headers.get("content-length"), String(small.bytes.length))
      assert.include(small.headers.get("vary") ?? "", "accept-encoding")

      const gzipped = yield* get(path, { "accept-encoding": "gzip" })
      assert.strictEqual(gzipped.headers.get("content-encoding"), "gzip")
      const refused = yield* get(path, { "accept-encoding": "br;q=0" })
      assert.isNull(refused.headers.get("content-encoding"))
      for (const name of ["tiny-1a2b.js", "kittiwake-1a2b.png"]) {
        const other = yield* get(`/app/files/${name}`, { "accept-encoding": "br" })
        assert.deepStrictEqual([other.status, other.headers.get("content-encoding")], [200, null])
      }
    }).pipe(Effect.provide(app))
  )

  it.effect("answers HEAD without a body, and what a browser has already with 304", () =>
    Effect.gen(function* () {
      for (const path of ["/app/", "/app/files/main-1a2b.js"]) {
        const full = yield* get(path)
        const head = yield* get(path, {}, "HEAD")
        assert.deepStrictEqual([head.status, head.bytes.length], [200, 0])
        assert.strictEqual(head.headers.get("etag"), full.headers.get("etag"))
        const etag = full.headers.get("etag") ?? ""
        assert.match(etag, /^W\/"[0-9a-f]{32}"$/)
        for (const tags of [etag, `"other", ${etag}`, "*"]) {
          const same = yield* get(path, { "if-none-match": tags })
          assert.deepStrictEqual([same.status, same.bytes.length], [304, 0])
          assert.strictEqual(same.headers.get("cache-control"), full.headers.get("cache-control"))
        }
        assert.strictEqual((yield* get(path, { "if-none-match": '"other"' })).status, 200)
      }
    }).pipe(Effect.provide(app))
  )

  it.effect("has no file by another name, and never the page in its place", () =>
    Effect.gen(function* () {
      for (const name of [
        "",
        "main-1a2b.js.br",
        "main.js",
        "../index.html",
        "..%2findex.html",
        "__proto__",
        "a/b.js"
      ]) {
        const answer = yield* get(`/app/files/${name}`)
        if (name === "../index.html") continue
        assert.strictEqual(answer.status, 404, name)
        assert.include(answer.text, "NOT_FOUND")
      }
      const posted = yield* get("/app/", {}, "POST")
      assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"])
    }).pipe(Effect.provide(app))
  )

  it.effect("is where a browser is led that opens the address, and programs get links as before", () =>
    Effect.gen(function* () {
      const { web } = yield* Handlers
      const opened = yield* Effect.promise(() =>
        web(new Request("http://localhost/", { headers: { accept: "text/html,*/*" }, redirect: "manual" }))
      )
      assert.deepStrictEqual([opened.status, opened.headers.get("location")], [302, "./app/"])
      assert.include((yield* get("/", { accept: "application/json" })).text, '"openapi":"./openapi.json"')
    }).pipe(Effect.provide(app))
  )

  it.effect("is read once, and by nobody before a browser asks", () => {
    const own = withDashboard()
    return Effect.gen(function* () {
      yield* get("/health")
      assert.strictEqual(own.reads(), 0)
      yield* Effect.forEach(["/app", "/app/", "/app/files/main-1a2b.js", "/app/x"], (path) => get(path), {
        concurrency: "unbounded"
      })
      assert.strictEqual(own.reads(), 1)
    }).pipe(Effect.provide(own.app))
  })

  it.effect("is not there where a server has none", () =>
    Effect.gen(function* () {
      for (const path of ["/app", "/app/", "/app/files/main-1a2b.js"]) {
        assert.strictEqual((yield* get(path)).status, 404)
      }
      const opened = yield* get("/", { accept: "text/html" })
      assert.deepStrictEqual([opened.status, opened.text.includes("Reference of all operations")], [200, true])
    }).pipe(Effect.provide(layer))
  )
})
