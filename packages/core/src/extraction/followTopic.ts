/**
 * The pages of a site that are about what somebody wants to know, read in whatever way pages are read.
 *
 * **Details.** The start is read first. Of what it links to, and of what the sitemaps of the site list, the addresses are
 * weighed by the words in them and in the links that lead there, and the best are read, a few at once, each in its host's turn
 * and only where robots.txt allows it. What they link to joins in. It ends with as many pages as are wanted, when nothing is
 * left that has to do with the topic, or when its time is over. What is asked about may stand on a page whose address does not
 * tell so: who wants that looked into says how many pages are read in any case.
 */

import { Clock, Effect } from "effect"
import type { PageLink } from "../pages/domain/PageLink.ts"
import { maxUrlLength, parseUrl } from "../security/domain/parseUrl.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { DomainNames } from "../sites/DomainNames.ts"
import { isInScope, type SiteScope, withoutWww } from "../sites/domain/SiteScope.ts"
import { siteSitemapUrls } from "../sites/siteSitemapUrls.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import { urlIdentity } from "../web/domain/UrlIdentity.ts"
import { DeadlinePassed, isForbidden, WebsiteInaccessible } from "../web/errors.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import { isBeside, type Lead, leadScore, mayBePage, type Topic } from "./domain/rankLinks.ts"

/** What is wanted of a site. */
export interface SiteQuestion {
  readonly url: string
  readonly topic: Topic
  readonly maxPages: number
  /** Most links from the start; null is no limit. */
  readonly maxDepth: number | null
  readonly followSubdomains: boolean
  /** So many pages are read where the site has them, also such as have nothing to do with the topic by their address. */
  readonly atLeast?: number
}

/** What following a topic has to know of a page. */
export interface TopicPage {
  /** As it answered. */
  readonly finalUrl: string
  /** Digest of what its server sent: two addresses of one page are one. */
  readonly digest: string
  /** None of a page that was followed. */
  readonly links: ReadonlyArray<PageLink>
}

/** How far it got; whoever cuts it short has what was read until then. */
export interface Followed<P, E> {
  /** The start first. */
  readonly pages: Array<P>
  readonly failures: Array<E>
  forbidden: number
  /** Pages that would have been read, had the time for beginning them not been over. */
  leftOut: number
  /** Links from the start to the page that is farthest away. */
  deepest: number
}

/** Nothing read yet. */
export const nothingFollowed = <P, E>(): Followed<P, E> => ({
  pages: [],
  failures: [],
  forbidden: 0,
  leftOut: 0,
  deepest: 0
})

/** How pages are read, and until when. */
export interface Following<P, E, R> {
  readonly session: FetchSession
  /** Reads a page in its host's turn. */
  readonly read: (url: string, isStart: boolean) => Effect.Effect<P, E, R>
  readonly deadline: Deadline
  /** No page is begun after this moment, and no rest waited for that ends later. */
  readonly stopsAtMillis: number
  /** Looked at before any other that the start leads to. */
  readonly known: ReadonlyArray<string>
}

/** Addresses that are weighed, addresses of sitemaps that are asked for, and pages that are read at once. */
const limits = { leads: 20_000, listed: 5_000, atOnce: 4 } as const

/**
 * Addresses that are asked for beside the start, whatever comes of them: a site may answer at each with a page that is known, or lead
 * elsewhere. Those that robots.txt forbids cost less, and may be some more.
 */
const mostAsked = (maxPages: number): number => 3 * maxPages + 10
const mostForbidden = (maxPages: number): number => 10 * maxPages + 100

/** Leads that are weighed before others have their turn: some 10 ms where a topic has all the words that it may have. */
const leadsInTurn = 200

/** Pages that are read beside the start where no address has to do with the topic. */
const unrelated = 2

/** Leads not yet followed, each address once. */
class Leads {
  private readonly known = new Set<string>()
  private readonly waiting = new Map<string, { readonly lead: Lead; readonly score: number }>()
  private readonly question: SiteQuestion
  private readonly scope: SiteScope
  private hasRelated = false
  private unrelatedLeft: number = unrelated

  constructor(question: SiteQuestion, scope: SiteScope) {
    this.question = question
    this.scope = scope
  }

  /** Whether the address was not met before. */
  meet(url: string): boolean {
    // Nobody can ask for a longer one.
    const parsed = url.length > maxUrlLength ? null : parseUrl(url)
    if (parsed === null) return false
    const identity = urlIdentity(parsed)
    if (this.known.has(identity) || this.known.size >= limits.leads) return false
    this.known.add(identity)
    return true
  }

  holds(url: string): boolean {
    const parsed = parseUrl(url)
    return parsed !== null && isInScope(parsed.hostname, this.scope)
  }

  /** Weighs links in turns: a page may have some thousands. */
  readonly add = Effect.fnUntraced(
    { self: this },
    function* (links: ReadonlyArray<{ readonly url: string; readonly text: string }>, depth: number) {
      const { maxDepth, topic, url: startUrl } = this.question
      if (maxDepth !== null && depth > maxDepth) return
      for (const [place, { text, url }] of links.entries()) {
        if (place > 0 && place % leadsInTurn === 0) yield* Effect.yieldNow
        if (!this.holds(url) || !mayBePage(url) || !this.meet(url)) continue
        const lead: Lead = { url, text, depth }
        const score = leadScore(lead, topic, startUrl)
        if (score > 0) this.hasRelated = true
        this.waiting.set(url, { lead, score })
      }
    }
  )

