/** The hosts of one crawl: what each asks of robots, and how many of its pages are fetched at once. */
import { Duration, Effect, Semaphore } from "effect"
import { passedMillis } from "../passedMillis.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import { allowsAll, crawlDelayOf, isAllowed, type Robots } from "./domain/Robots.ts"
import { ObeysRobots } from "./ObeysRobots.ts"
import { robotsOrNothing } from "./readRobots.ts"

/** The name by which sites mean us in robots.txt. */
export const robotsAgent = "Kittiwake"

/** Most pages of one host that are fetched at once, when the host asks for nothing else. */
const pagesPerHost = 5

/** Longest pause between two pages that a host gets, whatever it asks for. */
const maxDelayMillis = 30_000

interface CrawlHost {
  readonly robots: Robots
  readonly lane: Semaphore.Semaphore
  readonly delayMillis: number
  /** When the next page may be begun, as `passedMillis` counts. */
  nextAtMillis: number
}

export interface CrawlHosts {
  /** The pause between two pages that the host of the address asks for, in milliseconds; 0 when it asks for none. */
  readonly pauseMillis: (url: string) => Effect.Effect<number>
  /** Whether the host lets robots see the address. */
  readonly mayFetch: (url: string) => Effect.Effect<boolean>
  /** Runs the fetching of one page of a host when its turn has come. */
  readonly inTurn: (url: string) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Hosts that are asked for their rules once each. */
export const makeCrawlHosts = Effect.fnUntraced(function* (session: FetchSession, deadline: Deadline) {
  const obeys = yield* ObeysRobots
  const hosts = new Map<string, Effect.Effect<CrawlHost>>()

  const open = Effect.fnUntraced(function* (url: string) {
    const robots = obeys ? yield* robotsOrNothing(session, url, deadline) : allowsAll
    const delayMillis = Math.min(crawlDelayOf(robots, robotsAgent) * 1_000, maxDelayMillis)
    const lane = yield* Semaphore.make(delayMillis > 0 ? 1 : pagesPerHost)
    return { robots, lane, delayMillis, nextAtMillis: 0 } satisfies CrawlHost as CrawlHost
  })

  const openOnce = (origin: string, url: string) =>
    Effect.flatMap(Effect.cached(open(url)), (opened) => {
      hosts.set(origin, opened)
      return opened
    })

  const hostOf = (url: string) =>
    Effect.suspend(() => {
      const { origin } = new URL(url)
      return hosts.get(origin) ?? openOnce(origin, url)
    })

  const turn = Effect.fnUntraced(function* (host: CrawlHost) {
    if (host.delayMillis === 0) return
    const now = yield* passedMillis
    const startsAt = Math.max(now, host.nextAtMillis)
    host.nextAtMillis = startsAt + host.delayMillis
    yield* Effect.sleep(Duration.millis(startsAt - now))
  })

  return {
    pauseMillis: (url) => Effect.map(hostOf(url), ({ delayMillis }) => delayMillis),
    mayFetch: (url) => Effect.map(hostOf(url), ({ robots }) => isAllowed(robots, robotsAgent, url)),
    inTurn: (url) => (work) =>
      Effect.flatMap(hostOf(url), (host) => host.lane.withPermits(1)(Effect.andThen(turn(host), work)))
  } satisfies CrawlHosts as CrawlHosts
})
