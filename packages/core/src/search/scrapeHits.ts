/**
 * The pages that a search found, as Markdown.
 *
 * **Details.** A few are read at once, as a scrape reads a page, each in its host's turn and only where robots.txt allows it: that they
 * were found is our doing. Each has its own deadline from its turn on. What is not there when the time of the call is over ended late.
 */

import { Clock, Duration, Effect, Option, Semaphore } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import { type CacheReport, capturePage, shownPage } from "../pages/capturePage.ts"
import {
  type MarkdownOptions,
  nothing,
  type PageRegions,
  type PdfOptions,
  plainSource
} from "../pages/domain/ScrapeRequest.ts"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { takeMemory } from "../pages/pageMemory.ts"
import type { ProfileError } from "../profiles/errors.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import type { ReadingError } from "../web/errors.ts"
import { openSession } from "../web/openSession.ts"
import type { HitCode } from "./domain/HitMarkdown.ts"

/** How hits are read. */
export interface HitReading {
  readonly markdown: MarkdownOptions
  readonly regions: PageRegions
  readonly pdf: PdfOptions
  readonly includeFrames: boolean
  readonly waitMillis: number | null
  /** Time for each; what the call has when null. */
  readonly timeout: { readonly millis: number; readonly acceptsPart: boolean } | null
}

/** A hit as Markdown, or why it is not. */
export interface HitMarkdown {
  readonly code: HitCode
  /** Null unless the hit was read. */
  readonly markdown: string | null
  readonly finalDomState: "loaded" | "still-loading" | null
  readonly cache: CacheReport | null
}

/** Pages read at once, and characters of all together. */
const limits = { atOnce: 8, characters: 16_000_000 } as const

export const notRead = (code: HitCode): HitMarkdown => ({ code, markdown: null, finalDomState: null, cache: null })

const codeOf = ({ _tag }: InvalidInput | ProfileError | ReadingError | StoreUnavailable): HitCode => {
  switch (_tag) {
    case "DeadlinePassed":
      return "TIMEOUT"
    case "ContentTooLarge":
      return "CONTENT_TOO_LARGE"
    case "ContentUnsupported":
    // Nobody wrote the address: a search found it.
    case "InvalidInput":
    case "NoExit":
    case "PdfImagesOnly":
    case "PdfSkipped":
    case "TargetNotFound":
    case "WebsiteBlocked":
    case "WebsiteInaccessible":
    case "WebsiteNotFound":
      return "WEBSITE_ACCESS_ERROR"
    default:
      return "ERROR"
  }
}

/** Reads the hits; one answer for each address, and whether the time of the call left some out. */
export const scrapeHits = Effect.fn("Search.scrape")(function* (
  urls: ReadonlyArray<string>,
  reading: HitReading,
  freshness: Freshness,
  deadline: Deadline
) {
  const done = urls.map(() => notRead("TIMEOUT"))
  const now = yield* Clock.currentTimeMillis
  const outer: Deadline = { atMillis: now + fetchingLeftOf(deadline, now), acceptsPart: false }
  const session = yield* openSession
  const hosts = yield* makeCrawlHosts(session, outer)
  const seats = yield* Semaphore.make(limits.atOnce)
  let left: number = limits.characters

  let isCut = false

  const read = Effect.fnUntraced(function* (url: string, own: number) {
    const page = yield* capturePage(
      { ...plainSource(url), includeFrames: reading.includeFrames, waitMillis: reading.waitMillis },
      {
        sourceUrl: url,
        regions: reading.regions,
        pdf: reading.pdf,
        wants: { ...nothing, markdown: reading.markdown }
      },
      freshness,
      { atMillis: own, acceptsPart: reading.timeout?.acceptsPart ?? deadline.acceptsPart }
    ).pipe(Effect.flatMap(shownPage))
    return { markdown: page.shaped.markdown ?? "", state: page.capture.finalDomState, cache: page.cache }
  }, borrowing)

  const visit = Effect.fnUntraced(function* (url: string, index: number) {
    if (!(yield* hosts.mayFetch(url))) {
      done[index] = notRead("WEBSITE_ACCESS_ERROR")
      return
    }
    let own = outer.atMillis
    const timed = Effect.flatMap(Clock.currentTimeMillis, (begun) => {
      own = Math.min(own, begun + (reading.timeout?.millis ?? Number.POSITIVE_INFINITY))
      return ofOnePage(url)(read(url, own))
    })
    const ended = yield* Effect.result(
      Effect.flatMap(hosts.inTurn(url)(timed), (page) =>
        // What stays of the page in the answer is counted until it is sent.
        page.markdown.length > left ? Effect.succeed(null) : Effect.as(takeMemory(page.markdown.length * 2), page)
      )
    )
    if (ended._tag === "Failure") {
      const code = codeOf(ended.failure)
      done[index] = notRead(code)
      // Time of its own that is over is the hit's matter, time of the call the call's.
      if (code === "TIMEOUT" && own >= outer.atMillis) isCut = true
      return
    }
    const page = ended.success
    if (page === null || page.markdown.length > left) {
      done[index] = notRead("CONTENT_TOO_LARGE")
      return
    }
    left -= page.markdown.length
    done[index] = { code: "SUCCESS", markdown: page.markdown, finalDomState: page.state, cache: page.cache }
  })

  const ended = yield* Effect.forEach(urls, (url, index) => seats.withPermits(1)(visit(url, index)), {
    concurrency: "unbounded",
    discard: true
  }).pipe(Effect.timeoutOption(Duration.millis(Math.max(0, outer.atMillis - now))))
  return { hits: done as ReadonlyArray<HitMarkdown>, isCut: isCut || Option.isNone(ended) }
})
