/** Pages that came as XML. */
import { assert, describe, it } from "@effect/vitest"
import { DocumentReader } from "@kittiwake/core/pages/DocumentReader"
import { PageReader, type ShapeRequest } from "@kittiwake/core/pages/PageReader"
import { Effect, Layer } from "effect"
import type { PageCapture } from "../../src/pages/domain/PageCapture.ts"
import { nothing } from "../../src/pages/domain/ScrapeRequest.ts"
import { xmlOf } from "../../src/pages/fetchCapture.ts"
import { readCapture } from "../../src/pages/readCapture.ts"

const url = "https://site.example/"

const capture: PageCapture = {
  ...{ finalUrl: url, status: 200, type: "html", body: new TextEncoder().encode("<p/>"), frames: [] },
  ...{ finalDomState: "loaded", actionsApplied: [], isStale: false, renderedBecause: null },
  ...{ etag: null, lastModified: null, capturedAtMillis: 0 }
}

/** Whether the page is handed on as one that came as XML. */
const handedOn = Effect.fnUntraced(function* (page: PageCapture) {
  const asked: Array<ShapeRequest> = []
  const pages = Layer.mock(PageReader, {
    shape: (request) => {
      asked.push(request)
      return Effect.never
    }
  })
  yield* readCapture(
    page,
    {
      sourceUrl: url,
      regions: { includeSelectors: [], excludeSelectors: [], mainContentOnly: false },
      pdf: { shouldParse: true, start: null, end: null, ocr: false },
      wants: nothing
    },
    { atMillis: 60_000, acceptsPart: false }
  ).pipe(Effect.provide(Layer.merge(pages, Layer.mock(DocumentReader, {}))), Effect.forkChild)
  yield* Effect.yieldNow
  return asked.map(({ isXml }) => isXml)
})

describe("a page of XHTML", () => {
  it("is one that came as XML by what its server says of it, and no other file", () => {
    for (const type of [
      "application/xhtml+xml",
      "Application/XHTML+XML; charset=utf-8",
      "application/xml",
      "text/xml"
    ]) {
      assert.deepStrictEqual(xmlOf("html", type), { isXml: true }, type)
      assert.deepStrictEqual(xmlOf("xml", type), {}, type)
    }
    for (const type of ["text/html", "text/html; profile=application/xhtml+xml", "application/xhtml+xmlx", "", null]) {
      assert.deepStrictEqual(xmlOf("html", type), {}, String(type))
    }
  })

  it.effect("is read as that", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* handedOn({ ...capture, isXml: true }), [true])
      assert.deepStrictEqual(yield* handedOn(capture), [undefined])
    })
  )
})
