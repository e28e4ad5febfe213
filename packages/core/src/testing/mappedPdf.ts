/** PDF files whose fonts name character maps that the file does not hold. */
import { rawPdf } from "./documentFiles.ts"

/** A PDF whose last page sets each of these texts, as bytes, in a font of its own that the file does not hold. */
export const pdfInMaps = (
  texts: ReadonlyArray<{ readonly map: string; readonly ordering: string; readonly bytes: Uint8Array | string }>,
  firstPage: string | null = null
): Uint8Array => {
  const hex = (bytes: Uint8Array | string) => (typeof bytes === "string" ? bytes : Buffer.from(bytes).toString("hex"))
  const isVertical = (map: string) => map.endsWith("-V")
  const content = texts
    .map(({ bytes, map }, at) =>
      isVertical(map)
        ? `BT /F${at} 12 Tf ${500 - at * 40} 700 Td <${hex(bytes)}> Tj ET\n`
        : `BT /F${at} 12 Tf 72 ${700 - at * 40} Td <${hex(bytes)}> Tj ET\n`
    )
    .join("")
  const fonts = texts.map((_, at) => `/F${at} ${5 + at * 2} 0 R`).join(" ")
  const first = firstPage === null ? "" : `BT /L 12 Tf 72 700 Td (${firstPage}) Tj ET`
  const last = 5 + texts.length * 2
  return rawPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    firstPage === null
      ? "<< /Type /Pages /Count 1 /Kids [3 0 R] >>"
      : `<< /Type /Pages /Count 2 /Kids [${last} 0 R 3 0 R] >>`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << ${fonts} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...texts.flatMap(({ map, ordering }, at) => [
      `<< /Type /Font /Subtype /Type0 /BaseFont /Song${at} /Encoding /${map} /DescendantFonts [${6 + at * 2} 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song${at} /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Song${at} /Flags 4 /Ascent 800 /Descent -200 /CapHeight 700 /ItalicAngle 0 /StemV 80 /FontBBox [0 -200 1000 800] >> /DW 1000 >>`
    ]),
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${last + 1} 0 R /Resources << /Font << /L << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    `<< /Length ${first.length} >>\nstream\n${first}\nendstream`
  ])
}

/** Big-endian UTF-16, as maps of Unicode want it. */
export const ucs2 = (text: string) => Buffer.from(text, "utf16le").swap16()
