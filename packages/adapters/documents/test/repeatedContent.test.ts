/** What stands once in a file and is referred to many times. Observed: how much of it is written, and what is refused before it is. */
import { assert, describe, it, vi } from "@effect/vitest"
import { unzipSync, zipSync } from "fflate"
import { docxFile } from "../../../core/src/testing/documentFiles.ts"
import type { Fragment } from "../src/reading/Fragment.ts"
import { outputCharacters, repeatedCharacters } from "../src/reading/limits.ts"
import { makePictures } from "../src/reading/Pictures.ts"
import { readFile } from "../src/reading/readFile.ts"
import { Unreadable } from "../src/reading/Unreadable.ts"
import { compound, docStream, pptStream } from "./oldOfficeFiles.ts"

// The first file of a kind loads what reads it.
vi.setConfig({ testTimeout: 180_000 })

type Type = Parameters<typeof readFile>[0]["type"]

const encoder = new TextEncoder()

const read = (type: Type, bytes: Uint8Array): Promise<Fragment> =>
  readFile(
    {
      bytes,
      type,
      firstPage: null,
      lastPage: null,
      ocr: false,
      ocrLanguage: { language: "eng", folder: null },
      processorMillis: 60_000
    },
    () => {}
  )

const refusal = (type: Type, bytes: Uint8Array): Promise<string> =>
  read(type, bytes).then(
    () => "read",
    (cause: unknown) => (cause instanceof Unreadable ? cause.message : String(cause))
  )

/** An archive that is not packed: packed this tightly none would be opened. */
const stored = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === "string" ? encoder.encode(content) : content
      ])
    ),
    { level: 0 }
  )

const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")

const countOf = (html: string, part: string) => html.split(part).length - 1

/** How many places were left out, by what is said of it. */
const leftOut = (html: string) =>
  Number(/<p>(\d+) more [a-z ]+ are left out: what they show stands above\.<\/p>/.exec(html)?.[1] ?? 0)

/** About 20,000 characters. */
const long = "A word of it. ".repeat(1_400)

/** What repeats of it are bounded to, and what stands around. */
const most = repeatedCharacters + 200_000

