import { crc32, deflateSync } from "node:zlib"
import { assert, vi, layer as withLayer } from "@effect/vitest"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { WorksFor } from "@kittiwake/core/organizations/WorksFor"
import { Duration, Effect, Fiber } from "effect"
import {
  docxFile,
  latin,
  line,
  pdfFile,
  rawPdf,
  wholePicture,
  zipFile
} from "../../../core/src/testing/documentFiles.ts"
import { layer } from "../src/DocumentReader.ts"
import { lyingZip, packedPdf, read, refusal, zipped } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

const emptyEnd = (entries: number) => {
  const end = new Uint8Array(22)
  new DataView(end.buffer).setUint32(0, 0x06054b50, true)
  new DataView(end.buffer).setUint16(8, entries, true)
  new DataView(end.buffer).setUint16(10, entries, true)
  return end
}

withLayer(layer(), { excludeTestServices: true })("hostile files", (it) => {
  it.effect("stops a PDF that unpacks to 300 MB through two packings, and reads the next file", () =>
    Effect.gen(function* () {
      const nested = yield* refusal("pdf", packedPdf(Buffer.alloc(300_000_000, 32), 2))
      assert.include(["too_complex", "timeout"], nested)
      assert.include((yield* read("csv", "a,b\n1,2\n")).html, "<td>2</td>")
    })
  )

  it.effect("ends a PDF that is endless work when its time is over", () =>
    Effect.gen(function* () {
      const saves = packedPdf(Buffer.from("q ".repeat(5_000_000)))
      assert.strictEqual(yield* refusal("pdf", saves, { timeout: Duration.seconds(2) }), "timeout")
    })
  )

  it.effect("reads no PDF with a tree of pages that leads back to itself, or with two thousand million pages", () =>
    Effect.gen(function* () {
      const catalog = "<< /Type /Catalog /Pages 2 0 R >>"
      const refused = [
        rawPdf([catalog, "<< /Type /Pages /Count 1 /Kids [2 0 R] >>"]),
        rawPdf([catalog, "<< /Type /Pages /Count 2147483648 /Kids [] >>"]),
        rawPdf([`<< /Type /Catalog /Pages 2 0 R /X ${"<< /A ".repeat(100_000)}1${" >>".repeat(100_000)} >>`]),
        latin("%PDF-1.7\ntrailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF"),
        latin("<html><body>%PDF-1.7</body></html>")
      ]
      for (const file of refused) assert.include(["corrupt", "too_complex"], yield* refusal("pdf", file))
      const many = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"
      const kids = `<< /Type /Pages /Count 501 /Kids [${"3 0 R ".repeat(501)}] >>`
      assert.strictEqual(yield* refusal("pdf", rawPdf([catalog, kids, many])), "too_complex")
    })
  )

  it.effect("runs nothing of a PDF and follows none of its actions", () =>
    Effect.gen(function* () {
      const objects = [
        "<< /S /JavaScript /JS (app.alert\\(1\\)) >>",
        "<< /S /Launch /F (/bin/sh) >>",
        "<< /S /GoToR /F (http://127.0.0.1:9/x.pdf) >>"
      ]
      const file = pdfFile({
        title: "=cmd\\(\\) <b>bold</b>\\r\\nSet-Cookie: a=b",
        pages: [
          {
            content: line("Harmless text that is long enough", 72, 700),
            links: [{ area: [70, 690, 400, 715], url: "javascript:alert(1)" }]
          }
        ],
        objects,
        catalog:
          "/OpenAction 100 0 R /AA << /WC 101 0 R /O 102 0 R >> /AcroForm << /XFA (<!ENTITY x SYSTEM 'file:///etc/passwd'>) >>"
      })
      const { html, title } = yield* read("pdf", file)
      assert.include(html, "Harmless text")
      assert.notMatch(html, /javascript|passwd|href/)
      assert.notMatch(title ?? "", /[\r\n]/)
    })
  )

  it.effect("refuses archives that lie about what they hold", () =>
    Effect.gen(function* () {
      const zeros = new Uint8Array(3_000_000)
      const one = zipFile({ "word/document.xml": "<a/>" })
      const locked = one.slice()
      locked[Buffer.from(one).indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8] = 1
      const refused: ReadonlyArray<readonly [string, Uint8Array, ReadonlyArray<string>]> = [
        ["packed beyond all measure", zipped({ "word/document.xml": zeros }), ["too_complex"]],
        ["larger than the ratio allows", lyingZip("content.xml", zeros, 0xfffffff0), ["too_complex"]],
        ["65,535 files, or zip64", emptyEnd(0xffff), ["too_complex", "corrupt"]],
        ["too many files", emptyEnd(10_001), ["too_complex"]],
        ["a directory that is not there", emptyEnd(3), ["corrupt"]],
        ["locked", locked, ["encrypted"]],
        ["cut short", one.slice(0, one.length - 30), ["corrupt"]]
      ]
      const first = { docx: "word/document.xml", odt: "content.xml", epub: "META-INF/container.xml" } as const
      for (const type of ["docx", "odt", "epub"] as const) {
        assert.strictEqual(yield* refusal(type, lyingZip(first[type], zeros, 1000)), "too_complex", type)
      }
      for (const [what, file, reasons] of refused) {
        for (const type of ["docx", "xlsx", "odt", "epub"] as const) {
          assert.include(reasons, yield* refusal(type, file), `${type}: ${what}`)
        }
      }
    })
  )

  it.effect("refuses an archive whose files share their bytes", () =>
    Effect.gen(function* () {
      const archive = Buffer.from(zipFile({ "a.xml": "x".repeat(5_000), "b.xml": "y".repeat(5_000) }))
      // Each of the two says that it goes on over the other.
      const first = archive.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
      const second = archive.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), first + 4)
      for (const at of [first, second]) archive.writeUInt32LE(9_000, at + 20)
      assert.include(["too_complex", "corrupt"], yield* refusal("docx", archive))
    })
  )

  it.effect("takes names of files in an archive for names alone", () =>
    Effect.gen(function* () {
      const bytes = docxFile("<w:p><w:r><w:t>Body</w:t></w:r></w:p>")
      assert.include((yield* read("docx", bytes)).html, "Body")
      const climbing = zipFile({
        mimetype: "application/epub+zip",
        "META-INF/container.xml": '<c><rootfiles><rootfile full-path="../../../../etc/passwd"/></rootfiles></c>'
      })
      assert.strictEqual(yield* refusal("epub", climbing), "corrupt")
    })
  )

  it.effect("expands no entity and loads nothing that a document names", () =>
    Effect.gen(function* () {
      const lol = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("")
      const doctype = `<!DOCTYPE d [<!ENTITY l0 "lol">${lol}<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd">%p;]>`
      const svg = `${doctype}<svg xmlns="http://www.w3.org/2000/svg"><title>T &l9; &f;</title><text>Shown</text><script>alert(1)</script><use href="http://127.0.0.1:9/a#b"/></svg>`
      const drawing = yield* read("svg", svg)
      assert.include(drawing.html, "Shown")
      assert.notMatch(drawing.html, /lollol|root:|alert/)
      const feed = `${doctype}<rss><channel><title>&l9;</title><item><title>&f;</title><link>javascript:alert(1)</link></item></channel></rss>`
      assert.notMatch((yield* read("xml", feed)).html, /lollol|root:|<a /)
      const xml = zipFile({
        "content.xml": `${doctype}<office:document-content><office:body><office:text><text:p>&l9;</text:p></office:text></office:body></office:document-content>`
      })
      assert.notInclude((yield* read("odt", xml)).html, "lollol")
    })
  )

  it.effect("refuses XML and Rich Text that is nested beyond all use", () =>
    Effect.gen(function* () {
      const deep = "<a>".repeat(100_000)
      assert.strictEqual(yield* refusal("xml", deep), "too_complex")
      assert.strictEqual(yield* refusal("svg", deep), "too_complex")
      assert.strictEqual(yield* refusal("odt", zipFile({ "content.xml": deep })), "too_complex")
      assert.strictEqual(yield* refusal("docx", docxFile("<w:p>".repeat(100_000))), "too_complex")
      assert.strictEqual(yield* refusal("rtf", latin(`{\\rtf1 ${"{".repeat(100_000)}`)), "corrupt")
      assert.strictEqual(
        yield* refusal("svg", `<svg ${Array.from({ length: 2_000 }, (_, at) => `a${at}=""`).join(" ")}/>`),
        "too_complex"
      )
    })
  )

  it.effect("refuses pictures of more pixels than are read before they are unpacked", () =>
    Effect.gen(function* () {
      const bmp = new Uint8Array(54)
      const view = new DataView(bmp.buffer)
      bmp.set([0x42, 0x4d])
      view.setInt32(18, 65_535, true)
      view.setInt32(22, 65_535, true)
      view.setUint16(28, 24, true)
      assert.strictEqual(yield* refusal("bmp", bmp), "too_complex")
      assert.strictEqual(yield* refusal("pgm", latin("P5\n65535 65535\n255\n")), "too_complex")
      const png = Buffer.from("89504e470d0a1a0a0000000d494844520000ffff0000ffff08000000001234567800000000", "hex")
      assert.include(["too_complex", "corrupt"], yield* refusal("png", png))
      const page = {
        content: wholePicture,
        width: 14_400,
        height: 14_400,
        picture: { width: 2, height: 2, shades: new Uint8Array(4) }
      }
      assert.deepStrictEqual((yield* read("pdf", pdfFile({ pages: [page] }), { ocr: true })).recoveredPages, [])
    })
  )

  it.effect("leaves no trace of a file in the objects that every file shares", () =>
    Effect.gen(function* () {
      const text = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
      assert.include((yield* read("json", text)).html, "polluted")
      yield* read("csv", "__proto__,constructor\n1,2\n")
      assert.notProperty({}, "polluted")
    })
  )

  it.effect("adds next to nothing to this process for a file that fills its own", () =>
    Effect.gen(function* () {
      const filler = packedPdf(Buffer.alloc(200_000_000, "(x) Tj "), 2)
      yield* read("csv", "a\n1\n")
      const before = process.memoryUsage.rss()
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss())
      }, 5)
      const refused = yield* refusal("pdf", filler, { timeout: Duration.seconds(20) })
      clearInterval(watch)
      assert.include(["too_complex", "timeout"], refused)
      assert.isBelow(most - before, 64 * 1024 * 1024)
    })
  )

  it.effect("opens no archive inside an archive", () =>
    Effect.gen(function* () {
      let nested: Uint8Array = zipFile({ "a.txt": "x".repeat(100_000) })
      for (let depth = 0; depth < 6; depth++) nested = zipped({ "a.zip": nested, "b.zip": nested })
      assert.strictEqual(yield* refusal("docx", zipped({ "word/a.zip": nested })), "corrupt")
      const epub = { mimetype: "application/epub+zip", "META-INF/container.xml": "<a/>", "a.zip": nested }
      assert.strictEqual(yield* refusal("epub", zipped(epub)), "corrupt")
    })
  )

  it.effect("reads a picture of 900 million pixels no further than its head", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusal("png", vastPng(30_000)), "too_complex")
    })
  )
})

