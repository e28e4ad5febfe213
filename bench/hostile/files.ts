/** Hostile files, as somebody sends them to be read. */
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { type Attack, ask, type World } from "./asking.ts"

const megabyte = 1024 * 1024

const send = (extension: string, make: () => Uint8Array | string): Attack => {
  let made: Uint8Array | string = ""
  const attack = (world: World) =>
    ask(world, "POST", `/v1/parse?extension=${extension}`, made as BodyInit, {
      "content-type": "application/octet-stream"
    }).finally(() => {
      made = ""
    })
  return Object.assign(attack, {
    prepare: () => {
      made = make()
    }
  })
}

/** A PDF of one page, whose content is this stream. */
const pdf = (content: string): Buffer => {
  const stream = deflateSync(Buffer.from(content))
  const head = Buffer.from(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj\n" +
      `4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`
  )
  return Buffer.concat([head, stream, Buffer.from("\nendstream endobj\ntrailer<</Root 1 0 R>>")])
}

/** A PNG that says how large it is, and no more. */
const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(33)
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(bytes)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.set([8, 6, 0, 0, 0], 24)
  return bytes
}

interface Entry {
  readonly name: string
  readonly packed: Buffer
  readonly size: number
}

/** A zip of entries that are one stretch of zeros each, packed a thousand times. */
const zip = (names: ReadonlyArray<string>, bytesEach: number, head = ""): Buffer => {
  const packed = deflateRawSync(Buffer.concat([Buffer.from(head), Buffer.alloc(bytesEach, " ")]))
  return zipOf(names.map((name) => ({ name, packed, size: bytesEach + head.length })))
}

/** A zip of texts that are not packed: so tightly packed it would not be opened. */
const unpackedZip = (texts: Readonly<Record<string, string>>): Buffer =>
  zipOf(
    Object.entries(texts).map(([name, text]) => ({
      name,
      packed: deflateRawSync(text, { level: 0 }),
      size: Buffer.byteLength(text)
    }))
  )

const zipOf = (entries: ReadonlyArray<Entry>): Buffer => {
  const parts: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let at = 0
  for (const { name, packed, size } of entries) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), common, Buffer.from(name), packed])
    directory.push(Buffer.concat([Buffer.from("504b01021400", "hex"), common, Buffer.alloc(14), Buffer.from(name)]))
    directory.at(-1)!.writeUInt32LE(at, 42)
    parts.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length & 0xffff, 8)
  end.writeUInt16LE(entries.length & 0xffff, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const namesOfParts = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

const relations = (...rows: ReadonlyArray<readonly [type: string, target: string]>): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(([type, target]) => `<Relationship Id="${type}" Type="${namesOfParts}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`

/** A Word document of this body, and one part more, whose root is of the same name. */
const wordWith = (body: string, part: string, content: string): Buffer =>
  unpackedZip({
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    "_rels/.rels": relations(["officeDocument", "word/document.xml"]),
    "word/_rels/document.xml.rels": relations([part, `${part}.xml`]),
    "word/document.xml": `<w:document ${word}><w:body>${body}</w:body></w:document>`,
    [`word/${part}.xml`]: `<w:${part} ${word}>${content}</w:${part}>`
  })

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("")

/** Lists whose labels are as long as labels get, and an item of each in turn. */
const wordOfLists = (lists: number, items: number): Buffer => {
  const levels = times(
    9,
    (at) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="3888"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="${"%1%2%3%4%5%6%7%8%9".repeat(5)}"/></w:lvl>`
  )
  const families = times(lists, (at) => `<w:abstractNum w:abstractNumId="${at}">${levels}</w:abstractNum>`)
  const own = times(lists, (at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`)
  const item = (at: number) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at % 9}"/><w:numId w:val="${1 + (at % lists)}"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`
  return wordWith(times(items, item), "numbering", families + own)
}

const wordOfNotes = (marks: number): Buffer =>
  wordWith(
    '<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'.repeat(marks),
    "footnotes",
    `<w:footnote w:id="2"><w:p><w:r><w:t>${"Lorem ipsum dolor sit amet ".repeat(2_000)}</w:t></w:r></w:p></w:footnote>`
  )

/** A book that lists one chapter so often. */
const bookOf = (places: number): Buffer =>
  unpackedZip({
    "META-INF/container.xml": '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>',
    "c.opf": `<package><metadata/><manifest><item id="a" href="a.xhtml"/></manifest><spine>${'<itemref idref="a"/>'.repeat(places)}</spine></package>`,
    "a.xhtml": `<html><body><p>${"Lorem ipsum dolor sit amet ".repeat(800)}</p></body></html>`
  })

/** Sheets of a cell that is said to be there a million times over. */
const sheetsOf = (sheets: number): Buffer => {
  const names = ["office", "text", "table"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  )
  const sheet =
    '<table:table table:name="S"><table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="1000" office:value-type="string"><text:p>xyz</text:p></table:table-cell></table:table-row></table:table>'
  return unpackedZip({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content ${names.join(" ")}><office:body><office:spreadsheet>${sheet.repeat(sheets)}</office:spreadsheet></office:body></office:document-content>`
  })
}

const office = ["[Content_Types].xml", "_rels/.rels", "word/document.xml"]

export const files: Readonly<Record<string, Attack>> = {
  "PDF of 5,000,000 q": send("pdf", () => pdf("q ".repeat(5_000_000))),
  "PDF of 3,000,000 words": send("pdf", () => pdf(`BT /F1 1 Tf ${"(x) Tj ".repeat(3_000_000)} ET`)),
  "PDF of 300 MB of blanks": send("pdf", () => pdf(" ".repeat(300 * megabyte))),
  "PDF that is none": send("pdf", () => "%PDF-1.7\n<html>"),
  "document of 200 MB": send("docx", () => zip(office, 200 * megabyte)),
  "document of 60,000 entries": send("docx", () =>
    zip(
      Array.from({ length: 60_000 }, (_, n) => `word/${n}.xml`),
      1
    )
  ),
  "document 1,000,000 deep": send("docx", () => zip(office, 1, `<w:document>${"<w:p>".repeat(1_000_000)}`)),
  "workbook of 200 MB": send("xlsx", () =>
    zip(["[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"], 200 * megabyte)
  ),
  "document of 60,000 items in 3,000 lists": send("docx", () => wordOfLists(3_000, 60_000)),
  "document of 30,000 marks of one note": send("docx", () => wordOfNotes(30_000)),
  "book of one chapter 60,000 times": send("epub", () => bookOf(60_000)),
  "workbook of 200 sheets of one cell a million times": send("ods", () => sheetsOf(200)),
  "zip in the clothes of a book": send("epub", () => zip(["mimetype", "META-INF/container.xml"], 100 * megabyte)),
  "picture of 65,535 by 65,535": send("png", () => png(65_535, 65_535)),
  "picture of nothing": send("png", () => png(0, 0)),
  "text of 48 MB": send("txt", () => "word ".repeat((48 * megabyte) / 5)),
  "markup of 48 MB": send("html", () => "<p>word</p>".repeat((48 * megabyte) / 11)),
  "markup 4,000,000 deep": send("html", () => "<div>".repeat(4_000_000)),
  "JSON of 20,000,000 elements": send("json", () => `[${"0,".repeat(20_000_000)}0]`),
  "gzip that says it is text": send("txt", () => gzipSync(Buffer.alloc(200 * megabyte))),
  "51 MB": send("txt", () => Buffer.alloc(51 * megabyte, "x"))
}