const relations = (rows: ReadonlyArray<readonly [id: string, type: string, target: string]>, mode = "") =>
  `<Relationships>${rows.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}" ${mode}/>`).join("")}</Relationships>`

describe("a book", () => {
  const book = (spine: string, chapters: Readonly<Record<string, string>>) =>
    stored({
      "META-INF/container.xml": '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>',
      "c.opf": `<package><metadata/><manifest>${Object.keys(chapters)
        .map((name) => `<item id="${name}" href="${name}.xhtml"/>`)
        .join("")}</manifest><spine>${spine}</spine></package>`,
      ...Object.fromEntries(
        Object.entries(chapters).map(([name, text]) => [`${name}.xhtml`, `<html><body>${text}</body></html>`])
      )
    })

  it("shows a chapter that is listed twice in both places", async () => {
    const itemref = (name: string) => `<itemref idref="${name}"/>`
    const { html } = await read(
      "epub",
      book(["map", "one", "map", "two"].map(itemref).join(""), {
        map: "<p>Map</p>",
        one: "<p>One</p>",
        two: "<p>Two</p>"
      })
    )
    assert.strictEqual(html.trim(), "<p>Map</p>\n<p>One</p>\n<p>Map</p>\n<p>Two</p>")
  })

  it("shows one that is listed 60,000 times as often as there is room, and says so", async () => {
    const spine = `${'<itemref idref="a"/>'.repeat(60_000)}<itemref idref="b"/>`
    const { html } = await read("epub", book(spine, { a: `<p>${long}</p>`, b: "<p>The end</p>" }))
    assert.isBelow(html.length, most)
    assert.include(html, "<p>The end</p>")
    assert.strictEqual(countOf(html, `<p>${long}`) + leftOut(html), 60_000)
  })

  it("ends with the chapter that makes it more than is read", async () => {
    const chapters = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`c${at}`, `<p>${"x".repeat(1_000_000)}</p>`])
    )
    const spine = Object.keys(chapters).map((name) => `<itemref idref="${name}"/>`)
    assert.isAbove(60_000_000, outputCharacters)
    assert.include(await refusal("epub", book(spine.join(""), chapters)), "more text than is read")
  })
})

describe("pictures", () => {
  it("are unpacked once, in whatever number of places, and as often as they are shown", () => {
    const pictures = makePictures()
    let unpacked = 0
    const show = (name: string, bytes: Uint8Array | null) =>
      pictures.named(
        name,
        () => {
          unpacked += 1
          return bytes
        },
        "Dot"
      )
    for (let at = 0; at < 100; at += 1) assert.strictEqual(show("large", new Uint8Array(2_000_000)), "")
    for (let at = 0; at < 100; at += 1) assert.strictEqual(show("none", null), "")
    assert.strictEqual(unpacked, 2)
    assert.strictEqual(show("dot", gif), pictures.img(gif, "Dot"))
    let shown = 2
    for (let at = 0; at < 100; at += 1) if (show("dot", gif) !== "") shown += 1
    assert.strictEqual(shown, 20)
    assert.strictEqual(unpacked, 3)
  })
})

describe("a Word document", () => {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const type = (name: string) => `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}`
  const paragraph = (content: string) => `<w:p>${content}</w:p>`
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  const mark = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`

  const document = (body: string, parts: Readonly<Record<string, string>>) => {
    const names = Object.keys(parts).map(
      (name) => `<Relationship Id="${name}" Type="${type(name)}" Target="${name}.xml"/>`
    )
    return stored({
      ...unzipSync(docxFile(body)),
      "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.join("")}</Relationships>`,
      ...Object.fromEntries(
        Object.entries(parts).map(([name, xml]) => [`word/${name}.xml`, `<w:${name} ${w}>${xml}</w:${name}>`])
      )
    })
  }

  const footnotes = (...texts: ReadonlyArray<string>) => ({
    footnotes: texts.map((text, at) => `<w:footnote w:id="${at + 2}">${paragraph(run(text))}</w:footnote>`).join("")
  })

  it("shows a note at both of its marks, and nothing at one of a note that is not there", async () => {
    const body = [2, 3, 2, 9].map((id) => paragraph(run("Text") + mark(id))).join("")
    const { html } = await read("docx", document(body, footnotes("Ibidem", "Other")))
    assert.strictEqual(countOf(html, "Ibidem"), 2)
    assert.strictEqual(countOf(html, "Other"), 1)
    assert.strictEqual(countOf(html, "<p>Text"), 4)
    assert.strictEqual(leftOut(html), 0)
  })

  it("shows a long note of 3,000 marks as often as there is room, and says so", async () => {
    const body = Array.from({ length: 3_000 }, () => paragraph(mark(2))).join("")
    const { html } = await read("docx", document(body, footnotes(long, "Short")))
    assert.isBelow(html.length, most)
    assert.strictEqual(countOf(html, long.trim()) + leftOut(html), 3_000)
  })

  const list = (id: number, of = 0) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/></w:num>`
  const family = (pattern: string) =>
    `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="${pattern}"/></w:lvl></w:abstractNum>`
  const item = (id: number) =>
    paragraph(`<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${run(`Item ${id}`)}`)
  const times = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => make(at)).join("")

  it("numbers the items of 500 lists, and refuses to look at more lists than Word writes", async () => {
    const body = times(500, (at) => item(at + 1))
    const lists = (count: number) => ({ numbering: family("Part %1") + times(count, (at) => list(at + 1)) })
    const { html } = await read("docx", document(body, lists(500)))
    assert.include(html, "<p>Part D Item 500</p>")
    assert.include(await refusal("docx", document(body, lists(33_000))), "more than 32767 lists")
  })

  it("refuses items whose labels take more than the text", async () => {
    const body = (count: number) => times(count, () => item(1))
    const numbering = (pattern: string) => ({ numbering: family(pattern) + list(1) })
    assert.include((await read("docx", document(body(3_999), numbering("%1.")))).html, "<p>MMMCMXCIX. Item 1</p>")
    assert.include(await refusal("docx", document(body(20_000), numbering("%1".repeat(50)))), "too long labels")
  })

  it("refuses more elements than mammoth has room for before it has them", async () => {
    assert.include(await refusal("docx", docxFile("<w:p/>".repeat(600_001))), "more than 600000 elements")
  })

  it("reads thousands of fields beside each other, and refuses thousands in each other", async () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const begin = `${mark("begin")}<w:r><w:instrText>HYPERLINK "https://a.example/"</w:instrText></w:r>${mark("separate")}`
    const fields = (count: number) => docxFile(paragraph(times(count, () => begin + run("link") + mark("end"))))
    assert.strictEqual(countOf((await read("docx", fields(3_000))).html, "link"), 3_000)
    const nested = (count: number) => docxFile(paragraph(begin.repeat(count) + run("link") + mark("end").repeat(count)))
    assert.include((await read("docx", nested(20))).html, "link")
    assert.include(await refusal("docx", nested(1_001)), "too many fields in each other")
  })

  it("leaves links to a long address text where they would take more than the file", async () => {
    const address = `https://a.example/${"a".repeat(2_000)}`
    const linked = (text: string) => paragraph(`<w:hyperlink r:id="l">${run(text)}</w:hyperlink>`)
    const { html } = await read(
      "docx",
      docxFile(
        times(3_000, (at) => linked(`link ${at}`)),
        { l: address }
      )
    )
    assert.isBelow(html.length, most)
    assert.isAbove(countOf(html, address), 400)
    assert.include(html, "<p>link 2999</p>")
    const short = await read(
      "docx",
      docxFile(
        times(8_000, () => linked("link")),
        { l: address.slice(0, 150) }
      )
    )
    assert.strictEqual(countOf(short.html, "href="), 8_000)
  })
})

