import { assert, it, vi } from "@effect/vitest"
import { ContentClassifier } from "@kittiwake/core/pages/ContentClassifier"
import { suite } from "@kittiwake/core/testing/contentClassifierSuite"
import { Effect } from "effect"
import { zipSync } from "fflate"
import { layer } from "../src/ContentClassifier.ts"

suite("file-type and looks", layer)

it.effect("leaves a long page as it is encoded where that may be, until it is wanted in UTF-8", () =>
  Effect.gen(function* () {
    const classifier = yield* ContentClassifier
    const length = 1024 * 1024
    const classify = (bytes: Uint8Array, contentType: string, isHandedOver: boolean) =>
      classifier.classify({ bytes, contentType, extension: null, isHandedOver })
    for (const [label, charset, pattern] of [
      ["shift_jis", "shift_jis", [0x82, 0xa0]],
      ["latin1", "windows-1252", [0xe9]],
      ["utf-8", "utf-8", [0xe3, 0x81]],
      ["utf-16", "utf-16le", [0x61, 0xd8]],
      ["hz-gb-2312", "utf-8", [0xff]]
    ] as const) {
      const type = `text/html; charset=${label}`
      const bytes = new Uint8Array(Buffer.alloc(length, Uint8Array.from(pattern)))
      const now = yield* classify(bytes, type, false)
      assert.isUndefined(now.encoded)
      const { encoded, utf8, ...kind } = yield* classify(bytes, type, true)
      assert.deepStrictEqual([kind.type, utf8, encoded?.charset], [now.type, null, charset])
      const later = yield* encoded!.toUtf8
      // Compared as a whole, an assertion would print megabytes.
      assert.isTrue(Buffer.compare(later, now.utf8!) === 0, label)
      assert.strictEqual(bytes.byteLength, 0, `${label}: its bytes are gone`)
    }
    const decoded = [
      ["text/html; charset=shift_jis", Buffer.alloc(length - 2, Uint8Array.of(0x82, 0xa0))],
      ["text/html; charset=iso-2022-jp", Buffer.alloc(length, "\x1b$B\x1b(B")],
      ["text/csv; charset=shift_jis", Buffer.alloc(length, Uint8Array.of(0x82, 0xa0))],
      ["text/html; charset=utf-8", Buffer.alloc(length, "<p>plain")]
    ] as const
    for (const [type, bytes] of decoded) {
      assert.isNotNull((yield* classify(bytes, type, true)).utf8, type)
      assert.strictEqual(bytes.byteLength, type.endsWith("utf-8") ? length : 0, `${type}: what was decoded is gone`)
    }
  }).pipe(Effect.provide(layer))
)

it.effect("knows a packed OpenDocument file by what it says, and unpacks no more of it than that", () =>
  Effect.gen(function* () {
    const text = (content: string) => new TextEncoder().encode(content)
    const mediaType = "application/vnd.oasis.opendocument.spreadsheet"
    const manifest = `<manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>`
    const classifier = yield* ContentClassifier
    const typeOf = (files: Parameters<typeof zipSync>[0]) =>
      Effect.map(classifier.classify({ bytes: zipSync(files), contentType: null, extension: null }), ({ type }) => type)
    assert.strictEqual(yield* typeOf({ "content.xml": text("<a/>"), mimetype: text(mediaType) }), "ods")
    const long = text(manifest + " ".repeat(20_000_000))
    assert.strictEqual(yield* typeOf({ "META-INF/manifest.xml": long, "content.xml": text("<a/>") }), "ods")
    const late = text(" ".repeat(20_000_000) + manifest)
    assert.strictEqual(yield* typeOf({ "META-INF/manifest.xml": late, "content.xml": text("<a/>") }), null)
  }).pipe(Effect.provide(layer))
)

it.effect("makes no text of names that tell nothing, however long and many they are", () =>
  Effect.gen(function* () {
    const classifier = yield* ContentClassifier
    const text = (said: string) => new TextEncoder().encode(said)
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${index}${"\\".repeat(60_000)}`, new Uint8Array(0)])
    )
    const bytes = zipSync({ ...files, "[Content_Types].xml": text("<Types/>"), "word\\document.xml": text("<a/>") })
    const made = vi.spyOn(Buffer.prototype, "toString")
    const { type } = yield* classifier.classify({ bytes, contentType: null, extension: null })
    const letters = made.mock.results.reduce((sum, { value }) => sum + String(value).length, 0)
    made.mockRestore()
    assert.strictEqual(type, "docx")
    assert.isBelow(letters, 100_000)
  }).pipe(Effect.provide(layer))
)
