/**
 * Whom pages name beside a company, and where those are found.
 *
 * **Details.** A name leads to the address that the naming page links to, or else to where `CompanyNames` knows one of that name.
 */

import { Effect, Option } from "effect"
import { CompanyNames } from "../companies/CompanyNames.ts"
import { inThreadTurns } from "../organizations/inThreadTurns.ts"
import { readQuery } from "../search/domain/readQuery.ts"
import type { SearchUnavailable } from "../search/errors.ts"
import { Search } from "../search/Search.ts"
import { parseUrl } from "../security/domain/parseUrl.ts"
import type { Call } from "../web/domain/Call.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import type { Competitor } from "./domain/Competitor.ts"
import { comparedIn, comparedInPath, replacedIn, setsOthers } from "./domain/comparedNames.ts"
import { isAgainst, kindOfPath, type NamedRival, rivalsOfPage } from "./domain/findingsOfPage.ts"
import { isListingSite } from "./domain/listingSites.ts"
import type { Finding, FindingKind } from "./domain/weighCandidate.ts"
import type { ReadChosen } from "./readChosen.ts"
import { type Company, namesOf, textOf } from "./readCompany.ts"
import { sparing } from "./sparing.ts"

/** What is read and kept at most. */
const limits = { ownPages: 4, hits: 15, hitPages: 8, rivals: 60, atOnce: 5, sources: 10 } as const

/** Somebody who may compete. */
export interface Candidate {
  readonly key: string
  readonly url: string
  /** As others call it. */
  readonly name: string
  readonly findings: Array<Finding>
  readonly sourceUrls: Set<string>
  /** What a search said of it; empty when it said nothing. */
  said: string
}

/** Work under way; whoever ends it has what was found. */
export interface Looking {
  readonly call: Call
  readonly deadline: Deadline
  readonly company: Company
  readonly siteKey: (url: string) => string
  readonly candidates: Map<string, Candidate>
  readonly competitors: Map<string, { readonly competitor: Competitor; readonly points: number }>
  unavailable: SearchUnavailable | null
  hasSearched: boolean
}

/** The site that a name means: where the page links to, or where one of that name is known. */
const siteOf = Effect.fnUntraced(function* ({ company, siteKey }: Looking, { name, urls }: NamedRival, teller: string) {
  for (const url of urls) {
    const parsed = parseUrl(url)
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) continue
    const key = siteKey(url)
    // Lists link to their own entries, to what sells places in them, and to the company itself.
    if (key === teller || key === company.key || isListingSite(key)) continue
    return { key, url: `${parsed.origin}/` }
  }
  const domain = yield* (yield* CompanyNames).domainOf(name).pipe(Effect.orElseSucceed(() => Option.none<string>()))
  return Option.isNone(domain) ? null : { key: domain.value, url: `https://${domain.value}/` }
})

const isOwnSite = ({ company, siteKey }: Looking, url: string): boolean => siteKey(url) === company.key

/** Notes that somebody is named. */
const note = (
  { candidates, company }: Looking,
  site: { readonly key: string; readonly url: string },
  name: string,
  finding: Finding,
  said = ""
): void => {
  if (site.key === company.key || company.isTarget(name)) return
  const known = candidates.get(site.key)
  if (known === undefined && candidates.size >= limits.rivals) return
  const candidate: Candidate = known ?? { ...site, name, findings: [], sourceUrls: new Set(), said }
  candidate.findings.push(finding)
  if (candidate.sourceUrls.size < limits.sources) candidate.sourceUrls.add(finding.url)
  if (candidate.said === "") candidate.said = said
  candidates.set(site.key, candidate)
}

const noteRivals = Effect.fnUntraced(function* (looking: Looking, rivals: ReadonlyArray<NamedRival>, url: string) {
  const teller = looking.siteKey(url)
  for (const rival of rivals) {
    const site = yield* siteOf(looking, rival, teller)
    if (site !== null) note(looking, site, rival.name, { kind: rival.kind, url, teller })
  }
})

const comparing =
  /\/(?:vs|versus|compare|compared|comparisons?|alternatives?|competitors?|switch|why)(?:[/.?-]|$)|[-/]vs[-/]|-alternatives?(?:[/.?]|$)/i

const comparingText =
  /\b(?:vs\.?|versus|alternatives?|compare|comparisons?|competitors?|vergleich|alternativen|comparatif|comparar|confronto)\b/i

