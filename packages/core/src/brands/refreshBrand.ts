/**
 * Reads a brand again that is old: work that nobody asked for, and nobody pays for.
 *
 * **Details.** It is read as for somebody who asks (`readBrand.ts`), but that robots.txt is heard before the front page too, and in the
 * turns of nobody in particular, beside those of organizations. A failed reading leaves what was kept. While work of organizations is late,
 * nothing is begun.
 */
import { Clock, DateTime, Duration, Effect, Option } from "effect"
import { CurrentLease, MemoryBudget } from "../budget/MemoryBudget.ts"
import { Measures } from "../measures/Measures.ts"
import { OrganizationId } from "../organizations/domain/Organization.ts"
import { BackgroundWork } from "../pages/BackgroundWork.ts"
import { robotsAgent } from "../sites/crawlHosts.ts"
import { allowsAll, isAllowed } from "../sites/domain/Robots.ts"
import { siteUrls } from "../sites/domain/SiteScope.ts"
import { ObeysRobots } from "../sites/ObeysRobots.ts"
import { robotsAt, robotsOrNothing } from "../sites/readRobots.ts"
import type { Call } from "../web/domain/Call.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { WebsiteBlocked } from "../web/errors.ts"
import { inTime } from "../web/inTime.ts"
import { openSession } from "../web/openSession.ts"
import { type BrandRefreshClaim, BrandRefreshStore } from "./BrandRefreshStore.ts"
import { countRefreshes } from "./countRefreshes.ts"
import { afterReading, type RefreshEnd } from "./domain/refreshing.ts"
import { indexReading } from "./indexReading.ts"
import { RefreshBounds, type refreshBoundsDefaults } from "./RefreshBounds.ts"
import { type ReadBrand, readBrand } from "./readBrand.ts"

/** Most time for a brand, and for one exchange with its site. */
const limits = { brandMillis: 60_000, exchangeMillis: 20_000 } as const

/** A claim outlasts the reading, so that it need not be lengthened. */
const lease = Duration.minutes(2)

/** Work of organizations is late that waits for longer than this. */
const lateMillis = 60_000

/** Whose pictures these are: the index is the installation's. */
const nobody = OrganizationId.make("installation")

const forbidden = new WebsiteBlocked({ message: "robots.txt of the site forbids robots to see its first page." })

const isWelcome = Effect.fnUntraced(function* (domain: string, deadline: Deadline) {
  const session = yield* openSession
  const [secure, plain] = siteUrls(domain)
  const asked = robotsAt(session, secure!, deadline).pipe(
    Effect.catchTag("PageUnreachable", () => robotsOrNothing(session, plain!, deadline))
  )
  const robots = (yield* ObeysRobots) ? yield* asked : allowsAll
  return isAllowed(robots, robotsAgent, secure!)
})

const read = Effect.fnUntraced(function* ({ domain, language }: BrandRefreshClaim) {
  const atMillis = (yield* Clock.currentTimeMillis) + limits.brandMillis
  const deadline: Deadline = { atMillis, acceptsPart: false, exchangeMillis: limits.exchangeMillis }
  const call: Call = {
    ...{ organizationId: nobody, requestId: "", route: "", caller: "refresh", deadline, isWanted: () => true },
    freshness: { maxAgeMillis: 0, zeroRetention: false }
  }
  const reading = Effect.gen(function* () {
    if (!(yield* isWelcome(domain, deadline))) return yield* forbidden
    return yield* readBrand(call, { domain, maxAgeMillis: 0, language, isThin: false })
  })
  return yield* inTime(reading, deadline)
})

/** Counts what it holds in memory as nobody's, until it ends. */
const counted = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(MemoryBudget, (memory) =>
    Effect.acquireUseRelease(
      Effect.sync(() => memory.open("brands")),
      (held) => Effect.provideService(work, CurrentLease, held),
      (held) => Effect.sync(held.close)
    )
  )

/** What a site can do nothing about. */
const ours: ReadonlySet<string> = new Set(["CapabilityMissing", "SlowDown", "StoreUnavailable", "TooBusy"])

interface Ended {
  readonly end: RefreshEnd
  readonly read: ReadBrand | null
  /** Why there is none. */
  readonly reason: string | null
}

const readAgain = (claim: BrandRefreshClaim) =>
  read(claim).pipe(
    Effect.map(
      (found): Ended => ({
        end: { _tag: "Read", readAtMillis: found.readAtMillis },
        read: found,
        reason: null
      })
    ),
    Effect.catch(({ _tag }) =>
      Effect.succeed<Ended>({ end: { _tag: ours.has(_tag) ? "Postponed" : "Failed" }, read: null, reason: _tag })
    ),
    // A bug in the reading of one brand must not stand in the way of the others.
    Effect.catchDefect((defect) =>
      Effect.logError("a brand failed inside the server when it was read again", defect).pipe(
        Effect.as<Ended>({ end: { _tag: "Failed" }, read: null, reason: "defect" })
      )
    ),
    Effect.provideService(BackgroundWork, true),
    counted
  )

const outcomeOf = { Read: "refreshed", Failed: "failed", Postponed: "postponed" } as const

const refresh = Effect.fn("Brands.refresh")(function* (claim: BrandRefreshClaim, ageMillis: number) {
  const { domain, language } = claim
  const { end, read: found, reason } = yield* readAgain(claim)
  const nowMillis = yield* Clock.currentTimeMillis
  const { agesFromMillis, failures } = afterReading(end, claim.failures, { ageMillis, nowMillis })
  const store = yield* BrandRefreshStore
  const isHeld = yield* store.record(claim, {
    // The index learns of it first, and again when this process ends before it is recorded.
    read: found === null ? null : yield* indexReading(domain, language, found),
    agesFrom: DateTime.makeUnsafe(agesFromMillis),
    failures
  })
  const outcome = isHeld ? outcomeOf[end._tag] : "lost"
  yield* countRefreshes.count(outcome)
  yield* Effect.logInfo("brand.refreshed").pipe(
    Effect.annotateLogs({ domain, ...(language === null ? {} : { language }), outcome, failures, reason })
  )
})

const isLate = Effect.fnUntraced(function* (now: DateTime.Utc) {
  const backlog = yield* (yield* Measures).backlog
  return Object.values(backlog).some(
    ({ since }) => since !== null && now.epochMilliseconds - since.epochMilliseconds > lateMillis
  )
})

/** Time between two turns. */
export const turnEvery = ({ perDay }: typeof refreshBoundsDefaults): Option.Option<Duration.Duration> =>
  perDay === 0 ? Option.none() : Option.some(Duration.millis(Duration.toMillis(Duration.days(1)) / perDay))

/** Reads the brand whose turn it is, if there is one; tells whether there was. */
export const refreshBrand = Effect.fnUntraced(function* () {
  const bounds = yield* RefreshBounds
  const every = turnEvery(bounds)
  if (Option.isNone(every)) return false
  const { age } = bounds
  const store = yield* BrandRefreshStore
  const now = yield* DateTime.now
  const turn = { now, before: DateTime.subtractDuration(now, age), every: every.value }
  // Looking at what is late costs more than looking whether there is anything to do.
  if (!(yield* store.isDue(turn)) || (yield* isLate(now))) return false
  const claim = yield* store.claim({ ...turn, lease })
  if (Option.isNone(claim)) return false
  yield* refresh(claim.value, Duration.toMillis(age))
  return true
})
