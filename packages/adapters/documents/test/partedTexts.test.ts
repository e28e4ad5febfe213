import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { docxFile, zipFile } from "../../../core/src/testing/documentFiles.ts"
import { readHere, zipped } from "./reading.ts"

/** HTML without what lies between its blocks. */
const tight = (html: string): string => html.replaceAll("\n", "")

const odf = (body: string) =>
  zipFile({ "content.xml": `<office:document-content><office:body>${body}</office:body></office:document-content>` })

const odt = (text: string) =>
  Effect.map(readHere("odt", odf(`<office:text>${text}</office:text>`)), ({ html }) => tight(html))

const box = (inside: string, more = "") => `<draw:frame ${more}><draw:text-box>${inside}</draw:text-box></draw:frame>`
const p = (text: string) => `<text:p>${text}</text:p>`
const cell = (text: string, more = "") => `<table:table-cell ${more}>${text === "" ? "" : p(text)}</table:table-cell>`
const row = (cells: string, more = "") => `<table:table-row ${more}>${cells}</table:table-row>`
const tableOf = (rows: string) => `<table:table>${rows}</table:table>`
const columns = (count: number) => `table:number-columns-repeated="${count}"`

describe("texts of an OpenDocument", () => {
  it.effect("stand apart where they stand in a box of their own", () =>
    Effect.gen(function* () {
      const list =
        "<text:list><text:list-item><text:p>a</text:p></text:list-item><text:list-item><text:p>b</text:p></text:list-item></text:list>"
      const inside = p("Net 1200") + p("19 percent") + list + tableOf(row(cell("10") + cell("20")))
      assert.strictEqual(
        yield* odt(p(`Before.${box(inside)}After.`)),
        "<p>Before. After.</p><p>Net 1200</p><p>19 percent</p><ul><li>a</li><li>b</li></ul><table><thead><tr><th>10</th><th>20</th></tr></thead></table>"
      )
      // A box that hangs on a word is none of its letters; one that stands in the line as a letter does parts it.
      assert.strictEqual(yield* odt(p(`wo${box(p("Box"))}rd`)), "<p>word</p><p>Box</p>")
      const inLine = 'text:anchor-type="as-char"'
      assert.strictEqual(yield* odt(p(`10${box(p("Box"), inLine)}20`)), "<p>10 20</p><p>Box</p>")
      assert.strictEqual(yield* odt(`<text:h>Head${box(p("Box"))}</text:h>`), "<h1>Head</h1><p>Box</p>")
      const item = `<text:list><text:list-item><text:p>One${box(p("Box"))}</text:p></text:list-item></text:list>`
      assert.match(yield* odt(item), /<li>One ?<p>Box<\/p><\/li>/)
      const headed = `<table:table-cell><text:h text:outline-level="2">Head</text:h>${p("Text")}</table:table-cell>`
      assert.match(yield* odt(tableOf(row(headed))), /<th><h2>Head<\/h2><br>Text<\/th>/)
      assert.match(yield* odt(tableOf(row(cell(`1${box(p("2"))}`)))), /<th>1 ?<br><p>2<\/p><\/th>/)
    })
  )

  it.effect("stand apart in shapes of every kind, and pictures stay in their lines", () =>
    Effect.gen(function* () {
      for (const name of ["custom-shape", "ellipse", "line", "connector", "polygon", "caption", "g"]) {
        const shape = `<draw:${name}>${p("10")}${p("20")}</draw:${name}>`
        assert.strictEqual(yield* odt(p(shape)), "<p>10</p><p>20</p>", name)
        const page = `<office:presentation><draw:page>${shape}</draw:page></office:presentation>`
        const { html } = yield* readHere("odp", odf(page))
        assert.strictEqual(tight(html), "<h2>Slide 1</h2><p>10</p><p>20</p>", name)
      }
      const picture =
        "<draw:frame><draw:image xlink:href='x'/><svg:title>T</svg:title><svg:desc>D</svg:desc></draw:frame>"
      assert.strictEqual(yield* odt(p(`a${picture}b`)), "<p>ab</p>")
    })
  )

  it.effect("stand apart in titles of slides and in notes", () =>
    Effect.gen(function* () {
      const title = `<draw:frame presentation:class="title"><draw:text-box>${p("Net 10<text:line-break/>20")}${p("a &lt; b<text:s/>c<text:tab/>d")}</draw:text-box></draw:frame>`
      const { html } = yield* readHere(
        "odp",
        odf(`<office:presentation><draw:page>${title}</draw:page></office:presentation>`)
      )
      assert.strictEqual(tight(html), "<h2>Net 10 20 a &lt; b c d</h2>")
      const list = `<text:list><text:list-item>${p("10")}</text:list-item><text:list-item>${p("20")}</text:list-item></text:list>`
      const note = `<text:note><text:note-body>${p("One")}${list}${p(`Box${box(p("30"))}`)}</text:note-body></text:note>`
      assert.strictEqual(yield* odt(p(`Text${note}.`)), "<p>Text (One 10 20 Box 30).</p>")
    })
  )

  it.effect("have their readings beside them", () =>
    Effect.gen(function* () {
      const ruby =
        "<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>"
      assert.strictEqual(yield* odt(p(`${ruby}です`)), "<p><ruby>東京<rt>とうきょう</rt></ruby>です</p>")
      assert.strictEqual(yield* odt(p("<text:ruby><text:ruby-base>東京</text:ruby-base></text:ruby>")), "<p>東京</p>")
    })
  )

  it.effect("stand below their heads where cells and rows are there several times", () =>
    Effect.gen(function* () {
      const head = row(cell("Item") + cell("Jan") + cell("Feb") + cell("Mar"))
      const tea = row(cell("Tea") + cell("", columns(2)) + cell("7"))
      const salt = row(cell("Salt") + cell("1", columns(2)) + cell("", columns(1000)), 'table:number-rows-repeated="2"')
      const html = yield* odt(tableOf(head + tea + salt))
      assert.include(html, "<tr><td>Tea</td><td></td><td></td><td>7</td></tr>")
      assert.include(html, "<tr><td>Salt</td><td>1</td><td>1</td><td></td></tr>".repeat(2))
      assert.include(html, "<th>Mar</th></tr>")
    })
  )

  it.effect("are refused where cells that are there several times make too many", () =>
    Effect.gen(function* () {
      const many = 'table:number-rows-repeated="999999999"'
      const long = p("x".repeat(10_000))
      for (const rows of [
        row(cell("1", columns(999_999_999))),
        row(cell("", columns(999_999_999)) + cell("1")),
        row(cell("1"), many),
        row(cell("", columns(400)) + cell("1")).repeat(2_000),
        row(`<table:table-cell ${columns(300)}>${long}</table:table-cell>`)
      ]) {
        assert.include(String(yield* Effect.exit(odt(tableOf(rows)))), "The file ", rows.slice(0, 100))
      }
      // Empty cells and rows that nothing follows take none, however many there are said to be.
      const empty = row(cell("", columns(999_999_999)), many)
      assert.include(yield* odt(tableOf(row(cell("1") + cell("", columns(999_999_999))) + empty)), "<th>1</th>")
    })
  )
})