describe("a presentation", () => {
  const words = (text: string, link = "") =>
    `<a:p><a:r><a:rPr>${link === "" ? "" : `<a:hlinkClick r:id="${link}"/>`}</a:rPr><a:t>${text}</a:t></a:r></a:p>`
  const shape = (content: string, place = "body") =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${place}"/></p:nvPr></p:nvSpPr><p:txBody>${content}</p:txBody></p:sp>`
  const slide = (shapes: string) => `<p:sld><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`
  const deck = (
    ids: ReadonlyArray<number>,
    slides: ReadonlyArray<string>,
    more: Readonly<Record<string, string>> = {}
  ) =>
    stored({
      "ppt/presentation.xml": `<p:presentation><p:sldIdLst>${ids.map((id) => `<p:sldId r:id="r${id}"/>`).join("")}</p:sldIdLst></p:presentation>`,
      "ppt/_rels/presentation.xml.rels": relations(slides.map((_, at) => [`r${at}`, "slide", `slides/s${at}.xml`])),
      ...Object.fromEntries(slides.map((xml, at) => [`ppt/slides/s${at}.xml`, xml])),
      ...more
    })

  it("shows a slide that is listed twice in both places, each under its number", async () => {
    const { html } = await read("pptx", deck([0, 1, 0], [slide(shape(words("Agenda"))), slide(shape(words("News")))]))
    assert.deepStrictEqual(html.match(/<h2>.*?<\/h2>|Agenda|News/g), [
      "<h2>Slide 1</h2>",
      "Agenda",
      "<h2>Slide 2</h2>",
      "News",
      "<h2>Slide 3</h2>",
      "Agenda"
    ])
  })

  it("shows a slide, and notes, of 2,000 places as often as there is room", async () => {
    const same = await read(
      "pptx",
      deck(
        Array.from({ length: 2_000 }, () => 0),
        [slide(shape(words(long)))]
      )
    )
    assert.isBelow(same.html.length, most)
    assert.strictEqual(countOf(same.html, long.trim()) + leftOut(same.html), 2_000)
    const slides = Array.from({ length: 300 }, (_, at) => slide(shape(words(`Text ${at}`))))
    const notes = Object.fromEntries(
      slides.map((_, at) => [`ppt/slides/_rels/s${at}.xml.rels`, relations([["n", "notesSlide", "../n.xml"]])])
    )
    const noted = await read(
      "pptx",
      deck([...slides.keys()], slides, { ...notes, "ppt/n.xml": slide(shape(words(long))) })
    )
    assert.isBelow(noted.html.length, most)
    assert.include(noted.html, "Text 299")
    assert.strictEqual(countOf(noted.html, long.trim()) + leftOut(noted.html), 300)
  })

  it("writes what stands in tables inside of each other, and a long address, no more often than it stands there", async () => {
    const table = `<p:graphicFrame><a:tbl>${"<a:tr><a:tc>".repeat(60)}${words(long)}${"</a:tc></a:tr>".repeat(60)}</a:tbl></p:graphicFrame>`
    assert.strictEqual(countOf((await read("pptx", deck([0], [slide(table)]))).html, long.trim()), 1)
    const address = `https://a.example/${"a".repeat(2_000)}`
    const links = { "ppt/slides/_rels/s0.xml.rels": relations([["l", "hyperlink", address]], 'TargetMode="External"') }
    const { html } = await read("pptx", deck([0], [slide(shape(words("link", "l").repeat(3_000)))], links))
    assert.isBelow(html.length, most)
    assert.isAbove(countOf(html, address), 400)
    assert.strictEqual(countOf(html, ">link<"), 3_000)
  })

  it("of before 2007 shows a text of its outline no more often than it has room", async () => {
    const file = (marks: number) => {
      const { document, user } = pptStream([["Title", "x".repeat(100_000)]])
      const body = Buffer.from(document)
      const outline = Buffer.from("00009e0f04000000", "hex")
      const one = Buffer.concat([outline, Buffer.from([1, 0, 0, 0])])
      const at = body.indexOf(one)
      const extra = Buffer.concat(Array.from({ length: marks }, () => one))
      // The slide says that it is longer, and is: what stands behind it moves, so that it must be the last.
      const slideAt = body.lastIndexOf(Buffer.from([0x0f, 0, 0xee, 3]), at)
      body.writeUInt32LE(body.readUInt32LE(slideAt + 4) + extra.length, slideAt + 4)
      const moved = Buffer.concat([body.subarray(0, at + one.length), extra, body.subarray(at + one.length)])
      const editAt = user.readUInt32LE(16)
      const edit = editAt + extra.length
      moved.writeUInt32LE(moved.readUInt32LE(edit + 8 + 12) + extra.length, edit + 8 + 12)
      user.writeUInt32LE(edit, 16)
      return compound({ "PowerPoint Document": moved, "Current User": user })
    }
    assert.strictEqual(countOf((await read("ppt", file(1))).html, "x".repeat(100_000)), 2)
    assert.include(await refusal("ppt", file(1_000)), "the same texts over and over")
  })
})

