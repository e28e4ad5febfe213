/**
 * Asks a claimed source, keeps what it reports, and notes when it is asked again: work that nobody asked for, and nobody pays for.
 *
 * **Details.** Articles are kept before the claim ends. Whoever is killed between the two has the source asked again when the lease ends,
 * and keeping an article twice keeps it once. Of a source that was found, and that nobody chose, robots.txt is heard once a day; one that an
 * operator chose is asked as he says.
 */
import { Clock, DateTime, Duration, Effect, Random } from "effect"
import { CurrentLease, MemoryBudget } from "../budget/MemoryBudget.ts"
import { BackgroundWork } from "../pages/BackgroundWork.ts"
import { robotsAgent } from "../sites/crawlHosts.ts"
import { isAllowed, refusalOf } from "../sites/domain/Robots.ts"
import { ObeysRobots } from "../sites/ObeysRobots.ts"
import { robotsOrNothing } from "../sites/readRobots.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { openSession } from "../web/openSession.ts"
import { askSource, type SourceAnswer } from "./askSource.ts"
import { countGathering } from "./countGathering.ts"
import type { NewsSource } from "./domain/NewsSource.ts"
import { afterPoll, type PollEnd } from "./domain/polling.ts"
import { GatheringBounds } from "./GatheringBounds.ts"
import { keepArticles } from "./keepArticles.ts"
import { NewsSourceStore, type SourceClaim } from "./NewsSourceStore.ts"

/** Most time for a source, and how long it is claimed: longer, so that the claim need not be lengthened. */
const sourceMillis = 60_000
const lease = Duration.minutes(2)

/** Counts what it holds in memory as nobody's, until it ends. */
const counted = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(MemoryBudget, (memory) =>
    Effect.acquireUseRelease(
      Effect.sync(() => memory.open("news")),
      (held) => Effect.provideService(work, CurrentLease, held),
      (held) => Effect.sync(held.close)
    )
  )

const endOf = (answer: SourceAnswer, fresh: number): PollEnd => {
  switch (answer._tag) {
    case "Reported":
      return { _tag: "Read", fresh, quietMillis: answer.quietMillis }
    case "Unchanged":
    case "Failed":
    case "Gone":
    case "Postponed":
      return answer
  }
}

/** What a source is after it was asked. */
export const afterAnswer = (
  source: NewsSource,
  answer: SourceAnswer,
  fresh: number,
  nowMillis: number,
  lot: number
): NewsSource => {
  const state = { ...source, failingSinceMillis: source.failingSince?.epochMilliseconds ?? null }
  const next = afterPoll(state, endOf(answer, fresh), nowMillis, lot)
  const now = DateTime.makeUnsafe(nowMillis)
  const answered = answer._tag === "Reported" || answer._tag === "Unchanged"
  const told =
    answer._tag === "Reported"
      ? {
          form: answer.feed.form,
          title: source.title ?? (answer.feed.title || null),
          finalUrl: answer.validators.url,
          etag: answer.validators.etag,
          lastModified: answer.validators.lastModified,
          articles: source.articles + fresh
        }
      : {}
  return {
    ...source,
    ...told,
    dueAt: DateTime.makeUnsafe(next.dueAtMillis),
    intervalMillis: next.intervalMillis,
    failures: next.failures,
    failingSince: next.failingSinceMillis === null ? null : DateTime.makeUnsafe(next.failingSinceMillis),
    goneAt: next.isGone ? now : null,
    readAt: answered ? now : source.readAt,
    problem: answered ? null : answer._tag === "Postponed" ? source.problem : answer.problem
  }
}

/** The whole host is left alone that asks for it. */
const quietUntil = (answer: SourceAnswer, nowMillis: number): DateTime.Utc | null =>
  answer._tag === "Failed" && answer.retryMillis !== null
    ? DateTime.makeUnsafe(nowMillis + Math.min(answer.retryMillis, 86_400_000))
    : null

const outcomeOf = (answer: SourceAnswer, fresh: number) => {
  switch (answer._tag) {
    case "Reported":
      return fresh > 0 ? "news" : "nothing"
    case "Unchanged":
      return "nothing"
    case "Failed":
      return "failed"
    case "Gone":
      return "gone"
    case "Postponed":
      return "postponed"
  }
}

const late: SourceAnswer = { _tag: "Failed", problem: "It did not answer in time.", retryMillis: null }

const broken: SourceAnswer = { _tag: "Failed", problem: "It could not be read.", retryMillis: null }

const isOfToday = (at: DateTime.Utc | null, now: DateTime.Utc): boolean =>
  at !== null && DateTime.formatIsoDateUtc(at) === DateTime.formatIsoDateUtc(now)

/** What is known of a source without asking it, where its site lets nobody see it; null where it may be asked. */
const unwelcome = Effect.fnUntraced(function* (source: NewsSource, deadline: Deadline) {
  if (source.origin === "list" || isOfToday(source.readAt, yield* DateTime.now)) return null
  if (!(yield* ObeysRobots)) return null
  const robots = yield* robotsOrNothing(yield* openSession, source.url, deadline)
  if (isAllowed(robots, robotsAgent, source.url)) return null
  return {
    _tag: "Failed",
    problem: refusalOf(robots).message,
    retryMillis: null
  } satisfies SourceAnswer as SourceAnswer
})

const ask = Effect.fnUntraced(function* (source: NewsSource) {
  const deadline: Deadline = { atMillis: (yield* Clock.currentTimeMillis) + sourceMillis, acceptsPart: false }
  const asked = Effect.flatMap(unwelcome(source, deadline), (answer) =>
    answer === null ? askSource(source, deadline) : Effect.succeed(answer)
  )
  return yield* asked.pipe(
    Effect.timeoutOrElse({ duration: Duration.millis(sourceMillis), orElse: () => Effect.succeed(late) }),
    // A bug in the reading of one source must not stand in the way of the others.
    Effect.catchDefect((defect) =>
      Effect.as(Effect.logError("a source of news failed inside the server", defect), broken)
    ),
    Effect.provideService(BackgroundWork, true),
    counted
  )
})

const gather = Effect.fn("News.gather")(function* (claim: SourceClaim) {
  const { source } = claim
  const answer = yield* ask(source)
  const fresh = answer._tag === "Reported" ? (yield* keepArticles(answer.reports)).added : 0
  const nowMillis = yield* Clock.currentTimeMillis
  const next = afterAnswer(source, answer, fresh, nowMillis, yield* Random.next)
  const store = yield* NewsSourceStore
  const isHeld = yield* store.record(claim, { source: next, quietUntil: quietUntil(answer, nowMillis) })
  const outcome = isHeld ? outcomeOf(answer, fresh) : "lost"
  yield* countGathering.count(outcome)
  yield* Effect.logInfo("news.gathered").pipe(
    Effect.annotateLogs({ url: source.url, outcome, fresh, failures: next.failures, problem: next.problem })
  )
})

/** Asks up to `limit` sources whose turn it is, each of another host, at once; tells whether there were any. */
export const gatherDue = Effect.fnUntraced(function* (limit: number) {
  if ((yield* GatheringBounds).sources === 0) return false
  const store = yield* NewsSourceStore
  const claims = yield* store.claim({ now: yield* DateTime.now, limit, lease })
  yield* Effect.forEach(
    claims,
    (claim) =>
      Effect.catch(gather(claim), (error) => Effect.logWarning("what a source of news reported was not kept", error)),
    { concurrency: limit, discard: true }
  )
  return claims.length > 0
})
