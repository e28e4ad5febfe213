/** PDF files whose text stands in pictures only, as scanners make them. */
import { PDFiumLibrary } from "@hyzyla/pdfium"
import { line, pdfFile, wholePicture } from "../../packages/core/src/testing/documentFiles.ts"

/** Different ones; crawls pass over pages that say the same as another. */
export const scanCount = 24

/** Stands at the top of every scan. */
export const scanTitle = "Delivery note"

const goods = "copper lantern harbour anchor battery charger cargo river merchant season signal margin".split(" ")

const linesOf = (scan: number): ReadonlyArray<string> => [
  `${scanTitle} ${scan + 100}`,
  ...Array.from({ length: 5 }, (_, at) => `${goods[(scan + at * 5) % goods.length]} ${(scan + 3) * (at + 7)} pieces`)
]

const [width, height] = [612, 396]

/** Pixels a point: 150 an inch, as scanners are set. */
const scale = 150 / 72

/** A slip of paper, photographed. */
const pictureOf = async (library: PDFiumLibrary, scan: number) => {
  const content = linesOf(scan)
    .map((text, at) => line(text, 72, height - 72 - at * 48, 18))
    .join("")
  const document = await library.loadDocument(pdfFile({ pages: [{ content, width, height }] }))
  const drawn = await document.getPage(0).render({ scale, colorSpace: "Gray", render: "bitmap" })
  // Rows of a picture in grey are padded, and the memory is the library's.
  const stride = drawn.data.length / drawn.height
  const shades = new Uint8Array(drawn.width * drawn.height)
  for (let row = 0; row < drawn.height; row++) {
    shades.set(drawn.data.subarray(row * stride, row * stride + drawn.width), row * drawn.width)
  }
  document.destroy()
  return { width: drawn.width, height: drawn.height, shades }
}

/** Makes all of them. */
export const makeScans = async (): Promise<ReadonlyArray<Buffer>> => {
  const library = await PDFiumLibrary.init()
  const scans: Array<Buffer> = []
  for (let scan = 0; scan < scanCount; scan++) {
    const pages = [{ content: wholePicture, picture: await pictureOf(library, scan) }]
    scans.push(Buffer.from(pdfFile({ pages })))
  }
  library.destroy()
  return scans
}