describe("texts of a book", () => {
  const book = (body: string) =>
    Effect.map(
      readHere(
        "epub",
        zipped({
          "META-INF/container.xml": '<container><rootfile full-path="a.opf"/></container>',
          "a.opf":
            '<package><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
          "c.xhtml": `<html><body>${body}</body></html>`
        })
      ),
      ({ html }) => tight(html)
    )

  it.effect("have their readings beside them, in brackets once", () =>
    Effect.gen(function* () {
      const html = yield* book("<p><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby></p>")
      assert.strictEqual(html, "<p><ruby>東京<rt>とうきょう</rt></ruby></p>")
    })
  )

  it.effect("stand apart in blocks of every kind", () =>
    Effect.gen(function* () {
      for (const name of ["header", "article", "aside", "address", "summary"]) {
        assert.strictEqual(
          yield* book(`<${name}>10</${name}><${name}>20</${name}>`),
          "<div>10</div><div>20</div>",
          name
        )
      }
      assert.strictEqual(yield* book("<p><font>1</font><bdi>0</bdi></p>"), "<p>10</p>")
    })
  )
})

describe("texts of slides", () => {
  it.effect("stand apart in titles of several lines", () =>
    Effect.gen(function* () {
      const run = (text: string) => `<a:r><a:rPr/><a:t>${text}</a:t></a:r>`
      const title = `<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p>${run("Net 10")}<a:br/>${run("2")}${run("0")}</a:p><a:p>${run("Two")}</a:p></p:txBody></p:sp>`
      const { html } = yield* readHere(
        "pptx",
        zipped({
          "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
          "ppt/_rels/presentation.xml.rels":
            '<Relationships><Relationship Id="r1" Type="http://x/slide" Target="slides/a.xml"/></Relationships>',
          "ppt/slides/a.xml": `<p:sld><p:cSld><p:spTree>${title}</p:spTree></p:cSld></p:sld>`
        })
      )
      assert.strictEqual(tight(html), "<h2>Net 10 20 Two</h2>")
    })
  )
})

