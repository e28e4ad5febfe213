/** What runs in a thread of `pageThreads.ts`. */
import module from "node:module"
import { giveBack } from "@kittiwake/core/internal/giveBack"
import { readersFor } from "./facts/textReaders.ts"
import { doPageWork, type PageAnswer, type PageWork } from "./PageWork.ts"
import {
  doListingWork,
  doSitemapWork,
  type ListingAnswer,
  type ListingWork,
  type SitemapAnswer,
  type SitemapWork
} from "./SitemapWork.ts"
import type { StyleAnswer, StyleWork } from "./styles/StyleWork.ts"
import { takeText } from "./takeText.ts"

// A thread that is ended while it works keeps nothing for the next.
module.flushCompileCache?.()

export type ThreadWork = PageWork | SitemapWork | ListingWork | StyleWork

/** The same with the text of a page that came as bytes: those are this thread's own. */
const withText = (work: ThreadWork): ThreadWork => {
  if (!("request" in work && "html" in work.request) || typeof work.request.html === "string") return work
  const charset = "charset" in work.request ? work.request.charset : undefined
  return { ...work, request: { ...work.request, html: takeText(work.request.html, charset) } } as ThreadWork
}

/** Work as it is sent: `isOrdinary` where another thread reads what proves to be large. */
export type SentWork = ThreadWork & { readonly isOrdinary?: boolean }

export default async (given: SentWork): Promise<PageAnswer | SitemapAnswer | ListingAnswer | StyleAnswer | null> => {
  const work = withText(given)
  if (work.kind === "listing" || work.kind === "sitemap") {
    const answer = work.kind === "listing" ? doListingWork(work) : doSitemapWork(work)
    if (typeof work.text !== "string") giveBack(new Uint8Array(work.text.bytes.buffer))
    return answer
  }
  // Styles are seldom read, and what reads them is large.
  if (work.kind === "sheets" || work.kind === "styles") return (await import("./styles/StyleWork.ts")).doStyleWork(work)
  const shape = work.kind === "fill" ? work.request.shape : null
  return doPageWork(work, shape === null ? {} : await readersFor(shape), given.isOrdinary)
}
