/**
 * Searches the web for whoever needs it: the operation of that name, and others that look for pages. Nothing is charged here.
 *
 * **Details**
 *
 * All backends are asked together, each within the time there is, and what they find is merged by its places. One that fails or throttles
 * rests for a while, longer each time, and as long as it asks for; the others answer. The installation itself never rests, nor does who took
 * too long for one question and answered another meanwhile. A question of which nothing may be kept goes to those
 * alone that keep nothing of it. Equal questions of one organization at the same time
 * are asked once. `SearchUnavailable` means that nobody answered: an answer without hits is an answer.
 *
 * **Gotchas.** Hits are text of strangers. Their addresses are not checked: whoever fetches one does it through `pages`.
 */
import { Clock, Duration, Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import type { UnreadSite } from "../web/domain/UnreadSite.ts"
import { DeadlinePassed } from "../web/errors.ts"
import { afterFailure, concernsAll, elsewhereMillis, restOf, warm } from "./domain/Cooldown.ts"
import { isOfDomain } from "./domain/domains.ts"
import { fitsQuestion } from "./domain/fitsQuestion.ts"
import { hostOf } from "./domain/indexTerms.ts"
import { type FoundHit, mergeHits, type RankedHits } from "./domain/mergeHits.ts"
import { rewordingsOf } from "./domain/rewordings.ts"
import type { SearchHit, SearchQuestion } from "./domain/SearchQuestion.ts"
import { SearchUnavailable } from "./errors.ts"
import { BackendFailed, type SearchBackend, type SearchTurn } from "./SearchBackends.ts"
import { type AskedBackend, type Round, SearchRounds } from "./SearchRounds.ts"

/** Everything that searching the web stands on. */
export type SearchPorts = SearchRounds

export interface WebQuestion {
  readonly question: SearchQuestion
  readonly organizationId: OrganizationId
  readonly deadline: Deadline
  /** Whether nothing of the question may be kept. */
  readonly zeroRetention: boolean
  /** Whether other wordings are asked beside the query; no unless it says so. */
  readonly fanOut?: boolean
}

export interface FoundPages {
  /** Best first. */
  readonly hits: ReadonlyArray<FoundHit>
  /** How each backend ended, in the order of their weight. */
  readonly asked: ReadonlyArray<AskedBackend>
  /** Sites that the question names, of which nothing could be read and nothing is found, with why. */
  readonly unread: ReadonlyArray<UnreadSite>
}

/** Most time for all backends; hits of one; characters of what is told of a hit. */
const limits = { millis: 15_000, hits: 200, title: 300, description: 1_000 } as const

/** Who had less time than this is not the backend's fault. */
const fairMillis = 4_000

/** What other wordings count beside the query as it was written. */
const rewordedWeight = 0.6

const cut = (text: string, most: number): string =>
  text
    .slice(0, most * 2)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, "")

const bounded = ({ description, publishedAt, title, url }: SearchHit): SearchHit => ({
  url,
  title: cut(title, limits.title),
  description: cut(description, limits.description),
  publishedAt
})

const late = () => new BackendFailed({ reason: "deadline", retryAfterSeconds: null, message: "It took too long." })

const odd = () =>
  Effect.fail(
    new BackendFailed({ reason: "malformed", retryAfterSeconds: null, message: "Its answer was not understood." })
  )

const nobodyAsked = (name: string, outcome: "cooling" | "withheld", restMillis = 0) => ({
  lists: [],
  asked: { name, outcome } satisfies AskedBackend as AskedBackend,
  restMillis
})

/** Asks one backend, unless it rests here or where another process says so. */
const askOne = Effect.fnUntraced(function* (
  backend: SearchBackend,
  weight: number,
  questions: ReadonlyArray<SearchQuestion>,
  turn: SearchTurn
) {
  const { answeredAt, cooldowns, shared } = yield* SearchRounds
  const { isHere = false, name } = backend
  if (turn.zeroRetention && !backend.keepsNothing) return nobodyAsked(name, "withheld")
  const state = cooldowns.get(name) ?? warm
  const begun = yield* Clock.currentTimeMillis
  const rest = restOf(state, begun)
  if (rest > 0) return nobodyAsked(name, "cooling", rest)
  if (!isHere && (yield* shared.rests(name))) return nobodyAsked(name, "cooling", elsewhereMillis)
  const ask = (question: SearchQuestion) =>
    Effect.suspend(() => backend.search(question, turn)).pipe(
      Effect.timeoutOrElse({ duration: Duration.millis(turn.leftMillis), orElse: () => Effect.fail(late()) }),
      Effect.map((hits) =>
        hits
          .slice(0, limits.hits)
          .filter((hit) => fitsQuestion(question, hit))
          .map(bounded)
      ),
      // What reads a backend's answer may stumble over it: that is the backend's failure, and no other's.
      Effect.catchDefect((defect) =>
        Effect.andThen(Effect.logError("search: an answer was not understood", { backend: name }, defect), odd())
      ),
      Effect.result
    )
  const answers = yield* Effect.forEach(questions, ask, { concurrency: "unbounded" })
  const lists = answers.flatMap((answer, index): ReadonlyArray<RankedHits> => {
    if (answer._tag === "Failure") return []
    return [{ backend: name, weight: index === 0 ? weight : weight * rewordedWeight, hits: answer.success }]
  })
  const failure = answers.flatMap((answer) => (answer._tag === "Failure" ? [answer.failure] : []))[0]
  const now = yield* Clock.currentTimeMillis
  if (lists.length > 0) answeredAt.set(name, now)
  const answersOthers = (answeredAt.get(name) ?? Number.NEGATIVE_INFINITY) > begun
  const isFault = failure?.reason !== "deadline" || (turn.leftMillis >= fairMillis && !answersOthers)
  if (failure === undefined) {
    if (cooldowns.delete(name) && !isHere) yield* shared.end(name)
  } else if (isFault) {
    if (!isHere) {
      const cooldown = afterFailure(state, failure.reason, failure.retryAfterSeconds, now)
      cooldowns.set(name, cooldown)
      if (concernsAll(failure.reason)) yield* shared.begin(name, cooldown.restMillis)
    }
    yield* Effect.logWarning("search: a backend gave no answer").pipe(
      Effect.annotateLogs({ backend: name, reason: failure.reason, detail: failure.message })
    )
  }
  const outcome = lists.length > 0 || failure === undefined ? "answered" : failure.reason
  const restMillis = restOf(cooldowns.get(name) ?? warm, now)
  return { lists, asked: { name, outcome } satisfies AskedBackend as AskedBackend, restMillis }
})

