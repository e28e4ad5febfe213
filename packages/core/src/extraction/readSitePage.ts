/** One page of a site, read for what it says and where it leads. */

import { Clock, Effect } from "effect"
import { borrowing } from "../budget/MemoryBudget.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import type { PageCapture } from "../pages/domain/PageCapture.ts"
import type { PageFacts } from "../pages/domain/PageFacts.ts"
import type { PageLink } from "../pages/domain/PageLink.ts"
import type { PageMetadata } from "../pages/domain/PageMetadata.ts"
import { contentProblem, type PageProblem } from "../pages/domain/PageProblem.ts"
import { isBlank, renderReason } from "../pages/domain/Rendering.ts"
import { forbidsIndex } from "../pages/domain/robotsTag.ts"
import { defaultPdf, nothing, plainSource, wholePage } from "../pages/domain/ScrapeRequest.ts"
import { fetchCapture } from "../pages/fetchCapture.ts"
import { heedThrottling } from "../pages/heedThrottling.ts"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { PageReadings, tellGone } from "../pages/PageReadings.ts"
import { giveFetched, takeMemory } from "../pages/pageMemory.ts"
import { readCapture, readDocument } from "../pages/readCapture.ts"
import { renderCapture } from "../pages/renderCapture.ts"
import { Signer } from "../security/Signer.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { WebsiteInaccessible } from "../web/errors.ts"
import { type FetchSession, validatorsOf } from "../web/HttpFetcher.ts"
import type { FactSheet } from "./domain/FactSheet.ts"
import { FactReader } from "./FactReader.ts"

/** What is known of a page from an earlier reading. */
export interface KnownPage {
  /** As it answered, where that is known: its validators are of this address. */
  readonly finalUrl?: string | undefined
  readonly etag: string | null
  readonly lastModified: string | null
  /** Digest of what its server sent. */
  readonly digest: string
  /** A browser shows it, so that it cannot be asked whether it is as it was. */
  readonly isRendered: boolean
  /** A browser would show more of it, and there was none. */
  readonly lacksBrowser?: true
}

/** A page that is as it was. */
export interface SamePage {
  readonly isSame: true
  /** What may be asked of its server from now on; null where it was asked that, or says nothing of it. */
  readonly answered: Answered | null
}

/** Where a page answered as a whole, and with which validators. */
export type Answered = Pick<SitePage, "finalUrl" | "etag" | "lastModified">

/** @internal */
export const isSamePage = (page: SitePage | SamePage): page is SamePage => "isSame" in page

const same = (answered: Answered | null): SamePage => ({ isSame: true, answered })

/** What a page says, and where it leads. */
export interface SitePage extends KnownPage {
  /** As it was asked for. */
  readonly url: string
  /** As it answered. */
  readonly finalUrl: string
  /** What its server and it ask of robots, each on a line; absent when they ask nothing. */
  readonly robots?: string
  readonly sheet: FactSheet
  readonly links: ReadonlyArray<PageLink>
  /** What is missing, where only a browser shows what is on the page and there is none: its head may say something all the same. Absent else. */
  readonly blankBecause?: string
}

const wants = { ...nothing, links: true }

const requestOf = (sourceUrl: string) => ({ sourceUrl, regions: wholePage, pdf: defaultPdf, wants })

const inaccessible = ({ message }: { readonly message: string }) => new WebsiteInaccessible({ message })

/**
 * Bytes that are counted of a page once it was read: its text, and something for each fact and group. They take several times as many, so that as
 * many pages as a site may have find room in half of the budget; what its links take is gone when they were looked at.
 */
export const keptBytes = ({ facts, footer = "", groups, text }: FactSheet): number =>
  (text.length + footer.length) * 2 + (facts.length + groups.length * 20) * 200

const factsOf = Effect.fnUntraced(function* (capture: PageCapture, deadline: Deadline) {
  const html = capture.type === "html" ? capture.body : (yield* readDocument(capture, defaultPdf, deadline)).html
  const asXml = capture.isXml === true ? { isXml: true } : {}
  return yield* (yield* FactReader).read({ html, ...asXml, url: capture.finalUrl })
})

/** A page that came, and what is known of it before its facts are read. */
interface CapturedPage extends Pick<SitePage, "blankBecause" | "lacksBrowser" | "links"> {
  readonly capture: PageCapture
  readonly robots: string
  readonly problem: PageProblem | null
  readonly facts: PageFacts
}

const readAs = Effect.fnUntraced(function* (url: string, capture: PageCapture, deadline: Deadline) {
  const { shaped } = yield* readCapture(capture, requestOf(url), deadline)
  const metadata: Partial<PageMetadata> | null = shaped.metadata
  const ownRobots = metadata?.robots
  const said = {
    title: shaped.metadata?.title ?? null,
    facts: shaped.facts,
    status: capture.status,
    sourceUrl: url,
    finalUrl: capture.finalUrl
  }
  return {
    capture,
    links: shaped.links,
    robots: [capture.robots, ownRobots].filter((said) => said !== undefined).join("\n"),
    problem: capture.type === "html" ? contentProblem(said) : null,
    facts: shaped.facts
  } satisfies CapturedPage as CapturedPage
})

