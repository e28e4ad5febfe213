/** Reads what is written in pictures, with tesseract and the language data that is installed: nothing is downloaded. */
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { escapeHtml, oneLine, paragraph } from "../reading/Markup.ts"
import type { OcrLanguage } from "../reading/ReadOptions.ts"
import { ocrUnavailable, unreadableOf } from "../reading/Unreadable.ts"
import { type GreyPicture, pgmOf } from "./GreyPicture.ts"

export interface TextReader {
  /** Paragraphs of what is written in the picture; an empty text when nothing is. */
  readonly read: (picture: GreyPicture) => Promise<string>
}

const require = createRequire(import.meta.url)

const dataFolder = ({ folder, language }: OcrLanguage): string => {
  if (folder !== null) {
    if (!existsSync(join(folder, `${language}.traineddata.gz`)))
      throw ocrUnavailable(`no data for the language ${language}`)
    return folder
  }
  try {
    return join(dirname(require.resolve(`@tesseract.js-data/${language}/package.json`)), "4.0.0_best_int")
  } catch {
    throw ocrUnavailable(`no data for the language ${language}`)
  }
}

const threadFile = () =>
  fileURLToPath(
    new URL(import.meta.url.endsWith(".ts") ? "./textReaderThread.ts" : "./textReaderThread.js", import.meta.url)
  )

/** Words that the software is less sure of than this are specks and lines. */
const leastConfidence = 30

/** The reader of this thread. To start one takes as long as to read a page with it. */
let started: Promise<TextReader> | null = null

/** The reader of this thread, which lives in a thread of its own and ends with this one. */
export const openTextReader = async (ocrLanguage: OcrLanguage): Promise<TextReader> => {
  started ??= startTextReader(ocrLanguage)
  try {
    return await started
  } catch (cause) {
    started = null
    throw cause
  }
}

const startTextReader = async (ocrLanguage: OcrLanguage): Promise<TextReader> => {
  const langPath = dataFolder(ocrLanguage)
  const tesseract = await import("tesseract.js").catch(() => {
    throw ocrUnavailable("tesseract.js is missing")
  })
  const worker = await tesseract.default.createWorker(ocrLanguage.language, tesseract.default.OEM.LSTM_ONLY, {
    langPath,
    cacheMethod: "none",
    gzip: true,
    workerPath: threadFile(),
    // The errors of a picture come back with its promise; without this they would end the thread as well.
    errorHandler: () => {}
  })
  return {
    read: async (picture) => {
      try {
        const { data } = await worker.recognize(pgmOf(picture), {}, { text: false, blocks: true })
        return htmlOf(data.blocks ?? [])
      } catch (cause) {
        // What a picture broke may be broken for the next one.
        started = null
        await worker.terminate()
        throw unreadableOf(cause)
      }
    }
  }
}

interface ReadBlock {
  readonly paragraphs: ReadonlyArray<{
    readonly lines: ReadonlyArray<{ readonly text: string; readonly confidence: number }>
  }>
}

const htmlOf = (blocks: ReadonlyArray<ReadBlock>): string =>
  blocks
    .flatMap(({ paragraphs }) => paragraphs)
    .map(({ lines }) => {
      const text = lines
        .filter((line) => line.confidence >= leastConfidence && /[\p{L}\p{N}]/u.test(line.text))
        .reduce((before, line) => joined(before, oneLine(line.text)), "")
      return paragraph(escapeHtml(text))
    })
    .join("")

const joined = (before: string, line: string): string => {
  if (before === "") return line
  return /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line) ? before.slice(0, -1) + line : `${before} ${line}`
}