  /** The best, at most so many; where none has to do with the topic, the nearest, as long as `read` pages are too few. */
  take(most: number, read: number): ReadonlyArray<Lead> {
    const waiting = [...this.waiting.values()]
    const related = waiting
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, most)
    const chosen = related.length > 0 ? related : this.unrelated(waiting).slice(0, Math.min(most, this.room(read)))
    if (related.length === 0 && !this.hasRelated) this.unrelatedLeft = Math.max(0, this.unrelatedLeft - chosen.length)
    for (const { lead } of chosen) this.waiting.delete(lead.url)
    return chosen.map(({ lead }) => lead)
  }

  /** How many pages may be read that have nothing to do with the topic. */
  private room(read: number): number {
    return Math.max(this.hasRelated ? 0 : this.unrelatedLeft, (this.question.atLeast ?? 0) - read)
  }

  /** Those that the start leads to come first, as it lists them. */
  private unrelated<L extends { readonly lead: Lead }>(waiting: ReadonlyArray<L>): ReadonlyArray<L> {
    return waiting.filter(({ lead }) => !isBeside(lead.url)).toSorted((one, other) => one.lead.depth - other.lead.depth)
  }
}

const scopeOf = Effect.fnUntraced(function* (url: string, followSubdomains: boolean) {
  const { hostname } = new URL(url)
  const names = yield* DomainNames
  return {
    host: withoutWww(hostname),
    registrable: followSubdomains ? names.registrable(hostname) : null
  } satisfies SiteScope
})

/** A page as it is kept: where it leads was looked at, and may be tens of thousands of addresses. */
const withoutLinks = <P extends TopicPage>(page: P): P => ({ ...page, links: [] })

/** Whether there is no room to read on: no fault of the page. */
const isTooBusy = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "TooBusy"

/** Reads the pages into `followed`. What keeps the start from being read ends it. */
export const followTopic = Effect.fnUntraced(function* <P extends TopicPage, E, R>(
  question: SiteQuestion,
  { deadline, known, read, session, stopsAtMillis }: Following<P, E, R>,
  followed: Followed<P, E>
) {
  const hosts = yield* makeCrawlHosts(session, deadline, Math.min(stopsAtMillis, deadline.atMillis))
  const { maxDepth, maxPages } = question
  const { failures, pages } = followed
  if (!(yield* hosts.mayFetch(question.url))) {
    return yield* new WebsiteInaccessible({ message: (yield* hosts.refusal(question.url)).message })
  }
  const isInTime = Effect.map(Clock.currentTimeMillis, (now) => now < stopsAtMillis)
  const start = yield* hosts.inTurn(question.url)(
    // Its turn may come when no other page would be begun any more: the start alone is no site.
    Effect.flatMap(
      isInTime,
      (mayBegin): Effect.Effect<P, DeadlinePassed | E, R> =>
        mayBegin ? read(question.url, true) : Effect.fail(new DeadlinePassed())
    )
  )
  const leads = new Leads(question, yield* scopeOf(start.finalUrl, question.followSubdomains))
  leads.meet(question.url)
  leads.meet(start.finalUrl)
  pages.push(withoutLinks(start))
  const digests = new Set([start.digest])
  let asked = 0
  const mayAsk = () => asked < mostAsked(maxPages) && followed.forbidden < mostForbidden(maxPages)

  const visit = Effect.fnUntraced(function* ({ depth, url }: Lead) {
    if (!mayAsk()) return
    if (!(yield* hosts.mayFetch(url))) {
      followed.forbidden += 1
      return
    }
    if (!mayAsk()) return
    asked += 1
    const seen = yield* hosts
      .inTurn(url)(
        // A page whose turn comes when the time is over was never begun.
        Effect.flatMap(isInTime, (mayBegin) => (mayBegin ? read(url, false) : Effect.succeed(null)))
      )
      .pipe(Effect.result)
    if (seen._tag === "Failure") {
      if (isTooBusy(seen.failure)) return yield* Effect.fail(seen.failure)
      if (isForbidden(seen.failure)) followed.forbidden += 1
      else failures.push(seen.failure)
      return
    }
    const page = seen.success
    if (page === null) {
      followed.leftOut += 1
      return
    }
    if (!leads.holds(page.finalUrl) || digests.has(page.digest) || pages.length >= maxPages) return
    if (page.finalUrl !== url && !leads.meet(page.finalUrl)) return
    digests.add(page.digest)
    pages.push(withoutLinks(page))
    followed.deepest = Math.max(followed.deepest, depth)
    yield* leads.add(page.links, depth + 1)
  })

  const follow = (batch: ReadonlyArray<Lead>) =>
    Effect.forEach(batch, visit, { concurrency: limits.atOnce, discard: true })

  const kept = known.filter((url) => leads.holds(url) && leads.meet(url)).slice(0, maxPages - 1)
  yield* follow(kept.map((url) => ({ url, text: "", depth: 1 })))
  yield* leads.add(start.links, 1)
  if (pages.length < maxPages && maxDepth !== 0) {
    const listed = yield* siteSitemapUrls(start.finalUrl, deadline, limits.listed)
    yield* leads.add(
      listed.map((url) => ({ url, text: "" })),
      1
    )
  }
  // As many may fail as are wanted: a site whose every page fails is not asked for all of them.
  const wantsMore = () => pages.length < maxPages && failures.length <= maxPages && mayAsk()
  while (wantsMore() && (yield* isInTime)) {
    const batch = leads.take(Math.min(limits.atOnce, maxPages - pages.length), pages.length)
    if (batch.length === 0) break
    yield* follow(batch)
  }
  const room = maxPages - pages.length
  const next = wantsMore() && !(yield* isInTime) ? leads.take(room, pages.length).length : 0
  followed.leftOut = Math.min(room, followed.leftOut + next)
})