/** The company's own pages that compare it: what links to them says, and what they say. */
export const lookAtOwn = Effect.fnUntraced(function* (looking: Looking, read: ReadChosen) {
  const { company } = looking
  const links = new Map<string, string>()
  for (const { shaped } of company.pages) {
    for (const { text, url } of shaped.links.slice(0, 2_000)) {
      const { pathname = "" } = parseUrl(url) ?? {}
      if (isOwnSite(looking, url) && (comparing.test(pathname) || comparingText.test(text.slice(0, 200))))
        links.set(url, text)
    }
  }
  for (const page of company.pages) {
    yield* noteRivals(
      looking,
      yield* inThreadTurns(rivalsOfPage(textOf(page), company.isTarget, company.mention, true)),
      page.capture.finalUrl
    )
  }
  const named = ([url, text]: readonly [string, string]): ReadonlyArray<Pick<NamedRival, "kind" | "name">> => {
    const path = parseUrl(url)?.pathname ?? ""
    const as = (kind: FindingKind) => (name: string) => ({ kind, name })
    return [
      ...comparedIn(text, company.isTarget, true).map(as(setsOthers(text, company.isTarget) ? "beside" : "own")),
      ...replacedIn(text, company.isTarget).map(as("own")),
      ...comparedInPath(path, company.isTarget).map(as(kindOfPath(path, company.isTarget)))
    ]
  }
  for (const link of links) {
    const [url] = link
    yield* noteRivals(
      looking,
      named(link)
        .slice(0, 1)
        .map((one) => ({ ...one, urls: [] })),
      url
    )
  }
  // What only leads to comparisons comes first: it names most.
  const chosen = [...links].toSorted((one, other) => Number(named(one).length > 0) - Number(named(other).length > 0))
  yield* Effect.forEach(
    chosen.slice(0, limits.ownPages),
    Effect.fnUntraced(
      function* ([url]) {
        const page = yield* read(url)
        if (page === null || !isOwnSite(looking, page.capture.finalUrl)) return
        yield* noteRivals(
          looking,
          yield* inThreadTurns(rivalsOfPage(textOf(page), company.isTarget, company.mention, true)),
          page.capture.finalUrl
        )
      },
      (work, [url]) => sparing(url)(work)
    ),
    { concurrency: limits.atOnce, discard: true }
  )
})

const queriesOf = ({
  domain,
  names,
  target
}: Company): ReadonlyArray<{ readonly text: string; readonly isField: boolean }> => {
  const [name = domain] = names
  return [
    { text: `${name} alternatives`, isField: false },
    { text: `${name} vs`, isField: false },
    { text: `${name} competitors`, isField: false },
    { text: target.field, isField: true }
  ]
}

/** Whether an address is that of a site as a whole: its front page, or one just below it. */
const isFront = (url: string): boolean =>
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?|index\.\w+)?$/i.test(parseUrl(url)?.pathname ?? "x")

export const lookInWeb = Effect.fnUntraced(function* (looking: Looking, read: ReadChosen) {
  const { call, company, deadline } = looking
  const { find } = yield* Search
  const answers = yield* Effect.forEach(
    queriesOf(company),
    ({ isField, text }) =>
      find({
        question: { query: readQuery(text), publishedSince: null, country: null, count: limits.hits },
        organizationId: call.organizationId,
        deadline,
        zeroRetention: call.freshness.zeroRetention
      }).pipe(
        Effect.result,
        Effect.map((result) => ({ isField, result }))
      ),
    { concurrency: "unbounded" }
  )
  const toRead = new Map<string, string>()
  for (const { isField, result } of answers) {
    if (result._tag === "Failure") {
      if (result.failure._tag === "SearchUnavailable") looking.unavailable = result.failure
      continue
    }
    looking.hasSearched = true
    for (const { description, title, url } of result.success.hits) {
      const key = looking.siteKey(url)
      if (key === company.key) {
        if (!isField && comparing.test(parseUrl(url)?.pathname ?? "")) toRead.set(url, title)
        continue
      }
      const page = { url, title, headings: [], markdown: description, links: [] }
      const rivals = yield* inThreadTurns(rivalsOfPage(page, company.isTarget, company.mention, false))
      yield* noteRivals(looking, rivals, url)
      const { origin } = new URL(url)
      const own = (new URL(url).hostname.replace(/^www\./, "").split(".")[0] ?? "").replace(/-/g, " ")
      if (!isListingSite(key) && isAgainst(page, company.isTarget, [own])) {
        note(looking, { key, url: `${origin}/` }, own, { kind: "theirs", url, teller: key }, description)
      }
      if (isField && isFront(url) && !isListingSite(key)) {
        note(looking, { key, url }, title, { kind: "field", url, teller: key }, description)
      }
      if (rivals.length > 0 || company.mention.test(`${title} ${description}`)) toRead.set(url, title)
    }
  }
  // What says in its title that it compares comes first.
  const chosen = [...toRead].toSorted(
    ([, one], [, other]) => Number(comparingText.test(other)) - Number(comparingText.test(one))
  )
  yield* Effect.forEach(
    chosen.slice(0, limits.hitPages),
    Effect.fnUntraced(
      function* ([url]) {
        const page = yield* read(url)
        if (page === null) return
        const text = textOf(page)
        const isOwn = isOwnSite(looking, page.capture.finalUrl)
        const rivals = yield* inThreadTurns(rivalsOfPage(text, company.isTarget, company.mention, isOwn))
        yield* noteRivals(looking, rivals, page.capture.finalUrl)
        const key = looking.siteKey(page.capture.finalUrl)
        if (isOwn || isListingSite(key)) return
        const names = namesOf(page, key, false)
        if (isAgainst(text, company.isTarget, names)) {
          const site = { key, url: `${new URL(page.capture.finalUrl).origin}/` }
          note(looking, site, names[0] ?? key, { kind: "theirs", url: page.capture.finalUrl, teller: key })
        }
      },
      (work, [url]) => sparing(url)(work)
    ),
    { concurrency: limits.atOnce, discard: true }
  )
})
