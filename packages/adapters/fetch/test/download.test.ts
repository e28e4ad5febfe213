/** Downloads in content codings: whole, cut off, and bombs. */
import * as zlib from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { type DownloadRequest, HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { Duration, Effect } from "effect"
import { layer } from "./fetching.ts"
import { serve } from "./listen.ts"

const download = (url: string, more: Partial<DownloadRequest> = {}) =>
  Effect.gen(function* () {
    const session = yield* Effect.flatMap(HttpFetcher, ({ openSession }) => openSession)
    return yield* session.download({
      url,
      headers: {},
      validators: null,
      country: null,
      maxBytes: 20 * 1024 * 1024,
      timeout: Duration.seconds(20),
      acceptsPart: false,
      ...more
    })
  })

const reasonFor = (url: string, more: Partial<DownloadRequest> = {}) =>
  Effect.map(Effect.flip(download(url, more)), ({ reason }) => reason)

const text = Buffer.from(Array.from({ length: 60_000 }, (_, index) => `${(index * 7919) % 65_521}\n`).join(""))

const codings = [
  ["gzip", zlib.gzipSync],
  ["deflate", zlib.deflateSync],
  ["deflate", zlib.deflateRawSync],
  ["br", zlib.brotliCompressSync],
  ["zstd", zlib.zstdCompressSync],
  ["gzip, br", (body: Buffer) => zlib.brotliCompressSync(zlib.gzipSync(body))]
] as const

const serveCoded = (coding: string, body: Buffer, sent = body.length) =>
  serve((_request, response) => {
    response.writeHead(200, { "content-encoding": coding, "content-length": body.length })
    if (sent === body.length) response.end(body)
    else response.write(body.subarray(0, sent))
  })

describe("Downloads", () => {
  it.live.each(codings)("are unpacked from %s", ([coding, compress]) =>
    Effect.gen(function* () {
      const url = yield* serveCoded(coding, compress(text))
      assert.isTrue(text.equals((yield* download(url)).bytes))
    }).pipe(Effect.provide(layer()))
  )

  it.live.each(codings)("that are cut off are unpacked from %s as far as they came", ([coding, compress]) =>
    Effect.gen(function* () {
      const body = compress(text)
      const url = yield* serveCoded(coding, body, Math.floor(body.length * 0.8))
      const { bytes, isPart } = yield* download(url, { timeout: Duration.millis(250), acceptsPart: true })
      assert.isTrue(isPart)
      assert.isAbove(bytes.length, text.length / 3)
      assert.isBelow(bytes.length, text.length)
      assert.isTrue(text.subarray(0, bytes.length).equals(bytes))
    }).pipe(Effect.provide(layer()))
  )

  it.live("that are cut off after their first byte are empty", () =>
    Effect.gen(function* () {
      const url = yield* serveCoded("gzip", zlib.gzipSync(text), 1)
      const { bytes, isPart } = yield* download(url, { timeout: Duration.millis(250), acceptsPart: true })
      assert.deepStrictEqual([bytes.length, isPart], [0, true])
    }).pipe(Effect.provide(layer()))
  )

  it.live("count their bytes after decompression", () =>
    Effect.gen(function* () {
      const url = yield* serveCoded("gzip", zlib.gzipSync(text))
      assert.strictEqual((yield* download(url, { maxBytes: text.length })).bytes.length, text.length)
      assert.strictEqual(yield* reasonFor(url, { maxBytes: text.length - 1 }), "too_large")
    }).pipe(Effect.provide(layer()))
  )

  it.live("that cannot be taken say what the server answered, and no answer says nothing", () =>
    Effect.gen(function* () {
      const failure = (url: string) =>
        Effect.map(Effect.flip(download(url, { maxBytes: 1_000 })), ({ reason, status }) => [reason, status])
      const announced = yield* serve((_request, response) => {
        response.writeHead(203, { "content-length": 10 * 1024 ** 3 }).flushHeaders()
      })
      const broken = yield* serve((_request, response) => {
        response.writeHead(207, { "content-length": 100 }).write("x", () => response.destroy())
      })
      const silent = yield* serve((request) => request.socket.destroy())
      assert.deepStrictEqual(yield* failure(announced), ["too_large", 203])
      assert.deepStrictEqual(yield* failure(yield* serveCoded("gzip", zlib.gzipSync(text))), ["too_large", 200])
      assert.deepStrictEqual(yield* failure(yield* serveCoded("deflate", Buffer.from("none"))), ["bad_response", 200])
      assert.deepStrictEqual(yield* failure(yield* serveCoded("compress", Buffer.from("none"))), ["bad_response", 200])
      assert.deepStrictEqual(yield* failure(broken), ["connection_failed", 207])
      assert.deepStrictEqual(yield* failure(silent), ["connection_failed", undefined])
      assert.deepStrictEqual(yield* failure("http://127.0.0.1:1/"), ["connection_failed", undefined])
    }).pipe(Effect.provide(layer()))
  )

  it.live("are not unpacked beyond what a coding says, even when they are gzip files", () =>
    Effect.gen(function* () {
      const file = zlib.gzipSync(text)
      const url = yield* serve((_request, response) => response.setHeader("content-type", "application/gzip").end(file))
      assert.isTrue(file.equals((yield* download(`${url}/sitemap.xml.gz`)).bytes))
    }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    ["gzip", zlib.gzipSync(Buffer.alloc(19 * 1024 * 1024))],
    ["zstd", zlib.zstdCompressSync(Buffer.alloc(200 * 1024 * 1024))],
    ["br", zlib.brotliCompressSync(Buffer.alloc(50 * 1024 * 1024))],
    ["gzip, gzip", zlib.gzipSync(zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024)))]
  ] as const)("that are bombs of %s end at little cost, though they would fit", ([coding, bomb]) =>
    Effect.gen(function* () {
      const url = yield* serveCoded(coding, bomb)
      const before = process.memoryUsage().rss
      assert.strictEqual(yield* reasonFor(url), "too_large")
      assert.isBelow(process.memoryUsage().rss - before, 64 * 1024 * 1024)
    }).pipe(Effect.provide(layer()))
  )

  it.live("close their socket when a part is taken", () =>
    Effect.gen(function* () {
      let open = 0
      const url = yield* serve((_request, response) => {
        open += 1
        response.on("close", () => {
          open -= 1
        })
        response.writeHead(200, { "content-length": 100 }).write("part")
      })
      const { isPart } = yield* download(url, { timeout: Duration.millis(100), acceptsPart: true })
      assert.isTrue(isPart)
      yield* Effect.repeat(Effect.yieldNow, { while: () => open > 0 })
      assert.strictEqual(open, 0)
    }).pipe(Effect.provide(layer()))
  )
})
