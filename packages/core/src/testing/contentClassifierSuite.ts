/** What `ContentClassifier` promises, run against any adapter. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { type ClassifyRequest, ContentClassifier } from "../pages/ContentClassifier.ts"
import { compoundOf, gif, jpeg, pdf, png, webp, zipOf } from "./fileSamples.ts"

type Names = Partial<Omit<ClassifyRequest, "bytes">>

const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? new TextEncoder().encode(content) : content

const classify = (content: string | Uint8Array, names: Names = {}) =>
  Effect.flatMap(ContentClassifier, (classifier) =>
    classifier.classify({ bytes: bytesOf(content), contentType: null, extension: null, ...names })
  )

const typeOf = (content: string | Uint8Array, names?: Names) => Effect.map(classify(content, names), ({ type }) => type)

const types = ["[Content_Types].xml", "<Types/>"] as const
const opened = (mediaType: string) =>
  zipOf([
    ["mimetype", mediaType],
    ["content.xml", "<a/>"]
  ])

/** OpenDocument whose first file is another, as archivers make it. */
const openedLater = (mediaType: string) =>
  zipOf([
    ["content.xml", "<a/>"],
    ["META-INF/manifest.xml", "<manifest/>"],
    ["mimetype", mediaType]
  ])

/** OpenDocument without a `mimetype`. */
const listedAs = (mediaType: string) =>
  zipOf([
    [
      "META-INF/manifest.xml",
      `<manifest:manifest><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry
        manifest:media-type="${mediaType}" manifest:full-path="/"/></manifest:manifest>`
    ],
    ["content.xml", "<a/>"]
  ])

/** An office file whose main part stands elsewhere. */
const typed = (contentType: string) =>
  zipOf([
    ["main/a.xml", "<a/>"],
    [
      "[Content_Types].xml",
      `<Types><Override PartName="/main/a.xml" ContentType="application/${contentType}"/></Types>`
    ]
  ])

const binaries: ReadonlyArray<readonly [string, Uint8Array, string | null]> = [
  ["pdf", pdf, "application/pdf"],
  ["png", png, "image/png"],
  ["gif", gif, "image/gif"],
  ["jpg", jpeg, "image/jpeg"],
  ["webp", webp, "image/webp"],
  ["bmp", Uint8Array.from([0x42, 0x4d, 0x3a, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 0x28, 0, 0, 0]), "image/bmp"],
  ["tiff", Uint8Array.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0, 0, 0]), "image/tiff"],
  ["ppm", bytesOf("P6\n# a comment\n2 1\n255\n\0\x01\x02\x03\x04\x05"), null],
  ["pgm", bytesOf("P2\n2 1\n255\n0 255\n"), null],
  ["rtf", bytesOf("{\\rtf1\\ansi Hello}"), "application/rtf"],
  ["docx", zipOf([types, ["word/document.xml", "<w/>"], ["word/embeddings/xl/workbook.xml", ""]]), null],
  ["xlsx", zipOf([["xl/worksheets/sheet1.xml", ""], types, ["xl/workbook.xml", "<w/>"]]), null],
  ["xlsx", zipOf([types, ["xl/workbook.bin", ""]]), null],
  ["pptx", zipOf([types, ["_rels/.rels", ""], ["ppt/presentation.xml", "<p/>"]]), null],
  ["odt", opened("application/vnd.oasis.opendocument.text"), "application/vnd.oasis.opendocument.text"],
  ["ods", opened("application/vnd.oasis.opendocument.spreadsheet"), null],
  ["odp", opened("application/vnd.oasis.opendocument.presentation"), null],
  ["odt", openedLater("application/vnd.oasis.opendocument.text\n"), null],
  ["ods", listedAs("application/vnd.oasis.opendocument.spreadsheet"), null],
  ["odp", listedAs("application/vnd.oasis.opendocument.presentation-template"), null],
  ["docx", typed("vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"), null],
  ["docx", typed("vnd.ms-word.document.macroEnabled.main+xml"), null],
  ["xlsx", typed("vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"), null],
  ["pptx", typed("vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml"), null],
  ["docx", zipOf([types, ["word\\document.xml", "<w/>"]]), null],
  ["epub", opened("application/epub+zip"), "application/epub+zip"],
  ["doc", compoundOf(["\x01CompObj", "WordDocument", "1Table"]), "application/msword"],
  ["doc", compoundOf(["WORDDOCUMENT", "1TABLE"]), "application/msword"],
  ["xls", compoundOf(["book", "WORKBOOK"]), "application/vnd.ms-excel"],
  ["ppt", compoundOf(["POWERPOINT DOCUMENT"]), "application/vnd.ms-powerpoint"],
  ["xls", compoundOf(["Workbook", "\x05SummaryInformation"]), "application/vnd.ms-excel"],
  ["ppt", compoundOf(["Current User", "PowerPoint Document"]), "application/vnd.ms-powerpoint"]
]

