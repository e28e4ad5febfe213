import { assert, vi, layer as withLayer } from "@effect/vitest"
import { Effect } from "effect"
import { unzipSync } from "fflate"
import { writeOds, writeXlsx } from "hucre"
import { docxFile, zipFile } from "../../../core/src/testing/documentFiles.ts"
import { layer } from "../src/DocumentReader.ts"
import { countNodes } from "../src/reading/countNodes.ts"
import { pageNodes } from "../src/reading/limits.ts"
import { compound, docStream, pptStream, xlsStream } from "./oldOfficeFiles.ts"
import { read, zipped } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

/** A GIF of one pixel. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")
const gifUri = `src="data:image/gif;base64,${gif.toString("base64")}"`

const relationship = (id: string, type: string, target: string, mode = "") =>
  `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}" ${mode}/>`

const slide = (shapes: string, show = "") => `<p:sld ${show}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`

const shape = (place: string, paragraphs: string) =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${place}"/></p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`

const words = (text: string, properties = "") => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`

const deck = zipped({
  "ppt/presentation.xml":
    '<p:presentation><p:sldIdLst><p:sldId r:id="r2"/><p:sldId r:id="r1"/><p:sldId r:id="r3"/></p:sldIdLst></p:presentation>',
  "ppt/_rels/presentation.xml.rels": `<Relationships>${relationship("r1", "slide", "slides/slide1.xml")}${relationship("r2", "slide", "/ppt/slides/slide2.xml")}${relationship("r3", "slide", "slides/slide3.xml")}</Relationships>`,
  "ppt/slides/slide1.xml": slide(
    shape("title", words("Second &lt;b&gt;")) +
      "<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Q</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Sales</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody><a:p><a:r><a:t>1</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>42</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>" +
      '<p:pic><p:nvPicPr><p:cNvPr descr="A dot"/></p:nvPicPr><p:blipFill><a:blip r:embed="r9"/></p:blipFill></p:pic>'
  ),
  "ppt/slides/_rels/slide1.xml.rels": `<Relationships>${relationship("r9", "image", "../media/image1.gif")}</Relationships>`,
  "ppt/slides/slide2.xml": slide(
    shape("ctrTitle", words("First")) +
      shape("body", words("One") + words("Deeper", '<a:pPr lvl="1"/>') + words("Two")) +
      shape("sldNum", words("7"))
  ),
  "ppt/slides/_rels/slide2.xml.rels": `<Relationships>${relationship("r1", "notesSlide", "../notesSlides/n.xml")}</Relationships>`,
  "ppt/notesSlides/n.xml": `<p:notes><p:cSld><p:spTree>${shape("body", words("Say hello"))}</p:spTree></p:cSld></p:notes>`,
  "ppt/slides/slide3.xml": slide(shape("title", words("Hidden")), 'show="0"'),
  "ppt/media/image1.gif": gif
})

const odf = (body: string, styles = "") =>
  `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`

withLayer(layer(), { excludeTestServices: true })("office files", (it) => {
  it.effect("gives slides in their order under their titles, with lists, tables, pictures and notes", () =>
    Effect.gen(function* () {
      const { html, pageCount } = yield* read("pptx", deck)
      assert.match(html, /<h2>First<\/h2>\s*<ul>\s*<li>One<ul>\s*<li>Deeper<\/li>\s*<\/ul>\s*<\/li>\s*<li>Two/)
      assert.match(html, /<h3>Notes<\/h3>\s*<p>Say hello<\/p>/)
      assert.isBelow(html.indexOf("First"), html.indexOf("Second &lt;b&gt;"))
      assert.include(html, "<tr><td>1</td><td>42</td></tr>")
      assert.include(html, `<img ${gifUri} alt="A dot">`)
      assert.notMatch(html, /Hidden|>7</)
      assert.strictEqual(pageCount, 3)
    })
  )

  it.effect("numbers the lines of slides in the ways of their lists, and tells exponents from numbers", () =>
    Effect.gen(function* () {
      const numbered = (text: string, type: string, more = "", level = 0) =>
        words(text, `<a:pPr lvl="${level}"><a:buAutoNum type="${type}" ${more}/></a:pPr>`)
      const lines = [
        numbered("One", "arabicPeriod"),
        numbered("sub", "alphaLcParenR", "", 1),
        numbered("sub two", "alphaLcParenR", "", 1),
        numbered("Two", "arabicPeriod"),
        numbered("Nine", "romanUcParenBoth", 'startAt="9"'),
        numbered("Ten", "romanUcParenBoth", 'startAt="9"'),
        '<a:p><a:pPr><a:buNone/></a:pPr><a:r><a:t>10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>6</a:t></a:r><a:r><a:t> H</a:t></a:r><a:r><a:rPr baseline="-25000"/><a:t>2</a:t></a:r></a:p>'
      ]
      const file = zipped({
        "ppt/presentation.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": `<Relationships>${relationship("r1", "slide", "slides/slide1.xml")}</Relationships>`,
        "ppt/slides/slide1.xml": slide(shape("body", lines.join("")))
      })
      const { html } = yield* read("pptx", file)
      assert.match(html, /<ol>\s*<li>One<p>a\) sub<\/p>\s*<p>b\) sub two<\/p>\s*<\/li>\s*<li>Two/)
      assert.match(html, /<p>\(IX\) Nine<\/p>\s*<p>\(X\) Ten<\/p>/)
      assert.include(html, "<p>10<sup>6</sup> H<sub>2</sub></p>")
    })
  )

  it.effect("gives every sheet of a workbook as a table, with days as days and links as links", () =>
    Effect.gen(function* () {
      const sheets = [
        {
          name: "Prices & more",
          columns: [
            { header: "Item", key: "item" },
            { header: "Day", key: "day", numFmt: "yyyy-mm-dd" },
            { header: "Price", key: "price" }
          ],
          data: [{ item: "<b>Bread</b>", day: new Date(Date.UTC(2026, 0, 15)), price: 0.1 + 0.2 }]
        },
        { name: "Second", rows: [["x"], [1]] }
      ]
      for (const [type, bytes] of [
        ["xlsx", yield* Effect.promise(() => writeXlsx({ sheets }))],
        ["ods", yield* Effect.promise(() => writeOds({ sheets }))]
      ] as const) {
        const { html, pageCount } = yield* read(type, bytes)
        assert.include(html, "<h2>Prices &amp; more</h2>", type)
        assert.include(html, "<tr><td>&lt;b&gt;Bread&lt;/b&gt;</td><td>2026-01-15</td><td>0.3</td></tr>", type)
        assert.match(html, /<h2>Second<\/h2>\s*<table>\s*<thead>\s*<tr><th>x<\/th><\/tr>/, type)
        assert.strictEqual(pageCount, 2)
      }
    })
  )

  it.effect("leaves the rows of a sheet out that are too many, and says so", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 3 }, () => Array.from({ length: 600 }, (_, at) => at))
      const bytes = yield* Effect.promise(() => writeXlsx({ sheets: [{ name: "Wide", rows }] }))
      assert.include((yield* read("xlsx", bytes)).html, "<p>100 more columns are left out.</p>")
    })
  )

  it.effect(
    "gives the first rows of sheets that have more cells than are read of a page, and says how many others there are",
    () =>
      Effect.gen(function* () {
        const rows = Array.from({ length: 24_000 }, (_, at) => Array.from({ length: 10 }, () => at))
        const sheets = [
          { name: "First", rows },
          { name: "Second", rows: [["x"], ["y"]] }
        ]
        for (const [type, bytes] of [
          ["xlsx", yield* Effect.promise(() => writeXlsx({ sheets }))],
          ["ods", yield* Effect.promise(() => writeOds({ sheets }))]
        ] as const) {
          const { html } = yield* read(type, bytes)
          assert.include(html, "<tr><td>22544</td>", type)
          assert.include(html, "<p>1455 more rows are left out.</p>\n<h2>Second</h2>\n", type)
          assert.isAtMost(countNodes(html, Number.POSITIVE_INFINITY), pageNodes, type)
        }
      })
  )

  it.effect("says of a sheet with more rows than are told that there are others", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 100_010 }, (_, at) => [at])
      const bytes = yield* Effect.promise(() => writeXlsx({ sheets: [{ name: "Long", rows }] }))
      const { html } = yield* read("xlsx", bytes)
      assert.include(html, "<td>99999</td>")
      assert.include(html, "<p>Further rows are left out.</p>")
    })
  )

  it.effect("gives the text of an OpenDocument with its lists, tables, notes, links and pictures", () =>
    Effect.gen(function* () {
      const text = `<office:text>
        <text:h text:outline-level="2">Head &amp; shoulders</text:h>
        <text:p>A<text:s text:c="3"/>b<text:line-break/>c <text:a xlink:href="https://a.example/">link</text:a><text:a xlink:href="file:///etc">no</text:a><text:note><text:note-body><text:p>Aside</text:p></text:note-body></text:note></text:p>
        <text:list text:style-name="L1"><text:list-item><text:p>One</text:p><text:list><text:list-item><text:p>Inner</text:p></text:list-item></text:list></text:list-item></text:list>
        <table:table><table:table-row><table:table-cell><text:p>H</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>D</text:p></table:table-cell></table:table-row></table:table>
        <text:p><draw:frame><draw:image xlink:href="Pictures/a.gif"/><svg:desc>Dot</svg:desc></draw:frame></text:p></office:text>`
      const numbered = '<text:list-style style:name="L1"><text:list-level-style-number/></text:list-style>'
      const file = zipFile({ "content.xml": odf(text, numbered), "Pictures/a.gif": gif })
      const { html } = yield* read("odt", file)
      assert.include(html, "<h2>Head &amp; shoulders</h2>")
      assert.match(html, /A {3}b<br>c <a href="https:\/\/a\.example\/">link<\/a>no \(Aside\)/)
      assert.match(html, /<ol>\s*<li>One\s*<ol>\s*<li>Inner/)
      assert.match(html, /<th>H<\/th>.*<td>D<\/td>/s)
      assert.include(html, `<img ${gifUri} alt="Dot">`)
    })
  )

  it.effect(
    "counts the lists and headings of an OpenDocument, and tells raised text from deleted and hidden text",
    () =>
      Effect.gen(function* () {
        const level = (at: number, format: string, more: string) =>
          `<text:list-level-style-number text:level="${at}" style:num-format="${format}" ${more}/>`
        const styles = `<style:style style:name="Up" style:family="text"><style:text-properties style:text-position="33% 58%"/></style:style>
        <style:style style:name="Down" style:parent-style-name="Low"/>
        <style:style style:name="Gone"><style:text-properties text:display="none"/></style:style>
        <text:list-style style:name="L">${level(1, "1", 'style:num-suffix="."')}${level(2, "a", 'style:num-suffix=")"')}${level(3, "i", 'style:num-prefix="(" style:num-suffix=")" text:display-levels="2"')}</text:list-style>`
        const item = (text: string, inside = "", start = "") =>
          `<text:list-item ${start}><text:p>${text}</text:p>${inside}</text:list-item>`
        const list = (items: string, more = "") => `<text:list ${more}>${items}</text:list>`
        const own = 'text:style-name="L"'
        const text = `<office:text><text:tracked-changes><text:changed-region><text:deletion><text:p>DELETED</text:p></text:deletion></text:changed-region></text:tracked-changes>
        <text:h text:outline-level="1">Scope</text:h><text:h text:outline-level="2">Terms</text:h><text:h text:outline-level="1">Dates</text:h>
        <text:p>10<text:span text:style-name="Up">6</text:span> H<text:span text:style-name="Down">2</text:span>O<text:span text:style-name="Gone">HIDDEN</text:span></text:p>
        <text:section text:display="none"><text:p>HIDDEN</text:p></text:section>
        ${list(item("One", list(item("sub", list(item("deep"))) + item("sub two"))) + item("Two"), own)}<text:p>Between</text:p>
        ${list(item("Three"), `${own} text:continue-numbering="true"`)}<text:p>Apart</text:p>
        ${list(item("Anew") + item("Seven", "", 'text:start-value="7"'), own)}</office:text>`
        const shared = `<office:document-styles><office:styles><style:style style:name="Low"><style:text-properties style:text-position="sub 58%"/></style:style>
        <text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles></office:document-styles>`
        const file = zipFile({ "content.xml": odf(text, styles), "styles.xml": shared })
        const { html } = yield* read("odt", file)
        assert.notMatch(html, /DELETED|HIDDEN/)
        assert.match(html, /<h1>I\. Scope<\/h1>\s*<h2>I\.1 Terms<\/h2>\s*<h1>II\. Dates<\/h1>/)
        assert.include(html, "10<sup>6</sup> H<sub>2</sub>O</p>")
        assert.match(
          html,
          /<ol>\s*<li>One<p>a\) sub<\/p>\s*<p>\(a\.i\) deep<\/p>\s*<p>b\) sub two<\/p>\s*<\/li>\s*<li>Two/
        )
        assert.match(html, /<p>Between<\/p>\s*<ol start="3">\s*<li>Three/)
        assert.match(html, /<p>Apart<\/p>\s*<ol>\s*<li>Anew<\/li>\s*<\/ol>\s*<ol start="7">\s*<li>Seven/)
      })
  )

  it.effect("gives the slides of an OpenDocument presentation", () =>
    Effect.gen(function* () {
      const frame = (kind: string, text: string) =>
        `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`
      const page = `<draw:page>${frame("title", "Hello")}${frame("outline", "World")}<presentation:notes>${frame("notes", "Quietly")}</presentation:notes></draw:page>`
      const file = zipFile({ "content.xml": odf(`<office:presentation>${page}</office:presentation>`) })
      const { html, pageCount } = yield* read("odp", file)
      assert.match(html, /<h2>Hello<\/h2>\s*<p>World<\/p>\s*<h3>Notes<\/h3>\s*<p>Quietly<\/p>/)
      assert.strictEqual(pageCount, 1)
    })
  )

  it.effect("gives the chapters of a book in the order of its spine, without their scripts", () =>
    Effect.gen(function* () {
      const chapter = (body: string) =>
        `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>No</title><script>bad()</script></head><body>${body}</body></html>`
      const file = zipFile({
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        "OPS/book.opf":
          '<package><metadata><dc:title>A Book</dc:title><dc:creator>Ada</dc:creator></metadata><manifest><item id="b" href="text/two%20b.xhtml"/><item id="a" href="one.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
        "OPS/one.xhtml": chapter('<h1 onclick="x()">One</h1><p style="color:red">Text &amp; <em>more</em><br/></p>'),
        "OPS/text/two b.xhtml": chapter(
          '<h1>Two</h1><img src="../dot.gif" alt="Dot"/><img src="http://evil.example/x.png"/><a href="one.xhtml">inside</a>'
        ),
        "OPS/dot.gif": gif
      })
      const { author, html, title } = yield* read("epub", file)
      assert.match(html, /<h1>One<\/h1><p>Text &amp; <em>more<\/em><br><\/p>\s*<h1>Two<\/h1>/)
      assert.include(html, `<img ${gifUri} alt="Dot">`)
      assert.notMatch(html, /bad\(|evil|onclick|href/)
      assert.deepStrictEqual([title, author], ["A Book", "Ada"])
    })
  )

  it.effect("keeps the text of Rich Text behind words that nobody knows", () =>
    Effect.gen(function* () {
      const rtf = String.raw`{\rtf1\ansi {\constructor Kept\par}}`
      assert.include((yield* read("rtf", new TextEncoder().encode(rtf))).html, "Kept")
    })
  )

  it.effect("gives the paragraphs, lists, tables and links of Rich Text in its own code page", () =>
    Effect.gen(function* () {
      const rtf = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\stylesheet{\s1 heading 1;}}{\info{\title My note}{\author Ada}}
{\*\generator Nobody;}\pard\s1 Heading\par\pard\plain \'cf\'f0\'e8\'e2\'e5\'f2, \u8364? and {\b bold} \{x\}\par
{\field{\*\fldinst HYPERLINK "https://a.example/"}{\fldrslt the link}} and {\field{\*\fldinst HYPERLINK "javascript:x"}{\fldrslt none}}\par
\pard{\pntext \'b7\tab}First\par{\pntext \'b7\tab}Second\par\pard
\trowd\intbl A\cell B\cell\row\trowd\intbl 1\cell 2\cell\row\pard After{\pict 0123456789abcdef}{\v hidden}\par}`
      const { author, html, title } = yield* read("rtf", new TextEncoder().encode(rtf))
      assert.include(html, "<h1>Heading</h1>")
      assert.include(html, "<p>Привет, € and bold {x}</p>")
      assert.include(html, '<p><a href="https://a.example/">the link</a> and none</p>')
      assert.match(html, /<ul>\s*<li>First<\/li>\s*<li>Second<\/li>/)
      assert.match(html, /<th>A<\/th><th>B<\/th>.*<td>1<\/td><td>2<\/td>.*<p>After<\/p>/s)
      assert.notMatch(html, /0123|hidden|Arial/)
      assert.deepStrictEqual([title, author], ["My note", "Ada"])
    })
  )

  it.effect("keeps the numbers of Rich Text as they are written, its exponents, and nothing that was deleted", () =>
    Effect.gen(function* () {
      const rtf = String.raw`{\rtf1\ansi{\stylesheet{\s1 heading 1;}}
\pard\s1{\listtext Article II\tab}Terms\par\pard 10{\super 6} H{\sub 2}O x\up6 2\up0 y {\deleted GONE}end\par
\pard{\listtext 1.\tab}\ls1\ilvl0 One\par\pard{\listtext a)\tab}\ls1\ilvl1 sub\par\pard Between\par
\pard{\listtext 2.\tab}\ls1 Two\par\pard{\listtext o\tab}Dot\par}`
      const { html } = yield* read("rtf", new TextEncoder().encode(rtf))
      assert.include(html, "<h1>Article II Terms</h1>")
      assert.include(html, "10<sup>6</sup> H<sub>2</sub>O x<sup>2</sup>y end</p>")
      assert.match(html, /<ol>\s*<li>One<p>a\) sub<\/p>\s*<\/li>\s*<\/ol>\s*<p>Between<\/p>\s*<ol start="2">\s*<li>Two/)
      assert.match(html, /<ul>\s*<li>Dot/)
    })
  )

  it.effect("leaves out what a book hides, but for its notes, and raises the marks that lead to them", () =>
    Effect.gen(function* () {
      const book = zipped({
        "META-INF/container.xml": '<container><rootfile full-path="a.opf"/></container>',
        "a.opf":
          '<package><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
        "c.xhtml": `<html xmlns:epub="e"><body><p>It costs 19<sup><a href="#n">1</a></sup>.</p><div hidden="hidden"><p>GONE</p></div><p style="color:red; display: none">GONE</p><p style="display:block">Seen</p><aside epub:type="footnote" hidden="hidden"><p>A note.</p></aside></body></html>`
      })
      const { html } = yield* read("epub", book)
      assert.include(html, "<p>It costs 19<sup>1</sup>.</p>")
      assert.match(html, /Seen.*A note\./s)
      assert.notInclude(html, "GONE")
    })
  )

  it.effect("reads Rich Text in the scripts that its fonts are made for", () =>
    Effect.gen(function* () {
      const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fnil\fcharset204{\*\fname Arial;}Arial CYR;}{\f2\fcharset129 Batang;}{\f3\fcharset128 MS;}}
caf\'e9 {\f1 \'cf\'f0\'e8\'e2\'e5\'f2} \'e9\par \f2\'be\'c8\'b3\'e7\plain \'e9\par {\f3 \'83e\'83X\'83g}\par }`
      const { html } = yield* read("rtf", new TextEncoder().encode(rtf))
      assert.strictEqual(html.replaceAll("\n", ""), "<p>café Привет é</p><p>안녕é</p><p>テスト</p>")
      // The last syllable is one that the code page has and the older standard does not.
      const korean = String.raw`{\rtf1\ansi\ansicpg949 \'be\'c8\'b3\'e7 \'8c\'63\par}`
      assert.include((yield* read("rtf", new TextEncoder().encode(korean))).html, "안녕 똠")
    })
  )

  it.effect("reads the parts of an archive in the charset that they declare, wherever and however they stand", () =>
    Effect.gen(function* () {
      const xhtml =
        '<?xml version="1.0" encoding="windows-1251"?><html><body><p>\xcf\xf0\xe8\xe2\xe5\xf2</p></body></html>'
      const book = {
        "META-INF/container.xml": '<container><rootfile full-path="a.opf"/></container>',
        "a.opf":
          '<?xml version="1.0" encoding="utf-16"?><package><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
        "c.xhtml": Buffer.from(xhtml, "latin1")
      }
      assert.include((yield* read("epub", zipped(book))).html, "<p>Привет</p>")
      const elsewhere = zipped({
        "_rels/.rels": `<Relationships>${relationship("r1", "officeDocument", "/show/main.xml")}</Relationships>`,
        "show/main.xml": '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
        "show/_rels/main.xml.rels": `<Relationships>${relationship("r1", "slide", "one.xml")}</Relationships>`,
        "show/one.xml": slide(shape("title", words("Elsewhere")))
      })
      assert.include((yield* read("pptx", elsewhere)).html, "<h2>Elsewhere</h2>")
      const workbook = unzipSync(
        yield* Effect.promise(() => writeXlsx({ sheets: [{ name: "S", rows: [["x"], [1]] }] }))
      )
      const named = (files: Readonly<Record<string, Uint8Array>>) =>
        zipped(
          Object.fromEntries(Object.entries(files).map(([name, content]) => [name.replaceAll("/", "\\"), content]))
        )
      assert.include((yield* read("xlsx", named(workbook))).html, "<h2>S</h2>")
      const document = unzipSync(docxFile("<w:p><w:r><w:t>Text</w:t></w:r></w:p>"))
      assert.include((yield* read("docx", named(document))).html, "<p>Text</p>")
    })
  )

  it.effect("reads the formats of before 2007: documents, workbooks and presentations", () =>
    Effect.gen(function* () {
      const letter = 'Dear \u00e9lan\rSee \u0013HYPERLINK "https://a.example/"\u0014this\u0015\u0007\r'
      const doc = yield* read(
        "doc",
        compound({ WordDocument: docStream(letter).main, "1Table": docStream(letter).table })
      )
      assert.match(doc.html, /<p>Dear élan<\/p>.*<a href="https:\/\/a\.example\/">this<\/a>/s)
      const xls = yield* read(
        "xls",
        compound({
          Workbook: xlsStream("Old", [
            ["Item", 1],
            ["Bread <b>", 2.5]
          ])
        })
      )
      assert.include(xls.html, "<h2>Old</h2>")
      assert.include(xls.html, "<td>Bread &lt;b&gt;</td><td>2.5</td>")
      const show = pptStream([["The title", "One\rTwo"]])
      const ppt = yield* read("ppt", compound({ "PowerPoint Document": show.document, "Current User": show.user }))
      assert.match(ppt.html, /<h2>The title<\/h2>\s*<ul>\s*<li>One<\/li>\s*<li>Two<\/li>/)
      assert.strictEqual(ppt.pageCount, 1)
    })
  )

  it.effect("reads them whatever the case of the names in them", () =>
    Effect.gen(function* () {
      const letter = docStream("Dear Ada\r")
      const doc = yield* read("doc", compound({ WORDDOCUMENT: letter.main, "1TABLE": letter.table }))
      assert.include(doc.html, "<p>Dear Ada</p>")
      const workbook = xlsStream("Old", [["Item", 1]])
      for (const name of ["WORKBOOK", "workbook"]) {
        const xls = yield* read("xls", compound({ [name]: workbook, "\u0005Other": Buffer.from("x") }))
        assert.include(xls.html, "<h2>Old</h2>", name)
      }
      const show = pptStream([["The title", "One"]])
      const ppt = yield* read("ppt", compound({ "powerpoint document": show.document, "CURRENT USER": show.user }))
      assert.include(ppt.html, "<h2>The title</h2>")
    })
  )

  it.effect("gives the pictures of a document up to twenty, and none that is large", () =>
    Effect.gen(function* () {
      const files = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`Pictures/${at}.gif`, gif]))
      const large = Buffer.concat([gif, Buffer.alloc(1_100_000)])
      const frames = ["large", ...Object.keys(files).map((_, at) => String(at))].map(
        (name) => `<text:p><draw:frame><draw:image xlink:href="Pictures/${name}.gif"/></draw:frame></text:p>`
      )
      const file = zipFile({
        "content.xml": odf(`<office:text>${frames.join("")}</office:text>`),
        ...files,
        "Pictures/large.gif": large
      })
      const { html } = yield* read("odt", file)
      assert.strictEqual(html.split("<img ").length - 1, 20)
      assert.isBelow(html.length, 10_000)
    })
  )

  it.effect("gives a Word document's lists and line ends", () =>
    Effect.gen(function* () {
      const { html } = yield* read("docx", docxFile("<w:p><w:r><w:t>One</w:t><w:br/><w:t>Two</w:t></w:r></w:p>"))
      assert.include(html, "<p>One<br>Two</p>")
    })
  )
})
