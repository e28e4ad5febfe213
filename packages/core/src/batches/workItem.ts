/** One page of a batch, from its claim to its record. */
import { Clock, DateTime, type Duration, Effect, Option, Schedule } from "effect"
import { atOnce, holdingLease, type InTurn } from "../holdingLease.ts"
import { WorksFor } from "../organizations/WorksFor.ts"
import type { CaptureError } from "../pages/CaptureFlights.ts"
import { capturePage, type ReadPage } from "../pages/capturePage.ts"
import type { Shares } from "../Shares.ts"
import { StoreUnavailable } from "../StoreUnavailable.ts"
import { BatchStore } from "./BatchStore.ts"
import { BatchWorkStore, type ItemClaim } from "./BatchWorkStore.ts"
import type { CrawlRules, RulesOf } from "./crawlRules.ts"
import { addressOf } from "./domain/address.ts"
import { readingOf, sourceOf } from "./domain/BatchOptions.ts"
import type { BatchResult } from "./domain/BatchResult.ts"
import { echoOf } from "./domain/Item.ts"
import { isWorked } from "./domain/settle.ts"
import { type ItemEnd, ItemRecorder } from "./ItemRecorder.ts"
import { pageErrorCode } from "./pageErrorCode.ts"
import { recordBytes } from "./resultFiles.ts"

/** Longest time for a page, and for one exchange with it. */
const pageMillis = 120_000
const exchangeMillis = 60_000

/** When a page is asked for again that there was no room for: our own want is no failure of the page. */
const looksAgain = Schedule.spaced("1 second").pipe(Schedule.jittered)

const hasNoRoom = ({ _tag }: CaptureError) => _tag === "TooBusy" || _tag === "SlowDown"

const echo = (claim: ItemClaim) => ({ url: claim.url, ...echoOf(claim) })

const failed = (claim: ItemClaim, code: ReturnType<typeof pageErrorCode>, message: string): ItemEnd => {
  const record: BatchResult = { status: "error", ...echo(claim), error_code: code, message }
  return { _tag: "Failed", claim, code, record: recordBytes(record) }
}

const messageOf = (error: CaptureError): string =>
  "message" in error && error.message !== "" ? error.message : `The page could not be read: ${error._tag}.`

const succeeded = (claim: ItemClaim, page: ReadPage, rules: CrawlRules | null): ItemEnd => {
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
  const found = rules?.follow(shaped.links, claim.depth) ?? []
  return { _tag: "Succeeded", claim, record: recordBytes(record), recoveredPages, found, finalUrl: capture.finalUrl }
}

const readPage = Effect.fnUntraced(function* ({ batch, ...claim }: ItemClaim, wantsLinks: boolean) {
  const { format, options } = batch
  const url = addressOf(claim.url)
  // What is cut out of a page is never taken from what was kept of it (contract/batches.md §3).
  const maxAgeMillis = options.includeSelectors.length > 0 ? 0 : options.maxAgeMillis
  const atMillis = (yield* Clock.currentTimeMillis) + pageMillis
  return yield* capturePage(
    sourceOf(options, url),
    readingOf(options, { url: claim.url, format, wantsLinks }),
    { maxAgeMillis, zeroRetention: false },
    { atMillis, acceptsPart: false, exchangeMillis }
  )
})

const isAway = (error: CaptureError): error is StoreUnavailable => error instanceof StoreUnavailable

/** Reads a page until there is room for it; what fails is a result, but for a store that is away. */
const readResult = (claim: ItemClaim, rules: CrawlRules | null) =>
  readPage(claim, rules !== null).pipe(
    Effect.retry({ schedule: Schedule.max([looksAgain, Schedule.recurs(pageMillis / 1_000)]), while: hasNoRoom }),
    Effect.map((page) =>
      rules !== null && claim.batch.scopeUrl !== null && !rules.holds(page.capture.finalUrl)
        ? ({ _tag: "Dropped", claim } satisfies ItemEnd as ItemEnd)
        : succeeded(claim, page, rules)
    ),
    Effect.catch((error: CaptureError) =>
      isAway(error) ? Effect.fail(error) : Effect.succeed(failed(claim, pageErrorCode(error), messageOf(error)))
    ),
    // A bug in the reading of one page must not stand in the way of the others.
    Effect.catchDefect((defect) =>
      Effect.logError("a page of a batch failed inside the server", defect).pipe(
        Effect.as(failed(claim, "INTERNAL_ERROR", "The page failed inside the server. Its log says why."))
      )
    )
  )

const forbidden =
  "robots.txt of the site forbids robots to see this address, or the site does not answer when it is asked for it."

/** Whether pages of the batch may begin yet. */
const goesOn = Effect.fnUntraced(function* ({ batch: { id, organizationId } }: ItemClaim) {
  const found = yield* (yield* BatchStore).get(organizationId, id)
  return Option.isSome(found) && isWorked(found.value.batch.status)
})

/** A page of a crawl, when its host lets robots see it and its turn there has come. */
const readCrawled = Effect.fnUntraced(function* (claim: ItemClaim, rulesOf: RulesOf) {
  const url = addressOf(claim.url)
  const rules = yield* rulesOf(claim.batch, url)
  if (!(yield* rules.hosts.mayFetch(url))) {
    return claim.batch.crawl!.source.type === "start_url" && claim.depth > 0
      ? ({ _tag: "Dropped", claim } satisfies ItemEnd as ItemEnd)
      : failed(claim, "WEBSITE_BLOCKED", forbidden)
  }
  // Minutes may have gone while it waited for its turn.
  return yield* rules.hosts.inTurn(url)(
    Effect.flatMap(goesOn(claim), (open) =>
      open ? readResult(claim, rules) : Effect.succeed({ _tag: "Dropped", claim } satisfies ItemEnd as ItemEnd)
    )
  )
})

/** Reads a claimed page, when `inTurn` lets it, and records what came of it. */
export const workItem = (rulesOf: RulesOf) =>
  Effect.fnUntraced(function* (claim: ItemClaim, lease: Duration.Duration, inTurn: InTurn = atOnce) {
    const { crawl, id, organizationId } = claim.batch
    const store = yield* BatchWorkStore
    const renew = Effect.map(store.renew([claim], lease), ([held]) => held === true)
    const end = yield* inTurn(crawl === null ? readResult(claim, null) : readCrawled(claim, rulesOf)).pipe(
      Effect.provideService(WorksFor, organizationId),
      holdingLease(lease, renew)
    )
    const held = Option.isSome(end) && (yield* (yield* ItemRecorder).record(end.value))
    if (held) return
    yield* Effect.logInfo("batch.page.lost").pipe(Effect.annotateLogs({ organizationId, batchId: id, page: claim.n }))
  })

/** Claims up to `limit` pages; the answer holds the work of each, to be begun by the caller at once. */
export const takeItems = (rulesOf: RulesOf) =>
  Effect.fn("takeItems")(function* (options: {
    readonly limit: number
    readonly lease: Duration.Duration
    readonly shares?: Shares
  }) {
    const claims = yield* (yield* BatchWorkStore).claimDue({ ...options, now: yield* DateTime.now })
    const work = workItem(rulesOf)
    return claims.map((claim) => ({
      organizationId: claim.batch.organizationId as string,
      host: claim.host,
      work: work(claim, options.lease)
    }))
  })
