/** What a file is allowed while it is read. Observed: the work that is handed to the pool of processes, which keeps it to that. */
import { assert, describe, it } from "@effect/vitest"
import { DocumentReader, type DocumentRequest } from "@kittiwake/core/pages/DocumentReader"
import { Duration, Effect } from "effect"
import { vi } from "vitest"
import * as Documents from "../src/DocumentReader.ts"
import * as limits from "../src/reading/limits.ts"

const mebibyte = 1024 * 1024

/** What is looked at of the work. */
interface Work {
  readonly addedMegabytes: number
  readonly processor: Duration.Duration
  readonly processorAtMost: Duration.Duration
}

const given = vi.hoisted((): Array<unknown> => [])

vi.mock("@kittiwake/children/internal/ChildPool", async () => {
  const { Effect } = await import("effect")
  const head = { ok: true, hasMarkdown: false, htmlBytes: 0, pageCount: null, recoveredPages: [], title: null }
  const run = (work: unknown) =>
    Effect.sync(() => {
      given.push(work)
      return { head, bytes: new Uint8Array(), processorMillis: 1 }
    })
  return { makeChildPool: () => Effect.succeed({ run }) }
})

const workFor = Effect.fnUntraced(function* (type: DocumentRequest["type"], bytes: number, ocr = false) {
  const reader = yield* DocumentReader
  const request = { type, bytes: new Uint8Array(bytes), firstPage: null, lastPage: null, ocr }
  yield* reader.read({ ...request, timeout: Duration.minutes(10) })
  return given.at(-1) as Work
})

describe("the process that reads a file", () => {
  it.effect("may add to its memory what a PDF of that size has use for", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* workFor("pdf", 10)).addedMegabytes, limits.pdf.addedMegabytes + 1)
      assert.strictEqual(
        (yield* workFor("pdf", 10 * mebibyte)).addedMegabytes,
        limits.pdf.addedMegabytes + 10 * limits.pdf.addedPerByte
      )
    }).pipe(Effect.provide(Documents.layer()))
  )

  it.effect("may take all that a process may where pictures are read, and for files of other kinds", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* workFor("pdf", mebibyte, true)).addedMegabytes, limits.residentMegabytes)
      assert.strictEqual((yield* workFor("docx", mebibyte)).addedMegabytes, limits.residentMegabytes)
    }).pipe(Effect.provide(Documents.layer()))
  )

  it.effect("has half of the processor's time for the first page of a PDF, and more where pictures are read", () =>
    Effect.gen(function* () {
      const millisOf = ({ processor, processorAtMost }: Work) => [processor, processorAtMost].map(Duration.toMillis)
      assert.deepStrictEqual(millisOf(yield* workFor("pdf", 10)), [4_000 * limits.pdf.timeOfFirstPage, 4_000])
      assert.deepStrictEqual(millisOf(yield* workFor("docx", 10)), [4_000, 4_000])
      const [first, most] = millisOf(yield* workFor("pdf", 10, true))
      assert.deepStrictEqual([first, most], [2_000, 4_000 + limits.longestReadSeconds * 1_000])
    }).pipe(Effect.provide(Documents.layer({ processor: "4 seconds" })))
  )
})
