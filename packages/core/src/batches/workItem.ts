/** One page of a batch, from its claim to its record. */
import { Clock, Duration, Effect, Option, Schedule } from "effect"
import { alone, type Suspects } from "../alone.ts"
import { borrowing, CurrentLease, MemoryBudget } from "../budget/MemoryBudget.ts"
import { atOnce, holdingLease, type InTurn } from "../holdingLease.ts"
import { GivesWay } from "../organizations/GivesWay.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import { WorksOn } from "../organizations/WorksOn.ts"
import { BackgroundWork } from "../pages/BackgroundWork.ts"
import type { CaptureError } from "../pages/CaptureFlights.ts"
import { capturePage, keptPage, type ReadPage, shownPage } from "../pages/capturePage.ts"
import { HasTurn } from "../pages/HasTurn.ts"
import { isThrottled, restingError } from "../pages/heedThrottling.ts"
import { StaysWithin } from "../pages/StaysWithin.ts"
import { passedMillis } from "../passedMillis.ts"
import { retryLate } from "../retryLate.ts"
import { makeSharedPlaces, type SharedPlaces } from "../SharedPlaces.ts"
import { StoreUnavailable } from "../StoreUnavailable.ts"
import { carefulPauseMillis } from "../sharing/domain/HostRests.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import { isForbidden, isOutOfScope } from "../web/errors.ts"
import { BatchStore } from "./BatchStore.ts"
import { BatchWorkStore, type ItemClaim } from "./BatchWorkStore.ts"
import type { CrawlRules, RulesOf } from "./crawlRules.ts"
import { addressOf } from "./domain/address.ts"
import { readingOf, sourceOf } from "./domain/BatchOptions.ts"
import type { BatchResult } from "./domain/BatchResult.ts"
import { echoOf, type FoundItem } from "./domain/Item.ts"
import { aloneFrom, mostLosses } from "./domain/losses.ts"
import { isWorked } from "./domain/settle.ts"
import type { HostTurns } from "./HostTurns.ts"
import { endBytes, type ItemEnd, ItemRecorder } from "./ItemRecorder.ts"
import { pageErrorCode } from "./pageErrorCode.ts"
import { mostTries, type Refusals } from "./refusals.ts"
import { recordBytes } from "./resultFiles.ts"

/** Longest time for a page, and for one exchange with it. */
const pageMillis = 120_000
const exchangeMillis = 60_000

/** When, and for how long, a page is asked for again that there was no room for: our own want is no failure of the page. */
const looksAgain = Schedule.spaced("1 second").pipe(Schedule.jittered, Schedule.upTo({ duration: "10 minutes" }))

const hasNoRoom = ({ _tag }: CaptureError) => _tag === "TooBusy" || _tag === "SlowDown"

const echo = (claim: ItemClaim) => ({ url: claim.url, ...echoOf(claim) })

const failed = (claim: ItemClaim, code: ReturnType<typeof pageErrorCode>, message: string): ItemEnd => {
  const record: BatchResult = { status: "error", ...echo(claim), error_code: code, message }
  return { _tag: "Failed", claim, code, record: recordBytes(record) }
}

const dropped = (claim: ItemClaim): ItemEnd => ({ _tag: "Dropped", claim, found: [] })

const messageOf = (error: CaptureError): string =>
  "message" in error && error.message !== "" ? error.message : `The page could not be read: ${error._tag}.`

const succeeded = (claim: ItemClaim, page: ReadPage, found: ReadonlyArray<FoundItem>): ItemEnd => {
  const { cache, capture, recoveredPages, shaped } = page
  const record: BatchResult = {
    status: "ok",
    ...echo(claim),
    http_status: capture.status,
    final_url: capture.finalUrl,
    ...(shaped.markdown === null ? {} : { markdown: shaped.markdown }),
    ...(shaped.html === null ? {} : { html: shaped.html }),
    metadata: shaped.metadata ?? { sourceUrl: claim.url, finalUrl: capture.finalUrl },
    ...(recoveredPages === 0 ? {} : { ocr_pages: recoveredPages }),
    cache_metadata: { status: cache.status, age_ms: cache.ageMillis }
  }
  return { _tag: "Succeeded", claim, record: recordBytes(record), recoveredPages, found, finalUrl: capture.finalUrl }
}

