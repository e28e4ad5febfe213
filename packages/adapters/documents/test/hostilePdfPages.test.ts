import { randomBytes } from "node:crypto"
import { deflateSync } from "node:zlib"
import { assert, vi, layer as withLayer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { layer } from "../src/DocumentReader.ts"
import { packedPdf, pagesOf, predictedPdf, read } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

const stream = (content: Uint8Array) => deflateSync(content, { level: 1 })

withLayer(layer(), { excludeTestServices: true })("hostile pages of PDF files", (it) => {
  it.effect("refuses a page that unpacks to more than a page may, at once or in pieces", () =>
    Effect.gen(function* () {
      const blanks = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000, " ")
      const inPieces = pagesOf("[4 0 R 4 0 R]", [stream(blanks(30))])
      const inForm = pagesOf("4 0 R", [stream(Buffer.from("/X Do"))], 1, stream(blanks(60)))
      for (const file of [packedPdf(blanks(60)), packedPdf(blanks(60), 2), inPieces, inForm]) {
        const { message, reason } = yield* Effect.flip(read("pdf", file))
        assert.strictEqual(reason, "too_complex")
        assert.include(message, "unpacks to more than 48 MB")
      }
      const text = "BT /F1 12 Tf 72 700 Td (Short enough) Tj ET"
      const large = pagesOf("[4 0 R 5 0 R]", [stream(blanks(30)), stream(Buffer.from(text))], 3)
      assert.strictEqual((yield* read("pdf", large)).html.split("Short enough").length - 1, 3)
    })
  )

  it.effect("reads what is left of a page whose stream is damaged", () =>
    Effect.gen(function* () {
      const text = "BT /F1 12 Tf 72 700 Td (Left of it) Tj ET "
      const packed = deflateSync(text + " ".repeat(1_000))
      const withoutSum = packed.subarray(0, packed.length - 4)
      const numbers = randomBytes(200_000).toString("hex").replace(/.{60}/g, "%$&\n")
      const brokenOff = deflateSync(text + numbers).subarray(0, 100_000)
      for (const content of [withoutSum, brokenOff, Buffer.concat([packed.subarray(0, -6), Buffer.alloc(40, 0xff)])]) {
        assert.include((yield* read("pdf", pagesOf("4 0 R", [content]))).html, "Left of it")
      }
    })
  )

  it.effect("refuses a page of more pieces of text than a page may have", () =>
    Effect.gen(function* () {
      const pieces = Array.from({ length: 110_000 }, (_, at) => `1 0 0 1 ${at % 500} ${at % 700} Tm (a${at}) Tj`)
      const file = packedPdf(Buffer.from(`BT /F1 8 Tf ${pieces.join(" ")} ET`))
      const { message } = yield* Effect.flip(read("pdf", file))
      assert.include(message, "more than 100000 pieces of text")
    })
  )

  it.effect("ends a PDF that unpacks in another way to what a small file has no use for", () =>
    Effect.gen(function* () {
      const file = predictedPdf(Buffer.alloc(200_000_000))
      const { message, reason } = yield* Effect.flip(read("pdf", file, { timeout: Duration.minutes(2) }))
      assert.strictEqual(reason, "too_complex")
      assert.include(message, "more memory")
      // On a busy machine it would take its time of the processor first.
    }).pipe(Effect.provide(layer({ processor: Duration.minutes(4) })))
  )
})
