/** The hosts of one crawl: what each asks of robots, and how many of its pages are fetched at once. */
import { Clock, Effect, Semaphore } from "effect"
import { inThreadTurns } from "../organizations/inThreadTurns.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { HasTurn } from "../pages/HasTurn.ts"
import { tellGone } from "../pages/PageReadings.ts"
import { StaysWithin } from "../pages/StaysWithin.ts"
import { givesWay, WalksSite } from "../pages/WalksSite.ts"
import { hostOf } from "../Shares.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { type FetchSession, type LedRefusal, MayBeLed } from "../web/HttpFetcher.ts"
import {
  allowedInSteps,
  allowsAll,
  crawlDelayOf,
  onlyFor,
  type Refusal,
  type Robots,
  refusalOf,
  robotsBytes
} from "./domain/Robots.ts"
import { KeptHosts, SharedHostsRoom } from "./keptHosts.ts"
import { ObeysRobots } from "./ObeysRobots.ts"
import { robotsOrNothing } from "./readRobots.ts"

/** The name by which sites mean us in robots.txt. */
export const robotsAgent = "Kittiwake"

/** Most pages of one host that are fetched at once, when the host asks for nothing else. */
const pagesPerHost = 5

/** Longest pause between two pages that a host gets, whatever it asks for. */
const maxDelayMillis = 30_000

const outOfScope: LedRefusal = { reason: "out_of_scope", message: "The page leads out of what is crawled." }

interface CrawlHost {
  readonly robots: Robots
  readonly robotsBytes: number
  readonly lane: Semaphore.Semaphore
  readonly delayMillis: number
}

export interface CrawlHosts {
  /** The pause between two pages that the host of the address asks for, in milliseconds; 0 when it asks for none. */
  readonly pauseMillis: (url: string) => Effect.Effect<number>
  /** Whether the host lets robots see the address. */
  readonly mayFetch: (url: string) => Effect.Effect<boolean>
  /** Why one that it does not let them see may not be read: its robots.txt forbids it, or the site cannot be reached. */
  readonly refusal: (url: string) => Effect.Effect<Refusal>
  /**
   * Takes the turn of a page at a host that asks for a pause or rests, when it has come: zero then, and where the host does neither;
   * otherwise milliseconds after which it is worth asking again.
   */
  readonly takeTurn: (url: string) => Effect.Effect<number>
  /** Runs the fetching of one page so that no redirect leads where its host, or another, lets no robot see. So do those that follow. */
  readonly keepingToRules: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs the fetching of one page beside few others of its host; its turn is taken elsewhere. */
  readonly inLane: (url: string) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs the fetching of one page of a host when its turn has come, which all crawls of all processes have one after the other. */
  readonly inTurn: (url: string) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Keeps nothing of them any more. */
  readonly forget: () => void
}

/**
 * Hosts that are asked for their rules once each, and once more where a work has so many that there was no room to keep them. What is wanted of
 * one waits for no rest that ends after `restsUntilMillis`.
 */
export const makeCrawlHosts = Effect.fnUntraced(function* (
  session: FetchSession,
  deadline: Deadline,
  restsUntilMillis = deadline.atMillis
) {
  const obeys = yield* ObeysRobots
  const pauses = yield* HostPauses
  const hosts = new KeptHosts<Effect.Effect<CrawlHost>>(yield* SharedHostsRoom)

  const open = Effect.fnUntraced(function* (url: string) {
    // The rules themselves may stand anywhere: to ask for others there would be to wait for oneself.
    const asked = Effect.provideService(robotsOrNothing(session, url, deadline), MayBeLed, null)
    const robots = obeys ? onlyFor(yield* asked, robotsAgent) : allowsAll
    const delayMillis = Math.min(crawlDelayOf(robots, robotsAgent) * 1_000, maxDelayMillis)
    const lane = yield* Semaphore.make(delayMillis > 0 ? 1 : pagesPerHost)
    return { robots, robotsBytes: robotsBytes(robots), lane, delayMillis } satisfies CrawlHost as CrawlHost
  })

  const openOnce = (origin: string, url: string) =>
    Effect.flatMap(Effect.cached(open(url)), (opened) => {
      hosts.keep(origin, opened)
      return opened
    })

  const openedHost = (url: string) =>
    Effect.suspend(() => {
      const { origin } = new URL(url)
      const opened = hosts.get(origin) ?? openOnce(origin, url)
      return Effect.tap(opened, ({ robotsBytes }) => Effect.sync(() => hosts.use(origin, robotsBytes)))
    })

  const asked = (url: string, { delayMillis }: CrawlHost) =>
    Effect.map(WorksFor, (owner) => ({ host: hostOf(url), owner: owner ?? "", pauseMillis: delayMillis }))

  /** Whether a host rests for too long, or is given up, so that its pages are not to wait for their turns. */
  const isLost = Effect.fnUntraced(function* (host: string) {
    const rest = yield* pauses.restOf(host)
    if (rest === null || rest.restMillis === 0) return false
    return rest.isGivenUp || rest.restMillis >= restsUntilMillis - (yield* Clock.currentTimeMillis)
  })

  /** Waits for the turn of a page. One whose host is lost is told so by who asks for the page. */
  const turn = (url: string, host: CrawlHost) =>
    Effect.gen(function* () {
      const wanted = yield* asked(url, host)
      yield* pauses.turn({ ...wanted, givesWay: yield* givesWay }, isLost(wanted.host))
    })

  const mayFetch = Effect.fnUntraced(function* (url: string) {
    const { robots } = yield* openedHost(url)
    const may = yield* inThreadTurns(allowedInSteps(robots, robotsAgent, url))
    // A site that does not answer says nothing of its pages.
    if (!may && refusalOf(robots).isSaid) yield* tellGone(url)
    return may
  })

  const mayBeLed = Effect.fnUntraced(function* (url: string) {
    const within = yield* StaysWithin
    // Its page is none of the crawl's, whatever its host asks of robots, or whether it answers.
    if (within !== null && !within.holds(url)) return outOfScope
    if (yield* mayFetch(url)) return null
    const { isSaid, message } = refusalOf((yield* openedHost(url)).robots)
    return {
      reason: isSaid ? "robots" : "connection_failed",
      message: `The page leads to another address. ${message}`
    } satisfies LedRefusal as LedRefusal
  })

  /** Rules that are not asked for need not be kept to. */
  const keepingToRules = Effect.provideService(MayBeLed, obeys ? mayBeLed : null)

  const walking = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    keepingToRules(Effect.provideService(work, WalksSite, true))

  return {
    pauseMillis: (url) => Effect.map(openedHost(url), ({ delayMillis }) => delayMillis),
    mayFetch,
    keepingToRules,
    refusal: (url) => Effect.map(openedHost(url), ({ robots }) => refusalOf(robots)),
    takeTurn: (url) => Effect.flatMap(openedHost(url), (host) => Effect.flatMap(asked(url, host), pauses.take)),
    inLane: (url) => (work) => Effect.flatMap(openedHost(url), ({ lane }) => lane.withPermits(1)(walking(work))),
    inTurn: (url) => (work) =>
      Effect.flatMap(openedHost(url), (host) =>
        host.lane.withPermits(1)(
          Effect.andThen(turn(url, host), Effect.provideService(walking(work), HasTurn, hostOf(url)))
        )
      ),
    forget: () => hosts.forget()
  } satisfies CrawlHosts as CrawlHosts
})
