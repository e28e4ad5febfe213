/** What `DocumentReader` promises, run against any adapter. */
import { assert, layer as withLayer } from "@effect/vitest"
import { Duration, Effect, type Layer } from "effect"
import { DocumentReader, type DocumentRequest } from "../pages/DocumentReader.ts"
import type { FileType } from "../pages/domain/FileType.ts"
import { docxFile, latin, line, pdfFile, wholePicture, zipFile } from "./documentFiles.ts"

const encoder = new TextEncoder()

const fileOf = (
  type: FileType,
  content: string | Uint8Array,
  options: Partial<DocumentRequest> = {}
): DocumentRequest => ({
  bytes: typeof content === "string" ? encoder.encode(content) : content,
  type,
  firstPage: null,
  lastPage: null,
  ocr: false,
  timeout: Duration.seconds(60),
  ...options
})

const read = (type: FileType, content: string | Uint8Array, options?: Partial<DocumentRequest>) =>
  Effect.flatMap(DocumentReader, (reader) => reader.read(fileOf(type, content, options)))

const refusal = (type: FileType, content: string | Uint8Array, options?: Partial<DocumentRequest>) =>
  Effect.map(Effect.flip(read(type, content, options)), ({ reason }) => reason)

/** Quotation marks in text may be escaped or not. */
const unquoted = (html: string) => html.replaceAll("&quot;", '"')

const threePages = pdfFile({
  title: "Annual report",
  author: "Ada",
  pages: ["first", "second", "third"].map((ordinal) => ({
    content:
      line(`The ${ordinal} chapter`, 72, 720, 20, "F2") +
      line(`This is the text of the ${ordinal} page, which is set in a smaller`, 72, 680) +
      line("size than what stands above it.", 72, 666)
  }))
})

const aPicture = { width: 8, height: 8, shades: new Uint8Array(64).fill(200) }

const aScan = pdfFile({ pages: [{ content: wholePicture, picture: aPicture }] })

const encrypted = pdfFile({
  pages: [{ content: line("Secret", 72, 720) }],
  objects: [`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"ab".repeat(32)}> /U <${"cd".repeat(32)}> >>`],
  trailer: `/Encrypt 100 0 R /ID [<${"00".repeat(16)}> <${"00".repeat(16)}>]`
})

