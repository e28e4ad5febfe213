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

/** A zip of entries that are one stretch of zeros each, packed a thousand times. */
const zip = (names: ReadonlyArray<string>, bytesEach: number, head = ""): Buffer => {
  const packed = deflateRawSync(Buffer.concat([Buffer.from(head), Buffer.alloc(bytesEach, " ")]))
  const size = bytesEach + head.length
  const parts: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let at = 0
  for (const name of names) {
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
  end.writeUInt16LE(names.length & 0xffff, 8)
  end.writeUInt16LE(names.length & 0xffff, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
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
