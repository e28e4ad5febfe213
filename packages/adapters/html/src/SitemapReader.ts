/** Sitemaps, feeds and lists of URLs; large ones are read in a thread of their own. */
import {
  maxSitemapChildren,
  maxSitemapEntries,
  SitemapReader,
  type SitemapText,
  SitemapUnreadable
} from "@kittiwake/core/sites/SitemapReader"
import { Effect, Layer } from "effect"
import { defaultThreadLimits, makePageThreads, type ThreadLimits } from "./pageThreads.ts"
import { doListingWork, doSitemapWork, type ListingWork, listingOf, type SitemapWork } from "./SitemapWork.ts"

const notSitemap = new SitemapUnreadable({ message: "The text is no sitemap, no feed and no list of URLs." })

const tooMuch = () => new SitemapUnreadable({ message: "The sitemap takes too much to read." })

const most = { mostEntries: maxSitemapEntries, mostChildren: maxSitemapChildren }

const lengthOf = (text: SitemapText): number => (typeof text === "string" ? text : text.bytes).length

/** A text that is read here takes some milliseconds; a longer one goes to a thread. */
const inlineLength = 128 * 1024

const linesOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split("\n"))

/** Sitemaps are read by two threads at once. */
const limits: ThreadLimits = { ...defaultThreadLimits, threads: 2, large: 0 }

/** Starts no thread before one is needed. */
export const layer: Layer.Layer<SitemapReader> = Layer.effect(
  SitemapReader,
  Effect.gen(function* () {
    const threads = yield* makePageThreads(limits)
    const listed = (work: ListingWork) =>
      lengthOf(work.text) <= inlineLength
        ? Effect.sync(() => doListingWork(work))
        : threads.list(work).pipe(Effect.mapError(tooMuch))
    const selected = (work: SitemapWork) =>
      lengthOf(work.text) <= inlineLength
        ? Effect.sync(() => doSitemapWork(work))
        : threads.select(work).pipe(Effect.mapError(tooMuch))
    return SitemapReader.of({
      read: Effect.fnUntraced(function* (text) {
        const answer = yield* listed({ kind: "listing", text, ...most })
        return answer === null ? yield* notSitemap : listingOf(answer)
      }),
      select: Effect.fnUntraced(function* (text, base, selection) {
        const answer = yield* selected({
          kind: "sitemap",
          text,
          ...most,
          base,
          selection
        })
        if (answer === null) return yield* notSitemap
        const { children, urls, ...counted } = answer
        return { urls: linesOf(urls), children: linesOf(children), ...counted }
      })
    })
  })
)
