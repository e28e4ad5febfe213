/**
 * Looks for the news of a company when somebody asks for it first: the feeds of its site are found, asked at once, and registered, so that
 * they are asked again from then on.
 *
 * **Details.** A site is looked through once a day at most, whoever asks and whatever is found, and once at a time. What is not done in
 * time is left to those who ask sources by and by. Nothing of it fails for who asks: without news there are none.
 */
import { Clock, DateTime, Duration, Effect, Layer, Option, Random } from "effect"
import { bind } from "../bind.ts"
import { makeFlights } from "../budget/makeFlights.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { openSession } from "../web/openSession.ts"
import { makeAskBackends } from "./askBackends.ts"
import { askSource, type SourceAnswer } from "./askSource.ts"
import { countLooks } from "./countGathering.ts"
import { isRecent } from "./domain/isRecent.ts"
import { type NewsSource, newSource, siteOfHost } from "./domain/NewsSource.ts"
import { findFeeds, type SiteFeeds } from "./findFeeds.ts"
import { GatheringBounds } from "./GatheringBounds.ts"
import { afterAnswer } from "./gatherSource.ts"
import { keepArticles } from "./keepArticles.ts"
import { NewsGathering } from "./NewsGathering.ts"
import { NewsSourceStore } from "./NewsSourceStore.ts"

/** How long a look through a site counts. */
const lookLasts = Duration.days(1)

/**
 * Least time for a look, and time that is kept for writing down what came of it; articles of one feed that are kept while somebody waits: a
 * worker keeps the others.
 */
const limits = { leastMillis: 2_000, besideMillis: 500, mostMillis: 30_000, atOnce: 3, articles: 200 } as const

interface Asked {
  readonly source: NewsSource
  readonly answer: SourceAnswer
  readonly fresh: number
}

/** How far a look has come. */
interface Progress {
  site: SiteFeeds
  readonly asked: Array<Asked>
  readonly forbidden: Set<string>
}

/** Whose site is looked through, and who asks for it. */
interface Wanted {
  readonly domain: string
  readonly broughtBy: string
}

const found = Effect.fnUntraced(function* (url: string, { broughtBy, domain }: Wanted) {
  const { registrable } = yield* DomainNames
  const host = siteOfHost(domain)
  const said = { origin: "found", foundFor: domain, site: registrable(host) ?? host, broughtBy } as const
  return newSource({ ...said, url, title: null, country: null, addedAt: yield* DateTime.now })
})

const ask = Effect.fnUntraced(function* (url: string, wanted: Wanted, deadline: Deadline) {
  const source = yield* found(url, wanted)
  const answer = yield* askSource(source, deadline)
  const reports = answer._tag === "Reported" ? answer.reports : []
  const { added: fresh } = yield* keepArticles(reports.slice(0, limits.articles))
  const nowMillis = yield* Clock.currentTimeMillis
  const after = afterAnswer(source, answer, fresh, nowMillis, yield* Random.next)
  // Asked again at once, and not only for what is new since: the rest of it was not kept.
  const isCut = reports.length > limits.articles
  return {
    source: isCut ? { ...after, etag: null, lastModified: null, dueAt: DateTime.makeUnsafe(nowMillis) } : after,
    answer,
    fresh
  } satisfies Asked as Asked
})

/** Asks one feed after the other, and notes each as it comes: what time cuts off leaves what was there. */
const askAll = Effect.fnUntraced(function* (progress: Progress, wanted: Wanted, deadline: Deadline) {
  const { asked, forbidden, site } = progress
  const hosts = yield* makeCrawlHosts(yield* openSession, deadline)
  const askOne = Effect.fnUntraced(function* (url: string) {
    if (yield* hosts.mayFetch(url)) asked.push(yield* hosts.inTurn(url)(ask(url, wanted, deadline)))
    else forbidden.add(url)
  })
  yield* Effect.forEach(site.feeds, askOne, { concurrency: limits.atOnce, discard: true })
  for (const url of site.guesses) {
    if (asked.some(({ answer }) => answer._tag === "Reported")) return
    yield* askOne(url)
  }
})

