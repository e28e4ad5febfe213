/** Opens PDF files with the pdf.js that unpdf carries: nothing in them is run, and nothing outside is loaded for them. */
import { getDocumentProxy } from "unpdf"
import { pdf as limit } from "../reading/limits.ts"
import { corrupt, tooComplex, Unreadable } from "../reading/Unreadable.ts"
import { characterMaps } from "./characterMaps.ts"

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
export type PdfPage = Awaited<ReturnType<Pdf["getPage"]>>

let hasLost = false

/** Whether a font of the file that was opened last could not be read: pdf.js gives none of its text, and says so nowhere else. */
export const hasLostFonts = (): boolean => hasLost

/** pdf.js says on the console what it mends, which is nobody's concern here but for fonts. */
const listen = () => {
  hasLost = false
  console.warn = (message: unknown) => {
    hasLost ||= typeof message === "string" && /loadFont - \w+ failed/.test(message)
  }
  console.log = () => {}
}

/** Opens a document of no more pages than are read. The bytes are pdf.js's from here on. */
export const openPdf = async (bytes: Uint8Array): Promise<Pdf> => {
  listen()
  const pdf = await getDocumentProxy(bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    cMapUrl: characterMaps(),
    cMapPacked: true,
    enableXfa: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: 1,
    canvasMaxAreaInBytes: 1,
    stopAtErrors: false,
    // Warnings as well.
    verbosity: 1
  }).catch((cause: unknown) => {
    throw failureOf(cause)
  })
  if (pdf.numPages > limit.pages) throw tooComplex(`The PDF has more than ${limit.pages} pages.`)
  if (pdf.numPages < 1) throw corrupt("The PDF has no pages.")
  return pdf
}

const failureOf = (cause: unknown): Error => {
  const name = cause instanceof Error ? cause.name : ""
  if (name === "PasswordException") return new Unreadable("encrypted", "The PDF is protected by a password.")
  if (/^(InvalidPDF|FormatError|MissingPDF|XRef)/.test(name)) return corrupt("The PDF is damaged, or is no PDF.")
  return cause instanceof Error ? cause : new Error(String(cause))
}