const render = Effect.fnUntraced(function* (url: string, deadline: Deadline, reason: string) {
  return yield* readAs(url, yield* renderCapture(plainSource(url), deadline, reason), deadline)
})

/** Tells whoever listens of a page that says something. */
const tellOf = Effect.fnUntraced(function* ({ blankBecause, finalUrl, robots, sheet, url }: SitePage) {
  const organizationId = yield* WorksFor
  if (organizationId === null || blankBecause !== undefined) return
  const { tell } = yield* PageReadings
  const metadata = {
    ...{ sourceUrl: url, finalUrl, language: sheet.language },
    ...(sheet.title === null ? {} : { title: sheet.title })
  }
  const capturedAtMillis = yield* Clock.currentTimeMillis
  yield* tell({
    organizationId,
    url: finalUrl,
    metadata,
    text: sheet.text,
    capturedAtMillis,
    ...(robots === undefined ? {} : { robots })
  })
})

const lacksBrowser = true as const

/** What may be asked of its server: the digest is one of ours, and not of what the server sent. */
const askable = ({ etag, finalUrl, lastModified }: KnownPage) => validatorsOf({ finalUrl, etag, lastModified })

/** As its server sends it, or as a browser shows it where that takes one, unless it is as it was. */
const capture = Effect.fnUntraced(function* (
  session: FetchSession,
  url: string,
  known: KnownPage | null,
  deadline: Deadline
) {
  if (known?.isRendered === true) return yield* render(url, deadline, "its scripts show what is read")
  // A browser that is there now shows more of it, also where its server sends what it sent.
  const asked = known?.lacksBrowser === true ? null : known
  const fetched = yield* fetchCapture(session, plainSource(url), asked === null ? null : askable(asked), deadline)
  if (fetched._tag === "NotModified") {
    if (forbidsIndex(fetched.robots, yield* Clock.currentTimeMillis)) yield* tellGone(url)
    return same(null)
  }
  if (fetched._tag === "Walled") {
    return yield* render(url, deadline, "the server lets only browsers pass").pipe(
      Effect.catchTag("CapabilityMissing", () => Effect.fail(fetched.problem))
    )
  }
  if (asked !== null && (yield* (yield* Signer).digest(fetched.capture.body)) === asked.digest) {
    if (forbidsIndex(fetched.capture.robots, yield* Clock.currentTimeMillis))
      yield* tellGone(url, fetched.capture.finalUrl)
    const { etag, finalUrl, lastModified } = fetched.capture
    return same(etag === null && lastModified === null ? null : { finalUrl, etag, lastModified })
  }
  yield* giveFetched(fetched.capture.body.length)
  const plain = yield* readAs(url, fetched.capture, deadline)
  const reason = fetched.capture.type === "html" ? renderReason(plain.facts) : null
  if (reason === null) return plain
  // Without a browser what is there is better than nothing.
  return yield* Effect.catchTag(render(url, deadline, reason), "CapabilityMissing", ({ message }) =>
    Effect.succeed({
      ...plain,
      lacksBrowser,
      ...(isBlank(plain.facts) ? { blankBecause: `Only a browser shows this page. ${message}` } : {})
    })
  )
})

const read = Effect.fnUntraced(function* (
  session: FetchSession,
  url: string,
  known: KnownPage | null,
  deadline: Deadline
) {
  const seen = yield* capture(session, url, known, deadline)
  if ("isSame" in seen) return seen
  if (seen.problem !== null) return yield* Effect.fail(seen.problem)
  const { body, etag, finalUrl, lastModified, renderedBecause } = seen.capture
  const digest = yield* (yield* Signer).digest(body)
  if (known !== null && digest === known.digest) return same(null)
  const sheet = yield* factsOf(seen.capture, deadline)
  const isRendered = renderedBecause !== null
  return {
    url,
    finalUrl,
    etag,
    lastModified,
    digest,
    isRendered,
    sheet,
    links: seen.links,
    ...(seen.robots === "" ? {} : { robots: seen.robots }),
    ...(seen.lacksBrowser === undefined ? {} : { lacksBrowser }),
    ...(seen.blankBecause === undefined ? {} : { blankBecause: seen.blankBecause })
  } satisfies SitePage as SitePage
})

/**
 * Reads a page, or tells that it is as `known` says it was. What it says instead of its content is a failure. Of its memory only
 * what it says is kept by the work that is under way.
 */
export const readSitePage = (session: FetchSession, url: string, known: KnownPage | null, deadline: Deadline) =>
  heedThrottling<SitePage | SamePage>(url, deadline, (page) =>
    isSamePage(page) ? (page.answered?.finalUrl ?? url) : page.finalUrl
  )(borrowing(read(session, url, known, deadline))).pipe(
    Effect.tap((page) => (isSamePage(page) ? Effect.void : takeMemory(keptBytes(page.sheet)))),
    Effect.tap((page) => (isSamePage(page) ? Effect.void : tellOf(page))),
    Effect.tapError((error) =>
      "kind" in error && error.kind === "not_found" ? tellGone(url, error.finalUrl ?? url) : Effect.void
    ),
    Effect.catchTags({
      InvalidInput: (error) => Effect.fail(inaccessible(error)),
      UnreadablePage: (error) => Effect.fail(inaccessible(error))
    }),
    ofOnePage(url)
  )