/** Those that are feeds, and those that the site names and that were not asked in time. */
const worthKeeping = Effect.fnUntraced(function* ({ asked, forbidden, site }: Progress, wanted: Wanted) {
  const done = new Set([...asked.map(({ source }) => source.url), ...forbidden])
  const left = yield* Effect.forEach(
    site.feeds.filter((url) => !done.has(url)),
    (url) => found(url, wanted)
  )
  return [...asked.filter(({ answer }) => answer._tag === "Reported").map(({ source }) => source), ...left]
})

const look = Effect.fn("News.look")(function* (wanted: Wanted, leftMillis: number) {
  const { domain } = wanted
  const bounds = yield* GatheringBounds
  const store = yield* NewsSourceStore
  const now = yield* Clock.currentTimeMillis
  const millis = Math.min(leftMillis - limits.besideMillis, limits.mostMillis)
  const deadline: Deadline = { atMillis: now + millis, acceptsPart: false }
  const progress: Progress = { site: { feeds: [], guesses: [], siteName: null }, asked: [], forbidden: new Set() }
  const all = Effect.gen(function* () {
    progress.site = yield* findFeeds(domain, deadline)
    yield* askAll(progress, wanted, deadline)
  })
  const end = yield* all.pipe(
    Effect.as("whole" as const),
    // A site that cannot be read has no feeds today.
    Effect.catch(({ _tag }) => Effect.succeed(ours.has(_tag) ? ("cut" as const) : ("whole" as const))),
    Effect.timeoutOrElse({ duration: Duration.millis(millis), orElse: () => Effect.succeed("cut" as const) })
  )
  const sources = yield* worthKeeping(progress, wanted)
  const at = yield* DateTime.now
  if (end === "whole" || sources.length > 0) {
    yield* store.put({ sources, most: bounds.sources, look: { domain, at } })
  }
  const fresh = progress.asked.reduce((sum, one) => sum + one.fresh, 0)
  yield* Effect.annotateCurrentSpan({ domain, end, sources: sources.length, fresh })
  yield* countLooks.count(fresh > 0 ? "news" : end === "cut" ? "cut" : "nothing")
  yield* Effect.logInfo("news.looked").pipe(Effect.annotateLogs({ domain, end, sources: sources.length, fresh }))
  return fresh
})

/** What a site can do nothing about: it is looked through again when somebody asks. */
const ours: ReadonlySet<string> = new Set([
  "CapabilityMissing",
  "DeadlinePassed",
  "SlowDown",
  "StoreUnavailable",
  "TooBusy"
])

const isDue = Effect.fnUntraced(function* (domain: string) {
  const seen = yield* (yield* NewsSourceStore).lookedAt(domain)
  const now = yield* DateTime.now
  return Option.isNone(seen) || !isRecent(seen.value, lookLasts, now)
})

/** Makes what gathers for companies, one look at a site at a time; gives how many articles were new. */
export const makeGatherFor = Effect.map(makeFlights<number, never>({ lingers: Duration.zero }), (join) =>
  Effect.fnUntraced(function* (domain: string, leftMillis: number, broughtBy = "") {
    if (leftMillis < limits.leastMillis || (yield* GatheringBounds).sources === 0) return 0
    const gathering = Effect.gen(function* () {
      return (yield* isDue(domain)) ? yield* look({ domain, broughtBy }, leftMillis) : 0
    })
    const safe = gathering.pipe(
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("news of a company could not be gathered", cause), 0))
    )
    return yield* join(domain, () => safe).pipe(
      Effect.timeoutOrElse({ duration: Duration.millis(leftMillis), orElse: () => Effect.succeed(0) })
    )
  })
)

/** Looks for whoever searches: at the company's site, and at the services that are named. */
export const layer = Layer.effect(
  NewsGathering,
  Effect.gen(function* () {
    type Ports =
      | Effect.Services<ReturnType<Effect.Success<typeof makeGatherFor>>>
      | Effect.Services<ReturnType<Effect.Success<typeof makeAskBackends>>>
    const bound = bind(yield* Effect.context<Ports>())
    const [gatherFor, askBackends] = [bound(yield* makeGatherFor), bound(yield* makeAskBackends)]
    yield* countLooks.begin
    return {
      gatherFor: ({ domain, names, organizationId }, leftMillis) =>
        Effect.all(
          [
            domain === null ? Effect.void : gatherFor(domain, leftMillis, organizationId),
            askBackends({ names }, leftMillis)
          ],
          {
            concurrency: 2,
            discard: true
          }
        )
    }
  })
)
