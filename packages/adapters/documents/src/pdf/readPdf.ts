/** PDF files: their text with its layout, and the text of pages that are pictures. */

import type { MoreTime } from "@kittiwake/children/internal/answerRequests"
import { openTextReader } from "../pictures/TextReader.ts"
import { type Fragment, fragment } from "../reading/Fragment.ts"
import { pdf as limit, pictureMillis } from "../reading/limits.ts"
import { oneLine, paragraph } from "../reading/Markup.ts"
import type { FileToRead } from "../reading/ReadOptions.ts"
import { tooComplex, Unreadable } from "../reading/Unreadable.ts"
import { type Block, blocksHtml } from "./Block.ts"
import { fontSizesOf } from "./FontSizes.ts"
import { layoutBlocks } from "./layoutBlocks.ts"
import { isIllegible, legiblePieces, lettersOf } from "./legibility.ts"
import { hasLostFonts, openPdf, type Pdf } from "./openPdf.ts"
import { openPagePictures, type PagePictures } from "./PagePictures.ts"
import { type PageText, readPieces } from "./Piece.ts"
import { withoutRunningText } from "./runningText.ts"
import { taggedBlocks } from "./taggedBlocks.ts"

/** A page with less text than this, and a picture, is a picture of a page. */
const textOfPage = 20

interface ReadPage {
  readonly number: number
  /** Of what stands there, what can be read. */
  readonly text: PageText
  /** Whether something else stands there. */
  readonly isMissing: boolean
  readonly tree: Parameters<typeof taggedBlocks>[0]
}