describe("an OpenDocument", () => {
  const odt = (content: string, more: Readonly<Record<string, string>> = {}) =>
    stored({
      "content.xml": `<office:document-content><office:body><office:text>${content}</office:text></office:body></office:document-content>`,
      ...more
    })

  it("shows an equation of many places as often as there is room", async () => {
    const object = '<text:p><draw:frame><draw:object xlink:href="./F"/></draw:frame></text:p>'
    const formula = (letters: string) => ({ "F/content.xml": `<math><mtext>${letters}</mtext></math>` })
    const twice = await read("odt", odt(object.repeat(2), formula("abc")))
    assert.strictEqual(countOf(twice.html, "<math><mtext>abc</mtext></math>"), 2)
    const { html } = await read("odt", odt(object.repeat(3_000), formula(long)))
    assert.isBelow(html.length, most)
    assert.strictEqual(countOf(html, "<math>") + leftOut(html), 3_000)
  })

  it("has no table whose longest row would make all others too long", async () => {
    const cell = "<table:table-cell><text:p>x</text:p></table:table-cell>"
    const row = (cells: number) => `<table:table-row>${cell.repeat(cells)}</table:table-row>`
    const table = (content: string) => odt(`<table:table>${content}</table:table>`)
    assert.include(await refusal("odt", table(row(20_000) + row(1).repeat(20_000))), "elements and texts")
    assert.strictEqual(countOf((await read("odt", table(row(300) + row(1).repeat(300)))).html, "<td>"), 300 * 300)
  })
})

