/** What is asked of a reading thread. It goes from thread to thread, so it is plain values. */
import type { DocumentRequest } from "@kittiwake/core/pages/DocumentReader"

/** Where the software that reads text in pictures finds what it knows of a language. */
export interface OcrLanguage {
  /** Its name in the software, such as `eng`. */
  readonly language: string
  /** The folder with `<language>.traineddata.gz`; null takes the English that is installed with this package. */
  readonly folder: string | null
}

export interface FileToRead extends Omit<DocumentRequest, "timeout"> {
  readonly ocrLanguage: OcrLanguage
  /** Time of the processor for the whole file, without what pictures add to it. */
  readonly processorMillis: number
}
