/** Reads the sitemaps of a site, level by level. */
import { Clock, Duration, Effect } from "effect"
import { ofExchange, ofPage } from "../pages/captureProblems.ts"
import { statusProblem } from "../pages/domain/PageProblem.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { DeadlinePassed, WebsiteInaccessible } from "../web/errors.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import { type SitemapContent, SitemapReader } from "./SitemapReader.ts"

/** Most sitemaps of a site that are read, how deep they may list each other, and how many are read at once. */
export const maxSitemaps = 500
const maxLevels = 5
const atOnce = 6

/** Most characters of the addresses that are held, whatever their number. */
const maxHeldCharacters = 32 * 1024 * 1024

/** Time for one sitemap. */
const sitemapMillis = 20_000

/** Where sitemaps stand that nothing names. */
export const usualPaths = ["sitemap.xml", "sitemap_index.xml", "sitemap.xml.gz", "sitemap_index.xml.gz"]

/** The reading of the sitemaps of one site, as far as it has come. */
export interface SitemapWalk {
  readonly session: FetchSession
  readonly headers: Readonly<Record<string, string>>
  readonly deadline: Deadline
  readonly accepts: (url: string) => boolean
  /** How many accepted addresses are enough. */
  readonly enough: number
  readonly seen: Set<string>
  readonly urls: Set<string>
  /** Of the addresses in `urls`. */
  characters: number
  fetched: number
  skipped: number
  errors: number
}

const fetchSitemap = Effect.fnUntraced(function* (walk: SitemapWalk, url: string) {
  const left = leftOf(walk.deadline, yield* Clock.currentTimeMillis)
  if (left === 0) return yield* new DeadlinePassed()
  const timeout = Duration.millis(Math.min(left, sitemapMillis))
  const answer = yield* walk.session
    .fetch({ url, headers: walk.headers, validators: null, timeout, patience: Duration.millis(left) })
    .pipe(Effect.mapError(ofExchange))
  if (answer._tag === "NotModified") return yield* new WebsiteInaccessible({ message: "The sitemap was not sent." })
  const problem = statusProblem(answer.status)
  if (problem !== null) return yield* Effect.fail(ofPage(problem))
  return yield* (yield* SitemapReader)
    .read(answer.body)
    .pipe(Effect.mapError(({ message }) => new WebsiteInaccessible({ message })))
})

/** Whether no more addresses are taken. */
const isFull = ({ characters, enough, urls }: SitemapWalk): boolean =>
  urls.size >= enough || characters >= maxHeldCharacters

/** Addresses looked at before whoever else waits for the thread gets it: some milliseconds. */
const lookedAtOnce = 2_000

const take = Effect.fnUntraced(function* (walk: SitemapWalk, { entries }: SitemapContent, base: string) {
  for (const [index, { url }] of entries.entries()) {
    if (isFull(walk)) return
    if (index > 0 && index % lookedAtOnce === 0) yield* Effect.yieldNow
    const address = URL.parse(url, base)
    if (address === null || (address.protocol !== "https:" && address.protocol !== "http:")) continue
    const { href } = address
    if (!walk.accepts(href) || walk.urls.has(href)) continue
    walk.urls.add(href)
    walk.characters += href.length
  }
})

/** The addresses of the first sitemaps that are listed; of more than may be read at all, only the number is kept. */
const childrenOf = (walk: SitemapWalk, { children }: SitemapContent, base: string): ReadonlyArray<string> => {
  const kept = children.slice(0, maxSitemaps)
  walk.skipped += children.length - kept.length
  return kept.flatMap((child) => (URL.canParse(child, base) ? [new URL(child, base).href] : []))
}

/** Reads one sitemap; gives the addresses of those it lists. */
export const readSitemap = Effect.fnUntraced(function* (walk: SitemapWalk, url: string) {
  walk.seen.add(url)
  const content = yield* fetchSitemap(walk, url)
  walk.fetched += 1
  yield* take(walk, content, url)
  return childrenOf(walk, content, url)
})

/** Reads sitemaps level by level: what they list is found before what those list. */
const walkLevel = Effect.fnUntraced(function* (walk: SitemapWalk, level: ReadonlyArray<string>, isGuess: boolean) {
  const next: Array<string> = []
  const keep = (children: ReadonlyArray<string>) => {
    const room = Math.max(0, maxSitemaps - next.length)
    next.push(...children.slice(0, room))
    walk.skipped += Math.max(0, children.length - room)
  }
  yield* Effect.forEach(
    level,
    Effect.fnUntraced(function* (url) {
      if (walk.seen.has(url)) return
      if (isFull(walk) || walk.seen.size >= maxSitemaps) {
        walk.skipped += 1
        return
      }
      const read = yield* Effect.result(readSitemap(walk, url))
      if (read._tag === "Success") {
        keep(read.success)
      } else if (isGuess) {
        walk.seen.delete(url)
      } else {
        walk.skipped += 1
        walk.errors += 1
      }
    }),
    { concurrency: atOnce, discard: true }
  )
  return next
})

/** Reads these sitemaps and what they list. That one of a guess is not there is no error. */
export const walkSitemaps = Effect.fnUntraced(function* (
  walk: SitemapWalk,
  start: ReadonlyArray<string>,
  isGuess: boolean
) {
  let level = start
  for (let depth = 0; depth < maxLevels && level.length > 0; depth++) {
    level = yield* walkLevel(walk, level, isGuess && depth === 0)
  }
  walk.skipped += level.length
})

/** A reading that has not begun. */
export const newWalk = (
  given: Pick<SitemapWalk, "session" | "headers" | "deadline" | "accepts" | "enough">
): SitemapWalk => ({ ...given, seen: new Set(), urls: new Set(), characters: 0, fetched: 0, skipped: 0, errors: 0 })
