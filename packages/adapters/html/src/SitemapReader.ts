/** Sitemaps, feeds and lists of URLs; what is selected from large ones is read in a thread of its own. */
import { maxSitemapEntries, SitemapReader, SitemapUnreadable } from "@kittiwake/core/sites/SitemapReader"
import { Effect, Layer } from "effect"
import { defaultThreadLimits, makePageThreads, type ThreadLimits } from "./pageThreads.ts"
import { doSitemapWork, type SitemapWork } from "./SitemapWork.ts"
import { readText } from "./sitemapText.ts"

const notSitemap = new SitemapUnreadable({ message: "The text is no sitemap, no feed and no list of URLs." })

/** Reads in this thread, piece by piece; 50,000 URLs take a fifth of a second. */
const read = Effect.fnUntraced(function* (text: string) {
  const reading = readText(text, maxSitemapEntries)
  let piece = reading.next()
  while (piece.done !== true) {
    // A piece takes some milliseconds; between two of them the thread is everybody's.
    yield* Effect.yieldNow
    piece = reading.next()
  }
  if (piece.value === null) return yield* notSitemap
  const { children, entries } = piece.value
  return { entries, children }
})

/** A text that is read here takes some milliseconds; a longer one goes to a thread. */
const inlineLength = 128 * 1024

const linesOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split("\n"))

/** Sitemaps are read by two threads at once. */
const limits: ThreadLimits = { ...defaultThreadLimits, threads: 2 }

/** Starts no thread before one is needed. */
export const layer: Layer.Layer<SitemapReader> = Layer.effect(
  SitemapReader,
  Effect.gen(function* () {
    const threads = yield* makePageThreads(limits)
    const answerTo = (work: SitemapWork) =>
      work.text.length <= inlineLength
        ? Effect.sync(() => doSitemapWork(work))
        : threads
            .select(work)
            .pipe(Effect.mapError(() => new SitemapUnreadable({ message: "The sitemap takes too much to read." })))
    return SitemapReader.of({
      read,
      select: Effect.fnUntraced(function* (text, base, selection) {
        const answer = yield* answerTo({
          kind: "sitemap",
          text,
          mostEntries: maxSitemapEntries,
          base,
          selection
        })
        if (answer === null) return yield* notSitemap
        const { beyond, children, isBroken, urls } = answer
        return { urls: linesOf(urls), children: linesOf(children), beyond, isBroken }
      })
    })
  })
)
