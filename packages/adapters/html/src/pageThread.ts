/** What runs in a thread of `pageThreads.ts`. */
import { type CompilePattern, hasPattern } from "@kittiwake/core/internal/extraction/domain/withMatchers"
import { doPageWork, type PageAnswer, type PageWork } from "./PageWork.ts"
import { doSitemapWork, type SitemapAnswer, type SitemapWork } from "./SitemapWork.ts"

const needsPatterns = (work: PageWork): boolean =>
  work.kind === "fill" && work.request.shape !== null && hasPattern(work.request.shape)

const noPatterns: CompilePattern = () => null

export default async (work: PageWork | SitemapWork): Promise<PageAnswer | SitemapAnswer | null> => {
  if (work.kind === "sitemap") return doSitemapWork(work)
  // Patterns take some megabytes of each thread, which most never need.
  const compile = needsPatterns(work) ? (await import("./facts/compilePattern.ts")).compilePattern : noPatterns
  return doPageWork(work, compile)
}