/** A page with what it leads to. Where the pattern cannot find that out, the page failed, and nothing is left out unsaid. */
const withLinks = (claim: ItemClaim, page: ReadPage, rules: CrawlRules): Effect.Effect<ItemEnd> =>
  rules.follow(page.shaped.links, claim.depth).pipe(
    Effect.map((found) => succeeded(claim, page, found)),
    Effect.catchTag("NotFollowed", ({ message, reason }) =>
      // A pattern that was taken once, and is none any more, is our own fault.
      Effect.succeed(failed(claim, reason === "too_slow" ? "REQUEST_TIMEOUT" : "INTERNAL_ERROR", message))
    )
  )

/** Pages of an organization that are read at once at one host: as many as the doors to the web let it ask for. */
const pagesPerHost = 4

/**
 * Places at hosts, which the batches of an organization have in turns. A page waits for one before its time begins: what waits in our own
 * line is not the page's fault, and two slow pages must not be the end of the twenty behind them.
 */
type HostPlaces = SharedPlaces

export const makeHostPlaces = (): HostPlaces => makeSharedPlaces(Number.MAX_SAFE_INTEGER, (held) => held < pagesPerHost)

/** A page that waited for longer than this asks whether its batch goes on before it begins. */
const asksAfterMillis = 100

/** A claimed page in its process. */
interface Claimed {
  readonly claim: ItemClaim
  readonly atMillis: number
}

/** Whether pages of the batch may begin yet. */
const goesOn = Effect.fnUntraced(function* ({ batch: { id, organizationId } }: ItemClaim) {
  const found = yield* (yield* BatchStore).get(organizationId, id)
  return Option.isSome(found) && isWorked(found.value.batch.status)
})

/** How old a page may be. What is cut out of one is never taken from what was kept of it (contract/batches.md §3). */
const freshnessOf = ({ includeSelectors, maxAgeMillis }: ItemClaim["batch"]["options"]): Freshness => ({
  maxAgeMillis: includeSelectors.length > 0 ? 0 : maxAgeMillis,
  zeroRetention: false
})

/** How a page is read. */
const asked = ({ batch, ...claim }: ItemClaim, wantsLinks: boolean, nowMillis: number) => {
  const { format, options } = batch
  return [
    sourceOf(options, addressOf(claim.url)),
    readingOf(options, { url: claim.url, format, wantsLinks }),
    freshnessOf(options),
    { atMillis: nowMillis + pageMillis, acceptsPart: false, exchangeMillis }
  ] as const
}

const readPage = Effect.fnUntraced(function* (claim: ItemClaim, wantsLinks: boolean) {
  return yield* capturePage(...asked(claim, wantsLinks, yield* Clock.currentTimeMillis)).pipe(
    Effect.flatMap(shownPage),
    Effect.provideService(BackgroundWork, true),
    Effect.provideService(HasTurn, claim.host)
  )
})

/** A page that is kept; null where nobody keeps it. */
const readKept = Effect.fnUntraced(function* (claim: ItemClaim, wantsLinks: boolean) {
  const reading = keptPage(...asked(claim, wantsLinks, yield* Clock.currentTimeMillis))
  return yield* Effect.provideService(reading, BackgroundWork, true)
})

/** A page whose turn at its host has not come: it waits again. */
const notYet = "not yet"

/** Takes the turn of a page at its host; tells whether it had come. */
type TakesTurn = Effect.Effect<boolean>

/** A page in its process, and what it needs before it begins. */
interface Begun extends Claimed {
  readonly hasTurn: TakesTurn
}

/** Where hosts ask for no pause, or nobody asks them. */
const needsNone: TakesTurn = Effect.succeed(true)

/** After so long it is looked again whether pages of a host are kept that rests. */
const keptLookMillis = 5_000

/** Takes the turn of a page at a host that throttles; tells whether it had come. */
const takeAfterRest = Effect.fnUntraced(function* ({ batch: { organizationId }, host }: ItemClaim, turns: HostTurns) {
  const pauses = yield* HostPauses
  const waitMillis = yield* pauses.take({ host, owner: organizationId, pauseMillis: 0 })
  const nowMillis = yield* passedMillis
  turns.noteAfterRest(host, nowMillis + (waitMillis === 0 ? carefulPauseMillis : waitMillis))
  if (waitMillis > 0) turns.noteUnkept(host, nowMillis + keptLookMillis)
  return waitMillis === 0
})

