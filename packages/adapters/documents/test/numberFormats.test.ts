/** Numbers of sheets as their cells show them. Observed: the tables that are made of them. */
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { numberWriter } from "../src/office/numberFormats.ts"
import { compound, xlsStream } from "./oldOfficeFiles.ts"
import { readHere as read, zipped } from "./reading.ts"

// The first file of a kind loads what reads it.
vi.setConfig({ testTimeout: 180_000 })

const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

/** A workbook of cells that are XML, each in a row of its own, and formats from number 164 on. */
const workbook = (formats: ReadonlyArray<string>, cells: ReadonlyArray<string>, properties = "") => {
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const all = (relations: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`
  const xfs = [0, ...formats.map((_, at) => 164 + at), 9, 21, 46, 14, 44]
  return zipped({
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    "_rels/.rels": all(relationship("r1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook ${namespace} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${properties}<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": all(
      relationship("r1", "worksheet", "worksheets/sheet1.xml") + relationship("r2", "styles", "styles.xml")
    ),
    "xl/styles.xml": `<styleSheet ${namespace}><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join("")}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${xfs.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet ${namespace}><sheetData>${cells.map((cell, at) => `<row r="${at + 1}">${cell.replace("<c ", `<c r="A${at + 1}" `)}</row>`).join("")}</sheetData></worksheet>`
  })
}

const cellsOf = (html: string) => [...html.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, text]) => text)

/** Format, number, and what the cell shows. */
const shown: ReadonlyArray<readonly [code: string, value: number, text: string]> = [
  ["[h]:mm", 1.5, "36:00"],
  ["[mm]:ss", 0.5, "720:00"],
  ["h:mm", 0.75, "18:00"],
  ["h:mm AM/PM", 0.75, "6:00 PM"],
  ["0.0%", 0.1234, "12.3%"],
  ['#,##0.00 "€"', 1234.5, "1,234.50 €"],
  ["#,##0.00\\ [$€-407]", 1234.5, "1,234.50 €"],
  ["[$CHF-807] #,##0.00", -1234.5, "-CHF 1,234.50"],
  ["[$¥-411]#,##0", 12_800, "¥12,800"],
  ["00000", 1067, "01067"],
  ["000-00-0000", 123_456_789, "123-45-6789"],
  ["0.00", 3.24159, "3.24"],
  ["#,##0.##", 5, "5"],
  ['0.0,,"M"', 2_500_000, "2.5M"],
  ['"Q"0', 3, "Q3"],
  ["# ?/?", 0.75, "3/4"],
  ["[Red][<0]-0;[>=0]+0", 5, "+5"],
  ["yyyy-mm-dd", 46_082, "2026-03-01"],
  ["[$-407]d. mmmm yyyy", 46_082, "2026-03-01"],
  ["dd.mm.yyyy hh:mm", 46_082.75, "2026-03-01 18:00"],
  ["d-mmm", 46_082, "2026-03-01"],
  ["mmm-yy", 46_082, "2026-03"],
  ["[$-407]mmmm", 46_082, "März"],
  ["yyyy", 46_082, "2026"],
  ["General", 0.1 + 0.2, "0.3"],
  ["@", 12, "12"],
  // Nobody can read it, and nothing is lost.
  ["[[broken", 7, "7"]
]

describe("numbers of sheets", () => {
  it.effect("gives them as the cells of a workbook show them", () =>
    Effect.gen(function* () {
      const cells = shown.map(([, value], at) => `<c s="${at + 1}"><v>${value}</v></c>`)
      const file = workbook(
        shown.map(([code]) => code),
        cells
      )
      const found = cellsOf((yield* read("xlsx", file)).html)
      shown.forEach(([code, , text], at) => {
        assert.strictEqual(found[at], text, code)
      })
    })
  )

  it.effect("knows the formats that have a number alone, formulas and namespaces, and leaves texts and errors", () =>
    Effect.gen(function* () {
      const cells = [
        '<c s="1"><v>0.5</v></c>',
        '<c s="2" t="n"><f>B1*24</f><v>0.75</v></c>',
        '<c s="3"><f t="shared" si="0"/><v>1.5</v></c>',
        '<c s="4"><v>46082</v></c>',
        '<c s="5"><v>-1234.5</v></c>',
        '<c s="1" t="str"><v>0.5</v></c>',
        '<c s="1" t="b"><v>1</v></c>',
        '<c s="1" t="e"><v>#N/A</v></c>',
        '<c s="1" t="inlineStr"><is><t>7</t></is></c>',
        '<c s="99"><v>0.5</v></c>',
        "<c ><v>0.5</v></c>"
      ]
      const texts = [
        "50%",
        "18:00:00",
        "36:00:00",
        "2026-03-01",
        "(1,234.50)",
        "0.5",
        "TRUE",
        "#N/A",
        "7",
        "0.5",
        "0.5"
      ]
      assert.deepStrictEqual(cellsOf((yield* read("xlsx", workbook([], cells))).html), texts)
    })
  )

  it.effect("counts the days of workbooks that begin in 1904 from there, and their clocks from no day", () =>
    Effect.gen(function* () {
      const codes = ["h:mm", "[h]:mm", "yyyy-mm-dd", "mmm yyyy", "mmmm"]
      const values = [0.75, 1.5, 44_620, 44_620, 44_620]
      const texts = ["18:00", "36:00", "2026-03-01", "2026-03", "March"]
      const cells = values.map((value, at) => `<c s="${at + 1}"><v>${value}</v></c>`)
      const file = workbook(codes, cells, '<workbookPr date1904="1"/>')
      assert.deepStrictEqual(cellsOf((yield* read("xlsx", file)).html), texts)
      const rows = values.map((value, at) => [{ value, format: at + 1, record: "number" as const }])
      const old = yield* read("xls", compound({ Workbook: xlsStream("S", rows, codes, true) }))
      assert.deepStrictEqual(cellsOf(old.html), texts)
    })
  )

  it.effect("reads those of workbooks of before 2007 in every record that holds numbers", () =>
    Effect.gen(function* () {
      const codes = ["0.0%", '#,##0.00 "€"', "00000", "[h]:mm"]
      const rows = (["number", "formula", "hundredths", "hundredthsInRow"] as const).flatMap((record) => [
        [{ value: 0.12, format: 1, record }],
        [{ value: 1234.5, format: 2, record }],
        [{ value: 1067, format: 3, record }],
        [{ value: 1.5, format: 4, record }]
      ])
      const { html } = yield* read("xls", compound({ Workbook: xlsStream("S", [...rows, ["text"], [7]], codes) }))
      const texts = ["12.0%", "1,234.50 €", "01067", "36:00"]
      assert.deepStrictEqual(cellsOf(html), [...texts, ...texts, ...texts, ...texts, "text", "7"])
    })
  )

  it.effect("takes what an OpenDocument sheet shows, with its numbers in the notation of English", () =>
    Effect.gen(function* () {
      const cell = (type: string, value: string, text: string) =>
        `<table:table-cell office:value-type="${type}" office:${type === "time" ? "time-value" : type === "date" ? "date-value" : "value"}="${value}"><text:p>${text}</text:p></table:table-cell>`
      const cells = [
        [cell("percentage", "0.1234", "12.3%"), "12.3%"],
        [cell("currency", "1234.5", "1.234,50 €"), "1,234.50 €"],
        [cell("time", "PT36H00M00S", "36:00"), "36:00"],
        [cell("float", "1067", "01067"), "01067"],
        [cell("float", "3.24159", "3.24"), "3.24"],
        [cell("float", "3.24159", "3,24"), "3.24"],
        [cell("float", "1234567", "1.234.567"), "1,234,567"],
        [cell("float", "1234.5678", "1.234,57"), "1,234.57"],
        [cell("float", "-1234.5", "-1 234,5"), "-1,234.5"],
        [cell("float", "1234.5", "1'234.50"), "1,234.50"],
        [cell("float", "123456", "1,23,456"), "123,456"],
        [cell("float", "1234", "1.234"), "1,234"],
        [cell("float", "1.234", "1.234"), "1.234"],
        [cell("float", "1.234", "1,234"), "1.234"],
        [cell("float", "0.5", ",5"), "0.5"],
        [cell("float", "12.5", "12,5 kg"), "12.5 kg"],
        [cell("float", "1.5", "1 1/2"), "1 1/2"],
        [cell("float", "1000000", "1,00E+06"), "1,00E+06"],
        [cell("float", "7", "VII"), "VII"],
        [cell("float", "4915112345678", "+49 151 12345678"), "+49 151 12345678"],
        [cell("float", "421123456", "0421 123456"), "0421 123456"],
        [cell("float", "370400440532", "3704 0044 0532"), "3704 0044 0532"],
        [cell("float", "12345678", "12.345.678"), "12,345,678"],
        [cell("float", "7", "9,5"), "7"],
        [cell("percentage", "0.12345", "12,35 %"), "12.35 %"],
        [cell("currency", "-1469.14", "(1.469,14 €)"), "(1,469.14 €)"],
        [cell("date", "2026-03-01", "01.03.26"), "2026-03-01"],
        [cell("float", "8", ""), "8"]
      ] as const
      const rows = cells.map(([xml]) => `<table:table-row>${xml}</table:table-row>`).join("")
      const content = `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`
      const file = zipped({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content })
      assert.deepStrictEqual(
        cellsOf((yield* read("ods", file)).html),
        cells.map(([, text]) => text)
      )
    })
  )
})

it.effect("reads rows of an OpenDocument sheet that are held together by whatever", () =>
  Effect.gen(function* () {
    const row = (text: string) =>
      `<table:table-row><table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell></table:table-row>`
    const rows = [
      `<table:table-header-rows>${row("Head")}</table:table-header-rows>`,
      `<table:table-rows>${row("one")}<table:table-row-group table:display="false">${row("two")}`,
      `<table:table-row-group>${row("three")}</table:table-row-group></table:table-row-group>${row("four")}</table:table-rows>`,
      `<table:table-row-group/>${row("five")}`
    ].join("")
    const content = `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="S">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`
    const file = zipped({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content })
    assert.deepStrictEqual(cellsOf((yield* read("ods", file)).html), ["Head", "one", "two", "three", "four", "five"])
  })
)

it("says nothing of a number whose format is long, damaged or a day", () => {
  for (const code of ["0".repeat(300), "[[", "General", "", "@", "yyyy-mm-dd"]) {
    assert.isNull(numberWriter(164, code, false)(5), code)
  }
  assert.isNull(numberWriter(999, undefined, false)(5))
  // A clock before the beginning of time shows nothing that could be read.
  assert.strictEqual(numberWriter(164, "[h]:mm", false)(-0.5), "-12:00")
})
