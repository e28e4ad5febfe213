/** What runs in a thread of `pageThreads.ts`. */
import { doPageWork, type PageAnswer, type PageWork } from "./PageWork.ts"
import { doSitemapWork, type SitemapAnswer, type SitemapWork } from "./SitemapWork.ts"

export default (work: PageWork | SitemapWork): PageAnswer | SitemapAnswer | null =>
  work.kind === "sitemap" ? doSitemapWork(work) : doPageWork(work, false)
