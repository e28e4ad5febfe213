/** Reads the sitemaps of a site, level by level. */
import { Clock, Duration, Effect, Semaphore } from "effect"
import { borrowing, noRoomMessage } from "../budget/MemoryBudget.ts"
import { inThreadTurns } from "../organizations/inThreadTurns.ts"
import { ofExchange, ofPage } from "../pages/captureProblems.ts"
import { statusProblem } from "../pages/domain/PageProblem.ts"
import { countedFromBytes, takeMemory } from "../pages/pageMemory.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { type Deadline, leftOf } from "../web/domain/Deadline.ts"
import { retryAfterSeconds } from "../web/domain/retryAfter.ts"
import { DeadlinePassed, type ReadingError, TooBusy, WebsiteInaccessible } from "../web/errors.ts"
import type { EncodedText, FetchSession, PageUnreachable } from "../web/HttpFetcher.ts"
import { inLargePlace } from "./largeSitemaps.ts"
import {
  type ListedSitemaps,
  maxSitemapChildren,
  type SitemapContent,
  SitemapReader,
  type SitemapUnreadable
} from "./SitemapReader.ts"

/** Most sitemaps of a site that are read, how deep they may list each other, and how many are read at once. */
export const maxSitemaps = maxSitemapChildren
const maxLevels = 5
const atOnce = 6

/** Time for one sitemap. */
const sitemapMillis = 20_000

/** Time to say that no place came. */
const answeringMillis = 500

/** Where sitemaps stand that nothing names. */
const usualPaths = ["sitemap.xml", "sitemap_index.xml", "sitemap.xml.gz", "sitemap_index.xml.gz"]

/** The reading of the sitemaps of one site, as far as it has come. */
export interface SitemapWalk {
  readonly session: FetchSession
  readonly headers: Readonly<Record<string, string>>
  readonly deadline: Deadline
  /** Takes what a sitemap lists; gives the sitemaps among it. */
  readonly take: (text: EncodedText, url: string) => Effect.Effect<ListedSitemaps, SitemapUnreadable, SitemapReader>
  /** Holds a place for each sitemap that is fetched or read; all of them for one that found no room beside the others. */
  readonly lane: Semaphore.Semaphore
  /** Whether no more addresses are taken. */
  readonly isFull: () => boolean
  readonly seen: Set<string>
  /** Sitemaps that could not be read, with why. */
  readonly failed: Map<string, ReadingError>
  /** That there was no room for one of them: our own want, of which nothing follows for the site. Nothing more is read then. */
  noRoom: TooBusy | null
  /** What is held of what was taken, and how much of that is counted. */
  readonly heldBytes: () => number
  countedBytes: number
  /** Whether the one that was fetched last was a large one, as the next may be. */
  lastWasLarge: boolean
  fetched: number
  skipped: number
  /** Of those that were fetched, how many list more than was taken. */
  cut: number
}

/** A reading that keeps the addresses that it is asked for. */
export interface ListingWalk extends SitemapWalk {
  readonly urls: Set<string>
}

const isBusy = (error: PageUnreachable | ReadingError): boolean =>
  error._tag === "PageUnreachable" && error.reason === "busy"

/** What an exchange that failed means for who reads sitemaps. */
const noted = (walk: SitemapWalk, error: PageUnreachable | ReadingError): ReadingError => {
  if (error._tag !== "PageUnreachable") return error
  if (isBusy(error)) walk.noRoom = new TooBusy({ message: error.message })
  return ofExchange(error)
}

/** Fetches a sitemap and reads it; it counts until it was read. */
const fetchAndTake = Effect.fnUntraced(function* (walk: SitemapWalk, url: string) {
  const left = leftOf(walk.deadline, yield* Clock.currentTimeMillis)
  if (left === 0) return yield* new DeadlinePassed()
  const timeout = Duration.millis(Math.min(left, sitemapMillis))
  const answer = yield* walk.session.fetchEncoded({
    ...{ url, headers: walk.headers, validators: null, timeout, patience: Duration.millis(left) }
  })
  if (answer._tag === "NotModified") return yield* new WebsiteInaccessible({ message: "The sitemap was not sent." })
  const problem = statusProblem(answer.status, retryAfterSeconds(answer.retryAfter, yield* Clock.currentTimeMillis))
  if (problem !== null) return yield* Effect.fail(ofPage(problem))
  return yield* walk.take(answer.body, url).pipe(Effect.mapError(({ message }) => new WebsiteInaccessible({ message })))
}, borrowing)

/** One that finds no room is fetched once more when the others of its walk were read: the room may be what they hold. */
const fetchSitemap = Effect.fnUntraced(function* (walk: SitemapWalk, url: string) {
  const left = leftOf(walk.deadline, yield* Clock.currentTimeMillis)
  const reading = inLargePlace<ListedSitemaps, PageUnreachable | ReadingError, SitemapReader>(fetchAndTake(walk, url), {
    expectsLarge: walk.lastWasLarge,
    saw: (isLarge) => {
      walk.lastWasLarge = isLarge
    },
    // Told before the call itself is late: it is our want, and not the site's.
    leftMillis: Math.max(0, left - answeringMillis),
    late: () => (walk.noRoom = new TooBusy({ message: noRoomMessage }))
  })
  const alone = Effect.suspend(() => (walk.noRoom === null ? reading : Effect.fail(walk.noRoom)))
  return yield* walk.lane
    .withPermits(1)(reading)
    .pipe(
      Effect.catchIf(isBusy, () => walk.lane.withPermits(atOnce)(alone)),
      Effect.mapError((error) => noted(walk, error))
    )
})

