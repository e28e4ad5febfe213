/** A page, read for the people on it. */
import { Effect } from "effect"
import { longestName } from "../brands/domain/companyName.ts"
import { heldBytes } from "../budget/domain/heldBytes.ts"
import { borrowing } from "../budget/MemoryBudget.ts"
import { FactReader } from "../extraction/FactReader.ts"
import { capturePage } from "../pages/capturePage.ts"
import { defaultPdf, nothing, plainSource, wholePage } from "../pages/domain/ScrapeRequest.ts"
import { takeMemory } from "../pages/pageMemory.ts"
import { textIn } from "../products/domain/shownRules.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import { ContentUnsupported, WebsiteInaccessible } from "../web/errors.ts"
import type { PersonPage } from "./domain/PersonPage.ts"
import { personRules } from "./domain/personRules.ts"

/** Links that are kept of a page. */
const maxLinks = 2_000

const read = Effect.fnUntraced(function* (url: string, freshness: Freshness, deadline: Deadline) {
  const { capture, shaped } = yield* capturePage(
    plainSource(url),
    {
      sourceUrl: url,
      regions: wholePage,
      pdf: { ...defaultPdf, shouldParse: false },
      wants: { ...nothing, links: true, extract: personRules }
    },
    freshness,
    deadline
  )
  if (capture.type !== "html") return yield* new ContentUnsupported({ message: "The address is that of a file." })
  const sheet = yield* (yield* FactReader).read({
    html: capture.body,
    ...(capture.isXml === true ? { isXml: true } : {}),
    url: capture.finalUrl,
    tellsThings: true
  })
  return {
    url: capture.finalUrl,
    title: sheet.title,
    siteName:
      textIn(shaped.extracted ?? {}, "siteName")
        ?.slice(0, longestName)
        .trim() ?? null,
    text: sheet.text,
    things: sheet.things ?? [],
    shown: shaped.extracted ?? {},
    links: shaped.links.slice(0, maxLinks)
  } satisfies PersonPage as PersonPage
})

/** Reads a page. Of the memory of the call it keeps what is said of people. */
export const readPersonPage = (url: string, freshness: Freshness, deadline: Deadline) =>
  borrowing(read(url, freshness, deadline)).pipe(
    Effect.tap((page) => takeMemory(heldBytes(page))),
    Effect.catchTag("UnreadablePage", ({ message }) => Effect.fail(new WebsiteInaccessible({ message })))
  )
