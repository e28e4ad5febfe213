/**
 * Who a person is, from the clues that somebody has (contract/people.md).
 *
 * **Details.** Pages and all sources are asked at once, and then the pages that what they know calls the person's own. A source that gives no
 * answer costs nothing but its answer. Who asked to be forgotten is looked for nowhere, and told of by nobody: this is asked before anything
 * leaves the installation, and again of what was found.
 */
import { Clock, DateTime, Duration, Effect, Option } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { emailHost } from "../sites/domain/EmailAddress.ts"
import { EmailDomains } from "../sites/EmailDomains.ts"
import { DisposableEmail, FreeEmail } from "../sites/errors.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { fetchingLeftOf, leftOf } from "../web/domain/Deadline.ts"
import { DeadlinePassed } from "../web/errors.ts"
import type { Candidate } from "./domain/Person.ts"
import type { PersonClues } from "./domain/PersonClues.ts"
import type { PersonRecord } from "./domain/PersonRecord.ts"
import { personPrice } from "./domain/Price.ts"
import { pickPerson } from "./domain/pickPerson.ts"
import { withoutForgotten } from "./domain/withoutForgotten.ts"
import { ImportedPeople } from "./ImportedPeople.ts"
import {
  mostRecords,
  type PersonFailure,
  type PersonSource,
  PersonSourceFailed,
  PersonSources
} from "./PersonSource.ts"
import { openPeoplePages, type PeoplePages } from "./readPeoplePages.ts"
import { Suppressions } from "./Suppressions.ts"

/** How a source ended. */
export interface AskedSource {
  readonly name: string
  readonly outcome: "answered" | "unfinished" | PersonFailure
}

/** What was found out. */
export interface Enrichment {
  /** Null where nobody was found. */
  readonly match: Candidate | null
  /** When sources were asked. */
  readonly checkedAt: DateTime.Utc
  /** Who was asked beside the pages. */
  readonly asked: ReadonlyArray<AskedSource>
  /** Pages that were read. */
  readonly pages: number
  /** Whether the caller's time ended the work. */
  readonly isPart: boolean
}

/** Time for one source, for all pages, and for the answer out of them. */
const limits = { sourceMillis: 15_000, pagesMillis: 35_000, answeringMillis: 500 } as const

/** Work under way; whoever ends it has what was found. */
interface Search {
  readonly call: Call
  readonly clues: PersonClues
  readonly pages: PeoplePages
  readonly found: Array<PersonRecord>
  readonly asked: Map<string, AskedSource>
}

const late = () =>
  new PersonSourceFailed({ reason: "unreachable", retryAfterSeconds: null, message: "It took too long." })

const askSource = Effect.fnUntraced(function* ({ asked, call, clues, found }: Search, source: PersonSource) {
  const { name } = source
  asked.set(name, { name, outcome: "unfinished" })
  const left = fetchingLeftOf(call.deadline, yield* Clock.currentTimeMillis)
  const leftMillis = Math.min(limits.sourceMillis, left)
  const { organizationId } = call
  const answer = yield* source
    .find(clues, { organizationId, leftMillis, zeroRetention: call.freshness.zeroRetention })
    .pipe(
      Effect.timeoutOrElse({ duration: Duration.millis(leftMillis), orElse: () => Effect.fail(late()) }),
      Effect.result
    )
  if (answer._tag === "Success") found.push(...answer.success.slice(0, mostRecords))
  asked.set(name, { name, outcome: answer._tag === "Success" ? "answered" : answer.failure.reason })
})

const look = Effect.fnUntraced(function* (search: Search) {
  const { found, pages } = search
  const { sources } = yield* PersonSources
  const imported = (yield* ImportedPeople).source
  const asking = Effect.forEach([imported, ...sources], (source) => askSource(search, source), {
    concurrency: "unbounded",
    discard: true
  })
  const reading = Effect.andThen(
    Effect.all([pages.read, asking], { concurrency: "unbounded", discard: true }),
    Effect.suspend(() => pages.follow(found))
  )
  // What pages take beyond this is left out: nobody waits for the whole of a slow site.
  yield* Effect.timeoutOption(reading, Duration.millis(limits.pagesMillis))
})

/** What is known of people who may be told of. */
const allowed = Effect.fnUntraced(function* ({ found, pages }: Search) {
  const all = [...found, ...pages.records()]
  return withoutForgotten(all, yield* (yield* Suppressions).withoutForgotten(all))
})

const nobody = (checkedAt: DateTime.Utc): Enrichment => ({ match: null, checkedAt, asked: [], pages: 0, isPart: false })

const enrich = Effect.fnUntraced(function* (call: Call, clues: PersonClues) {
  const { deadline, freshness } = call
  const checkedAt = yield* DateTime.now
  if (yield* (yield* Suppressions).isForgotten(clues)) return nobody(checkedAt)
  const pages = yield* openPeoplePages(clues, freshness, deadline)
  const search: Search = { call, clues, pages, found: [], asked: new Map() }
  const left = fetchingLeftOf(deadline, yield* Clock.currentTimeMillis)
  const isCut = Option.isNone(
    yield* Effect.timeoutOption(look(search), Duration.millis(Math.max(0, left - limits.answeringMillis)))
  )
  if (isCut && !deadline.acceptsPart) return yield* new DeadlinePassed()
  const records = yield* allowed(search)
  yield* Effect.yieldNow
  const match = pickPerson(clues, records)
  if (isCut && match === null) return yield* new DeadlinePassed()
  const asked = [...search.asked.values()]
  // Nothing of the clues, nor of who was found: a trace outlives a call.
  yield* Effect.annotateCurrentSpan({
    records: records.length,
    pages: pages.count(),
    score: match?.score ?? 0,
    signs: (match?.signs ?? []).map(({ clue, source, weight }) => `${clue} ${weight} ${source}`.trim()).join(", "),
    ...Object.fromEntries(asked.map(({ name, outcome }) => [`source.${name}`, outcome]))
  })
  return { match, checkedAt, asked, pages: pages.count(), isPart: isCut } satisfies Enrichment as Enrichment
})

/** Refuses addresses at domains where anybody gets one: they say nothing of a company, and are people's private ones. */
const checkEmail = Effect.fnUntraced(function* (email: string) {
  const host = emailHost(email)
  if (host === null) {
    return yield* new InvalidInput({ field: "email", message: "is not an email address such as name@example.com" })
  }
  const kind = yield* (yield* EmailDomains).kindOf(host)
  if (kind === "disposable") return yield* new DisposableEmail({ domain: host })
  if (kind === "free") return yield* new FreeEmail({ domain: host })
})

/** Finds a person, for a price where one was found. */
export const enrichPerson = Effect.fn("People.enrich")(function* (call: Call, clues: PersonClues) {
  if (clues.email !== null) yield* checkEmail(clues.email)
  return yield* charged(
    call,
    exactly(personPrice)
  )(() =>
    Effect.gen(function* () {
      const left = leftOf(call.deadline, yield* Clock.currentTimeMillis)
      const value = yield* Effect.timeoutOption(enrich(call, clues), Duration.millis(left))
      if (Option.isNone(value)) return yield* new DeadlinePassed()
      return { value: value.value, credits: value.value.match === null ? 0 : personPrice }
    })
  )
})
