/** Files whose text is Markdown already. */
import { assert, describe, it } from "@effect/vitest"
import { DocumentReader } from "@kittiwake/core/pages/DocumentReader"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { Effect, Exit, Layer } from "effect"
import type { PageCapture } from "../../src/pages/domain/PageCapture.ts"
import { nothing } from "../../src/pages/domain/ScrapeRequest.ts"
import { type ReadingRequest, readCapture, readDocument } from "../../src/pages/readCapture.ts"

const url = "https://site.example/notes.txt"

const capture: PageCapture = {
  ...{ finalUrl: url, status: 200, type: "text", body: new TextEncoder().encode("One\n\nTwo"), frames: [] },
  ...{ finalDomState: "loaded", actionsApplied: [], isStale: false, renderedBecause: null },
  ...{ etag: null, lastModified: null, capturedAtMillis: 0 }
}

const content = {
  ...{ html: "<p>One</p><p>Two</p>", markdown: "One\n\nTwo", title: null, author: null },
  ...{ pageCount: null, recoveredPages: [] }
}

const documents = Layer.mock(DocumentReader, { read: () => Effect.succeed(content) })

/** No page is read: one that is dies. */
const readers = Layer.mergeAll(documents, Layer.mock(PageReader, {}))

const deadline = { atMillis: 60_000, acceptsPart: false }

const read = (wants: Partial<ReadingRequest["wants"]>, includeSelectors: ReadonlyArray<string> = []) =>
  readCapture(
    capture,
    {
      sourceUrl: url,
      regions: { includeSelectors, excludeSelectors: [], mainContentOnly: false },
      pdf: { shouldParse: true, start: null, end: null, ocr: false },
      wants: { ...nothing, ...wants }
    },
    deadline
  ).pipe(Effect.provide(readers), Effect.exit)

describe("a plain text", () => {
  it.effect("is its own Markdown and its own markup, whatever it would take to read it as a page", () =>
    Effect.gen(function* () {
      const markdown = { includeLinks: true, includeImages: true, shortenBase64Images: false }
      const reading = yield* yield* read({ markdown, html: true, links: true })
      assert.deepInclude(reading.shaped, { markdown: "One\n\nTwo", html: "One\n\nTwo", links: [] })
      assert.deepStrictEqual(reading.shaped.metadata, { sourceUrl: url, finalUrl: url })
    })
  )

  it.effect("is read as what came from the last address, which its relative addresses are of", () =>
    Effect.gen(function* () {
      const asked: Array<string | undefined> = []
      const moved = { ...capture, finalUrl: "https://moved.example/feed.xml", type: "xml" as const }
      yield* readDocument(moved, { shouldParse: true, start: null, end: null, ocr: false }, deadline).pipe(
        Effect.provideService(
          DocumentReader,
          DocumentReader.of({
            read: (request) => {
              asked.push(request.url)
              return Effect.succeed(content)
            }
          })
        )
      )
      assert.deepStrictEqual(asked, ["https://moved.example/feed.xml"])
    })
  )

  it.effect("is read as a page by who asks for a part of it", () =>
    Effect.gen(function* () {
      assert.isTrue(Exit.hasDies(yield* read({}, ["p"])))
      assert.isTrue(Exit.hasDies(yield* read({ extract: new Map() })))
    })
  )
})