/** Counts what was taken, from its sitemap until the walk is over and its answer is made. */
const countHeld = Effect.fnUntraced(function* (walk: SitemapWalk) {
  const grown = walk.heldBytes() - walk.countedBytes
  if (grown < countedFromBytes) return
  walk.countedBytes += grown
  yield* takeMemory(grown).pipe(
    Effect.tapErrorTag("TooBusy", (error) =>
      Effect.sync(() => {
        walk.noRoom = error
      })
    )
  )
})

/** The addresses of the sitemaps that are told. */
const childrenOf = (walk: SitemapWalk, { children, childrenBeyond }: ListedSitemaps, base: string) => {
  walk.skipped += childrenBeyond
  return children.flatMap((child) => parseUrl(child, base)?.href ?? [])
}

/** Reads one sitemap; gives the addresses of those it lists. */
export const readSitemap = Effect.fnUntraced(function* (walk: SitemapWalk, url: string) {
  walk.seen.add(url)
  const listed = yield* fetchSitemap(walk, url)
  yield* countHeld(walk)
  walk.fetched += 1
  if (listed.beyond > 0) walk.cut += 1
  return childrenOf(walk, listed, url)
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
      if (walk.seen.has(url) || walk.noRoom !== null) return
      if (walk.isFull() || walk.seen.size >= maxSitemaps) {
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
        walk.failed.set(url, read.failure)
      }
    }),
    { concurrency: atOnce, discard: true }
  )
  if (walk.noRoom !== null) return yield* Effect.fail(walk.noRoom)
  return next
})

/** Reads these sitemaps and what they list. That one of a guess is not there is no error; fails where there was no room for one. */
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

/** Most characters of the addresses that are held, whatever their number. */
const maxHeldCharacters = 32 * 1024 * 1024

/** The addresses of a listing, up to `enough` that are accepted. */
class HeldUrls {
  readonly urls = new Set<string>()
  readonly #accepts: (url: string) => boolean
  readonly #isOver: () => boolean
  readonly #enough: number
  #characters = 0

  constructor(accepts: (url: string) => boolean, isOver: () => boolean, enough: number) {
    this.#accepts = accepts
    this.#isOver = isOver
    this.#enough = enough
  }

  /** A letter of an address takes a byte. */
  get bytes(): number {
    return this.#characters
  }

  get isFull(): boolean {
    return this.#isOver() || this.urls.size >= this.#enough || this.#characters >= maxHeldCharacters
  }

  /** Takes what is listed; gives how many entries were left for which there was no room. */
  *take({ entries }: SitemapContent, base: string): Generator<void, number> {
    for (const [at, { url }] of entries.entries()) {
      yield
      if (this.#characters >= maxHeldCharacters) return entries.length - at
      if (this.isFull) return 0
      const address = parseUrl(url, base)
      if (address === null || (address.protocol !== "https:" && address.protocol !== "http:")) continue
      const { href } = address
      if (!this.#accepts(href) || this.urls.has(href)) continue
      this.urls.add(href)
      this.#characters += href.length
    }
    return 0
  }
}

/** A reading that has not begun, and takes what `take` takes. */
export const newWalkOf = (
  given: Pick<SitemapWalk, "session" | "headers" | "deadline" | "take" | "heldBytes" | "isFull">
): SitemapWalk => ({
  ...given,
  lane: Semaphore.makeUnsafe(atOnce),
  ...{
    seen: new Set(),
    failed: new Map(),
    noRoom: null,
    lastWasLarge: false,
    countedBytes: 0,
    fetched: 0,
    skipped: 0,
    cut: 0
  }
})

/** A reading that has not begun, of up to `enough` addresses that are accepted; `isOver` says that no more are looked at. */
export const newWalk = ({
  accepts,
  enough,
  isOver = () => false,
  ...given
}: Pick<SitemapWalk, "session" | "headers" | "deadline"> & {
  readonly accepts: (url: string) => boolean
  readonly isOver?: () => boolean
  readonly enough: number
}): ListingWalk => {
  const held = new HeldUrls(accepts, isOver, enough)
  const take: SitemapWalk["take"] = Effect.fnUntraced(function* (text, url) {
    const content = yield* (yield* SitemapReader).read(text)
    const left = yield* inThreadTurns(held.take(content, url))
    return { ...content, beyond: content.beyond + left }
  })
  return { ...newWalkOf({ ...given, take, heldBytes: () => held.bytes, isFull: () => held.isFull }), urls: held.urls }
}

/** Reads the sitemaps that a site names in its robots.txt, or that stand where they usually do. */
export const walkSite = Effect.fnUntraced(function* (walk: SitemapWalk, url: string, named: ReadonlyArray<string>) {
  yield* walkSitemaps(walk, named, false)
  const { origin } = new URL(url)
  if (walk.fetched === 0)
    yield* walkSitemaps(
      walk,
      usualPaths.map((path) => `${origin}/${path}`),
      true
    )
})