/**
 * Reads a page in its turn at its host; `notYet` where that has not come: none comes while the host rests. One that is kept needs none where its
 * host throttles, and any other of a host that is given up fails without being asked for, as what could not be read.
 */
const readWhenTurn = Effect.fnUntraced(function* (
  { claim, hasTurn }: Pick<Begun, "claim" | "hasTurn">,
  wantsLinks: boolean,
  turns: HostTurns
) {
  const { host } = claim
  const known = yield* (yield* HostPauses).restOf(host)
  const kept = known === null ? null : yield* readKept(claim, wantsLinks)
  if (kept !== null) return kept
  if (known?.isGivenUp && known.restMillis > 0) return yield* restingError(host, known)
  const isTaken = known === null || hasTurn !== needsNone ? yield* hasTurn : yield* takeAfterRest(claim, turns)
  return isTaken ? yield* readPage(claim, wantsLinks) : notYet
})

/**
 * Reads a page in its turn at its host; null when its batch goes on no more by then. The turn comes last, so that nothing of ours lies between
 * two turns and two requests.
 */
const readInTurn = (begun: Begun, wantsLinks: boolean, { hosts, turns }: Pick<Common, "hosts" | "turns">) => {
  const { atMillis, claim } = begun
  return hosts(
    `${claim.batch.organizationId} ${claim.host}`,
    claim.batch.id
  )(
    Effect.gen(function* () {
      const hasWaited = (yield* Clock.currentTimeMillis) - atMillis > asksAfterMillis
      return hasWaited && !(yield* goesOn(claim)) ? null : yield* readWhenTurn(begun, wantsLinks, turns)
    })
  )
}

const isAway = (error: CaptureError): error is StoreUnavailable => error instanceof StoreUnavailable

/**
 * Where pages wait that found no room in memory: one of an organization is tried again, and not all of them, which would be in each other's
 * way and fetch what they cannot hold.
 */
type Waiting = SharedPlaces

export const makeWaiting = (): Waiting => makeSharedPlaces(4, (held) => held === 0)

/** What the pages of a process have in common. */
interface Common {
  readonly suspects: Suspects
  readonly rulesOf: RulesOf
  readonly turns: HostTurns
  readonly waiting: Waiting
  readonly hosts: HostPlaces
  readonly refusals: Refusals
}

/**
 * Reads a page when there is room for it, and makes of it what is recorded, which counts as held itself then. What its reading took is given
 * back no sooner: the page is held as long as its links are followed.
 */
const readInRoom = <R>(
  begun: Begun,
  wantsLinks: boolean,
  common: Common,
  endOf: (page: ReadPage | typeof notYet | null) => Effect.Effect<ItemEnd | null, CaptureError, R>
) => {
  const { waiting } = common
  const reading = borrowing(Effect.flatMap(readInTurn(begun, wantsLinks, common), endOf))
  return Effect.catchIf(reading, hasNoRoom, () =>
    waiting(begun.claim.batch.organizationId)(retryLate(reading, { schedule: looksAgain, while: hasNoRoom }))
  )
}

/** The rules that follow from where the start of a crawl answered; of any other page those that are known. */
const rulesAfter = (claim: ItemClaim, page: ReadPage, rulesOf: RulesOf) =>
  rulesOf({ ...claim.batch, scopeUrl: claim.batch.scopeUrl ?? page.capture.finalUrl }, addressOf(claim.url))

/** What came of a page of a crawl. */
const crawled = Effect.fnUntraced(function* (claim: ItemClaim, page: ReadPage, rules: CrawlRules, rulesOf: RulesOf) {
  const { crawl, scopeUrl } = claim.batch
  if (scopeUrl !== null && !rules.holds(page.capture.finalUrl)) return dropped(claim)
  const isStart = crawl!.source.type === "start_url" && scopeUrl === null
  return yield* withLinks(claim, page, isStart ? yield* rulesAfter(claim, page, rulesOf) : rules)
})

/**
 * What becomes of a page whose host is asked too often: null, so that it waits for the host to rest, or `end` after the last try. A page that
 * was not asked for, because the host began to rest when its turn had come, was not tried.
 */
const waitsAgain = Effect.fnUntraced(function* (
  claim: ItemClaim,
  { refusals }: Common,
  isUnasked: boolean,
  end: ItemEnd
) {
  const known = yield* (yield* HostPauses).restOf(claim.host)
  const mayTry = isUnasked || refusals.note(claim) < mostTries
  return mayTry && known !== null && !known.isGivenUp ? null : end
})

