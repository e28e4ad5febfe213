import { assert, vi, layer as withLayer } from "@effect/vitest"
import { Effect } from "effect"
import { line, pdfFile, rawPdf } from "../../../core/src/testing/documentFiles.ts"
import { layer } from "../src/DocumentReader.ts"
import { read } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

const page = (...lines: ReadonlyArray<string>) => pdfFile({ pages: [{ content: lines.join("") }] })

/** Lines of text below each other. */
const column = (lines: ReadonlyArray<string>, x: number, y: number, size = 10) =>
  lines.map((text, at) => line(text, x, y - at * size * 1.2, size)).join("")

const left = Array.from({ length: 12 }, (_, at) => `Left ${at} has words enough for a line of its own.`)
const right = Array.from({ length: 12 }, (_, at) => `Right ${at} has words enough for a line of its own.`)

withLayer(layer(), { excludeTestServices: true })("the layout of a PDF", (it) => {
  it.effect("reads two columns one after the other, in whatever order they are written", () =>
    Effect.gen(function* () {
      const title = line("A title over both of the columns of the page", 60, 740, 18)
      const inOrder = page(title, column(left, 50, 700), column(right, 320, 700))
      const byRows = page(
        title,
        ...left.map((text, at) => column([text], 50, 700 - at * 12) + column([right[at] ?? ""], 320, 700 - at * 12))
      )
      for (const file of [inOrder, byRows]) {
        const { html } = yield* read("pdf", file)
        assert.include(html, "<h1>A title over both of the columns of the page</h1>")
        assert.isBelow(html.indexOf("Left 11"), html.indexOf("Right 0"))
        assert.isBelow(html.indexOf("Left 0"), html.indexOf("Left 11"))
      }
    })
  )

  it.effect("makes words whole that the end of a line cut in two", () =>
    Effect.gen(function* () {
      const { html } = yield* read(
        "pdf",
        page(column(["It is an impor-", "tant matter, for well-", "known reasons that need no words."], 72, 700))
      )
      assert.include(html, "<p>It is an important matter, for well-known reasons")
    })
  )

  it.effect("keeps entries of lines apart that say what they are of or end with an amount, and no running text", () =>
    Effect.gen(function* () {
      const labelled = column(
        ["Pool: closed until Friday", "Sauna: open from nine", "to ten", "Rooms: 12 free"],
        72,
        740
      )
      const priced = column(["Adults 12.50 EUR", "Children 6 EUR", "Families 30 EUR"], 72, 600)
      const running = column(
        [
          "Note: the water of the pool is warm today, at",
          "Noon: it is said to be as warm as in 2019",
          "Ann came with 12"
        ],
        72,
        500
      ).replace("Noon:", "noon:")
      const { html } = yield* read("pdf", page(labelled + priced + running))
      assert.include(html, "<p>Pool: closed until Friday</p>")
      assert.include(html, "<p>Sauna: open from nine to ten</p>")
      assert.include(html, "<p>Rooms: 12 free</p>")
      assert.include(html, "<p>Adults 12.50 EUR</p>")
      assert.include(html, "<p>Families 30 EUR</p>")
      assert.include(
        html,
        "<p>Note: the water of the pool is warm today, at noon: it is said to be as warm as in 2019 Ann came with 12</p>"
      )
    })
  )

  it.effect("keeps three lines apart that are a sentence each, and fewer together", () =>
    Effect.gen(function* () {
      const said = ["The pool is open all of today.", "The sauna is closed.", "We have 40 cm of new snow."]
      const { html } = yield* read("pdf", page(column(said, 72, 700)))
      for (const sentence of said) assert.include(html, `<p>${sentence}</p>`)
      const titled = yield* read("pdf", page(line("What is open", 72, 740, 18), column(said, 72, 700)))
      for (const sentence of said) assert.include(titled.html, `<p>${sentence}</p>`)
      const two = ["The pool of the village is open today.", "The sauna of the village is closed now."]
      assert.include((yield* read("pdf", page(column(two, 72, 700)))).html, `<p>${two.join(" ")}</p>`)
      const running = [
        "The pool is open all of today. It has",
        "been cleaned. The sauna is not open.",
        "We have 40 cm of snow."
      ]
      assert.include((yield* read("pdf", page(column(running, 72, 700)))).html, `<p>${running.join(" ")}</p>`)
    })
  )

  it.effect("tells what stands above the line and below it from what stands on it", () =>
    Effect.gen(function* () {
      // Widths of Helvetica: "10" at 12 points is 13.3 wide, "H" 8.7, a digit at 8 points 4.4.
      const exponent = line("10", 72, 700, 12) + line("-6", 85.4, 704.5, 8) + line("of all units", 96, 700, 12)
      const water = line("H", 72, 670, 12) + line("2", 80.7, 668, 8) + line("O and no other", 85.2, 670, 12)
      const note = line("1", 72, 643, 7) + line("A note at the foot", 76, 640, 12)
      const ended =
        line("The units of the year", 72, 610, 12) + line("3", 182.6, 614.5, 8) + line("grew again", 72, 596, 12)
      const { html } = yield* read("pdf", page(exponent + water + note + ended))
      assert.include(html, "10<sup>-6</sup> of all units")
      assert.include(html, "H<sub>2</sub>O and no other")
      assert.include(html, "<sup>1</sup>A note at the foot")
      assert.include(html, "the year<sup>3</sup> grew again")
    })
  )

  it.effect("takes smaller letters on the line, far from it or of many words for none", () =>
    Effect.gen(function* () {
      const capitals = line("A", 72, 700, 12) + line("CME", 80, 700, 8) + line("works here", 102, 700, 12)
      const apart = line("Price", 72, 670, 12) + line("new", 120, 674, 8)
      const aside = line("Pro", 72, 640, 12) + line("with everything that is in it", 91.5, 644, 8)
      const { html } = yield* read("pdf", page(capitals + apart + aside))
      assert.notMatch(html, /<su[pb]>/)
      assert.include(html, "ACME works here")
    })
  )

  it.effect("gives what was filled into a form, beside what asks for it, and nothing that is hidden", () =>
    Effect.gen(function* () {
      const content = line("Name:", 72, 700, 12) + line("Member:", 72, 670, 12) + line("Plan:", 72, 640, 12)
      const widget = (y: number, more: string, flags = 4) =>
        `<< /Type /Annot /Subtype /Widget /F ${flags} /Rect [150 ${y - 5} 350 ${y + 13}] /DA (/Helv 12 Tf) ${more} >>`
      const fields = [
        widget(700, "/FT /Tx /T (name) /V (Ada <Byron>)"),
        widget(670, "/FT /Btn /T (member) /V /Yes /AS /Yes /AP << /N << /Yes 4 0 R /Off 4 0 R >> >>"),
        widget(640, "/FT /Ch /T (plan) /Opt [[(b) (Basic)] [(p) (Pro)]] /V (p)"),
        widget(610, "/FT /Tx /T (secret) /V (HIDDEN)", 2),
        widget(580, "/FT /Tx /T (pin) /Ff 8192 /V (PASSWORD)"),
        widget(500, "/FT /Tx /T (notes) /Ff 4096 /V (First line\\nSecond line)")
      ]
      const at = fields.map((_, index) => `${6 + index} 0 R`).join(" ")
      const file = rawPdf([
        `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${at}] >> >>`,
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Annots [${at}] /Resources << /Font << /F1 5 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ...fields
      ])
      const { html } = yield* read("pdf", file)
      assert.match(html, /Name:.*Ada &lt;Byron&gt;.*Member:.*☒.*Plan:.*Pro.*First line.*Second line/s)
      assert.notMatch(html, /HIDDEN|PASSWORD/)
    })
  )

  it.effect("takes no heading with another number on each page for a header, nor what stands below it", () =>
    Effect.gen(function* () {
      const pages = Array.from({ length: 4 }, (_, at) => ({
        content: [
          line("The works of Ada, 2026", 72, 775, 8),
          line(`Chapter ${at + 1}`, 72, 748, 20),
          line("SKU", 72, 725, 10) + line("Price", 200, 725, 10),
          line(`${at}01`, 72, 710, 10) + line(`${at}.50`, 200, 710, 10),
          column(["The text of the page goes on for some lines, which", "are what most of it is made of."], 72, 600),
          line(`Page ${at + 1} of 4`, 300, 20, 8)
        ].join("")
      }))
      const { html } = yield* read("pdf", pdfFile({ pages }))
      assert.strictEqual(html.split("<h1>Chapter").length - 1, 4)
      assert.strictEqual(html.split("SKU").length - 1, 4)
      assert.notMatch(html, /works of Ada|Page \d/)
      // The same large words on every page are a header still.
      const titled = pages.map(({ content }) => ({ content: content.replace(/Chapter \d/, "The same title") }))
      assert.notInclude((yield* read("pdf", pdfFile({ pages: titled }))).html, "The same title")
    })
  )

  it.effect("gives headings levels by their size, and paragraphs where there is space between them", () =>
    Effect.gen(function* () {
      const { html } = yield* read(
        "pdf",
        page(
          line("The whole", 72, 740, 24),
          line("A part of it", 72, 700, 16),
          column(["The first paragraph has two lines, of which the", "second one ends here."], 72, 670),
          column(["The second paragraph stands apart from it."], 72, 630)
        )
      )
      assert.match(
        html,
        /<h1>The whole<\/h1>\s*<h2>A part of it<\/h2>\s*<p>The first.*ends here\.<\/p>\s*<p>The second/s
      )
    })
  )

  it.effect("gives lists, numbered or not", () =>
    Effect.gen(function* () {
      const dots = ["\u2022", "\u2022"].map((_, at) => line(`- Item ${at} of the list`, 72, 700 - at * 14))
      const numbers = ["3.", "4."].map((number, at) => line(`${number} Step ${at} of the way`, 72, 640 - at * 14))
      const { html } = yield* read("pdf", page(...dots, ...numbers))
      assert.match(html, /<ul>\s*<li>Item 0 of the list<\/li>\s*<li>Item 1 of the list<\/li>\s*<\/ul>/)
      assert.match(html, /<ol start="3">\s*<li>Step 0 of the way<\/li>\s*<li>Step 1 of the way<\/li>\s*<\/ol>/)
    })
  )

  it.effect("gives tables whose cells stand below each other", () =>
    Effect.gen(function* () {
      const rows = [
        ["Item", "Pieces", "Price"],
        ["Bread", "2", "3.50"],
        ["Milk of cows", "10", "12.00"]
      ]
      const cells = rows.flatMap((row, y) => row.map((text, x) => line(text, 72 + x * 150, 700 - y * 16)))
      const { html } = yield* read("pdf", page(line("Some text before the table is here.", 72, 740), ...cells))
      assert.include(html, "<tr><th>Item</th><th>Pieces</th><th>Price</th></tr>")
      assert.include(html, "<tr><td>Milk of cows</td><td>10</td><td>12.00</td></tr>")
    })
  )

  it.effect("keeps the lines of code", () =>
    Effect.gen(function* () {
      const code = ["if (a < b) {", "return a", "}"].map((text, at) =>
        line(text, at === 1 ? 84 : 72, 640 - at * 12, 10, "F3")
      )
      const { html } = yield* read(
        "pdf",
        page(column(["Some words of prose that stand before the code."], 72, 700), ...code)
      )
      assert.include(html, "<pre>if (a &lt; b) {\n  return a\n}</pre>")
    })
  )

  it.effect("makes links of the words that they lie on", () =>
    Effect.gen(function* () {
      const file = pdfFile({
        pages: [
          {
            content: line("Read the manual for more.", 72, 700, 10),
            links: [{ area: [97, 697, 150, 712], url: "https://docs.example/manual" }]
          }
        ]
      })
      assert.match(
        (yield* read("pdf", file)).html,
        /Read <a href="https:\/\/docs\.example\/manual">[^<]*manual<\/a> for/
      )
    })
  )

  it.effect("leaves out headers, footers and page numbers that run through the document", () =>
    Effect.gen(function* () {
      const pages = Array.from({ length: 4 }, (_, at) => ({
        content:
          line("Annual report of the company", 72, 770, 9) +
          line(`Page ${at + 1} of 4`, 280, 30, 9) +
          column([`The text of sheet ${"abcd".charAt(at)} is different each time.`], 72, 600)
      }))
      const { html } = yield* read("pdf", pdfFile({ pages }))
      assert.notMatch(html, /Annual report|Page \d/)
      assert.include(html, "sheet d")
    })
  )

  it.effect("keeps all lines of a statement that fill its pages, and leaves out the numbers of those", () =>
    Effect.gen(function* () {
      const entry = (at: number) => `0${1 + (at % 9)}.03.2026 Card payment ${at}.10 GBP balance ${9000 - at}.00`
      const pages = Array.from({ length: 6 }, (_, at) => ({
        content:
          column(
            Array.from({ length: 40 }, (_, own) => entry(at * 40 + own)),
            50,
            770,
            14
          ) + line(`Page ${at + 1} of 6`, 280, 30, 9)
      }))
      const { html } = yield* read("pdf", pdfFile({ pages }))
      for (let at = 0; at < 240; at += 1) assert.include(html, entry(at))
      assert.notMatch(html, /Page \d/)
    })
  )

  it.effect("goes on with a sentence on the next page", () =>
    Effect.gen(function* () {
      const { html } = yield* read(
        "pdf",
        pdfFile({
          pages: [
            { content: column(["A sentence that does not end on its first page goes"], 72, 100) },
            { content: column(["on at the top of the second one."], 72, 700) }
          ]
        })
      )
      assert.include(html, "first page goes on at the top")
    })
  )

  it.effect("reads a page that is turned", () =>
    Effect.gen(function* () {
      const turned =
        "BT /F1 12 Tf 0 1 -1 0 300 100 Tm (Sideways words) Tj ET\nBT /F1 12 Tf 0 1 -1 0 316 100 Tm (are words still.) Tj ET\n"
      assert.include((yield* read("pdf", page(turned))).html, "<p>Sideways words are words still.</p>")
    })
  )

  it.effect("believes the tags of a PDF that has them", () =>
    Effect.gen(function* () {
      const marked = (tag: string, id: number, operators: string) => `/${tag} << /MCID ${id} >> BDC\n${operators}EMC\n`
      const content =
        "/Artifact BMC\n" +
        line("Confidential", 72, 770) +
        "EMC\n" +
        marked("H2", 0, line("Tagged heading", 72, 740)) +
        marked("P", 1, line("A paragraph in the same size as its heading.", 72, 720)) +
        marked("TH", 2, line("Name", 72, 690)) +
        marked("TH", 3, line("Age", 90, 690)) +
        marked("TD", 4, line("Ada", 72, 676)) +
        marked("TD", 5, line("36", 90, 676)) +
        marked("Lbl", 6, line("1.", 72, 650)) +
        marked("LBody", 7, line("Only item", 90, 650))
      const element = (role: string, parent: number, kids: string) =>
        `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg 8 0 R /K [${kids}] >>`
      const objects = [
        "<< /Type /StructTreeRoot /K [101 0 R] /ParentTree 115 0 R >>",
        element("Document", 100, "102 0 R 103 0 R 104 0 R 111 0 R"),
        element("H2", 101, "0"),
        element("P", 101, "1"),
        element("Table", 101, "105 0 R 106 0 R"),
        element("TR", 104, "107 0 R 108 0 R"),
        element("TR", 104, "109 0 R 110 0 R"),
        element("TH", 105, "2"),
        element("TH", 105, "3"),
        element("TD", 106, "4"),
        element("TD", 106, "5"),
        element("L", 101, "112 0 R"),
        element("LI", 111, "113 0 R 114 0 R"),
        element("Lbl", 112, "6"),
        element("LBody", 112, "7"),
        "<< /Nums [0 [102 0 R 103 0 R 107 0 R 108 0 R 109 0 R 110 0 R 113 0 R 114 0 R]] >>"
      ]
      const catalog = "/MarkInfo << /Marked true >> /StructTreeRoot 100 0 R"
      const { html } = yield* read("pdf", pdfFile({ pages: [{ content }], objects, catalog }))
      assert.match(html, /<h2>Tagged heading<\/h2>\s*<p>A paragraph in the same size/)
      assert.match(html, /<tr><th>Name<\/th><th>Age<\/th><\/tr>.*<tr><td>Ada<\/td><td>36<\/td><\/tr>/s)
      assert.match(html, /<ol>\s*<li>Only item<\/li>\s*<\/ol>/)
      assert.notInclude(html, "Confidential")
    })
  )
})