const unreadable: ReadonlyArray<readonly [string, Uint8Array]> = [
  [
    "a zip of files",
    zipOf([
      ["a.txt", "hello"],
      ["word/document.xml", "no content types"]
    ])
  ],
  ["an empty zip", zipOf([])],
  ["a drawing of OpenDocument", listedAs("application/vnd.oasis.opendocument.graphics")],
  ["an office file of something else", typed("vnd.ms-visio.drawing.main+xml")],
  ["gzip", Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])],
  ["a compound file of something else", compoundOf(["__properties_version1.0"])],
  ["a program", Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ["sound", Uint8Array.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0])],
  ["film", Uint8Array.from([0, 0, 0, 0x18, ...bytesOf("ftypisom"), 0, 0, 2, 0])],
  ["a font", Uint8Array.from([...bytesOf("wOF2"), 0, 1, 0, 0, 0, 0, 0, 0])],
  ["noise", Uint8Array.from({ length: 4_000 }, (_, index) => (index * index * 31 + 7) % 251)]
]

const names: ReadonlyArray<readonly [string, Names, string]> = [
  ["the extension", { extension: "md" }, "markdown"],
  ["the extension in any case and with a dot", { extension: ".YML" }, "yaml"],
  ["the extension before the media type", { extension: "csv", contentType: "text/plain" }, "csv"],
  ["the media type", { contentType: "Text/CSV; header=present" }, "csv"],
  ["a media type by its suffix", { contentType: "application/vnd.api+json" }, "json"],
  ["a media type of feeds", { contentType: "application/rss+xml" }, "xml"],
  ["a media type of any text", { contentType: "text/x-unheard-of" }, "text"],
  ["no media type that says nothing", { contentType: "application/octet-stream" }, "text"],
  ["no media type that is none", { contentType: "nonsense" }, "text"],
  ["no extension that nobody knows", { extension: "xyz", contentType: "text/css" }, "css"],
  ["no binary format that the bytes are not", { extension: "pdf", contentType: "image/png" }, "text"]
]

const table = 'name,price,stock\nA,1,2\n"B, large",3,4\nC,5,6\n'

