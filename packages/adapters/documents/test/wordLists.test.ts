/** Numbers, hidden text and check boxes of Word documents. Observed: the HTML that is made of them. */
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { unzipSync } from "fflate"
import { docxFile } from "../../../core/src/testing/documentFiles.ts"
import { readHere as read, zipped } from "./reading.ts"

// The first file of a kind loads what reads it.
vi.setConfig({ testTimeout: 180_000 })

const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'

const p = (text: string, properties = "", run = "") =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

const numPr = (list: number | null, level: number) =>
  `<w:numPr><w:ilvl w:val="${level}"/>${list === null ? "" : `<w:numId w:val="${list}"/>`}</w:numPr>`

const item = (text: string, level = 0, list = 1) => p(text, numPr(list, level))

const level = (at: number, way: string, pattern: string, more = "") =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${way}"/>${more}<w:lvlText w:val="${pattern}"/></w:lvl>`

const family = (id: number, ...levels: ReadonlyArray<string>) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join("")}</w:abstractNum>`

const list = (id: number, of: number, overrides = "") =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${overrides}</w:num>`

const restart = (at: number, start: number) =>
  `<w:lvlOverride w:ilvl="${at}"><w:startOverride w:val="${start}"/></w:lvlOverride>`

const style = (id: string, name: string, more: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`

const document = (body: string, numbering: string, styles = "") => {
  const files = unzipSync(docxFile(body))
  const types = Buffer.from(files["word/document.xml"]!)
    .toString()
    .replace(/<w:document [^>]*>/, `<w:document ${namespaces}>`)
  return zipped({
    ...files,
    "word/document.xml": types,
    "word/styles.xml": `<w:styles ${namespaces}>${style("Heading1", "heading 1", "")}${styles}</w:styles>`,
    "word/numbering.xml": `<w:numbering ${namespaces}>${numbering}</w:numbering>`
  })
}

const plain = family(0, level(0, "decimal", "%1."), level(1, "lowerLetter", "%2)"), level(2, "lowerRoman", "%3."))
const legal = family(1, level(0, "decimal", "%1."), level(1, "decimal", "%1.%2"), level(2, "decimal", "%1.%2.%3"))

/** The blocks of a document as lines. */
const linesOf = (html: string) =>
  html
    .replaceAll(/<(ol start="\d+")>/g, "[$1]")
    .replaceAll(/<[^>]*>/g, "\n")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

describe("lists of Word documents", () => {
  const html = (body: string, numbering: string, styles = "") =>
    Effect.map(read("docx", document(body, numbering, styles)), (content) => content.html)

  it.effect("numbers a paragraph that keeps what it was before a change of its list", () =>
    Effect.gen(function* () {
      const before = `<w:pPrChange w:id="1" w:author="a"><w:pPr>${numPr(2, 1)}</w:pPr></w:pPrChange>`
      const body = [item("One"), p("Two", `${numPr(1, 0)}<w:jc w:val="left"/>${before}`), item("Three")]
      assert.match(
        yield* html(body.join(""), plain + list(1, 0) + list(2, 0)),
        /<ol>\s*<li>One<\/li>\s*<li>Two<\/li>\s*<li>Three<\/li>/
      )
    })
  )

  it.effect("goes on with a list after a paragraph, and with none that is another", () =>
    Effect.gen(function* () {
      const body = [
        item("One"),
        p("Between"),
        item("Two"),
        item("Three"),
        item("Anew", 0, 2),
        item("Next", 0, 2),
        item("Other", 0, 3),
        item("Four")
      ]
      const lists = list(1, 0) + list(2, 0, restart(0, 1)) + list(3, 1)
      assert.deepStrictEqual(linesOf(yield* html(body.join(""), plain + legal + lists)), [
        "One",
        "Between",
        '[ol start="2"]',
        "Two",
        "Three",
        "Anew",
        "Next",
        "Other",
        // Lists of one definition share their numbers, where none begins anew.
        '[ol start="3"]',
        "Four"
      ])
    })
  )

  it.effect("writes the numbers that no list of HTML has before their paragraphs, in the item above", () =>
    Effect.gen(function* () {
      const body = [
        item("Term"),
        item("First", 1),
        item("Second", 1),
        item("Deep", 2),
        item("Last"),
        item("Begins anew", 1),
        item("Clause", 0, 2),
        item("Part", 1, 2),
        item("Point", 2, 2),
        item("Part", 1, 2)
      ]
      const found = yield* html(body.join(""), plain + legal + list(1, 0) + list(2, 1))
      assert.match(
        found,
        /<ol>\s*<li>Term<p>a\) First<\/p>\s*<p>b\) Second<\/p>\s*<p>i\. Deep<\/p>\s*<\/li>\s*<li>Last/
      )
      assert.deepStrictEqual(linesOf(found).slice(4), [
        "Last",
        "a) Begins anew",
        "Clause",
        "1.1 Part",
        "1.1.1 Point",
        "1.2 Part"
      ])
    })
  )

  it.effect("writes roman numbers, letters after the last one, zeros and numbers of other scripts", () =>
    Effect.gen(function* () {
      const ways: ReadonlyArray<readonly [way: string, pattern: string, start: number, label: string]> = [
        ["upperRoman", "Article %1", 4, "Article IV"],
        ["lowerRoman", "(%1)", 1999, "(mcmxcix)"],
        ["lowerLetter", "%1.", 27, "aa."],
        ["upperLetter", "%1.", 26, "Z."],
        ["decimalZero", "%1", 7, "07"],
        ["ordinal", "%1", 22, "22nd"],
        ["ordinal", "%1", 12, "12th"],
        ["chineseCounting", "第%1条", 21, "第二十一条"],
        ["decimal", "§ %1", 3, "§ 3"],
        ["nobodyKnows", "%1 -", 3, "3 -"],
        ["lowerLetter", "%1.", 99_999, "99999."],
        ["upperRoman", "%1.", 12_345, "12345."]
      ]
      const families = ways.map(([way, pattern, start], at) =>
        family(at, level(0, way, pattern).replace('w:start w:val="1"', `w:start w:val="${start}"`))
      )
      const body = ways.map((_, at) => item("x", 0, at + 1)).join("")
      const numbering = families.join("") + ways.map((_, at) => list(at + 1, at)).join("")
      assert.deepStrictEqual(
        linesOf(yield* html(body, numbering)),
        ways.map(([, , , label]) => `${label} x`)
      )
    })
  )

  it.effect("numbers headings by their style, by the level that is bound to it", () =>
    Effect.gen(function* () {
      const outline = family(
        0,
        level(0, "upperRoman", "%1.", '<w:pStyle w:val="Heading1"/>'),
        level(1, "decimal", "%1.%2", '<w:pStyle w:val="Heading2"/><w:isLgl/>'),
        level(2, "decimal", "%3", '<w:suff w:val="nothing"/><w:pStyle w:val="Heading3"/>')
      )
      const numbers = (list: string) => `<w:pPr><w:numPr>${list}</w:numPr></w:pPr>`
      const styles =
        style("Heading2", "heading 2", numbers('<w:ilvl w:val="1"/><w:numId w:val="1"/>')) +
        style("Heading3", "heading 3", '<w:basedOn w:val="Heading2"/>') +
        style("Body", "body", "")
      const heading = (at: number, text: string) => p(text, `<w:pStyle w:val="Heading${at}"/>`)
      const own = heading(1, "Scope").replace("</w:pPr>", `${numPr(1, 0)}</w:pPr>`)
      const off = heading(2, "Unnumbered").replace("</w:pPr>", `${numPr(0, 0)}</w:pPr>`)
      const found = yield* html(
        own + heading(2, "Terms") + off + heading(2, "Dates") + p("Text", '<w:pStyle w:val="Body"/>'),
        outline + list(1, 0),
        styles
      )
      assert.deepStrictEqual(linesOf(found), ["I. Scope", "1.1 Terms", "Unnumbered", "1.2 Dates", "Text"])
      assert.include(found, "<h1>I. Scope</h1>")
    })
  )

  it.effect("keeps bullets bullets, below numbers and between them, and shows no empty item", () =>
    Effect.gen(function* () {
      const mixed = family(0, level(0, "decimal", "%1."), level(1, "bullet", "•"))
      const body = item("One") + item("Dot", 1) + item("Dot two", 1) + item("") + item("Three")
      const found = yield* html(body, mixed + list(1, 0))
      assert.match(
        found,
        /<ol>\s*<li>One\s*<ul>\s*<li>Dot<\/li>\s*<li>Dot two<\/li>\s*<\/ul>\s*<\/li>\s*<\/ol>\s*<ol start="3">\s*<li>Three/
      )
    })
  )

  it.effect(
    "leaves hidden text out, by itself or by its style, and counts no paragraph that is hidden or deleted",
    () =>
      Effect.gen(function* () {
        const styles = `<w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>`
        const hidden = "<w:rPr><w:vanish/></w:rPr>"
        const text = (content: string, run: string) => `<w:r><w:rPr>${run}</w:rPr><w:t>${content}</w:t></w:r>`
        const body = [
          `<w:p>${text("Seen", "")}${text("HIDDEN", "<w:vanish/>")}${text("ALSO", '<w:rStyle w:val="Secret"/>')}${text("Shown", '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>')}</w:p>`,
          item("One"),
          p("GONE", numPr(1, 0) + hidden, "<w:vanish/>"),
          `<w:p><w:pPr>${numPr(1, 0)}<w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:del w:id="2"><w:r><w:delText>DELETED</w:delText></w:r></w:del></w:p>`,
          item("Two"),
          `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "https://a.example/"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${text("link", "")}<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="end"/></w:r>${text("free", "")}</w:p>`
        ]
        const found = yield* html(body.join(""), plain + list(1, 0), styles)
        assert.deepStrictEqual(linesOf(found), ["SeenShown", "One", "Two", "link", "free"])
        assert.include(found, '<a href="https://a.example/">link</a>free')
      })
  )

  it.effect("counts text boxes once, and marks of others' text none", () =>
    Effect.gen(function* () {
      const box = (text: string) => `<w:txbxContent>${item(text)}</w:txbxContent>`
      const both = `<w:p><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"><mc:Choice>${box("Box")}</mc:Choice><mc:Fallback><w:pict><v:textbox>${box("Box")}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`
      const found = yield* html(
        item("One") + both + item("Three") + p("\uf8f20\uf8f3Odd \uf8f299\uf8f3"),
        plain + list(1, 0)
      )
      assert.match(found, /<ol>\s*<li>One<\/li>\s*<li>Box<\/li>\s*<li>Three<\/li>\s*<\/ol>/)
      assert.match(found, /<p>Odd\s*<\/p>/)
    })
  )

  it.effect("says of check boxes whether they are ticked", () =>
    Effect.gen(function* () {
      const box = (value: string) =>
        `<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${value}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>x</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t> agreed</w:t></w:r></w:p>`
      const field = `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>old</w:t></w:r></w:p>`
      assert.deepStrictEqual(linesOf(yield* html(box("1") + box("0") + field, "")), ["☒ agreed", "☐ agreed", "☒old"])
    })
  )

  it.effect(
    "keeps text that stands in references, beside readings and in directions of its own, and raised styles",
    () =>
      Effect.gen(function* () {
        const run = (text: string, properties = "") => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
        const styles =
          '<w:style w:type="character" w:styleId="Up"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'
        const raised = '<w:rStyle w:val="Up"/>'
        const body = [
          `<w:p>${run("See clause ")}<w:fldSimple w:instr=" REF a "><w:r><w:t>2</w:t></w:r></w:fldSimple><w:fldSimple w:instr="X"/></w:p>`,
          `<w:p><w:r><w:ruby><w:rt>${run("kan")}</w:rt><w:rubyBase>${run("漢")}</w:rubyBase></w:ruby></w:r><w:bdo w:val="rtl">${run("字")}</w:bdo></w:p>`,
          `<w:p>${run("10")}${run("6", raised)}${run("7", `${raised}<w:vertAlign w:val="baseline"/>`)}</w:p>`
        ]
        const found = yield* html(body.join(""), "", styles)
        assert.deepStrictEqual(linesOf(found).slice(0, 2), ["See clause 2", "漢字"])
        assert.include(found, "<p>10<sup>6</sup>7</p>")
      })
  )

  it.effect("gives a cell that holds nothing but its number", () =>
    Effect.gen(function* () {
      const cell = (content: string) => `<w:tc>${content}</w:tc>`
      const row = (...cells: ReadonlyArray<string>) => `<w:tr>${cells.map(cell).join("")}</w:tr>`
      const body = `<w:tbl>${row(p("No"), p("Task"))}${row(item(""), p("One"))}${row(item(""), p("Two"))}</w:tbl>${item("")}`
      assert.deepStrictEqual(linesOf(yield* html(body, plain + list(1, 0))), ["No", "Task", "1.", "One", "2.", "Two"])
    })
  )

  it.effect("is not held up by styles in a circle or by definitions that are missing", () =>
    Effect.gen(function* () {
      const styles =
        style("A", "a", '<w:basedOn w:val="B"/>') + style("B", "b", '<w:basedOn w:val="A"/>') + style("C", "c", "")
      const body = p("Round", '<w:pStyle w:val="A"/>') + item("No list", 0, 9) + item("No level", 8)
      assert.deepStrictEqual(linesOf(yield* html(body, plain + list(1, 0), styles)), ["Round", "No list", "No level"])
    })
  )
})
