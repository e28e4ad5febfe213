/**
 * Those who compete with a company, with the pages that say so (contract/design-industry.md §3).
 *
 * **Details**
 *
 * Who is meant is found by four ways at once: pages of the company that compare it with others, pages of others that do, lists of
 * alternatives, and pages that speak of the same field. Each that was named is looked for at the address that the naming page links to, or
 * else where `CompanyNames` knows one of that name. Its first page is then read: who owns the company, belongs to it, sells what it makes or
 * speaks of everybody is left out, and so is who speaks of something else.
 *
 * **Gotchas.** What a page says of others is the word of a stranger. One page that names somebody is never enough for `high`, unless it is one
 * of the two that compete.
 */

import { Clock, Duration, Effect, Option } from "effect"
import { exactly } from "../credits/domain/PriceRange.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { siteHost, withoutWww } from "../sites/domain/SiteScope.ts"
import { charged } from "../web/charged.ts"
import type { Call } from "../web/domain/Call.ts"
import { fetchingLeftOf } from "../web/domain/Deadline.ts"
import { DeadlinePassed } from "../web/errors.ts"
import type { Competitor, Target } from "./domain/Competitor.ts"
import { competitorsPrice } from "./domain/Price.ts"
import { weighCandidate } from "./domain/weighCandidate.ts"
import { type Candidate, type Looking, lookAtOwn, lookInWeb } from "./nameRivals.ts"
import { makeReadChosen } from "./readChosen.ts"
import { readCompany } from "./readCompany.ts"
import { sparing } from "./sparing.ts"
import { verifyRival } from "./verifyRival.ts"

export interface CompetitorRequest {
  /** Domain, host or address of the company's site. */
  readonly domain: string
  /** Most that are told. */
  readonly count: number
}

export interface FoundCompetitors {
  readonly domain: string
  readonly target: Target
  /** Best first. */
  readonly competitors: ReadonlyArray<Competitor>
  /** Whether time ended the search. */
  readonly isPart: boolean
}

/** Candidates whose site is read at most, and at once; what answering takes. */
const limits = { candidates: 24, atOnce: 5, answeringMillis: 500 } as const

const best = ({ findings }: Candidate): number => weighCandidate(findings, null).points

const look = Effect.fnUntraced(function* (looking: Looking, count: number) {
  const read = yield* makeReadChosen(looking.call, looking.deadline)
  yield* Effect.all([lookAtOwn(looking, read), lookInWeb(looking, read)], { concurrency: "unbounded", discard: true })
  const chosen = [...looking.candidates.values()]
    .toSorted((one, other) => best(other) - best(one))
    .slice(0, Math.max(limits.candidates, count * 2))
  yield* Effect.forEach(chosen, (candidate) => sparing(candidate.url)(verifyRival(looking, read, candidate)), {
    concurrency: limits.atOnce,
    discard: true
  })
})

const search = Effect.fnUntraced(function* (call: Call, { count, domain: said }: CompetitorRequest) {
  const domain = siteHost(said)
  if (domain === null) {
    return yield* new InvalidInput({ field: "domain", message: "must be a domain, such as example.com" })
  }
  const { registrable } = yield* DomainNames
  const siteKey = (url: string): string => {
    const { host = "", hostname = "" } = parseUrl(url) ?? {}
    return registrable(hostname) ?? withoutWww(host)
  }
  const { deadline } = call
  const company = yield* readCompany(domain, call, siteKey)
  const looking: Looking = {
    ...{ call, deadline, company, siteKey, candidates: new Map(), competitors: new Map() },
    ...{ unavailable: null, hasSearched: false }
  }
  const left = Math.max(0, fetchingLeftOf(deadline, yield* Clock.currentTimeMillis) - limits.answeringMillis)
  const done = yield* Effect.timeoutOption(look(looking, count), Duration.millis(left))
  const isCut = Option.isNone(done)
  if (isCut && !deadline.acceptsPart) return yield* new DeadlinePassed()
  if (looking.competitors.size === 0 && !looking.hasSearched && looking.unavailable !== null)
    return yield* looking.unavailable
  const ranked = [...looking.competitors.values()].toSorted(
    (one, other) => other.points - one.points || (one.competitor.domain < other.competitor.domain ? -1 : 1)
  )
  yield* Effect.annotateCurrentSpan({
    domain,
    candidates: looking.candidates.size,
    competitors: ranked.length,
    searched: looking.hasSearched
  })
  return {
    domain,
    target: company.target,
    competitors: ranked.slice(0, count).map(({ competitor }) => competitor),
    isPart: isCut || company.isPart
  } satisfies FoundCompetitors as FoundCompetitors
})

/** Finds those who compete with a company. */
export const findCompetitors = Effect.fn("Competitors.find")(function* (call: Call, request: CompetitorRequest) {
  return yield* charged(
    call,
    exactly(competitorsPrice)
  )(() => Effect.map(search(call, request), (value) => ({ value, credits: competitorsPrice })))
})