const looks: ReadonlyArray<readonly [string, string, string]> = [
  ["a page", "\n <!DOCTYPE html><title>a</title>", "html"],
  ["a page without doctype", "<html lang=en><body>a", "html"],
  ["a page after a comment", "<!-- hi --><html><body>a", "html"],
  ["an element of HTML", "<table><tr><td>a", "html"],
  ["XHTML", '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"/>', "html"],
  ["XML", '<?xml version="1.0"?><catalog/>', "xml"],
  ["a feed", '<rss version="2.0"><channel/></rss>', "xml"],
  ["a drawing", '<!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg"/>', "svg"],
  ["a drawing as XML", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "svg"],
  ["JSON", ' {"a": [1, 2, {"b": null}]}\n', "json"],
  ["an array", "[1, 2, 3]", "json"],
  ["lines of JSON", '{"a":1}\n{"a":2}\n{"a":3}\n', "jsonl"],
  ["a table", table, "csv"],
  ["a table with tabs", table.replaceAll(",", "\t").replace('"B\t large"', "B"), "tsv"],
  ["subtitles", "1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n", "srt"],
  ["a script of a shell", "#!/usr/bin/env bash\necho a\n", "shell"],
  ["a script of Python", "#!/usr/bin/python3\nprint(1)\n", "python"],
  ["prose", "Once upon a time, there was a fox, and a hen.\nThe fox, being hungry, ran.\nThe end, so, ok.\n", "text"],
  ["prose about markup", "Use <table> for tables.", "text"],
  ["a list of short lines", "eggs\nmilk\nbread\n", "text"],
  ["something in brackets", "[not json]", "text"],
  ["half of JSON", '{"a": [1, 2', "text"],
  ["nothing", "", "text"]
]