const askAll = Effect.fn("Search.ask")(function* (
  { fanOut = false, question }: WebQuestion,
  turn: SearchTurn
): Effect.fn.Return<Round, never, SearchPorts> {
  const { backends, count } = yield* SearchRounds
  const wordings = fanOut ? rewordingsOf(question.query) : []
  const questions = [question, ...wordings.map((query) => ({ ...question, query }))]
  const unread = new Map<string, UnreadSite>()
  const telling: SearchTurn = { ...turn, tellUnread: (site) => void unread.set(site.url, site) }
  const answers = yield* Effect.forEach(
    backends,
    (backend, index) => askOne(backend, 1 / (1 + index / 10), questions, telling),
    { concurrency: "unbounded" }
  )
  yield* Effect.forEach(answers, ({ asked }) => count(asked), { discard: true })
  const now = yield* Clock.currentTimeMillis
  const rests = answers.flatMap(({ restMillis }) => (restMillis > 0 ? [restMillis] : []))
  const asked = answers.map((answer) => answer.asked)
  yield* Effect.annotateCurrentSpan({
    wordings: questions.length,
    ...Object.fromEntries(asked.map(({ name, outcome }) => [`backend.${name}`, outcome]))
  })
  return {
    lists: answers.flatMap(({ lists }) => lists),
    asked,
    unread: [...unread.values()],
    nextAtMillis: rests.length === 0 ? null : now + Math.min(...rests)
  }
})

const noneSet = new SearchUnavailable({
  message: "No backend of the search is set. KITTIWAKE_SEARCH names those that are asked.",
  retryAfterSeconds: null
})

const allKeep = new SearchUnavailable({
  message: "Every backend of the search would keep the question, and nothing of it may be kept.",
  retryAfterSeconds: null
})

/** What questions have in common that are asked once. */
const keyOf = ({ fanOut = false, organizationId, question }: WebQuestion, leftMillis: number): string =>
  JSON.stringify([organizationId, fanOut, Math.ceil(leftMillis / 1_000), question])

/** Searches the web. */
export const searchWeb = Effect.fn("Search.web")(function* (asks: WebQuestion) {
  const { asking, backends } = yield* SearchRounds
  if (backends.length === 0) return yield* noneSet
  const now = yield* Clock.currentTimeMillis
  const leftMillis = Math.min(limits.millis, Math.floor(fetchingLeftOf(asks.deadline, now)))
  if (leftMillis <= 0) return yield* new DeadlinePassed()
  const { organizationId, question, zeroRetention } = asks
  const round = askAll(asks, { organizationId, leftMillis, zeroRetention })
  const { asked, lists, nextAtMillis, unread } = zeroRetention
    ? yield* round
    : yield* asking(keyOf(asks, leftMillis), () => round)
  if (!asked.some(({ outcome }) => outcome === "answered")) {
    if (asked.every(({ outcome }) => outcome === "withheld")) return yield* allKeep
    // Who gives them less time than they may take asks for more of it, and not later.
    const isHurried =
      leftMillis < limits.millis && asked.every(({ outcome }) => outcome === "deadline" || outcome === "withheld")
    if (isHurried) return yield* new DeadlinePassed()
    const after = nextAtMillis === null ? null : Math.max(1, Math.ceil((nextAtMillis - now) / 1_000))
    return yield* new SearchUnavailable({ message: "No backend of the search answers now.", retryAfterSeconds: after })
  }
  const hits = mergeHits(lists, question.country, question.count)
  yield* Effect.annotateCurrentSpan({ hits: hits.length })
  const isFound = ({ url }: UnreadSite) => hits.some((hit) => isOfDomain(hostOf(hit.url), hostOf(url)))
  return { hits, asked, unread: unread.filter((site) => !isFound(site)) } satisfies FoundPages as FoundPages
})
