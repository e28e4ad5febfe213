/** What long pages take. Observed: texts, nodes that are counted, which bytes are looked at, and memory of a process. */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { TextDecoder } from "@exodus/bytes/encoding.js"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { Effect } from "effect"
import fc from "fast-check"
import { standardCharsets } from "../../../core/src/testing/standardCharsets.ts"
import { normalized } from "../src/normalized.ts"
import { makeNodeCount } from "../src/PageTree.ts"
import { checkBeginning, parseHtml } from "../src/parseHtml.ts"
import { takeText, textIn } from "../src/takeText.ts"
import { markupPieces } from "./markupPieces.ts"
import { everything, pageNamed, pageNames, provided } from "./reading.ts"

const megabyte = 1024 * 1024

/** Longer than what is changed in one go. */
const filling = "x".repeat(64 * 1024 - 3)

const characters = fc
  .array(fc.constantFrom(..."\0\r\n\ra<", "\ufeff", "é", "漢", "😀", "\ud83d", "\ude00", filling), { maxLength: 24 })
  .map((parts) => parts.join(""))

/** Each way of decoding, with a byte, with some bytes, and with two or four for a character. */
const charsets = [
  "windows-1252",
  "windows-1251",
  "koi8-r",
  "iso-8859-2",
  "ibm866",
  "macintosh",
  "x-mac-cyrillic"
].concat(["shift_jis", "euc-jp", "gb18030", "gbk", "big5", "euc-kr", "utf-16le", "utf-16be", "utf-8"])

const atOnce = (text: string) => text.replace(/\r\n?/g, "\n").replaceAll("\0", "").toWellFormed()

describe("texts of pages", () => {
  it("are made alike in pieces as they are at once", () => {
    // What is changed in one go ends with a carriage return, and the next begins with another.
    const between = `\0${filling}\0\r\r\n`
    assert.isTrue(normalized(between) === atOnce(between))
    fc.assert(fc.property(characters, (text) => assert.isTrue(normalized(text) === atOnce(text))))
  })

  it("come out of bytes without NUL, and the bytes are gone", () => {
    const bytesOf = fc.oneof(
      characters.map((text) => new Uint8Array(Buffer.from(text))),
      // What is no UTF-8: characters that end too early, and marks of the order of bytes.
      fc
        .array(fc.constantFrom(0, 0x41, 0xc3, 0xa9, 0xe3, 0x81, 0x82, 0xef, 0xbb, 0xbf, 0xf0, 0x9f, 0xff), {
          maxLength: 12
        })
        .map((bytes) => new Uint8Array(bytes))
    )
    fc.assert(
      fc.property(bytesOf, (bytes) => {
        const expected = new TextDecoder().decode(bytes).replaceAll("\0", "")
        assert.isTrue(takeText(bytes) === expected)
        assert.strictEqual(bytes.byteLength, 0)
      })
    )
  })

  it("keep a mark of the order of bytes that NUL stands before, and lose one at the start", () => {
    assert.strictEqual(takeText(Uint8Array.of(0, 0xef, 0xbb, 0xbf, 0x61)), "\ufeffa")
    assert.strictEqual(takeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0, 0x61)), "a")
  })

  it.each(charsets)("that are in %s are as if they had become UTF-8 before", (charset) => {
    const marks = [
      [0xef, 0xbb, 0xbf],
      [0xff, 0xfe],
      [0xfe, 0xff]
    ].map((bytes) => fc.constant(bytes))
    const some = fc.oneof(
      ...marks,
      fc.constant([0]),
      fc.array(fc.nat(255), { maxLength: 4 }),
      fc.constant([0x82, 0xa0])
    )
    const before = (bytes: Uint8Array) => new TextDecoder().decode(Buffer.from(new TextDecoder(charset).decode(bytes)))
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), (parts) => {
        const bytes = Uint8Array.from(parts.flat())
        const expected = before(bytes)
        assert.isTrue(textIn(bytes, charset) === expected)
        assert.isTrue(takeText(bytes, charset) === expected.replaceAll("\0", ""))
        assert.strictEqual(bytes.byteLength, 0)
      })
    )
    const long = Uint8Array.from({ length: 2 * megabyte + 3 }, (_, at) => (at * 7 + (at >> 8)) % 256)
    assert.isTrue(textIn(long, charset) === before(long))
  })

  it.each(standardCharsets)("are what the standard says in $label, whole and in pieces", ({ bytes, digest, label }) => {
    const all = bytes()
    const text = textIn(Uint8Array.from(all), label)
    assert.strictEqual(createHash("sha256").update(text).digest("hex"), digest)
    // Longer than what is decoded in one go. Bytes that are characters of their own are cut nowhere.
    const count = Math.ceil((megabyte + 10) / all.length)
    const repeated = Buffer.concat(Array<Buffer>(count).fill(Buffer.from(all)))
    for (let shift = 0; shift < (all.length < 1_000 ? 1 : 5); shift += 1) {
      const long = Buffer.concat([Buffer.alloc(shift, "x"), repeated])
      assert.isTrue(textIn(long, label) === "x".repeat(shift) + text.repeat(count), `${shift}`)
    }
  })

  it("take no more memory for millions of characters that are dropped", async () => {
    const program = `
      import { normalized } from ${JSON.stringify(new URL("../src/normalized.ts", import.meta.url).href)}
      const texts = ["<\\0p\\0>\\0x\\0", "\\r", "a\\r\\n"].map((piece) => Buffer.alloc(6 * 2 ** 20, piece).toString("latin1"))
      const before = process.resourceUsage().maxRSS
      const length = texts.reduce((sum, text) => sum + normalized(text).length, 0)
      console.log(length, Math.round((process.resourceUsage().maxRSS - before) / 1024))
    `
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program])
    const [length, megabytes] = stdout.split(" ").map(Number)
    assert.strictEqual(length, (3 + 6 + 4) * megabyte)
    // The texts are 6 MB each.
    assert.isBelow(megabytes!, 64)
  })
})

