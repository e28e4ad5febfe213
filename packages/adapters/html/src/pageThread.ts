/** What runs in a thread of `pageThreads.ts`. */
import { readersFor } from "./facts/textReaders.ts"
import { doPageWork, type PageAnswer, type PageWork } from "./PageWork.ts"
import { doSitemapWork, type SitemapAnswer, type SitemapWork } from "./SitemapWork.ts"

export default async (work: PageWork | SitemapWork): Promise<PageAnswer | SitemapAnswer | null> => {
  if (work.kind === "sitemap") return doSitemapWork(work)
  const shape = work.kind === "fill" ? work.request.shape : null
  return doPageWork(work, shape === null ? {} : await readersFor(shape))
}
