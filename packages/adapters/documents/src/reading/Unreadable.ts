/** A file that cannot be read, as it is thrown inside a reading thread: exceptions are how parsers end. */
import type { DocumentUnreadable } from "@kittiwake/core/pages/DocumentReader"
import { pageNodes } from "./limits.ts"

export type Reason = DocumentUnreadable["reason"]

/** Ends the reading of a file. The message may be shown to who sent it, so it quotes nothing of the machine. */
export class Unreadable extends Error {
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** What is written in pictures is read by packages that a program which embeds the library installs when it wants that. */
export const ocrUnavailable = (what: string) =>
  new Unreadable(
    "ocr_unavailable",
    `This installation cannot read text in pictures: ${what}. Install the packages tesseract.js, @tesseract.js-data/eng, @hyzyla/pdfium and sharp, or ask without OCR.`
  )

/** Ends the reading of a file that is damaged. */
export const corrupt = (message: string) => new Unreadable("corrupt", message)

/** Ends the reading of a file that is over a limit. */
export const tooComplex = (message: string) => new Unreadable("too_complex", message)

/** Ends the reading of a file that makes a page which nobody would read. */
export const tooManyNodes = () => tooComplex(`The file makes more than ${pageNodes} elements and texts.`)

/** Ends the reading of a file that makes more text than is read. */
export const tooMuchText = () => tooComplex("The file holds more text than is read.")

/** What an exception of a parser says about its file. WebAssembly that has run out of memory aborts. */
export const unreadableOf = (cause: unknown): Unreadable => {
  if (cause instanceof Unreadable) return cause
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  if (
    /allocation failed|out of memory|aborted\(|call stack|invalid (typed )?array (buffer )?length|invalid string length|exceeds pixel limit/i.test(
      text
    )
  ) {
    return tooComplex("The file takes more memory to read than is allowed.")
  }
  if (/password|encrypt/i.test(text)) return new Unreadable("encrypted", "The file is protected by a password.")
  return corrupt("The file is damaged, or is not what its type says.")
}