/** Runs every promise of the port. The clock is the real one. */
export const suite = (name: string, layer: Layer.Layer<DocumentReader>) =>
  withLayer(layer, { excludeTestServices: true })(`DocumentReader (${name})`, (it) => {
    it.effect("gives the headings and paragraphs of a PDF, its title, its author and how many pages it has", () =>
      Effect.gen(function* () {
        const { author, html, markdown, pageCount, recoveredPages, title } = yield* read("pdf", threePages)
        assert.match(html, /<h1>The first chapter<\/h1>\s*<p>This is the text of the first page/)
        assert.include(html, "set in a smaller size than what stands above it.</p>")
        assert.deepStrictEqual(
          [title, author, pageCount, recoveredPages, markdown],
          ["Annual report", "Ada", 3, [], null]
        )
      })
    )

    it.effect("reads only the pages that are asked for", () =>
      Effect.gen(function* () {
        const { html, pageCount } = yield* read("pdf", threePages, { firstPage: 2, lastPage: 2 })
        assert.include(html, "second")
        assert.notMatch(html, /first|third/)
        assert.strictEqual(pageCount, 3)
        assert.include((yield* read("pdf", threePages, { firstPage: 3, lastPage: 900 })).html, "third")
        assert.strictEqual(yield* refusal("pdf", threePages, { firstPage: 4 }), "page_out_of_range")
      })
    )

    it.effect("says so when a PDF holds only pictures and is not to be read by them", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* refusal("pdf", aScan), "images_only")
      })
    )

    it.effect("tells files that are encrypted from files that are damaged", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* refusal("pdf", encrypted), "encrypted")
        for (const type of ["pdf", "docx", "xlsx", "pptx", "odt", "epub", "doc", "ppt", "rtf", "png"] as const) {
          assert.strictEqual(yield* refusal(type, latin("No file of any kind, for all its bytes.")), "corrupt", type)
          assert.strictEqual(yield* refusal(type, new Uint8Array(0)), "corrupt", type)
        }
      })
    )

    it.effect("gives the headings, tables and links of a document, and follows none", () =>
      Effect.gen(function* () {
        const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
        const cell = (text: string) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`
        const body =
          `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run("Prices")}</w:p>` +
          `<w:p>See <w:hyperlink r:id="a">${run("the shop")}</w:hyperlink><w:hyperlink r:id="b">${run(" or this")}</w:hyperlink></w:p>` +
          `<w:tbl><w:tr>${cell("Item")}${cell("Price")}</w:tr><w:tr>${cell("Bread")}${cell("2")}</w:tr></w:tbl>`
        const file = docxFile(body, { a: "https://shop.example/", b: "javascript:alert(1)" })
        const { author, html, title } = yield* read("docx", file)
        assert.include(html, "<h1>Prices</h1>")
        assert.include(html, '<a href="https://shop.example/">the shop</a>')
        assert.include(html, "or this")
        assert.notInclude(html, "javascript:")
        assert.match(html, /<table>.*Item.*Price.*Bread.*2.*<\/table>/s)
        assert.deepStrictEqual([title, author], ["The report", "Ada"])
      })
    )

    it.effect("lets no markup of a file through", () =>
      Effect.gen(function* () {
        const evil = '<script>alert(1)</script><img src=x onerror="alert(1)">'
        const escaped = evil.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
        const files = [
          read("csv", `name,value\n"${evil.replaceAll('"', '""')}",1\n`),
          read("text", evil),
          read("markdown", evil),
          read("json", JSON.stringify({ evil })),
          read("javascript", evil),
          read("srt", `1\n00:00:01,000 --> 00:00:02,000\n${evil} Hello\n`),
          read("docx", docxFile(`<w:p><w:r><w:t>${escaped}</w:t></w:r></w:p>`)),
          read("pdf", pdfFile({ title: evil, pages: [{ content: line(`${evil} and more`, 10, 700) }] })),
          read(
            "xml",
            `<rss><channel><title>T</title><item><title>I</title><description>${escaped}</description></item></channel></rss>`
          )
        ]
        for (const { html } of yield* Effect.all(files)) {
          assert.notMatch(html, /<(script|img)/i)
          assert.notMatch(html, /<[^>]*onerror/i)
        }
      })
    )

    it.effect("gives Markdown and plain text as they were written", () =>
      Effect.gen(function* () {
        const text = "# Title\n\nA *word*,  and `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
        assert.strictEqual((yield* read("markdown", text)).markdown, text)
        assert.strictEqual((yield* read("text", text)).markdown, text)
        assert.strictEqual((yield* read("csv", "a,b\n1,2\n")).markdown, null)
      })
    )

    it.effect("gives tables as tables and code as code of its language", () =>
      Effect.gen(function* () {
        const { html } = yield* read("csv", "name;price\nBread;2,50\n")
        assert.include(html, "<tr><th>name</th><th>price</th></tr>")
        assert.include(html, "<tr><td>Bread</td><td>2,50</td></tr>")
        assert.include(
          (yield* read("python", "x = 1 < 2\n")).html,
          '<pre><code class="language-python">x = 1 &lt; 2</code></pre>'
        )
        assert.include(unquoted((yield* read("json", '{"a":[1,2]}')).html), '{\n  "a": [\n    1,\n    2\n  ]\n}')
      })
    )

    it.effect("refuses an archive that unpacks to more than is read, before it does", () =>
      Effect.gen(function* () {
        for (const type of ["docx", "xlsx", "pptx", "odt", "ods", "epub"] as const) {
          const bomb = zipFile({ "[Content_Types].xml": "<a/>", "word/document.xml": "<a/>" }, 0xf0000000)
          assert.strictEqual(yield* refusal(type, bomb), "too_complex", type)
        }
      })
    )

    it.effect("gives up when the time is over, and reads the next file", () =>
      Effect.gen(function* () {
        const slow = "a,b,c\n".repeat(200_000)
        assert.strictEqual(yield* refusal("csv", slow, { timeout: Duration.millis(1) }), "timeout")
        assert.include((yield* read("csv", "a,b\n1,2\n")).html, "<td>2</td>")
      })
    )

    it.effect("gives each of many callers the content of its own file, always the same for the same file", () =>
      Effect.gen(function* () {
        const reader = yield* DocumentReader
        const all = yield* Effect.forEach(
          Array.from({ length: 24 }, (_, index) => index),
          (index) => reader.read(fileOf("csv", `number\n${index % 12}\n`)),
          { concurrency: "unbounded" }
        )
        all.forEach(({ html }, index) => {
          assert.include(html, `<td>${index % 12}</td>`)
          assert.strictEqual(html, all[index % 12]?.html)
        })
      })
    )
  })