const nodesOf = (count: (nodes: ReturnType<typeof makeNodeCount>) => void): number => {
  const nodes = makeNodeCount()
  count(nodes)
  return nodes.made
}

const counted = (beginning: string) => nodesOf((nodes) => checkBeginning(beginning, nodes))
const made = (page: string) => nodesOf((nodes) => parseHtml(page, nodes, true))

/** As many as the end of a beginning may make. */
const nodesOfEnd = 16

describe("nodes of a beginning", () => {
  it("are never more than those of the page, wherever it is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...markupPieces), { maxLength: 24 }), fc.nat(), (pieces, at) => {
        const page = pieces.join("")
        const most = made(page)
        assert.isAtMost(counted(page), most)
        assert.isAtMost(counted(page.slice(0, at % (page.length + 1))), most + nodesOfEnd)
      }),
      { numRuns: 3_000 }
    )
  })

  it.each(pageNames)("are nearly all of those of a %s page", (name) => {
    const page = pageNamed(name)
    assert.isAtMost(counted(page), made(page))
    assert.isAtLeast(counted(page), made(page) * 0.98)
  })
})

/** Bytes that tell how far they were looked at in pieces. */
class WatchedBytes extends Uint8Array {
  furthest = 0
  override subarray(from?: number, to = this.length): Uint8Array<ArrayBuffer> {
    this.furthest = Math.max(this.furthest, to)
    return new Uint8Array(this.buffer as ArrayBuffer, this.byteOffset, this.byteLength).subarray(from, to)
  }
}

const shaping = (bytes: WatchedBytes, request: Partial<typeof everything> = {}) =>
  PageReader.use((reader) => reader.shape({ ...everything, html: bytes, ...request })).pipe(provided, Effect.exit)

const pageOf = (markup: string, bytes: number) => {
  const watched = new WatchedBytes(bytes)
  watched.set(Buffer.alloc(bytes, markup))
  return watched
}

describe("a page that begins with more nodes than a page may have", () => {
  it.live("is refused before all of it is copied", () =>
    Effect.gen(function* () {
      const page = pageOf("<p>word</p>", 19 * megabyte)
      const refused = yield* shaping(page)
      assert.include(JSON.stringify(refused), "The page has more than 500000 elements and texts.")
      assert.isAtMost(page.furthest, 4 * megabyte)
    })
  )

  it.live("is told first that a selector cannot be matched", () =>
    Effect.gen(function* () {
      const refused = yield* shaping(pageOf("<p>word</p>", 19 * megabyte), { includeSelectors: ["p["] })
      assert.include(JSON.stringify(refused), "InvalidSelector")
    })
  )

  it.live("is read where its tags are words of a script", () =>
    Effect.gen(function* () {
      const page = pageOf("<br>", 9 * megabyte)
      page.set(Buffer.from("<script>"))
      page.set(Buffer.from("</script><p>word"), page.length - 16)
      const read = yield* shaping(page)
      assert.include(JSON.stringify(read), '"markdown":"word"')
    })
  )
})
