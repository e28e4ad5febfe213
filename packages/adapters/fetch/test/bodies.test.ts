/** What becomes of bodies on their way: codings, bombs, charsets, kinds of content, and the memory that they take. */
import { randomBytes } from "node:crypto"
import type { OutgoingHttpHeaders } from "node:http"
import * as zlib from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { borrowing, CurrentLease, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { type EncodedAnswer, HttpFetcher } from "@kittiwake/core/web/HttpFetcher"
import { Duration, Effect } from "effect"
import { fetch, layer, reasonFor, textOf } from "./fetching.ts"
import { serve, serveBytes } from "./listen.ts"

const html = "text/html; charset=utf-8"

const page = "<p>Zürich 😀</p>".repeat(50)

const serveBody = (body: Buffer | string, headers: OutgoingHttpHeaders, status = 200) =>
  serve((_request, response) => response.writeHead(status, headers).end(body))

const coded = (body: Buffer, ...codings: ReadonlyArray<string>) =>
  serve((_request, response) =>
    response.setHeader("content-type", html).setHeader("content-encoding", codings).end(body)
  )

const gzipTimes = (times: number, body: Buffer): Buffer =>
  times === 0 ? body : gzipTimes(times - 1, zlib.gzipSync(body))

const bytesOf = (answer: EncodedAnswer): Uint8Array =>
  answer._tag === "Fetched" ? answer.body.bytes : new Uint8Array()

describe("Bodies", () => {
  it.live.each([
    ["gzip", zlib.gzipSync],
    ["X-GZIP", zlib.gzipSync],
    ["deflate", zlib.deflateSync],
    ["deflate", zlib.deflateRawSync],
    ["br", zlib.brotliCompressSync],
    ["zstd", zlib.zstdCompressSync],
    ["identity", (body: Buffer) => body],
    ["identity, gzip", zlib.gzipSync],
    ["gzip, br", (body: Buffer) => zlib.brotliCompressSync(zlib.gzipSync(body))]
  ] as const)("are read from %s", ([coding, compress]) =>
    Effect.gen(function* () {
      const url = yield* coded(compress(Buffer.from(page)), coding)
      assert.strictEqual(yield* textOf(url), page)
    }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    ["of a length that is told", true],
    ["of a length that nobody tells", false]
  ] as const)(
    "that no memory would hold are too large, and those that others leave no room for wait: %s",
    ([, isTold]) =>
      Effect.gen(function* () {
        const bytes = 1024 * 1024
        const url = yield* serve((_request, response) => {
          response.writeHead(200, { "content-type": html, ...(isTold ? { "content-length": bytes } : {}) })
          response.write("x".repeat(bytes / 2))
          response.end("x".repeat(bytes / 2))
        })
        const reason = (memory: MemoryCounter) =>
          Effect.provideService(reasonFor(url), CurrentLease, memory.open("one owner"))
        assert.strictEqual(yield* reason(new MemoryCounter({ capacityBytes: bytes / 2 })), "too_large")
        const shared = new MemoryCounter({ capacityBytes: 3 * bytes })
        shared.open("another").keep(2.5 * bytes)
        assert.strictEqual(yield* reason(shared), "busy")
      }).pipe(Effect.provide(layer()))
  )

  const megabyte = 1024 * 1024
  /** Packed to a hundredth, and not what is taken for a bomb. */
  const packed = (letter: string) => zlib.gzipSync(`${letter}${"a".repeat(megabyte)}${"b".repeat(megabyte)}`)
  const packedUrl = (letter: string) => {
    const body = Buffer.concat([packed(letter), zlib.gzipSync(randomBytes(20_000).toString("base64"))])
    return coded(body, "gzip")
  }

  it.live.each([
    ["of letters of ASCII, with a byte for each", "a", 1],
    ["of others too, with two", "ż", 2]
  ] as const)("are counted as the text that they become, until who has it is done: %s", ([, letter, each]) =>
    Effect.gen(function* () {
      const url = yield* packedUrl(letter)
      const memory = new MemoryCounter({ capacityBytes: 32 * megabyte })
      const lease = memory.open("one owner")
      const answer = yield* Effect.provideService(fetch(url), CurrentLease, lease)
      assert.strictEqual(answer._tag, "Fetched")
      assert.closeTo(memory.usedBytes, each * 2 * megabyte, 0.2 * megabyte)
      const before = memory.usedBytes
      yield* Effect.provideService(borrowing(fetch(url)), CurrentLease, lease)
      assert.strictEqual(memory.usedBytes, before)
      lease.close()
      assert.strictEqual(memory.usedBytes, 0)
    }).pipe(Effect.provide(layer()))
  )

  it.live("are counted as bytes where they are downloaded, or stay as they are encoded", () =>
    Effect.gen(function* () {
      const url = yield* packedUrl("ż")
      const session = yield* Effect.flatMap(HttpFetcher, ({ openSession }) => openSession)
      const memory = new MemoryCounter({ capacityBytes: 32 * megabyte })
      const asked = { url, validators: null, timeout: Duration.seconds(20) }
      const files = { ...asked, headers: {}, country: null, maxBytes: 8 * megabyte, acceptsPart: false }
      const encoded = session.fetchEncoded(asked).pipe(Effect.map(bytesOf))
      for (const read of [encoded, Effect.map(session.download(files), ({ bytes }) => bytes)]) {
        const lease = memory.open("one owner")
        const bytes = yield* Effect.provideService(read, CurrentLease, lease)
        assert.isAbove(bytes.length, 2 * megabyte)
        assert.strictEqual(memory.usedBytes, bytes.length)
        lease.close()
      }
    }).pipe(Effect.provide(layer()))
  )

  it.live("that are small on the wire find no room where that is wanting for what they become", () =>
    Effect.gen(function* () {
      const url = yield* packedUrl("a")
      const session = yield* Effect.flatMap(HttpFetcher, ({ openSession }) => openSession)
      const failing = Effect.flip(session.fetchEncoded({ url, validators: null, timeout: Duration.seconds(20) }))
      const reason = (memory: MemoryCounter) =>
        Effect.provideService(
          Effect.map(failing, ({ reason }) => reason),
          CurrentLease,
          memory.open("one owner")
        )
      assert.strictEqual(yield* reason(new MemoryCounter({ capacityBytes: megabyte })), "too_large")
      const shared = new MemoryCounter({ capacityBytes: 8 * megabyte })
      shared.open("another").keep(7 * megabyte)
      assert.strictEqual(yield* reason(shared), "busy")
      assert.strictEqual(shared.usedBytes, 7 * megabyte)
    }).pipe(Effect.provide(layer()))
  )

  it.live("of which the beginning is wanted are counted too", () =>
    Effect.gen(function* () {
      const url = yield* serveBody("x".repeat(megabyte), { "content-type": "text/plain" })
      const session = yield* Effect.flatMap(HttpFetcher, ({ openSession }) => openSession)
      const memory = new MemoryCounter({ capacityBytes: 4 * megabyte })
      memory.open("another").keep(3.9 * megabyte)
      const beginning = { url, validators: null, timeout: Duration.seconds(20), firstBytes: megabyte / 2 }
      const { reason } = yield* Effect.flip(session.fetch(beginning)).pipe(
        Effect.provideService(CurrentLease, memory.open("one owner"))
      )
      assert.strictEqual(reason, "busy")
    }).pipe(Effect.provide(layer()))
  )

  it.live("are read from two codings in two headers, and refused in three", () =>
    Effect.gen(function* () {
      const two = yield* coded(gzipTimes(2, Buffer.from(page)), "gzip", "gzip")
      const three = yield* coded(gzipTimes(3, Buffer.from(page)), "gzip, gzip, gzip")
      assert.strictEqual(yield* textOf(two), page)
      assert.strictEqual(yield* reasonFor(three), "bad_response")
    }).pipe(Effect.provide(layer()))
  )

  it.live("are read from many gzip members, with padding after them", () =>
    Effect.gen(function* () {
      const member = zlib.gzipSync("a")
      const url = yield* coded(Buffer.concat([...Array.from({ length: 500 }, () => member), Buffer.alloc(3)]), "gzip")
      assert.strictEqual(yield* textOf(url), "a".repeat(500))
    }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    "utf-8",
    "UTF8",
    "none",
    "binary",
    "aws-chunked",
    "",
    "rot13",
    "constructor",
    "utf-8, identity",
    "gzip"
  ])("are read as they are under '%s', which they are not in", (coding) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* textOf(yield* coded(Buffer.from(page), coding)), page)
    }).pipe(Effect.provide(layer()))
  )

  it.live.each(["aws-chunked, gzip", "gzip, utf-8", "gzip, gzip", Array(50).fill("none").concat("gzip").join()])(
    "are unpacked from the one coding of '%s' that they are in",
    (coding) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* textOf(yield* coded(zlib.gzipSync(page), coding)), page)
      }).pipe(Effect.provide(layer()))
  )

  it.live("that are only said to be packed are no larger than others", () =>
    Effect.gen(function* () {
      const bytes = 20 * 1024 * 1024 + 1
      for (const coding of ["utf-8", "gzip"]) {
        assert.strictEqual(yield* reasonFor(yield* coded(Buffer.alloc(bytes, "a"), coding)), "too_large")
      }
    }).pipe(Effect.provide(layer()))
  )

  const named = { name: "page.html", comment: "a page" }
  /** A gzip file whose head has all that one may have. */
  const withLongHead = (body: Buffer) => {
    const head = Buffer.from([0x1f, 0x8b, 8, 0b11110, 0, 0, 0, 0, 0, 3, 4, 0, 1, 2, 3, 4])
    const texts = Buffer.from(`${named.name}\0${named.comment}\0\xab\xcd`, "latin1")
    const foot = Buffer.alloc(8)
    foot.writeUInt32LE(zlib.crc32(body), 0)
    foot.writeUInt32LE(body.length, 4)
    const whole = Buffer.concat([head, texts])
    whole.writeUInt16LE(zlib.crc32(whole.subarray(0, -2)) % 65_536, whole.length - 2)
    return Buffer.concat([whole, zlib.deflateRawSync(body), foot])
  }

  const behind = [
    ["words", Buffer.from("<!-- served in 3 ms -->")],
    ["a line's end", Buffer.from("\r\n")],
    ["one byte", Buffer.from("x")],
    ["zeros", Buffer.alloc(600)]
  ] as const
  it.live.each([
    ["gzip", zlib.gzipSync],
    ["gzip", withLongHead],
    ["deflate", zlib.deflateSync],
    ["deflate", zlib.deflateRawSync],
    ["br", zlib.brotliCompressSync],
    ["zstd", zlib.zstdCompressSync]
  ] as const)("are read from %s whatever stands behind its end", ([coding, compress]) =>
    Effect.gen(function* () {
      for (const [, bytes] of behind) {
        const body = Buffer.concat([compress(Buffer.from(page)), bytes])
        assert.strictEqual(yield* textOf(yield* coded(body, coding)), page)
      }
    }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    ["gzip", zlib.gzipSync],
    ["zstd", zlib.zstdCompressSync]
  ] as const)(
    "are read from several of %s that stand behind each other, and words behind these",
    ([coding, compress]) =>
      Effect.gen(function* () {
        const parts = Array.from({ length: 100 }, (_, index) => `<p>${index}</p>`)
        const packed = parts.map((part) => compress(part))
        for (const last of [Buffer.alloc(0), Buffer.from("garbage")]) {
          const url = yield* coded(Buffer.concat([...packed, last]), coding)
          assert.strictEqual(yield* textOf(url), parts.join(""))
        }
      }).pipe(Effect.provide(layer()))
  )

  const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
  it.live("are read from zstd with frames that are to be skipped", () =>
    Effect.gen(function* () {
      const half = zlib.zstdCompressSync(page)
      const url = yield* coded(Buffer.concat([skipped, half, skipped, half]), "zstd")
      assert.strictEqual(yield* textOf(url), page + page)
    }).pipe(Effect.provide(layer()))
  )

  const gzipped = zlib.gzipSync(page)
  const flipped = Buffer.from(gzipped).fill(0, gzipped.length - 8, gzipped.length - 4)
  const cutMessage = "The body ends before what it was compressed from does."
  const badMessage = "The body cannot be decompressed."
  it.live.each([
    ["gzip that ends early", gzipped.subarray(0, 30), "gzip", cutMessage],
    ["gzip that ends in its foot", gzipped.subarray(0, -3), "gzip", cutMessage],
    ["a second member that ends early", Buffer.concat([gzipped, gzipped.subarray(0, 30)]), "gzip", cutMessage],
    [
      "a second member of zstd that ends early",
      Buffer.concat([skipped, zlib.zstdCompressSync(page).subarray(0, -9)]),
      "zstd",
      cutMessage
    ],
    ["a second member whose head alone came", Buffer.concat([gzipped, gzipped.subarray(0, 10)]), "gzip", cutMessage],
    ["a head of gzip and nothing else", gzipped.subarray(0, 10), "gzip", cutMessage],
    ["brotli that ends early", zlib.brotliCompressSync(page).subarray(0, -5), "br", cutMessage],
    ["gzip with a false sum, and words behind it", Buffer.concat([flipped, Buffer.from("words")]), "gzip", badMessage],
    ["gzip of another method", Buffer.from([0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 0, 1]), "gzip", badMessage],
    ["text that is said to be deflated", Buffer.from(page), "deflate", badMessage],
    ["one byte of deflate", Buffer.from("x"), "deflate", badMessage],
    [
      "a thousand members with words behind them",
      Buffer.concat([...Array(1_000).fill(gzipped), Buffer.from("words")]),
      "gzip",
      badMessage
    ],
    [
      "a coding that nothing here undoes",
      Buffer.from(page),
      "x-compress",
      "The content coding x-compress is not known."
    ],
    ["another of them within gzip", gzipped, "SDCH, gzip", "The content coding sdch is not known."]
  ] as const)("are refused, and why is told, when they are %s", ([, body, coding, message]) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(fetch(yield* coded(body, coding)))
      assert.deepInclude(failure, { reason: "bad_response", message })
    }).pipe(Effect.provide(layer()))
  )

  it.live("are refused in fifty codings, by their names alone", () =>
    Effect.gen(function* () {
      const url = yield* coded(gzipped, Array(50).fill("gzip").join(", "))
      assert.strictEqual(yield* reasonFor(url), "bad_response")
    }).pipe(Effect.provide(layer()))
  )

  it.live("may be empty whatever coding is named", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* textOf(yield* coded(Buffer.alloc(0), "br")), "")
    }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    ["gzip of 200 MB", "gzip", zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024))],
    ["zstd of 200 MB", "zstd", zlib.zstdCompressSync(Buffer.alloc(200 * 1024 * 1024))],
    ["brotli of 50 MB", "br", zlib.brotliCompressSync(Buffer.alloc(50 * 1024 * 1024))],
    ["gzip in gzip of 200 MB", "gzip, gzip", gzipTimes(2, Buffer.alloc(200 * 1024 * 1024))],
    [
      "a second member of gzip of 200 MB",
      "gzip",
      Buffer.concat([gzipped, zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024)), Buffer.from("x")])
    ],
    [
      "a second frame of zstd of 200 MB",
      "zstd",
      Buffer.concat([zlib.zstdCompressSync(page), zlib.zstdCompressSync(Buffer.alloc(200 * 1024 * 1024))])
    ]
  ] as const)("are too large as a bomb of %s, at little cost of memory", ([, coding, bomb]) =>
    Effect.gen(function* () {
      const url = yield* coded(bomb, coding)
      const before = process.memoryUsage().rss
      assert.strictEqual(yield* reasonFor(url), "too_large")
      assert.isBelow(process.memoryUsage().rss - before, 64 * 1024 * 1024)
    }).pipe(Effect.provide(layer()))
  )

  it.live("may be written line by line, however short the lines are", () =>
    Effect.gen(function* () {
      const line = "<p>a word</p>\n"
      const lines = 143_000
      const url = yield* serveBytes(
        `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${`e\r\n${line}\r\n`.repeat(lines)}0\r\n\r\n`
      )
      assert.strictEqual((yield* textOf(url)).length, line.length * lines)
    }).pipe(Effect.provide(layer()))
  )

  it.live("are too large when they grow past 20 MB at an ordinary rate", () =>
    Effect.gen(function* () {
      const line = Buffer.from(Array.from({ length: 4_096 }, (_, index) => `${(index * 7919) % 65_521} `).join(""))
      const body = Buffer.concat(Array.from({ length: 1_000 }, () => line)).subarray(0, 21 * 1024 * 1024)
      assert.isAbove(body.length, 20 * 1024 * 1024)
      const bytes = zlib.gzipSync(body)
      assert.isBelow(body.length / bytes.length, 200)
      assert.strictEqual(yield* reasonFor(yield* coded(bytes, "gzip")), "too_large")
    }).pipe(Effect.provide(layer()))
  )

  it.live("are refused by their announced length before a byte is read", () =>
    Effect.gen(function* () {
      const url = yield* serve((_request, response) => {
        response.writeHead(200, { "content-type": html, "content-length": 10 * 1024 ** 3 }).flushHeaders()
      })
      assert.strictEqual(yield* reasonFor(url), "too_large")
    }).pipe(Effect.provide(layer()))
  )

  it.live("are read from a sitemap that is a gzip file", () =>
    Effect.gen(function* () {
      const file = zlib.gzipSync("<urlset/>")
      const asFile = yield* serveBody(file, { "content-type": "application/x-gzip" })
      const asXml = yield* serveBody(file, { "content-type": "text/xml" })
      const answer = yield* fetch(`${asFile}/sitemap.xml.gz`)
      assert.deepStrictEqual(answer._tag === "Fetched" && [answer.mediaType, answer.body], [
        "application/xml",
        "<urlset/>"
      ])
      assert.strictEqual(yield* textOf(`${asXml}/sitemap.xml.gz`), "<urlset/>")
      assert.strictEqual(yield* reasonFor(`${asFile}/backup.tar.gz`), "unsupported_content")
    }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    ["by a byte order mark before any header", "text/html; charset=windows-1252", "\ufeffé", "utf8"],
    ["by a UTF-16 byte order mark", "text/plain", "\ufeffé", "utf16le"],
    ["by the header", 'text/html; Charset="ISO-8859-1"', "é", "latin1"],
    ["by the header before the markup", "text/html; charset=utf-8", '<meta charset="latin1">é', "utf8"],
    ["by the markup", "text/html", '<meta charset="windows-1252">é', "latin1"],
    ["by the XML declaration", "application/rss+xml", '<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>', "latin1"],
    ["as UTF-8 when it is", "text/html", "<p>é 😀</p>", "utf8"],
    ["by its content", "text/plain", "Où êtes-vous né, à côté de la forêt où l'été a été très gaîment fêté ?", "latin1"]
  ] as const)("are decoded %s", ([, type, text, encoding]) =>
    Effect.gen(function* () {
      const url = yield* serveBody(Buffer.from(text, encoding), { "content-type": type })
      assert.strictEqual(yield* textOf(url), text.replace("\ufeff", ""))
    }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    ["shift_jis", "83658358836783658358", "テステス".length],
    ["gb18030", "c4e3bac3cac0bde7", 4],
    ["big5", "a741a66ea540acc9", 4],
    ["euc-kr", "bec8b3e7c7cfbcbcbfe4", 5],
    ["koi8-r", "f0f2e9f7e5f4", 6],
    ["windows-1252", "80", 1]
  ] as const)("are decoded from %s", ([charset, bytes, characters]) =>
    Effect.gen(function* () {
      const url = yield* serveBody(Buffer.from(bytes, "hex"), { "content-type": `text/plain; charset=${charset}` })
      const text = yield* textOf(url)
      assert.deepStrictEqual([[...text].length >= characters, /[\ufffd\u0080]/.test(text)], [true, false], text)
    }).pipe(Effect.provide(layer()))
  )

  it.live.each(["no-such-charset", "replacement", "x-user-defined", "utf-7"])(
    "are decoded as well as may be from the charset %s",
    (charset) =>
      Effect.gen(function* () {
        const url = yield* serveBody("ok é", { "content-type": `text/plain; charset=${charset}` })
        assert.include(yield* textOf(url), "ok")
      }).pipe(Effect.provide(layer()))
  )

  it.live.each([
    ["text/html", "text/html"],
    ["application/ld+json; charset=utf-8", "application/ld+json"],
    ["application/atom+xml", "application/atom+xml"],
    ["application/json", "application/json"],
    ["", ""],
    ["nonsense", ""]
  ])("of kind '%s' are text", ([header, mediaType]) =>
    Effect.gen(function* () {
      const answer = yield* fetch(yield* serveBody("x", { "content-type": header }))
      assert.strictEqual(answer._tag === "Fetched" && answer.mediaType, mediaType)
    }).pipe(Effect.provide(layer()))
  )

  it.live.each(["image/png", "application/pdf", "application/octet-stream", "video/mp4", "application/zip"])(
    "of kind %s are refused without being downloaded",
    (type) =>
      Effect.gen(function* () {
        const url = yield* serve((_request, response) => {
          response.writeHead(200, { "content-type": type }).flushHeaders()
        })
        assert.strictEqual(yield* reasonFor(url), "unsupported_content")
      }).pipe(Effect.provide(layer()))
  )

  it.live("of no kind are refused when they are not text", () =>
    Effect.gen(function* () {
      const url = yield* serveBody(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), {})
      assert.strictEqual(yield* reasonFor(url), "unsupported_content")
    }).pipe(Effect.provide(layer()))
  )

  it.live("of a failed request do not hide its status", () =>
    Effect.gen(function* () {
      const answer = yield* fetch(yield* serveBody("PNG", { "content-type": "image/png" }, 404))
      assert.deepStrictEqual(answer._tag === "Fetched" && [answer.status, answer.mediaType, answer.body], [
        404,
        "image/png",
        ""
      ])
    }).pipe(Effect.provide(layer()))
  )
})
