/** What runs in a thread of `pageThreads.ts`. */
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

export default async (
  work: PageWork | SitemapWork | ListingWork | StyleWork
): Promise<PageAnswer | SitemapAnswer | ListingAnswer | StyleAnswer | null> => {
  if (work.kind === "listing") return doListingWork(work)
  if (work.kind === "sitemap") return doSitemapWork(work)
  // Styles are seldom read, and what reads them is large.
  if (work.kind === "sheets" || work.kind === "styles") return (await import("./styles/StyleWork.ts")).doStyleWork(work)
  const shape = work.kind === "fill" ? work.request.shape : null
  return doPageWork(work, shape === null ? {} : await readersFor(shape))
}