describe("a workbook", () => {
  const ods = (tables: string) =>
    stored({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
      "META-INF/manifest.xml": "<manifest/>"
    })
  const repeated = (rows: number, columns: number, content: string) =>
    `<table:table-row table:number-rows-repeated="${rows}"><table:table-cell table:style-name="ce1" table:number-columns-repeated="${columns}"${content === "" ? "/>" : ` office:value-type="string"><text:p>${content}</text:p></table:table-cell>`}</table:table-row>`
  const table = (rows: string) => `<table:table table:name="S">${rows}</table:table>`

  it("refuses cells that are said to be there millions of times", async () => {
    assert.include(await refusal("ods", ods(table(repeated(1_000, 1_000, "x")).repeat(9))), "more than 4000000 cells")
    assert.include(await refusal("ods", ods(table(repeated(1_048_576, 16_384, "x")))), "more than 4000000 cells")
    const prefixed = table(repeated(1_000, 10_000, "x")).replaceAll("table:table-", "t:table-")
    assert.include(
      await refusal(
        "ods",
        ods(
          prefixed.replace("<table:table ", '<table:table xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ')
        )
      ),
      "more than 4000000 cells"
    )
  })

  it("reads one whose blank rows and columns all have a style, as people leave them", async () => {
    const { html } = await read("ods", ods(table(repeated(2, 2, "x") + repeated(1_048_000, 16_384, ""))))
    assert.strictEqual(countOf(html, ">x<"), 4)
  })

  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const overrides = [
    "workbook:sheet.main",
    "worksheets/sheet1:worksheet",
    "sharedStrings:sharedStrings",
    "styles:styles"
  ]
  const xlsx = (rows: string, more: Readonly<Record<string, string>> = {}) => {
    const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    const rels = (...rows: ReadonlyArray<readonly [string, string]>) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="${office}/${type}" Target="${target}"/>`).join("")}</Relationships>`
    return stored({
      "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides
        .map((one) => one.split(":"))
        .map(
          ([part, kind]) =>
            `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
        )
        .join("")}</Types>`,
      "_rels/.rels": rels(["officeDocument", "xl/workbook.xml"]),
      "xl/workbook.xml": `<workbook ${namespace} xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": rels(
        ["worksheet", "worksheets/sheet1.xml"],
        ["sharedStrings", "sharedStrings.xml"],
        ["styles", "styles.xml"]
      ),
      "xl/worksheets/sheet1.xml": `<worksheet ${namespace}><sheetData>${rows}</sheetData></worksheet>`,
      ...more
    })
  }
  const row = (at: number, cells: string) => `<row r="${at}">${cells}</row>`
  const shared = (text: string) => ({ "xl/sharedStrings.xml": `<sst ${namespace}><si><t>${text}</t></si></sst>` })

  it("writes no long text that thousands of cells share, and a short one as often as it stands there", async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => row(at + 1, `<c r="A${at + 1}" t="s"><v>0</v></c>`)).join("")
    assert.include(await refusal("xlsx", xlsx(rows(2_000), shared("x".repeat(32_000)))), "more text than is read")
    assert.strictEqual(countOf((await read("xlsx", xlsx(rows(2_000), shared("Yes")))).html, ">Yes<"), 2_000)
  })

  const letters = (column: number): string =>
    column < 27
      ? String.fromCharCode(64 + column)
      : letters(Math.floor((column - 1) / 26)) + letters(((column - 1) % 26) + 1)

  it("reads what lies far to the right in thousands of rows, and refuses more cells than are read", async () => {
    const far = (count: number, place = "XFD") =>
      xlsx(
        Array.from({ length: count }, (_, at) =>
          row(at + 1, `<c r="A${at + 1}"><v>1</v></c><c a=">" r='${place}${at + 1}'><v>2</v></c>`)
        ).join("")
      )
    const { html } = await read("xlsx", far(300))
    assert.deepStrictEqual([countOf(html, ">1<"), countOf(html, ">2<")], [300, 300])
    assert.notInclude(html, "left out")
    assert.include(await refusal("xlsx", far(300, "&#88;FD")), "more than 4000000 cells")
    assert.include((await read("xlsx", far(3))).html, "15884 more columns are left out")
    const aslant = Array.from({ length: 5_000 }, (_, at) =>
      row(at + 1, `<c r="${letters(at + 1)}${at + 1}"><v>1</v></c>`)
    )
    assert.include(await refusal("xlsx", xlsx(aslant.join(""))), "more than 4000000 cells")
  })

  it("reads a sheet with a cell in its last row and column, with its links, and leaves gaps of others as they are", async () => {
    const table = row(2, '<c r="B2"><v>1</v></c><c r="D2"><v>2</v></c>') + row(4, '<c r="B4"><v>3</v></c>')
    const last = row(1_048_576, '<c r="A1048576" s="0"/><c r="XFD1048576"><v>7</v></c>')
    const link = (ref: string) =>
      `</sheetData><hyperlinks><hyperlink ref="${ref}" location="https://tern.example/a"/></hyperlinks><sheetData>`
    const styled = Array.from({ length: 50 }, (_, at) => row(100 + at, `<c r="ZZ${100 + at}" s="0"/>`)).join("")
    const { html } = await read("xlsx", xlsx(`${table}${styled}${last}${link("B4")}`))
    assert.deepStrictEqual(
      html
        .split("<tr>")
        .slice(1)
        .map((one) =>
          one
            .replace(/<[^>]*>/g, " ")
            .trim()
            .split(/\s+/)
        ),
      [["1", "2"], ["3"], ["7"]]
    )
    assert.match(html, /<a href="https:\/\/tern\.example\/a">3</)
    const apart = (await read("xlsx", xlsx(table))).html
    assert.strictEqual(countOf(apart, "<tr>"), 3)
  })

  it("shows a number as it is stored where its format has more places than any number", async () => {
    const format = (code: string) =>
      xlsx(row(1, '<c r="A1" s="0"><v>2.5</v></c>'), {
        "xl/styles.xml": `<styleSheet ${namespace}><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200" applyNumberFormat="1"/></cellXfs></styleSheet>`
      })
    assert.include((await read("xlsx", format("# ??/??"))).html, "2 1/2")
    assert.include((await read("xlsx", format(`# ${"?".repeat(100)}/${"?".repeat(100)}`))).html, "<th>2.5</th>")
    assert.include((await read("xlsx", format("0".repeat(20)))).html, "00000000000000000003")
    assert.include((await read("xlsx", format("0".repeat(200)))).html, "<th>2.5</th>")
  })
})

