/** Small files, written byte by byte, for the suite of `DocumentReader` and the tests of its adapters. */

/** Bytes of a text whose characters are bytes. */
export const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)

/** A page of a PDF: operators that paint it, and what they name. */
export interface PdfPageSource {
  readonly content: string
  readonly width?: number
  readonly height?: number
  /** A picture that the operators paint as `/Im`, a byte a pixel. */
  readonly picture?: { readonly width: number; readonly height: number; readonly shades: Uint8Array }
  /** Addresses that areas of the page lead to. */
  readonly links?: ReadonlyArray<{ readonly area: readonly [number, number, number, number]; readonly url: string }>
}

export interface PdfSource {
  readonly pages: ReadonlyArray<PdfPageSource>
  readonly title?: string
  readonly author?: string
  /** Further objects, and what the catalogue and the trailer say of them. They have the numbers from 100 on. */
  readonly objects?: ReadonlyArray<string>
  readonly catalog?: string
  readonly trailer?: string
}

/** Operators that write a line at a place. The fonts are F1 plain, F2 bold, F3 with letters of one width. */
export const line = (text: string, x: number, y: number, size = 11, font = "F1"): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET\n`

/** Operators that paint the picture of a page over all of it. */
export const wholePicture = "q 612 0 0 792 0 0 cm /Im Do Q\n"

const fonts = ["Helvetica", "Helvetica-Bold", "Courier"]

/** A PDF of these pages. */
export const pdfFile = (source: PdfSource): Uint8Array => {
  const objects = new Map<number, string>()
  const next = () => objects.size + 4
  const add = (body: string) => {
    const number = next()
    objects.set(number, body)
    return number
  }
  const stream = (dictionary: string, body: string) =>
    `<< ${dictionary} /Length ${body.length} >>\nstream\n${body}\nendstream`
  const fontNumbers = fonts.map((name) => add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`))
  const kids = source.pages.map((page) => {
    const content = add(stream("", page.content))
    const picture = page.picture
    const image =
      picture === undefined
        ? ""
        : `/XObject << /Im ${add(
            stream(
              `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
              bytesAsText(picture.shades)
            )
          )} 0 R >>`
    const links = (page.links ?? []).map(
      ({ area, url }) =>
        `${add(`<< /Type /Annot /Subtype /Link /Rect [${area.join(" ")}] /Border [0 0 0] /A << /S /URI /URI (${url}) >> >>`)} 0 R`
    )
    const named = fontNumbers.map((number, at) => `/F${at + 1} ${number} 0 R`).join(" ")
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width ?? 612} ${page.height ?? 792}] /Contents ${content} 0 R /Annots [${links.join(" ")}] /StructParents 0 /Resources << /Font << ${named} >> ${image} >> >>`
    )
  })
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${source.catalog ?? ""} >>`)
  objects.set(2, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] >>`)
  objects.set(3, `<< /Title (${source.title ?? ""}) /Author (${source.author ?? ""}) >>`)
  source.objects?.forEach((body, at) => {
    objects.set(100 + at, body)
  })
  return latin(withTable(objects, source.trailer ?? ""))
}

const bytesAsText = (bytes: Uint8Array): string => {
  let text = ""
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** The objects in their order, and the table that says where each one stands. */
const withTable = (objects: ReadonlyMap<number, string>, trailer: string): string => {
  const last = Math.max(...objects.keys())
  let file = "%PDF-1.7\n"
  const rows = ["0000000000 65535 f \n"]
  for (let number = 1; number <= last; number++) {
    const body = objects.get(number)
    rows.push(body === undefined ? "0000000000 65535 f \n" : `${String(file.length).padStart(10, "0")} 00000 n \n`)
    if (body !== undefined) file += `${number} 0 obj\n${body}\nendobj\n`
  }
  return `${file}xref\n0 ${last + 1}\n${rows.join("")}trailer\n<< /Size ${last + 1} /Root 1 0 R /Info 3 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`
}

/** A PDF of these objects, numbered from 1, and a table that says where each stands. */
export const rawPdf = (objects: ReadonlyArray<string>): Uint8Array => {
  let file = "%PDF-1.7\n"
  const offsets = objects.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, "0")} 00000 n \n`
  })
  return latin(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`
  )
}

/** A zip archive whose files are stored as they are. `declaredBytes` has the directory claim another size of every file. */
export const zipFile = (
  files: Readonly<Record<string, string | Uint8Array>>,
  declaredBytes: number | null = null
): Uint8Array => {
  const encoder = new TextEncoder()
  const parts: Array<Uint8Array> = []
  const directory: Array<Uint8Array> = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const body = typeof content === "string" ? encoder.encode(content) : content
    const nameBytes = encoder.encode(name)
    const common = [
      ...[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0],
      ...word(crc32(body)),
      ...word(body.length),
      ...word(declaredBytes ?? body.length),
      ...[nameBytes.length, 0, 0, 0]
    ]
    parts.push(Uint8Array.from([0x50, 0x4b, 3, 4, ...common]), nameBytes, body)
    directory.push(
      Uint8Array.from([0x50, 0x4b, 1, 2, 20, 0, ...common, ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0], ...word(offset)]),
      nameBytes
    )
    offset += 30 + nameBytes.length + body.length
  }
  const count = Object.keys(files).length
  const counts = [count & 0xff, count >>> 8, count & 0xff, count >>> 8]
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Uint8Array.from([0x50, 0x4b, 5, 6, 0, 0, 0, 0, ...counts, ...word(length), ...word(offset), 0, 0])
  return joinBytes([...parts, ...directory, end])
}

const word = (value: number) => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]

const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** Bytes one after the other. */
export const joinBytes = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const wordNamespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

/** A Word document with this body, whose ids of links lead to these addresses. */
export const docxFile = (body: string, links: Readonly<Record<string, string>> = {}): Uint8Array =>
  zipFile({
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relationships}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(
      links
    )
      .map(
        ([id, target]) =>
          `<Relationship Id="${id}" Type="${relationships}/hyperlink" Target="${target}" TargetMode="External"/>`
      )
      .join("")}</Relationships>`,
    "word/styles.xml": `<w:styles xmlns:w="${wordNamespace}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    "word/document.xml": `<w:document xmlns:w="${wordNamespace}" xmlns:r="${relationships}"><w:body>${body}</w:body></w:document>`,
    "docProps/core.xml":
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The report</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>'
  })
