/** Pages as pictures, by PDFium: whether a page shows one, how many letters it has, and what it looks like. */
import type { PDFiumDocument } from "@hyzyla/pdfium"
import { type GreyPicture, greyPicture } from "../pictures/GreyPicture.ts"
import { pixels, renderDpi } from "../reading/limits.ts"
import { ocrUnavailable, tooComplex, unreadableOf } from "../reading/Unreadable.ts"
import { lettersOf } from "./legibility.ts"

export interface PagePictures {
  /** Whether the page paints a picture, by itself or inside of a form. */
  readonly hasPicture: (number: number) => boolean
  /** How many letters the page shows, whichever they are. */
  readonly letters: (number: number) => number
  readonly render: (number: number) => Promise<GreyPicture>
  readonly close: () => void
}

/** Objects of a page that are looked at to find a picture. */
const objectsLookedAt = 10_000

/** Opens a document once more, for its looks. */
export const openPagePictures = async (bytes: Uint8Array): Promise<PagePictures> => {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium").catch(() => {
    throw ocrUnavailable("@hyzyla/pdfium is missing")
  })
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes).catch((cause: unknown) => {
    library.destroy()
    throw unreadableOf(cause)
  })
  return {
    hasPicture: (number) => hasPicture(document, number),
    letters: (number) => lettersOf([{ text: document.getPage(number - 1).getText() }]),
    render: (number) => render(document, number),
    close: () => {
      try {
        document.destroy()
        library.destroy()
      } catch {
        // A program that has aborted cannot be closed; its memory goes when nobody refers to it.
      }
    }
  }
}

const hasPicture = (document: PDFiumDocument, number: number): boolean => {
  const page = document.getPage(number - 1)
  let looked = 0
  for (const { type } of page.objects()) {
    // Scanners wrap their pictures in forms; a page of little text and a form is looked at like one.
    if (type === "image" || type === "form") return true
    looked += 1
    if (looked > objectsLookedAt) break
  }
  return false
}

const render = async (document: PDFiumDocument, number: number): Promise<GreyPicture> => {
  const page = document.getPage(number - 1)
  const { originalHeight, originalWidth } = page.getOriginalSize()
  const wanted = renderDpi / 72
  const area = Math.max(originalWidth * originalHeight, 1)
  // A poster is rendered more coarsely, so that every page costs the same at most.
  const scale = Math.min(wanted, Math.sqrt(pixels / 4 / area))
  if (!Number.isFinite(scale) || originalWidth * scale < 1 || originalHeight * scale < 1) {
    throw tooComplex("A page of the PDF has no size that can be rendered.")
  }
  const { data, height, width } = await page.render({ scale, colorSpace: "Gray", render: "bitmap" })
  return greyPicture(data, width, height)
}
