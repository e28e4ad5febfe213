/**
 * Asks services for news of a company, and keeps what they know: then the index finds it, among what sources report and once.
 *
 * **Details.** A service is asked about a company once in six hours, whoever asks; one question at a time, as far apart as it wants, and not
 * while it rests after a failure. Nothing of it fails for whoever asks.
 */
import { DateTime, Duration, Effect, Metric, Option, Semaphore } from "effect"
import { joinedName } from "../brands/domain/searchTerms.ts"
import { makeFlights } from "../budget/makeFlights.ts"
import { passedMillis } from "../passedMillis.ts"
import { afterFailure, type Cooldown, restOf, warm } from "../search/domain/Cooldown.ts"
import { searchFailures } from "../search/domain/SearchFailure.ts"
import { BackendFailed } from "../search/SearchBackends.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { countryOfDomain } from "./domain/countryOf.ts"
import { isRecent } from "./domain/isRecent.ts"
import { kindOfCoverage } from "./domain/kindOfCoverage.ts"
import { languageOfText } from "./domain/languageOfText.ts"
import type { ReportedArticle } from "./domain/ReportedArticle.ts"
import { keepArticles } from "./keepArticles.ts"
import { mostFindings, type NewsBackend, NewsBackends, type NewsFinding, type NewsWanted } from "./NewsBackends.ts"
import { NewsSourceStore } from "./NewsSourceStore.ts"

/** How long an answer about a company counts. */
const answerLasts = Duration.hours(6)

/** Who had less time than this is not the service's fault; names that are asked for. */
const limits = { fairMillis: 4_000, names: 4 } as const

/** `no_turn` is what had to wait longer than there was time; `known` what was asked lately. */
const outcomes = ["answered", "known", "cooling", "no_turn", ...searchFailures] as const
type Outcome = (typeof outcomes)[number]

const late = () => new BackendFailed({ reason: "deadline", retryAfterSeconds: null, message: "It took too long." })

const odd = () =>
  Effect.fail(
    new BackendFailed({ reason: "malformed", retryAfterSeconds: null, message: "Its answer was not understood." })
  )

const reportOf = (
  found: NewsFinding,
  names: ReadonlyArray<string>,
  domainOf: (host: string) => string
): ReadonlyArray<ReportedArticle> => {
  const url = parseUrl(found.url)
  if (url === null || !/^https?:$/.test(url.protocol)) return []
  const domain = domainOf(url.hostname)
  return [
    {
      ...{ url: url.href, title: found.title, excerpt: null, imageUrl: found.imageUrl, authors: [] },
      language: found.language ?? languageOfText(found.title),
      publishedAt: found.publishedAtMillis === null ? null : DateTime.makeUnsafe(found.publishedAtMillis),
      type: kindOfCoverage({ url: url.href, title: found.title, labels: [], isOfCompany: false }),
      source: { name: domain, domain, country: found.country ?? countryOfDomain(domain), isDirect: false },
      ...{ labels: [], linkedDomains: [], about: names }
    }
  ]
}

