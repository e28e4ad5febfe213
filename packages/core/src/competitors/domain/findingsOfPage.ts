/** Whom a page sets beside a company: names, with the addresses that may be their sites. */

import { nameKey } from "../../brands/domain/titleParts.ts"
import type { PageLink } from "../../pages/domain/PageLink.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import {
  alternativesTo,
  comparedIn,
  comparedInPath,
  type IsTarget,
  replacedIn,
  rivalsIn,
  setsOthers,
  tabledIn
} from "./comparedNames.ts"
import { listedEntries } from "./listedEntries.ts"
import type { FindingKind } from "./weighCandidate.ts"

export interface ReadPageText {
  readonly url: string
  readonly title: string
  readonly headings: ReadonlyArray<string>
  readonly markdown: string
  readonly links: ReadonlyArray<PageLink>
}

/** Somebody that a page sets beside the company. */
export interface NamedRival {
  readonly name: string
  readonly kind: FindingKind
  /** Where it may be found, as the page links to it. */
  readonly urls: ReadonlyArray<string>
}

/** Headings that are looked at. */
const mostHeadings = 60

/** Links of a page that may lead to those it names, and addresses of one name. */
const mostLinks = 5_000
const mostUrls = 3

/** What a host may be the name of: `bolt.example`, `getbolt.example`, `boltapp.example`. */
const keysOfHost = (hostname: string): ReadonlyArray<string> => {
  const key = nameKey(hostname.replace(/^www\./, "").split(".")[0] ?? "")
  return [key, key.replace(/^(?:get|try)/, ""), key.replace(/(?:app|hq)$/, "")]
}

/** Where a page links to at other hosts, by what the links or their hosts are called. */
function* linksByName(
  pageUrl: string,
  links: ReadonlyArray<PageLink>
): Generator<void, ReadonlyMap<string, ReadonlyArray<string>>> {
  const byName = new Map<string, Array<string>>()
  const own = parseUrl(pageUrl)?.host
  for (const { text, url } of links.slice(0, mostLinks)) {
    yield
    const parsed = parseUrl(url)
    if (parsed === null || parsed.host === own) continue
    for (const key of new Set([nameKey(text.slice(0, 200)), ...keysOfHost(parsed.hostname)])) {
      const urls = byName.get(key) ?? []
      if (key !== "" && urls.length < mostUrls) byName.set(key, [...urls, url])
    }
  }
  return byName
}

/** What the address of one of the company's own pages says of those that it names. */
export const kindOfPath = (path: string, isTarget: IsTarget): FindingKind => {
  const slug =
    path
      .replace(/(?<!\/)\/+$/, "")
      .split("/")
      .at(-1) ?? ""
  const words = slug.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
  return setsOthers(words.join(" "), isTarget) ? "beside" : "own"
}

/** Text of Markdown without the addresses of its links. */
const plainOf = (markdown: string): string =>
  markdown.replace(/!?\[([^[\]\n]{0,300})\]\([^()\n]{0,1000}\)/g, "$1").replace(/[*_`#>]+/g, "")

/** Those whom a page names. `isOwn`: it is a page of the company itself. Others may have the thread between its parts. */
export function* rivalsOfPage(
  { headings, links, markdown, title, url }: ReadPageText,
  isTarget: IsTarget,
  target: RegExp,
  isOwn: boolean
): Generator<void, ReadonlyArray<NamedRival>> {
  const found = new Map<string, NamedRival>()
  const linked = yield* linksByName(url, links)
  const add = (name: string, kind: FindingKind, urls: ReadonlyArray<string> = []) => {
    const key = nameKey(name)
    const own = isOwn && kind !== "beside" ? "own" : kind
    const before = found.get(key)
    if (key === "" || isTarget(name)) return
    found.set(key, {
      name: before?.name ?? name,
      // What is listed alone says less than what is compared.
      kind: before === undefined || before.kind === "listed" || before.kind === "beside" ? own : before.kind,
      urls: [...(before?.urls ?? linked.get(key) ?? []), ...urls]
    })
  }
  const titles = [title, ...headings.slice(0, mostHeadings)]
  for (const text of titles) {
    yield
    const kind = isOwn && setsOthers(text, isTarget) ? "beside" : "compared"
    for (const name of comparedIn(text, isTarget, isOwn)) add(name, kind)
    if (isOwn) for (const name of replacedIn(text, isTarget)) add(name, "own")
  }
  const path = parseUrl(url)?.pathname ?? ""
  if (isOwn && found.size === 0)
    for (const name of comparedInPath(path, isTarget)) add(name, kindOfPath(path, isTarget))
  for (const name of yield* tabledIn(markdown, isTarget, isOwn)) add(name, "compared")
  const subject = titles.map((text) => alternativesTo(text)).find((name) => name !== null && isTarget(name))
  const isAbout = subject !== undefined
  for (const name of yield* rivalsIn(plainOf(markdown), isTarget, target, isAbout)) add(name, "told")
  if (isAbout && !isOwn) for (const { name, urls } of yield* listedEntries(markdown)) add(name, "listed", urls)
  return [...found.values()]
}

/** Titles and headings in which a page may speak for its own site. */
const mostClaims = 5

/**
 * Whether a page speaks against the company for its own site: *Acme vs. Bolt* or *Bolt, the Acme alternative* at Bolt's. The first page of a
 * site need not name its own.
 */
export const isAgainst = (
  { headings, title }: Pick<ReadPageText, "headings" | "title">,
  isTarget: IsTarget,
  ownNames: ReadonlyArray<string>,
  isFirstPage = false
): boolean => {
  const own = new Set(ownNames.map(nameKey).filter((key) => key !== ""))
  return [title, ...headings.slice(0, mostClaims)].some((text) => {
    const names = comparedIn(text, isTarget)
    if (names.some((name) => own.has(nameKey(name)))) return true
    const subject = alternativesTo(text)
    if (subject === null || !isTarget(subject)) return false
    // A list says *alternatives*.
    const isLone = isFirstPage && !/\b(?:alternatives|competitors|rivals|alternativen|konkurrenten)\b/i.test(text)
    return isLone || [...own].some((key) => nameKey(text).includes(key))
  })
}
