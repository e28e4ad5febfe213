import { tmpdir } from "node:os"
import { assert, describe, it, vi, layer as withLayer } from "@effect/vitest"
import { PDFiumLibrary } from "@hyzyla/pdfium"
import { Effect } from "effect"
import sharp from "sharp"
import { latin, line, pdfFile, wholePicture } from "../../../core/src/testing/documentFiles.ts"
import { layer } from "../src/DocumentReader.ts"
import { greyPicture, pgmOf } from "../src/pictures/GreyPicture.ts"
import { read, refusal } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

/** Lines of a page as a picture of it, at this many pixels an inch. */
const photographed = (lines: ReadonlyArray<string>, dpi: number, height = 792) =>
  Effect.promise(async () => {
    const content = lines.map((text, at) => line(text, 72, height - 92 - at * 40, 18)).join("")
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(pdfFile({ pages: [{ content, height }] }))
    const {
      data,
      height: rows,
      width
    } = await document.getPage(0).render({ scale: dpi / 72, colorSpace: "Gray", render: "bitmap" })
    const picture = greyPicture(Uint8Array.from(data), width, rows)
    document.destroy()
    library.destroy()
    return picture
  })

const wholePage = { content: wholePicture }

/** The pixels as a bitmap of Windows, eight bits each. */
const bmpOf = (width: number, height: number, shades: Uint8Array): Uint8Array => {
  const stride = Math.ceil(width / 4) * 4
  const file = Buffer.alloc(54 + 1024 + stride * height)
  file.write("BM")
  file.writeUInt32LE(54 + 1024, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(8, 28)
  for (let shade = 0; shade < 256; shade++) file.writeUInt32LE(shade * 0x010101, 54 + shade * 4)
  for (let row = 0; row < height; row++) {
    file.set(shades.subarray(row * width, (row + 1) * width), 54 + 1024 + (height - 1 - row) * stride)
  }
  return file
}

withLayer(layer(), { excludeTestServices: true })("pictures", (it) => {
  it.effect("reads the pages of a PDF that are pictures, and only those, when it is asked to", () =>
    Effect.gen(function* () {
      const picture = yield* photographed(["Invoice 2026 for Ada", "Total $1,234.56"], 150)
      const file = pdfFile({
        pages: [{ content: line("A page with a text of its own.", 72, 700) }, { ...wholePage, picture }]
      })
      const { html, pageCount, recoveredPages } = yield* read("pdf", file, { ocr: true })
      assert.include(html, "A page with a text of its own.")
      assert.match(html, /Invoice 2026 for Ada.*\$1,234\.56/s)
      assert.deepStrictEqual([pageCount, recoveredPages], [2, [2]])

      const unread = yield* read("pdf", file)
      assert.notInclude(unread.html, "Invoice")
      assert.deepStrictEqual(unread.recoveredPages, [])
      assert.strictEqual(yield* refusal("pdf", file, { firstPage: 2 }), "images_only")
    })
  )

  it.effect("reads what is written in pictures of every kind", () =>
    Effect.gen(function* () {
      const { height, shades, width } = yield* photographed(["Hello from a picture"], 96, 200)
      const image = sharp(shades, { raw: { width, height, channels: 1 } })
      const files = [
        ["png", yield* Effect.promise(() => image.clone().png().toBuffer())],
        ["gif", yield* Effect.promise(() => image.clone().gif().toBuffer())],
        ["tiff", yield* Effect.promise(() => image.clone().tiff().toBuffer())],
        ["pgm", pgmOf({ height, shades, width })],
        ["bmp", bmpOf(width, height, shades)]
      ] as const
      for (const [type, bytes] of files) {
        assert.include((yield* read(type, bytes)).html, "<p>Hello from a picture</p>", type)
      }
    })
  )

  it.effect("describes a picture without text in one line", () =>
    Effect.gen(function* () {
      const bytes = latin(`P6\n40 30\n255\n${"\u00ff\u0000\u0000".repeat(1200)}`)
      assert.strictEqual(
        (yield* read("ppm", bytes)).html.trim(),
        "<p>PPM image, 40 × 30 pixels, 4 KB, without text.</p>"
      )
    })
  )
})

describe("an installation without language data", () => {
  it.live("says what it lacks, and reads all that has text", () =>
    Effect.gen(function* () {
      const picture = { width: 8, height: 8, shades: new Uint8Array(64).fill(200) }
      const scan = pdfFile({ pages: [{ ...wholePage, picture }] })
      const error = yield* Effect.flip(read("pdf", scan, { ocr: true }))
      assert.strictEqual(error.reason, "ocr_unavailable")
      assert.include(error.message, "@tesseract.js-data/eng")
      assert.strictEqual(yield* refusal("pgm", latin("P5\n2 2\n255\nabcd")), "ocr_unavailable")
      const text = pdfFile({ pages: [{ content: line("Text that needs no picture.", 72, 700) }] })
      assert.include((yield* read("pdf", text, { ocr: true })).html, "needs no picture")
    }).pipe(Effect.provide(layer({ ocrLanguage: { language: "eng", folder: tmpdir() } })))
  )
})
