import { assert, it } from "@effect/vitest"
import { ContentClassifier } from "@kittiwake/core/pages/ContentClassifier"
import { suite } from "@kittiwake/core/testing/contentClassifierSuite"
import { Effect } from "effect"
import { zipSync } from "fflate"
import { layer } from "../src/ContentClassifier.ts"

suite("file-type and looks", layer)

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