const isUnasked = (error: CaptureError): boolean => "isUnasked" in error && error.isUnasked === true

/** A page of a crawl that robots may not see. One that nobody named and a link led to is none of its pages. */
const forbidden = (claim: ItemClaim, isSaid: boolean, message: string): ItemEnd =>
  claim.batch.crawl?.source.type === "start_url" && claim.depth > 0
    ? dropped(claim)
    : failed(claim, isSaid ? "WEBSITE_BLOCKED" : "WEBSITE_ACCESS_ERROR", message)

/** Reads a page, unless its turn has not come, which is null; what fails is a result, but for a store that is away. */
const readResult = (begun: Begun, rules: CrawlRules | null, common: Common) => {
  const { claim } = begun
  const endOf = (page: ReadPage | typeof notYet | null) => {
    if (page === notYet) return Effect.succeed(null)
    if (page === null) return Effect.succeed(dropped(claim))
    return rules === null ? Effect.succeed(succeeded(claim, page, [])) : crawled(claim, page, rules, common.rulesOf)
  }
  return readInRoom(begun, rules !== null, common, endOf).pipe(
    Effect.catch((error: CaptureError) => {
      if (isAway(error)) return Effect.fail(error)
      if (rules !== null && isOutOfScope(error)) return Effect.succeed(dropped(claim))
      if (rules !== null && isForbidden(error)) return Effect.succeed(forbidden(claim, true, messageOf(error)))
      const end = failed(claim, pageErrorCode(error), messageOf(error))
      return isThrottled(error) ? waitsAgain(claim, common, isUnasked(error), end) : Effect.succeed(end)
    }),
    // A bug in the reading of one page must not stand in the way of the others.
    Effect.catchDefect((defect) =>
      Effect.logError("a page of a batch failed inside the server", defect).pipe(
        Effect.as(failed(claim, "INTERNAL_ERROR", "The page failed inside the server. Its log says why."))
      )
    ),
    Effect.tap((end) => Effect.sync(() => (end === null ? undefined : common.refusals.forget(claim))))
  )
}

/** A page of a host that asks for a pause; null when its turn there has not come. */
const readInPause = (claimed: Claimed, rules: CrawlRules, common: Common) => {
  const { batch, host, url: asked } = claimed.claim
  const { turns } = common
  const url = addressOf(asked)
  const hasTurn: TakesTurn = Effect.gen(function* () {
    const waitMillis = yield* rules.hosts.takeTurn(url)
    const nowMillis = yield* passedMillis
    turns.note(host, nowMillis + (waitMillis === 0 ? yield* rules.hosts.pauseMillis(url) : waitMillis))
    return waitMillis === 0
  })
  return Effect.acquireUseRelease(
    Effect.map(passedMillis, (nowMillis) => turns.enter(host, batch.organizationId, nowMillis)),
    (mayAsk) => (mayAsk ? readResult({ ...claimed, hasTurn }, rules, common) : Effect.succeed(null)),
    (mayAsk) =>
      Effect.sync(() => {
        if (mayAsk) turns.leave(host, batch.organizationId)
      })
  )
}

/** A page of a crawl, when its host lets robots see it; null when its turn there has not come. */
const readCrawled = Effect.fnUntraced(function* (claimed: Claimed, common: Common) {
  const { claim } = claimed
  const { rulesOf, turns } = common
  const url = addressOf(claim.url)
  const known = yield* (yield* HostPauses).restOf(claim.host)
  if (known !== null && known.restMillis > 0 && !known.isGivenUp) {
    // Its robots.txt would be asked for, kept or not.
    turns.noteUnkept(claim.host, (yield* passedMillis) + keptLookMillis)
    return null
  }
  const rules = yield* rulesOf(claim.batch, url)
  if (!(yield* rules.hosts.mayFetch(url))) {
    const { isSaid, message } = yield* rules.hosts.refusal(url)
    return forbidden(claim, isSaid, message)
  }
  const reading =
    (yield* rules.hosts.pauseMillis(url)) === 0
      ? rules.hosts.inLane(url)(readResult({ ...claimed, hasTurn: needsNone }, rules, common))
      : rules.hosts.keepingToRules(readInPause(claimed, rules, common))
  // Until the start has answered nobody knows what the crawl is of.
  return yield* Effect.provideService(reading, StaysWithin, claim.batch.scopeUrl === null ? null : rules)
})

