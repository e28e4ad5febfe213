import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { zipFile } from "../../../core/src/testing/documentFiles.ts"
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
