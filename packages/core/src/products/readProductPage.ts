/** A page, read for what it sells. */
import { Effect } from "effect"
import { heldBytes } from "../budget/domain/heldBytes.ts"
import { borrowing } from "../budget/MemoryBudget.ts"
import { FactReader } from "../extraction/FactReader.ts"
import { inThreadTurns } from "../organizations/inThreadTurns.ts"
import { type CacheReport, capturePage } from "../pages/capturePage.ts"
import type { PageLink } from "../pages/domain/PageLink.ts"
import { isBlank } from "../pages/domain/Rendering.ts"
import { defaultPdf, nothing, plainSource, wholePage } from "../pages/domain/ScrapeRequest.ts"
import { takeMemory } from "../pages/pageMemory.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import { ContentUnsupported, WebsiteInaccessible } from "../web/errors.ts"
import { platformOf } from "./domain/marketplaces.ts"
import { productOf, type Verdict } from "./domain/productOf.ts"
import { productRules } from "./domain/shownRules.ts"

/** What a page is, and where it leads. */
export interface SeenPage extends Verdict {
  /** As it answered. */
  readonly url: string
  readonly links: ReadonlyArray<PageLink>
  readonly cache: CacheReport
  /** Whether the deadline cut the showing of it short. */
  readonly isPart: boolean
}

/** Links that are kept of a page. */
const maxLinks = 2_000

const noPage = new ContentUnsupported({
  message: "The address is that of a file, and of no page that could sell something."
})

const read = Effect.fnUntraced(function* (url: string, freshness: Freshness, deadline: Deadline) {
  const { cache, capture, shaped, unrendered } = yield* capturePage(
    plainSource(url),
    {
      sourceUrl: url,
      regions: wholePage,
      pdf: { ...defaultPdf, shouldParse: false },
      wants: { ...nothing, links: true, images: true, extract: productRules(platformOf(url)) }
    },
    freshness,
    deadline
  ).pipe(Effect.catchTag("PdfSkipped", () => Effect.fail(noPage)))
  if (capture.type !== "html") return yield* noPage
  const sheet = yield* (yield* FactReader).read({
    html: capture.body,
    ...(capture.isXml === true ? { isXml: true } : {}),
    url: capture.finalUrl,
    tellsThings: true
  })
  const verdict = yield* inThreadTurns(
    productOf({
      url: capture.finalUrl,
      sheet,
      metadata: shaped.metadata ?? { sourceUrl: url, finalUrl: capture.finalUrl },
      images: shaped.images,
      shown: shaped.extracted ?? {}
    })
  )
  // What a browser would show may be a product.
  if (unrendered !== undefined && verdict.kind !== "product" && isBlank(shaped.facts)) return yield* unrendered
  return {
    ...verdict,
    url: capture.finalUrl,
    links: shaped.links.slice(0, maxLinks),
    cache,
    isPart: capture.finalDomState === "still-loading" && deadline.acceptsPart
  } satisfies SeenPage as SeenPage
})

/** Reads a page. Of the memory of the call it keeps what it is and where it leads. */
export const readProductPage = (url: string, freshness: Freshness, deadline: Deadline) =>
  borrowing(read(url, freshness, deadline)).pipe(
    Effect.tap((page) => takeMemory(heldBytes(page))),
    Effect.catchTag("UnreadablePage", ({ message }) => Effect.fail(new WebsiteInaccessible({ message })))
  )