/** Counts what the work of a batch holds in memory as its organization's, apart from what its calls hold, until it ends. */
const counted =
  ({ batch }: ItemClaim) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(MemoryBudget, (memory) =>
      Effect.acquireUseRelease(
        Effect.sync(() => memory.open(`${batch.organizationId} batches`)),
        (lease) => Effect.provideService(work, CurrentLease, lease),
        (lease) => Effect.sync(lease.close)
      )
    )

/** Records what came of a page, which counts as held until it is written; tells whether the claim still held. */
const recordEnd = Effect.fnUntraced(function* (end: ItemEnd) {
  const lease = yield* CurrentLease
  lease.keep(endBytes(end))
  return yield* (yield* ItemRecorder).record(end)
})

/** What is told of a page that ended the processes that read it, or stood beside what did. */
const givenUp = (claim: ItemClaim): ItemEnd =>
  failed(
    claim,
    "INTERNAL_ERROR",
    `The reading of this page did not come to an end ${mostLosses} times: the process that read it was gone. It is not tried again.`
  )

/**
 * Keeps a claim, and knows by a clock that nobody sets whether the time of its lease has passed since it was last heard to hold. Where it
 * has not and the claim is lost, the clock by which leases end was set: it was not lost by who reads the page.
 */
const keptClaim = Effect.fnUntraced(function* (claim: ItemClaim, lease: Duration.Duration) {
  const store = yield* BatchWorkStore
  const clock = yield* Clock.Clock
  const elapsed = (since: bigint) => Duration.nanos(clock.monotonicTimeNanosUnsafe() - since)
  let heard = clock.monotonicTimeNanosUnsafe()
  const renew = Effect.suspend(() => {
    const asked = clock.monotonicTimeNanosUnsafe()
    return Effect.map(store.renew([claim], lease), ([held]) => {
      if (held === true) heard = asked
      return held === true
    })
  })
  const lost = Effect.suspend(() =>
    Duration.isLessThan(elapsed(heard), lease) ? Effect.ignore(store.renew([claim], Duration.zero)) : Effect.void
  )
  return { renew, lost }
})

/** Reads a claimed page and records what came of it; tells whether its claim still held. A page whose turn has not come waits again. */
const workClaim = Effect.fnUntraced(function* (
  common: Common,
  claim: ItemClaim,
  lease: Duration.Duration,
  inTurn: InTurn
) {
  const { crawl, id, organizationId } = claim.batch
  const store = yield* BatchWorkStore
  const { lost, renew } = yield* keptClaim(claim, lease)
  const claimed = { claim, atMillis: yield* Clock.currentTimeMillis }
  const read =
    crawl === null ? readResult({ ...claimed, hasTurn: needsNone }, null, common) : readCrawled(claimed, common)
  return yield* inTurn(read).pipe(
    Effect.provideService(WorksFor, organizationId),
    Effect.provideService(WorksOn, id),
    Effect.provideService(GivesWay, true),
    holdingLease(lease, renew),
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.succeed(false),
        onSome: (end) => (end === null ? Effect.as(store.renew([claim], Duration.zero), true) : recordEnd(end))
      })
    ),
    Effect.tap((held) => (held ? Effect.void : lost)),
    counted(claim)
  )
})

/** Reads a claimed page, when `inTurn` lets it, and records what came of it. Who is told to end gives the page back. */
export const workItem = (common: Common) =>
  Effect.fnUntraced(function* (claim: ItemClaim, lease: Duration.Duration, inTurn: InTurn = atOnce) {
    const { id, organizationId } = claim.batch
    const store = yield* BatchWorkStore
    const work = workClaim(common, claim, lease, inTurn)
    const done =
      claim.losses < aloneFrom
        ? work
        : claim.losses < mostLosses
          ? alone(common.suspects, organizationId, lease, (time) =>
              Effect.map(store.renew([claim], time), ([isHeld]) => isHeld === true)
            )(work)
          : recordEnd(givenUp(claim))
    const held = yield* Effect.onInterrupt(done, () => Effect.ignore(store.renew([claim], Duration.zero)))
    if (held) return
    yield* Effect.logInfo("batch.page.lost").pipe(Effect.annotateLogs({ organizationId, batchId: id, page: claim.n }))
  })