/** Runs every promise of the port. */
export const suite = (name: string, layer: Layer.Layer<ContentClassifier>) =>
  describe(`ContentClassifier (${name})`, () => {
    it.effect("knows binary formats by their bytes, whatever they are called", () =>
      Effect.gen(function* () {
        for (const [type, bytes, mediaType] of binaries) {
          const found = yield* classify(bytes)
          assert.deepStrictEqual([found.type, found.utf8], [type, null], type)
          if (mediaType !== null) assert.strictEqual(found.mediaType, mediaType)
          assert.strictEqual(yield* typeOf(bytes, { extension: "txt", contentType: "text/html" }), type)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect("has no type for what cannot be read, whatever it is called", () =>
      Effect.gen(function* () {
        for (const [what, bytes] of unreadable) {
          for (const given of [{}, { extension: "txt" }, { contentType: "text/html" }, { extension: "docx" }]) {
            const found = yield* classify(bytes, given)
            assert.deepStrictEqual([found.type, found.utf8], [null, null], `${what} ${JSON.stringify(given)}`)
          }
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect("knows documents of a file that was cut off, and takes no damage from any", () =>
      Effect.gen(function* () {
        for (const [type, bytes] of binaries) {
          for (const length of [1, 4, 8, 30, 31, 64, 100, 513, 600, 1_100, bytes.length - 1]) {
            yield* classify(bytes.subarray(0, length), { extension: type })
          }
        }
        const odt = opened("application/vnd.oasis.opendocument.text")
        assert.strictEqual(yield* typeOf(odt.subarray(0, 90)), "odt")
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes text for what its name says: the extension first, then the media type", () =>
      Effect.gen(function* () {
        for (const [what, given, type] of names) assert.strictEqual(yield* typeOf("a b c", given), type, what)
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes a page that is served as HTML and looks it for HTML, whatever its address ends in", () =>
      Effect.gen(function* () {
        const served = { contentType: "text/html; charset=utf-8", extension: "php" }
        assert.strictEqual(yield* typeOf("<!doctype html><p>a", served), "html")
        assert.strictEqual(yield* typeOf("<?php echo 1;", served), "php")
        assert.strictEqual(yield* typeOf("<!doctype html><p>a", { ...served, contentType: null }), "php")
      }).pipe(Effect.provide(layer))
    )

    it.effect("tells the kind of text that nobody named by its looks", () =>
      Effect.gen(function* () {
        for (const [what, text, type] of looks) {
          assert.strictEqual(yield* typeOf(text), type, what)
          const said = { contentType: "application/octet-stream" }
          assert.strictEqual(yield* typeOf(text, said), type, what)
        }
        assert.strictEqual(yield* typeOf("<!doctype html>", { contentType: "text/plain" }), "text")
      }).pipe(Effect.provide(layer))
    )

    it.effect("gives the media type that was named when it says more", () =>
      Effect.gen(function* () {
        const mediaTypeOf = (given: Names) => Effect.map(classify("a", given), ({ mediaType }) => mediaType)
        assert.strictEqual(yield* mediaTypeOf({ contentType: "Application/ATOM+xml; x=y" }), "application/atom+xml")
        assert.strictEqual(yield* mediaTypeOf({ contentType: "application/xhtml+xml" }), "application/xhtml+xml")
        assert.strictEqual(yield* mediaTypeOf({ contentType: "text/html", extension: "csv" }), "text/csv")
        assert.strictEqual(yield* mediaTypeOf({ extension: "html" }), "text/html")
      }).pipe(Effect.provide(layer))
    )

    it.effect("decodes text by its mark, its header, its markup and its content", () =>
      Effect.gen(function* () {
        const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
        const textOf = (bytes: Uint8Array, given: Names) =>
          Effect.map(classify(bytes, given), ({ utf8 }) =>
            utf8 === null ? null : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(utf8)
          )
        const utf16 = Uint8Array.from([0xff, 0xfe, ...[..."<html>é"].flatMap((char) => [char.charCodeAt(0), 0])])
        assert.strictEqual(yield* textOf(utf16, {}), "<html>é")
        assert.strictEqual(yield* typeOf(utf16), "html")
        assert.strictEqual(yield* textOf(bytesOf("\ufeffé"), { extension: "txt" }), "é")
        assert.strictEqual(yield* textOf(latin("é"), { contentType: "text/csv; charset=latin1" }), "é")
        assert.strictEqual(
          yield* textOf(latin('<meta charset="latin1"><p>é'), { extension: "html" }),
          '<meta charset="latin1"><p>é'
        )
        const xml = '<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>'
        assert.strictEqual(yield* textOf(latin(xml), {}), xml)
        assert.strictEqual(yield* textOf(bytesOf("é 😀"), {}), "é 😀")
      }).pipe(Effect.provide(layer))
    )

    it.effect("gives no text for what is none, and bytes that are UTF-8 as they are", () =>
      Effect.gen(function* () {
        assert.isNull((yield* classify(png, { contentType: "text/html" })).utf8)
        for (const bytes of ["é 😀", "<p>plain", ""].map(bytesOf)) {
          assert.deepStrictEqual((yield* classify(bytes, { contentType: "text/html" })).utf8?.slice(), bytes)
        }
      }).pipe(Effect.provide(layer))
    )

    it.effect("decodes long text as it does short text", () =>
      Effect.gen(function* () {
        const length = 700_001
        const decoded = (bytes: Uint8Array, contentType: string) =>
          Effect.map(classify(bytes, { contentType }), ({ utf8 }) => new TextDecoder().decode(utf8 ?? new Uint8Array()))
        const latin = new Uint8Array(length).fill(0xe9)
        assert.isTrue((yield* decoded(latin, "text/plain; charset=latin1")) === "é".repeat(length))
        assert.isTrue((yield* decoded(latin, "text/html; charset=utf-8")) === "\ufffd".repeat(length))
        // Two bytes each, after one that stands alone: no piece of them ends where a character does.
        const japanese = Uint8Array.from({ length: length * 2 - 1 }, (_, at) =>
          at === 0 ? 0x61 : at % 2 === 1 ? 0x82 : 0xa0
        )
        assert.isTrue((yield* decoded(japanese, "text/plain; charset=shift_jis")) === `a${"あ".repeat(length - 1)}`)
      }).pipe(Effect.provide(layer))
    )

    it.effect("takes a page for text though a few characters in it are none", () =>
      Effect.gen(function* () {
        const page = `<!doctype html><p>${"word ".repeat(50)}\0\x01</p>`
        assert.strictEqual(yield* typeOf(page, { contentType: "text/html" }), "html")
        assert.strictEqual(yield* typeOf(page), null)
      }).pipe(Effect.provide(layer))
    )
  })