/** A white square of one bit a pixel: a few hundred kilobytes. */
const vastPng = (side: number): Uint8Array => {
  const chunk = (name: string, data: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(name), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 1 })
  const signature = Buffer.from("89504e470d0a1a0a", "hex")
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", new Uint8Array(0))])
}

withLayer(layer({ processor: "500 millis", lossPerOrganization: "1 second" }), { excludeTestServices: true })(
  "a file that is endless work",
  (it) => {
    const endless = packedPdf(Buffer.from("q ".repeat(5_000_000)))
    const asked = (organization: string) =>
      Effect.flip(read("pdf", endless)).pipe(Effect.provideService(WorksFor, OrganizationId.make(organization)))

    it.effect("is refused for good when it has taken its time of the processor", () =>
      Effect.gen(function* () {
        const { message, reason } = yield* asked("org_first")
        assert.strictEqual(reason, "too_complex")
        assert.include(message, "0.5 s of the processor")
      })
    )

    it.effect("keeps no other organization waiting, and whoever sends nothing else is told to slow down", () =>
      Effect.gen(function* () {
        const flood = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 6 }), () => asked("org_flood"), { concurrency: "unbounded" })
        )
        yield* Effect.sleep("100 millis")
        const mine = read("csv", "a\nmine\n").pipe(Effect.provideService(WorksFor, OrganizationId.make("org_mine")))
        assert.include((yield* mine).html, "mine")
        assert.isUndefined(flood.pollUnsafe())
        yield* Fiber.join(flood)
        const refused = yield* asked("org_flood")
        assert.strictEqual(refused.reason, "slow_down")
        assert.isAtLeast(refused.retryAfterSeconds ?? 0, 1)
        assert.include((yield* mine).html, "mine")
      })
    )
  }
)