describe("texts of Rich Text", () => {
  const rtf = (body: string) =>
    Effect.map(readHere("rtf", `{\\rtf1\\ansi{\\stylesheet{\\s1 heading 1;}}${body}}`), ({ html }) => tight(html))

  it.effect("stand apart at spaces, tabs and breaks of every kind", () =>
    Effect.gen(function* () {
      for (const space of ["enspace", "emspace", "qmspace", "tab", "pmartabqr"]) {
        assert.strictEqual(yield* rtf(`10\\${space} 20\\par`), "<p>10 20</p>", space)
      }
      assert.strictEqual(yield* rtf(String.raw`10\lbr1 20\column 30\par`), "<p>10<br>20</p><p>30</p>")
    })
  )

  it.effect("have characters that are written in two halves, or as one number", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* rtf(String.raw`\u-10179?\u-8704? a \u55357\'3f\u56832\'3f\par`), "<p>😀 a 😀</p>")
      assert.strictEqual(yield* rtf(String.raw`\uc1\u55357 ?{\b\uc1\u56832 ?}\u128512?\par`), "<p>😀😀</p>")
      // Halves that have no other are none, and what follows stays.
      assert.strictEqual(yield* rtf(String.raw`a\u55357?b\u56832?c\u-10179?\par`), "<p>a\ufffdb\ufffdc</p>")
    })
  )

  it.effect("stand apart in a table within a cell", () =>
    Effect.gen(function* () {
      const inner = String.raw`\pard\intbl\itap2 10\nestcell 20\nestcell {\*\nesttableprops\trowd\cellx1000\nestrow}{\nonesttables\par}`
      const html = yield* rtf(String.raw`\trowd\intbl outer\par ${inner}${inner}\pard\intbl\cell right\cell\row`)
      assert.include(html, "<th>outer<br>10 20<br>10 20</th><th>right</th>")
    })
  )

  it.effect("stand apart from those of a box, which stand below them once", () =>
    Effect.gen(function* () {
      const box = (text: string) =>
        String.raw`{\shp{\*\shpinst\shpleft0{\sp{\sn x}{\sv GONE}}{\shptxt ${text}}}{\shprslt GONE\par}}`
      const lines = String.raw`\pard box one\par box two\par`
      assert.strictEqual(
        yield* rtf(String.raw`Before.${box(lines)}After.\par End\par`),
        "<p>Before. After.</p><p>box one</p><p>box two</p><p>End</p>"
      )
      assert.strictEqual(yield* rtf(String.raw`wo${box("x")}rd\par`), "<p>word</p><p>x</p>")
      assert.strictEqual(yield* rtf(String.raw`{\header ${box("GONE")}}a{\v GONE}\par`), "<p>a</p>")
      assert.strictEqual(
        yield* rtf(String.raw`\pard\s1 Head${box(String.raw`\pard\s1 In\par ${box("Deep")}`)}\par`),
        "<h1>Head</h1><h1>In</h1><p>Deep</p>"
      )
      const cells = yield* rtf(String.raw`\trowd\intbl 1${box("2")}\cell 3\cell\row`)
      assert.include(cells, "<th>1<br><p>2</p></th><th>3</th>")
      const old = String.raw`{\do\dobxcolumn{\dptxbxtext\pard old\par}\dpx0}`
      assert.strictEqual(yield* rtf(String.raw`a.{\*${old.slice(1)}b\par`), "<p>a. b</p><p>old</p>")
      // A file that ends within one loses none of it.
      assert.strictEqual(yield* rtf(String.raw`a{\shp{\*\shpinst{\shptxt b`), "<p>a</p><p>b</p>")
    })
  )

  it.effect("are read in time that grows with their boxes, however many hang on one line", () =>
    Effect.gen(function* () {
      const started = process.cpuUsage()
      yield* rtf(String.raw`word {\shp{\*\shpinst{\shptxt b}}}`.repeat(50_000))
      assert.isBelow(process.cpuUsage(started).user, 4_000_000)
    })
  )
})

