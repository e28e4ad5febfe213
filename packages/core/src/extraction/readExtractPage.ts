/** One page of a site, read for the data on it: kept, fetched or rendered as any other. */

import { Effect, Schedule } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import type { CacheReport } from "../pages/capturePage.ts"
import { capturePage, isCallers } from "../pages/capturePage.ts"
import type { ActionOutcome } from "../pages/domain/BrowserAction.ts"
import type { PageCapture } from "../pages/domain/PageCapture.ts"
import type { PageMetadata } from "../pages/domain/PageMetadata.ts"
import { isBlank } from "../pages/domain/Rendering.ts"
import { nothing, type PageSource, type PdfOptions, wholePage } from "../pages/domain/ScrapeRequest.ts"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { PageReadings } from "../pages/PageReadings.ts"
import { takeMemory } from "../pages/pageMemory.ts"
import { readDocument } from "../pages/readCapture.ts"
import { Signer } from "../security/Signer.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import { type ReadingError, WebsiteInaccessible } from "../web/errors.ts"
import type { FactSheet, SheetHeading } from "./domain/FactSheet.ts"
import { withPictures } from "./domain/withPictures.ts"
import { FactReader } from "./FactReader.ts"
import type { TopicPage } from "./followTopic.ts"
import { keptBytes } from "./readSitePage.ts"

export interface ExtractPage extends TopicPage {
  readonly sheet: FactSheet
  readonly cache: CacheReport
  readonly actionsApplied: ReadonlyArray<ActionOutcome>
  /** Whether the deadline cut the showing of it short. */
  readonly isPart: boolean
  /** Why no browser looked at it, where it shows nothing to others: its head may say something all the same. Absent else. */
  readonly unrendered?: ReadingError
}

/** Whether there is nothing to read data off. */
export const isEmptySheet = ({ facts, text }: FactSheet): boolean => text.trim() === "" && facts.length === 0

/** Longest time for one exchange with a page. */
const pageMillis = 60_000

/** Frames of a page whose facts are read. */
const maxFrames = 10

/** When a page for which there was no room in memory is asked for again, until the call must end. */
const looksAgain = Schedule.spaced("1 second").pipe(Schedule.jittered)

/** The headings of texts that stand below each other: those of one say nothing of the next. */
const headingsOf = (sheets: ReadonlyArray<FactSheet>): ReadonlyArray<SheetHeading> => {
  let first = 0
  return sheets.flatMap(({ headings = [], text }) => {
    const begin = first
    first += text.split("\n").length
    // Those of what is cut off its end are no longer there.
    const own = headings.map(({ level, line }) => ({ line: begin + line, level })).filter(({ line }) => line < first)
    return [{ line: begin, level: 0 }, ...own]
  })
}

/** A page with what its frames say behind what it says itself. */
const withFrames = (page: FactSheet, frames: ReadonlyArray<FactSheet>): FactSheet => {
  const all = [page, ...frames]
  return {
    ...page,
    text: all.map(({ text }) => text).join("\n"),
    headings: headingsOf(all),
    isCut: all.some(({ isCut }) => isCut),
    facts: all.flatMap(({ facts }) => facts),
    lists: all.flatMap(({ lists }) => lists),
    groups: all.flatMap(({ groups }) => groups)
  }
}

const sheetOf = Effect.fnUntraced(function* (capture: PageCapture, pdf: PdfOptions, deadline: Deadline) {
  const { read } = yield* FactReader
  const html = capture.type === "html" ? capture.body : (yield* readDocument(capture, pdf, deadline)).html
  const isXml = capture.isXml === true ? { isXml: true } : {}
  const page = yield* read({ html, ...isXml, url: capture.finalUrl })
  const frames = yield* Effect.forEach(capture.frames.slice(0, maxFrames), ({ html, url }) => read({ html, url }))
  return frames.length === 0 ? page : withFrames(page, frames)
})

/** How pages of a call are read. */
export interface ExtractReading {
  readonly pdf: PdfOptions
  /** Whether addresses of pictures are asked for. */
  readonly wantsPictures: boolean
}

/** Tells of the page by what it says: it was not read as Markdown, which tells of it otherwise. */
const tellOf = Effect.fnUntraced(function* (
  { capturedAtMillis, finalUrl, robots, status }: PageCapture,
  metadata: PageMetadata | null,
  text: string
) {
  const organizationId = yield* WorksFor
  if (organizationId === null || status >= 300) return
  const { tell } = yield* PageReadings
  yield* tell({
    organizationId,
    url: finalUrl,
    metadata,
    text,
    capturedAtMillis,
    ...(robots === undefined ? {} : { robots })
  })
})

const read = Effect.fnUntraced(function* (
  source: PageSource,
  { pdf, wantsPictures }: ExtractReading,
  freshness: Freshness,
  deadline: Deadline
) {
  const { cache, capture, shaped, unrendered } = yield* capturePage(
    source,
    { sourceUrl: source.url, regions: wholePage, pdf, wants: { ...nothing, links: true, images: wantsPictures } },
    freshness,
    { ...deadline, exchangeMillis: pageMillis }
  )
  const sheet = yield* sheetOf(capture, pdf, deadline)
  const isUnseen = unrendered !== undefined && isBlank(shaped.facts)
  if (!isUnseen && !isCallers(source, freshness)) yield* tellOf(capture, shaped.metadata, sheet.text)
  return {
    finalUrl: capture.finalUrl,
    digest: yield* (yield* Signer).digest(capture.body),
    links: shaped.links,
    sheet: withPictures(sheet, shaped.images),
    cache,
    actionsApplied: capture.actionsApplied,
    isPart: capture.finalDomState === "still-loading" && deadline.acceptsPart,
    ...(isUnseen ? { unrendered } : {})
  } satisfies ExtractPage as ExtractPage
})

/** Reads a page. Of its memory only what it says is kept by the call that is under way. */
export const readExtractPage = (
  source: PageSource,
  reading: ExtractReading,
  freshness: Freshness,
  deadline: Deadline
) =>
  borrowing(read(source, reading, freshness, deadline)).pipe(
    Effect.tap(({ sheet }) => takeMemory(keptBytes(sheet))),
    Effect.catchTag("UnreadablePage", ({ message }) => Effect.fail(new WebsiteInaccessible({ message })))
  )

/** The same for a page beside the start, which may wait until there is room for it, and whose defects are its own. */
export const readInTurn = (...given: Parameters<typeof readExtractPage>) => {
  const [{ url }] = given
  return Effect.retry(ofOnePage(url)(readExtractPage(...given)), {
    schedule: looksAgain,
    while: ({ _tag }) => _tag === "TooBusy"
  })
}