/** One service with its rests and its pace. */
const paced = (backend: NewsBackend, count: (outcome: Outcome) => Effect.Effect<void>) => {
  const turns = Semaphore.makeUnsafe(1)
  let state: Cooldown = warm
  // By the time that has passed, as its rests are: a clock that is set right would keep it from being asked.
  let askedAtMillis = Number.NEGATIVE_INFINITY

  const failed = Effect.fnUntraced(function* (failure: BackendFailed, leftMillis: number) {
    yield* count(failure.reason)
    if (failure.reason === "deadline" && leftMillis < limits.fairMillis) return
    state = afterFailure(state, failure.reason, failure.retryAfterSeconds, yield* passedMillis)
    yield* Effect.logWarning("news: a backend gave no answer").pipe(
      Effect.annotateLogs({ backend: backend.name, reason: failure.reason, detail: failure.message })
    )
  })

  const ask = Effect.fnUntraced(function* (wanted: NewsWanted, untilMillis: number) {
    const begun = yield* passedMillis
    const pause = Math.max(0, askedAtMillis + backend.apartMillis - begun)
    if (begun + pause >= untilMillis) return yield* Effect.as(count("no_turn"), null)
    yield* Effect.sleep(Duration.millis(pause))
    const now = yield* passedMillis
    if (restOf(state, now) > 0) return yield* Effect.as(count("cooling"), null)
    askedAtMillis = now
    const leftMillis = untilMillis - now
    const found = yield* Effect.suspend(() => backend.find(wanted, leftMillis)).pipe(
      Effect.timeoutOrElse({ duration: Duration.millis(leftMillis), orElse: () => Effect.fail(late()) }),
      Effect.catchDefect((defect) =>
        Effect.andThen(Effect.logError("news: an answer was not understood", { backend: backend.name }, defect), odd())
      ),
      Effect.catch((failure) => Effect.as(failed(failure, leftMillis), null))
    )
    if (found === null) return null
    state = warm
    yield* count("answered")
    return found.slice(0, mostFindings)
  })

  /** What it knows; null where it did not say. */
  return Effect.fnUntraced(function* (wanted: NewsWanted, leftMillis: number) {
    if (restOf(state, yield* passedMillis) > 0) return yield* Effect.as(count("cooling"), null)
    const untilMillis = (yield* passedMillis) + leftMillis
    return yield* turns
      .withPermits(1)(ask(wanted, untilMillis))
      .pipe(
        Effect.timeoutOrElse({ duration: Duration.millis(leftMillis), orElse: () => Effect.as(count("no_turn"), null) })
      )
  })
}

const countersOf = Effect.fnUntraced(function* (backend: string) {
  const counters = new Map(
    outcomes.map((outcome) => [
      outcome,
      Metric.counter("kittiwake_news_backends_total", {
        description: "Questions to backends of news, by backend and how they ended",
        incremental: true,
        attributes: { backend, outcome }
      })
    ])
  )
  yield* Effect.forEach([...counters.values()], (counter) => Metric.update(counter, 0), { discard: true })
  return (outcome: Outcome) => Metric.update(counters.get(outcome)!, 1)
})

/** Makes what asks all that are named about a company, and gives how many articles were new. */
export const makeAskBackends = Effect.gen(function* () {
  const { backends } = yield* NewsBackends
  const join = yield* makeFlights<number, never>({ lingers: Duration.zero })
  const asked = yield* Effect.forEach(backends, (backend) =>
    Effect.map(countersOf(backend.name), (count) => ({ name: backend.name, count, find: paced(backend, count) }))
  )

  const askOne = Effect.fnUntraced(function* (
    { count, find, name }: (typeof asked)[number],
    names: ReadonlyArray<string>,
    leftMillis: number
  ) {
    const store = yield* NewsSourceStore
    const look = `${name}:${joinedName(names[0] ?? "")}`
    const before = yield* store.lookedAt(look)
    const now = yield* DateTime.now
    if (Option.exists(before, (at) => isRecent(at, answerLasts, now))) return yield* Effect.as(count("known"), 0)
    const found = yield* find({ names }, leftMillis)
    if (found === null) return 0
    const domains = yield* DomainNames
    const domainOf = (host: string) => domains.registrable(host) ?? host
    const { added } = yield* keepArticles(found.flatMap((one) => reportOf(one, names, domainOf)))
    yield* store.put({ sources: [], most: 0, look: { domain: look, at: yield* DateTime.now } })
    yield* Effect.logInfo("news.asked").pipe(Effect.annotateLogs({ backend: name, found: found.length, fresh: added }))
    return added
  })

  return Effect.fnUntraced(function* (wanted: NewsWanted, leftMillis: number) {
    const names = [...new Map(wanted.names.map((name) => [joinedName(name), name])).entries()]
      .flatMap(([joined, name]) => (joined === "" ? [] : [name]))
      .slice(0, limits.names)
    if (names.length === 0 || leftMillis <= 0) return 0
    const ends = yield* Effect.forEach(
      asked,
      (one) =>
        join(`${one.name}:${joinedName(names[0]!)}`, () =>
          askOne(one, names, leftMillis).pipe(
            Effect.catchCause((cause) =>
              Effect.as(Effect.logWarning("what a backend of news knew was not kept", cause), 0)
            )
          )
        ).pipe(Effect.timeoutOrElse({ duration: Duration.millis(leftMillis), orElse: () => Effect.succeed(0) })),
      { concurrency: "unbounded" }
    )
    return ends.reduce((sum, one) => sum + one, 0)
  })
})