const wordNames =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** A Word document of chunks, which its text names by the names of their files. */
const chunked = (body: string, files: Readonly<Record<string, string | Uint8Array>>) => {
  const relations = Object.keys(files).map(
    (name) => `<Relationship Id="${name}" Type="http://x/aFChunk" Target="${name}"/>`
  )
  return zipped({
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    "_rels/.rels":
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join("")}</Relationships>`,
    "word/document.xml": `<w:document ${wordNames}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`word/${name}`, content]))
  })
}

describe("texts of a Word document", () => {
  const docx = (body: string) => Effect.map(readHere("docx", docxFile(body)), ({ html }) => tight(html))
  const word = (inside: string) => `<w:p><w:r>${inside}</w:r></w:p>`

  it.effect("stand apart at ends of lines, tabs and breaks of every kind", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* docx(word("<w:t>10</w:t><w:cr/><w:t>20</w:t>")), "<p>10<br>20</p>")
      assert.strictEqual(yield* docx(word("<w:t>10</w:t><w:cr></w:cr><w:t>20</w:t>")), "<p>10<br>20</p>")
      for (const gap of ['<w:ptab w:alignment="right"/>', '<w:br w:type="page"/>', '<w:br w:type="column"></w:br>']) {
        assert.strictEqual(yield* docx(word(`<w:t>10</w:t>${gap}<w:t>20</w:t>`)), "<p>10\t20</p>", gap)
      }
      assert.strictEqual(
        yield* docx(word("<w:rPr><w:vanish/></w:rPr><w:t>x</w:t><w:cr/>") + word("<w:t>a</w:t>")),
        "<p>a</p>"
      )
    })
  )

  it.effect("stand below their heads where a row leaves columns free before them", () =>
    Effect.gen(function* () {
      const cells = (...texts: ReadonlyArray<string>) =>
        texts.map((text) => `<w:tc>${word(`<w:t>${text}</w:t>`)}</w:tc>`).join("")
      const rowOf = (properties: string, inside: string) => `<w:tr><w:trPr>${properties}</w:trPr>${inside}</w:tr>`
      const table = (free: string) =>
        docx(`<w:tbl>${rowOf("", cells("a", "b", "c"))}${rowOf(free, cells("d"))}</w:tbl>`)
      assert.include(yield* table('<w:gridBefore w:val="2"/>'), '<tr><td colspan="2"></td><td><p>d</p></td></tr>')
      assert.include(yield* table('<w:gridBefore w:val="999999999"/>'), '<td colspan="63"></td>')
      for (const none of ['<w:gridBefore w:val="0"/>', '<w:gridBefore w:val="x"/>', '<w:gridAfter w:val="2"/>']) {
        assert.include(yield* table(none), "<tr><td><p>d</p></td></tr>", none)
      }
      const before = '<w:trPrChange><w:trPr><w:gridBefore w:val="2"/></w:trPr></w:trPrChange>'
      assert.include(yield* table(before), "<tr><td><p>d</p></td></tr>")
    })
  )

  it.effect("are those of boxes too, once, in whatever ways these are drawn", () =>
    Effect.gen(function* () {
      const names =
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"'
      const content = `<w:txbxContent>${word("<w:t>10</w:t>")}${word("<w:t>20</w:t>")}</w:txbxContent>`
      const drawing = `<w:drawing ${names}><wps:txbx>${content}</wps:txbx></w:drawing>`
      const choice = `<mc:Choice Requires="wps">${drawing}</mc:Choice>`
      const old = (shape: string) => `<w:pict><v:${shape}><v:textbox>${content}</v:textbox></v:${shape}></w:pict>`
      const either = (inside: string) => `<mc:AlternateContent ${names}>${inside}</mc:AlternateContent>`
      for (const box of [
        drawing,
        either(choice),
        either(choice + choice),
        either(`${choice}<mc:Fallback><w:drawing/></mc:Fallback>`),
        either(`${choice}<mc:Fallback>${old("shape")}</mc:Fallback>`),
        either(`${choice}<mc:Fallback>${old("oval")}</mc:Fallback>`)
      ]) {
        const html = yield* docx(word(`<w:t>Before.</w:t>${box}`) + word("<w:t>After</w:t>"))
        assert.strictEqual(html, "<p>Before.</p><p>10</p><p>20</p><p>After</p>", box)
      }
      // A box in a box is looked into no further, and names whose meaning is said outside of it break nothing.
      const within = `<w:drawing ${names} xmlns:o="urn:o"><w:txbxContent>${word("<w:t>10</w:t><o:x/>")}${word(drawing)}</w:txbxContent></w:drawing>`
      assert.include(yield* docx(word(within)), "<p>10</p>")
    })
  )

  it.effect("are those of the documents that it holds", () =>
    Effect.gen(function* () {
      const chunk = (name: string) => `<w:altChunk r:id="${name}"/>`
      const mail = (type: string, encoding: string, body: string) =>
        `MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n boundary="b-1"\r\n\r\nnone\r\n--b-1\r\nContent-Type: image/png\r\n\r\nGONE\r\n--b-1\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n--b-1--\r\n`
      const files = {
        "a.htm": "<html><head><title>GONE</title></head><body><p>caf\u00e9</p><script>GONE</script></body></html>",
        "b.mht": mail('text/html; charset="windows-1252"', "quoted-printable", "<p>caf=E9 =\r\nnoir</p>"),
        "c.mht": mail("text/html; charset=utf-8", "base64", Buffer.from("<p>th\u00e9</p>").toString("base64")),
        "d.mht": "MIME-Version: 1.0\nContent-Type: text/html\n\n<html><body><p>alone</p></body></html>",
        "e.txt": "plain < text",
        "f.rtf": String.raw`{\rtf1 rich\par}`,
        "g.mht": mail("text/plain", "7bit", "mailed"),
        "h.htm": Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0</p>', "latin1")
      }
      const body = `${word("<w:t>First</w:t>")}${Object.keys(files).map(chunk).join("")}${word("<w:t>Last</w:t>")}`
      const { html } = yield* readHere("docx", chunked(body, files))
      assert.strictEqual(
        tight(html),
        "<p>First</p><p>café</p><p>café noir</p><p>thé</p><p>alone</p><p>plain &lt; text</p><p>rich</p><p>mailed</p><p>Пр</p><p>Last</p>"
      )
    })
  )

  it.effect("are refused where all of them stand in what is not read, and bounded where it is shown often", () =>
    Effect.gen(function* () {
      const chunk = '<w:altChunk r:id="x.docx"/>'
      const inner = { "x.docx": docxFile(word("<w:t>Inner</w:t>")) }
      const alone = yield* Effect.exit(readHere("docx", chunked(chunk, inner)))
      assert.include(String(alone), "a file in it that is not read there")
      const beside = yield* readHere("docx", chunked(word("<w:t>Text</w:t>") + chunk, inner))
      assert.strictEqual(tight(beside.html), "<p>Text</p><p>Files in this document that are left out: 1.</p>")
      const long = { "x.docx": `<p>${"x".repeat(300_000)}</p>` }
      const { html } = yield* readHere("docx", chunked(chunk.repeat(100), long))
      assert.isBelow(html.length, 1_500_000)
      assert.include(html, "more documents in this one are left out")
      const mail = `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${"--b\n".repeat(500_000)}`
      const started = process.cpuUsage()
      yield* Effect.exit(readHere("docx", chunked(chunk, { "x.docx": mail })))
      assert.isBelow(process.cpuUsage(started).user, 2_000_000)
    })
  )
})