describe("other files", () => {
  it("join what stands before each of 100,000 fields of Rich Text once", async () => {
    const field = '{\\field{\\*\\fldinst HYPERLINK "http://x.example/"}{\\fldrslt x}}'
    const { html } = await read("rtf", encoder.encode(`{\\rtf1 a ${field.repeat(100_000)} b\\par}`))
    assert.strictEqual(countOf(html, '<a href="http://x.example/">x</a>'), 100_000)
    assert.match(html, /^<p>a <a[\s\S]* b<\/p>\n$/)
  })

  it("refuse pieces of a Word document of before 2007 that lie over each other", async () => {
    const text = "x".repeat(50_000)
    const { main, table } = docStream(text)
    const pieces = 400
    const many = Buffer.alloc(5 + 4 + pieces * 12)
    many.writeUInt8(2, 0)
    many.writeUInt32LE(4 + pieces * 12, 1)
    for (let at = 0; at <= pieces; at += 1) many.writeUInt32LE(at % 2 === 0 ? 0 : text.length, 5 + at * 4)
    for (let at = 0; at < pieces; at += 1)
      many.writeUInt32LE((0x800 * 2) | 0x40000000, 5 + (pieces + 1) * 4 + at * 8 + 2)
    assert.include(
      await refusal("doc", compound({ WordDocument: main, "1Table": Buffer.concat([many, Buffer.alloc(4096)]) })),
      "lie over each other"
    )
    assert.include((await read("doc", compound({ WordDocument: main, "1Table": table }))).html, text)
  })

  it("write texts of a drawing that stand in each other once", async () => {
    const svg = `<svg>${"<text>".repeat(100)}Deep${"</text>".repeat(100)}<text>Flat</text></svg>`
    const { html } = await read("svg", encoder.encode(svg))
    assert.strictEqual(html, "<p>Deep</p>\n<p>Flat</p>\n")
  })
})
