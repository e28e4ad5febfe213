/**
 * Pages that people publish of themselves, and those of their companies.
 *
 * **Details.** Addresses that were given are read first, and the site of the company: its first page, and what that leads to as its team or as
 * the person. What those say is the person's own is read next, so that links are known to lead back. robots.txt is heard for every page, no
 * network that wants a login is asked, and a page that cannot be read is left out.
 */

import { Clock, Effect } from "effect"
import { ofOnePage } from "../pages/ofOnePage.ts"
import { makeCrawlHosts } from "../sites/crawlHosts.ts"
import { siteUrls } from "../sites/domain/SiteScope.ts"
import { type Deadline, fetchingLeftOf } from "../web/domain/Deadline.ts"
import type { Freshness } from "../web/domain/Freshness.ts"
import { openSession } from "../web/openSession.ts"
import { checkLinks, type ReadAddress } from "./domain/checkLinks.ts"
import type { NamedOrganization, PersonClues } from "./domain/PersonClues.ts"
import type { PersonPage } from "./domain/PersonPage.ts"
import type { PersonRecord } from "./domain/PersonRecord.ts"
import { linksToPerson, linksToTeam } from "./domain/personLinks.ts"
import { nameRelation } from "./domain/personName.ts"
import { askedName, ownLinks, personsOfPage } from "./domain/personsOfPage.ts"
import { isClosedAddress, sameAddress } from "./domain/profileAddress.ts"
import { readPersonPage } from "./readPersonPage.ts"

/** Pages of one call, those of them that are read at once, time for one, and pages of each kind. */
const limits = { pages: 14, atOnce: 4, pageMillis: 12_000, asked: 6, ofPerson: 2, ofOwner: 4 } as const

/** Pages that are read for one question. What was read until time is over is there for whoever asks. */
export interface PeoplePages {
  /** Those that the clues name, and what they lead to. */
  readonly read: Effect.Effect<void, never, PagePorts>
  /** Those of which records say that they are the person's own. */
  readonly follow: (records: ReadonlyArray<PersonRecord>) => Effect.Effect<void, never, PagePorts>
  /** Who stands on what was read until now. */
  readonly records: () => ReadonlyArray<PersonRecord>
  readonly count: () => number
}

type PagePorts = Effect.Services<ReturnType<typeof readPersonPage>>

/** The company whose site is read: an address at work names it too. */
const siteOf = ({ company, email }: PersonClues): NamedOrganization | null => {
  const domain = company?.domain ?? email?.split("@")[1] ?? null
  return domain === null ? null : { name: company?.name ?? null, domain }
}

/** Opens the reading. Nothing is fetched yet. */
export const openPeoplePages = Effect.fnUntraced(function* (
  clues: PersonClues,
  freshness: Freshness,
  deadline: Deadline
) {
  const session = yield* openSession
  const hosts = yield* makeCrawlHosts(session, deadline)
  const seen = new Set<string>()
  const found: Array<ReadAddress & { readonly records: ReadonlyArray<PersonRecord> }> = []
  const name = askedName(clues)

  const look = Effect.fnUntraced(function* (url: string, isAsked: boolean, organization: NamedOrganization | null) {
    const key = sameAddress(url)
    if (key === null || seen.has(key) || seen.size >= limits.pages || isClosedAddress(url)) return null
    seen.add(key)
    if (!(yield* hosts.mayFetch(url))) return null
    const now = yield* Clock.currentTimeMillis
    const left = Math.min(fetchingLeftOf(deadline, now), limits.pageMillis)
    const page = yield* hosts
      .inTurn(url)(ofOnePage(url)(readPersonPage(url, freshness, { atMillis: now + left, acceptsPart: false })))
      .pipe(Effect.match({ onSuccess: (one): PersonPage | null => one, onFailure: () => null }))
    // A page may lead to where nobody may look.
    if (page === null || isClosedAddress(page.url)) return null
    seen.add(sameAddress(page.url) ?? key)
    found.push({ asked: url, page, records: personsOfPage(page, { clues, isAsked, organization }) })
    return page
  })

  const lookAll = (urls: ReadonlyArray<string>, isAsked: boolean, organization: NamedOrganization | null) =>
    Effect.forEach(urls, (url) => look(url, isAsked, organization), { concurrency: limits.atOnce })

  const readSite = Effect.fnUntraced(function* (asked: NamedOrganization & { readonly domain: string }) {
    const [secure, plain] = siteUrls(asked.domain)
    const front = (yield* look(secure!, false, asked)) ?? (yield* lookPlain(plain!, asked))
    if (front === null) return
    // Its first page says what the others belong to.
    const organization = { ...asked, name: asked.name ?? front.siteName }
    const ofTeam = linksToTeam(front.links, front.url)
    const first = name === null ? [] : linksToPerson(front.links, front.url, name, limits.ofPerson)
    const pages = yield* lookAll([...first, ...ofTeam], false, organization)
    if (name === null) return
    const next = pages.flatMap((page) =>
      page === null ? [] : linksToPerson(page.links, front.url, name, limits.ofPerson)
    )
    // Where people stand is often a page below the one about the company.
    const below = pages.flatMap((page) => (page === null ? [] : linksToTeam(page.links, front.url)))
    const others = yield* lookAll([...new Set([...next, ...below])].slice(0, limits.ofOwner), false, organization)
    const last = others.flatMap((page) =>
      page === null ? [] : linksToPerson(page.links, front.url, name, limits.ofPerson)
    )
    yield* lookAll([...new Set(last)].slice(0, limits.ofPerson), false, organization)
  })

  /** The same address without encryption, which was not looked at though it has the same key. */
  const lookPlain = (url: string, organization: NamedOrganization) => {
    seen.delete(sameAddress(url) ?? "")
    return look(url, false, organization)
  }

  const followed = (records: ReadonlyArray<PersonRecord>): ReadonlyArray<string> => {
    const fitting = records.filter(
      (record) => record.foundBy !== "name" || name === null || nameRelation(name, record) !== "other"
    )
    const own = found.flatMap(({ page, records: on }) =>
      on.some(({ url }) => isSelf(url, page)) ? ownLinks(page) : []
    )
    const said = fitting.flatMap(({ socialUrls, websiteUrls }) => [...websiteUrls, ...socialUrls])
    const site = siteOf(clues)?.domain
    // The first page of the company is nobody's own, and was read.
    const isOpen = (url: string) =>
      !isClosedAddress(url) && !seen.has(sameAddress(url) ?? "") && sameAddress(url) !== `https://${site}`
    return [...new Set([...own, ...said])].filter(isOpen).slice(0, limits.ofOwner)
  }

  const recordsOf = () =>
    checkLinks(
      found.flatMap(({ records }) => records),
      found
    )

  const follow = (records: ReadonlyArray<PersonRecord>) =>
    Effect.suspend(() => Effect.asVoid(lookAll(followed(records), true, null)))

  const read = Effect.gen(function* () {
    const site = siteOf(clues)
    const domain = site?.domain ?? null
    yield* Effect.all(
      [
        lookAll(clues.socialUrls.slice(0, limits.asked), true, null),
        site === null || domain === null ? Effect.void : readSite({ ...site, domain })
      ],
      { concurrency: "unbounded", discard: true }
    )
    yield* follow(recordsOf())
  })

  return { read, follow, records: recordsOf, count: () => found.length } satisfies PeoplePages as PeoplePages
})

const isSelf = (url: string, page: PersonPage): boolean => sameAddress(url) === sameAddress(page.url)
