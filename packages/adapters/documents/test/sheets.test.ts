import { assert, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { writeXlsx } from "hucre"
import { countNodes } from "../src/reading/countNodes.ts"
import { pageNodes, tableNodes } from "../src/reading/limits.ts"
import { readDelimited } from "../src/text/readData.ts"
import { readHere, zipped } from "./reading.ts"

vi.setConfig({ testTimeout: 180_000 })

const text = (value: string, more = "") =>
  `<table:table-cell office:value-type="string"${more}><text:p>${value}</text:p></table:table-cell>`

const row = (cells: string, more = "") => `<table:table-row${more}>${cells}</table:table-row>`

const sheet = (name: string, rows: string, style = "shown") =>
  `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`

const style = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="table"><style:table-properties ${properties}/></style:style>`

const ods = (sheets: string) =>
  zipped({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:automatic-styles>${style("shown", 'table:display="true"')}${style("gone", 'table:display="false"')}${style("other", 'style:writing-mode="lr-tb"')}</office:automatic-styles><office:body><office:spreadsheet>${sheets}</office:spreadsheet></office:body></office:document-content>`
  })

const cellsOf = (html: string) => [...html.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map((match) => match[1] ?? "")

const rowsOf = (html: string) => html.split("<tr>").length - 1

it.effect("leaves hidden sheets of an OpenDocument out, whatever they hold", () =>
  Effect.gen(function* () {
    const long = row(text("HIDDEN", ' table:number-columns-repeated="500"'), ' table:number-rows-repeated="90000"')
    const file = ods(
      sheet("A", row(text("a"))) +
        sheet("H", long, "gone") +
        sheet("I", "", "gone") +
        sheet("B", row(text("b")), "other") +
        sheet("J", row(text("HIDDEN")), "gone") +
        `<table:table table:name="C">${row(text("c"))}</table:table>`
    )
    const { html, pageCount } = yield* readHere("ods", file)
    assert.deepStrictEqual(cellsOf(html), ["a", "b", "c"])
    assert.deepStrictEqual(
      [...html.matchAll(/<h2>(.)/g)].map((match) => match[1]),
      ["A", "B", "C"]
    )
    assert.strictEqual(pageCount, 6)
  })
)

it.effect("shows numbers of an OpenDocument as their cells do, whatever stands at them", () =>
  Effect.gen(function* () {
    const note = "<office:annotation><dc:creator>Ann</dc:creator><text:p>NOTE 1</text:p></office:annotation>"
    const cell = (type: string, value: string, line: string, before = "") =>
      `<table:table-cell office:value-type="${type}" office:value="${value}">${before}<text:p>${line}</text:p></table:table-cell>`
    const cells = [
      cell("currency", "7.5", "£7.50", note),
      cell("float", "1234.5", "1.234,50", `\n  ${note}\n  ${note}\n`),
      cell("percentage", "0.5", "<text:span>50%</text:span>"),
      cell("currency", "1.5", '<text:span text:style-name="T1">1,50</text:span> <text:span>€</text:span>'),
      cell("float", "3", "3.00", "<office:annotation/>"),
      text(`<text:span>5</text:span>0${note}`),
      `<table:table-cell office:value-type="time" office:time-value="PT08H00M00S"><text:p>8</text:p></table:table-cell>`,
      cell("float", "8", "<text:a>8.00</text:a>"),
      cell("float", "9", "9.0")
    ]
    const { html } = yield* readHere("ods", ods(sheet("S", cells.map((one) => row(one)).join(""))))
    assert.deepStrictEqual(cellsOf(html), ["£7.50", "1,234.50", "50%", "1.50 €", "3.00", "50", "8", "8", "9.0"])
  })
)

it.effect("tells the first rows of a long OpenDocument sheet, how many others there are, and the sheet below it", () =>
  Effect.gen(function* () {
    const last = sheet("Last", row(text("z")))
    const empty = row("<table:table-cell/>", ' table:number-rows-repeated="7"')
    const ten = (rows: number) =>
      row(text("x", ' table:number-columns-repeated="10"'), ` table:number-rows-repeated="${rows}"`)
    const { html } = yield* readHere(
      "ods",
      ods(sheet("S", ten(22_000) + ten(600) + ten(400) + empty + ten(3) + empty) + last)
    )
    // A row has twelve elements and ten texts.
    assert.include(html, `<p>${23_010 - Math.floor(tableNodes / 22)} more rows are left out.</p>\n<h2>Last</h2>`)
    // More cells than are put into memory stand where there is no room.
    const far = ods(sheet("S", ten(60_000).repeat(12)) + last)
    assert.include((yield* readHere("ods", far)).html, "<p>Further rows are left out.</p>\n<h2>Last</h2>")
    // A table in a cell ends no sheet, however long it is.
    const inner = `<table:table-cell><table:table>${ten(60_000)}</table:table></table:table-cell>`
    const nested = ods(sheet("S", row(inner) + row(text("below"))) + last)
    assert.include(cellsOf((yield* readHere("ods", nested)).html), "z")
    // Rows that show little are all told.
    const blank = `<table:table-cell office:value-type="string" table:number-columns-repeated="400"/>${text("y")}`
    const wide = ods(sheet("S", row(text("x") + blank) + row(text("x")).repeat(900)))
    assert.strictEqual(rowsOf((yield* readHere("ods", wide)).html), 901)
  })
)

it.effect("counts what sheets are together, links twice, and columns from the first that holds something", () =>
  Effect.gen(function* () {
    const rows = (count: number) => Array.from({ length: count }, (_, at) => [at, 1, 2, 3, 4])
    const sheets = [
      { name: "First", rows: rows(40_000) },
      { name: "Second", rows: rows(5_000) }
    ]
    const { html } = yield* readHere("xlsx", yield* Effect.promise(() => writeXlsx({ sheets })))
    // A row has seven elements and five texts.
    assert.include(html, `<p>${45_000 - Math.floor(tableNodes / 12)} more rows are left out.</p>`)
    assert.isAtMost(countNodes(html, Number.POSITIVE_INFINITY), pageNodes)
    const linked = row(
      text('<text:a xlink:href="https://a.example/">x</text:a>', ' table:number-columns-repeated="500"')
    )
    const links = (yield* readHere("ods", ods(sheet("S", linked.repeat(400))))).html
    assert.strictEqual(rowsOf(links), Math.floor(tableNodes / 1_502))
    const far = row(
      `<table:table-cell table:number-columns-repeated="3"/>${text("x", ' table:number-columns-repeated="600"')}`
    )
    assert.include((yield* readHere("ods", ods(sheet("S", far)))).html, "<p>100 more columns are left out.</p>")
  })
)

it.effect("tells long cells to their end", () =>
  Effect.gen(function* () {
    const long = `${"word ".repeat(20_000)}END`
    assert.include(readDelimited(`id,text\n1,"${long}"\n`, "csv").html, `<td>${long}</td>`)
    assert.include((yield* readHere("ods", ods(sheet("S", row(text(long)))))).html, `<th>${long}</th>`)
  })
)