/** Reads the pages that are asked for. */
export const readPdf = async (file: FileToRead, more: MoreTime): Promise<Fragment> => {
  // pdf.js takes the bytes away from whoever gives them; the renderer of pages needs them too.
  const pdf = await openPdf(file.bytes.slice())
  try {
    const { first, last } = rangeOf(file, pdf.numPages)
    const pages = await readPages(pdf, first, last, pageTimes(file, more))
    const pictures = await picturesAmong(pages, file)
    try {
      if (!file.ocr && !pages.some((page) => isReadable(page, pictures))) throw unreadWithoutOcr(pictures)
      const recovered = file.ocr ? await recover(pictures, file, more) : new Map<number, string>()
      const known = await readMetadata(pdf)
      return fragment(blocksHtml(blocksOf(pages, recovered, pictures.lost)), {
        ...known,
        pageCount: pdf.numPages,
        recoveredPages: [...recovered.keys()]
      })
    } finally {
      pictures.close()
    }
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const rangeOf = ({ firstPage, lastPage }: FileToRead, count: number) => {
  const first = firstPage ?? 1
  const last = Math.min(lastPage ?? count, count)
  if (first > count || first < 1 || last < first) {
    throw new Unreadable("page_out_of_range", `The PDF has ${count === 1 ? "1 page" : `${count} pages`}.`)
  }
  return { first, last }
}

/** Asks for the time of each page after the first, until the file has all of its time. */
const pageTimes = ({ processorMillis }: FileToRead, more: MoreTime) => {
  let left = processorMillis * (1 - limit.timeOfFirstPage)
  return () => {
    const asked = Math.min(left, processorMillis * limit.timeOfPage)
    left -= asked
    if (asked > 0) more(asked)
  }
}

const readPages = async (
  pdf: Pdf,
  first: number,
  last: number,
  nextPage: () => void
): Promise<ReadonlyArray<ReadPage>> => {
  const pages: Array<ReadPage> = []
  let pieces = 0
  for (let number = first; number <= last; number++) {
    if (number > first) nextPage()
    const page = await pdf.getPage(number)
    const text = await readPieces(page)
    pieces += text.pieces.length
    if (pieces > limit.pieces) throw tooComplex("The PDF has too many pieces of text.")
    // A structure that is damaged is as none.
    const tree = await page.getStructTree().catch(() => null)
    const { isMissing, pieces: legible } = legiblePieces(text.pieces)
    pages.push({ number, text: { ...text, pieces: legible }, isMissing, tree })
    page.cleanup()
  }
  return pages
}

interface Pictures {
  /** Pages that only their picture tells of. */
  readonly numbers: ReadonlyArray<number>
  /** Those of them with text in fonts that do not say which letters they show, and whether other text of theirs is there. */
  readonly lost: ReadonlyMap<number, { readonly isPartly: boolean }>
  readonly pages: PagePictures | null
  readonly close: () => void
}

/** Two programs seldom count the same letters: so many fewer are lost ones. */
const fewerLetters = 0.9

/** Where nothing renders pages, one without any text is taken for a picture. */
const unseen = (candidates: ReadonlyArray<ReadPage>, lost: Pictures["lost"]): Pictures => ({
  numbers: candidates
    .filter(({ number, text }) => lost.has(number) || lettersOf(text.pieces) === 0)
    .map(({ number }) => number),
  lost,
  pages: null,
  close: () => {}
})

const picturesAmong = async (
  pages: ReadonlyArray<ReadPage>,
  { bytes, ocr }: Pick<FileToRead, "bytes" | "ocr">
): Promise<Pictures> => {
  const lost = new Map<number, { readonly isPartly: boolean }>()
  for (const { isMissing, number, text } of pages) {
    if (isIllegible(text.pieces)) lost.set(number, { isPartly: false })
    else if (isMissing) lost.set(number, { isPartly: hasWords(text.pieces) })
  }
  const isSuspect = hasLostFonts()
  const candidates = pages.filter(
    ({ number, text }) => isSuspect || lost.has(number) || lettersOf(text.pieces) < textOfPage
  )
  if (candidates.length === 0) return { numbers: [], lost, pages: null, close: () => {} }
  const opened = await openPagePictures(bytes).catch((cause: unknown) => {
    if (!ocr && cause instanceof Unreadable && cause.reason === "ocr_unavailable") return null
    throw cause
  })
  if (opened === null) return unseen(candidates, lost)
  const numbers = candidates.flatMap(({ number, text }) => {
    const letters = lettersOf(text.pieces)
    const isEmpty = letters < textOfPage
    if (lost.has(number) || (isEmpty && opened.hasPicture(number))) return [number]
    if (!(isSuspect || letters === 0) || letters >= opened.letters(number) * fewerLetters) return []
    lost.set(number, { isPartly: hasWords(text.pieces) })
    return [number]
  })
  return { numbers, lost, pages: opened, close: opened.close }
}

/** The number of a page, or a line on it, is none of its text. */
const hasWords = (pieces: PageText["pieces"]): boolean => pieces.some(({ text }) => /\p{L}/u.test(text))

const isReadable = ({ number }: ReadPage, { lost, numbers }: Pictures): boolean =>
  !numbers.includes(number) || (lost.get(number)?.isPartly ?? false)

const unreadWithoutOcr = ({ lost }: Pictures): Unreadable =>
  lost.size === 0
    ? new Unreadable("images_only", "The PDF holds only pictures of pages. Ask for OCR to have them read.")
    : new Unreadable(
        "letters_unnamed",
        "The fonts of the PDF do not say which letters they show. Ask for OCR to have its pages read by their looks."
      )

/** The text of the pages that are pictures, by page; pages on which nothing could be read are left out. */
const recover = async (pictures: Pictures, file: FileToRead, more: MoreTime): Promise<ReadonlyMap<number, string>> => {
  const recovered = new Map<number, string>()
  if (pictures.pages === null || pictures.numbers.length === 0) return recovered
  const reader = await openTextReader(file.ocrLanguage)
  for (const number of pictures.numbers) {
    more(pictureMillis)
    const html = await reader.read(await pictures.pages.render(number))
    if (html !== "") recovered.set(number, html)
  }
  return recovered
}

/** What stands where the text of a page, or some of it, is missing. */
const missingText = (number: number, what: string): Block => ({
  kind: "html",
  html: paragraph(`${what} of page ${number} is missing: its fonts do not say which letters they show.`)
})

const blocksOf = (
  pages: ReadonlyArray<ReadPage>,
  recovered: ReadonlyMap<number, string>,
  lost: Pictures["lost"]
): ReadonlyArray<Block> => {
  const cleaned = withoutRunningText(pages.map(({ text }) => text))
  const sizes = fontSizesOf(cleaned.map(({ pieces }) => pieces))
  let isTagged = false
  const blocks = pages.flatMap(({ number, text, tree }, at): ReadonlyArray<Block> => {
    const html = recovered.get(number)
    if (html !== undefined) return [{ kind: "html", html }]
    const missing = lost.get(number)
    if (missing?.isPartly === false) return [missingText(number, "The text")]
    // The tree names decoration itself, so that it is given the whole page.
    const tagged = taggedBlocks(tree, text.pieces, sizes)
    isTagged ||= tagged !== null
    const written = tagged ?? layoutBlocks(cleaned[at]?.pieces ?? [], sizes)
    return missing === undefined ? written : [...written, missingText(number, "Some text")]
  })
  return isTagged ? blocks : withoutGaps(blocks)
}

/** Levels of headings without gaps between them: sizes of letters that no heading has are levels of nothing. */
const withoutGaps = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const used = new Set(blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : [])))
  const levels = [...used].sort((a, b) => a - b)
  return blocks.map((block) =>
    block.kind === "heading" ? { ...block, level: levels.indexOf(block.level) + 1 } : block
  )
}

const readMetadata = async (pdf: Pdf): Promise<{ readonly title: string | null; readonly author: string | null }> => {
  // Metadata that is damaged is as none.
  const metadata = await pdf.getMetadata().catch(() => null)
  const info = (metadata?.info ?? {}) as Readonly<Record<string, unknown>>
  const named = (key: string): string | null => {
    const value = info[key]
    const text = typeof value === "string" ? oneLine(value).slice(0, 500) : ""
    return text === "" || /^untitled$/i.test(text) ? null : text
  }
  return { title: named("Title"), author: named("Author") }
}
