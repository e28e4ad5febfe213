/**
 * A query with its operators read: `site:` `-site:` `inurl:` `intitle:`, quotes, `OR` and `-word` (contract/crawl-search.md §2).
 *
 * **Details.** The query is walked once, from its beginning. Nothing in it is an error: an operator without a value, an `OR` that joins
 * nothing and a quote without its end are as if they were not there. `-inurl:` and `-intitle:` are left to backends that know them.
 */
import { hostOfDomain, isOfDomain, portOfDomain } from "./domains.ts"
import { longestQuery } from "./SearchBounds.ts"
import type { Phrase, SearchQuery } from "./SearchQuestion.ts"

/** One piece of a query as it is written. */
interface Piece {
  readonly isExcluded: boolean
  readonly operator: "site" | "inurl" | "intitle" | null
  readonly isQuoted: boolean
  readonly value: string
}

const opening: ReadonlySet<string> = new Set(['"', "“", "”", "„", "«", "»"])

const isSpace = (letter: string): boolean => letter.trim() === ""

const operatorAt = (text: string, at: number): Piece["operator"] => {
  for (const name of ["site", "inurl", "intitle"] as const) {
    if (text.slice(at, at + name.length + 1).toLowerCase() === `${name}:`) return name
  }
  return null
}

const closingOf = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) if (opening.has(text[at]!)) return at
  return -1
}

const piecesOf = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let at = 0
  while (at < text.length) {
    if (isSpace(text[at]!)) {
      at += 1
      continue
    }
    const isExcluded = text[at] === "-" && at + 1 < text.length && !isSpace(text[at + 1]!)
    if (isExcluded) at += 1
    const operator = operatorAt(text, at)
    if (operator !== null) at += operator.length + 1
    const closing = at < text.length && opening.has(text[at]!) ? closingOf(text, at + 1) : -1
    if (closing >= 0) {
      pieces.push({ isExcluded, operator, isQuoted: true, value: text.slice(at + 1, closing).trim() })
      at = closing + 1
      continue
    }
    let end = at
    while (end < text.length && !isSpace(text[end]!) && (end === at || !opening.has(text[end]!))) end += 1
    const value = [...text.slice(at, end)].filter((letter) => !opening.has(letter)).join("")
    pieces.push({ isExcluded, operator, isQuoted: false, value })
    at = end
  }
  return pieces
}

const saysSomething = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

const isOr = ({ isExcluded, isQuoted, operator, value }: Piece): boolean =>
  !isExcluded && !isQuoted && operator === null && (value === "OR" || value === "|")

const isPlain = (piece: Piece | undefined): piece is Piece =>
  piece !== undefined && !piece.isExcluded && piece.operator === null && !isOr(piece) && saysSomething(piece.value)

/** A domain, and where one was written with it the beginning of a path, or a port, as addresses have them. */
const siteIn = (value: string): { readonly domain: string; readonly below: string | null } | null => {
  const domain = hostOfDomain(value)
  if (domain === null) return null
  const path = value
    .replace(/^[a-z]+:\/\//i, "")
    .match(/^[^/]*(\/[^?#]+)/)?.[1]
    ?.replace(/(?<!\/)\/+$/, "")
  const port = portOfDomain(value)
  const below = `${port === null ? "" : `${domain}:${port}`}${path ?? ""}`
  return { domain, below: below === "" ? null : below }
}

const once = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

/** The domains that a request names beside its query. */
export interface NamedDomains {
  readonly includeDomains: ReadonlyArray<string>
  readonly excludeDomains: ReadonlyArray<string>
}

/** What is of one of both: the narrower of two that one covers. */
const commonOf = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  some.flatMap((one) =>
    others.flatMap((other) => (isOfDomain(one, other) ? [one] : isOfDomain(other, one) ? [other] : []))
  )

/**
 * Where to look, when the query and the request both say so: where both do. Where that is nowhere, the domains of the request are left out too,
 * since what is left out is told by nobody.
 */
const placesOf = (
  ofQuery: ReadonlyArray<string>,
  named: ReadonlyArray<string>
): { readonly include: ReadonlyArray<string>; readonly exclude: ReadonlyArray<string> } => {
  if (ofQuery.length === 0 || named.length === 0) return { include: [...ofQuery, ...named], exclude: [] }
  const common = commonOf(ofQuery, named)
  return common.length > 0 ? { include: common, exclude: [] } : { include: named, exclude: named }
}

/** A domain with its port, where that is written and is not the usual one. */
const authorityIn = (written: string): string | null => {
  const [host, port] = [hostOfDomain(written), portOfDomain(written)]
  return host === null || port === null ? null : `${host}:${port}`
}

/** Reads a query; of domains that the request names, the host and its port count. */
export const readQuery = (
  text: string,
  named: NamedDomains = { includeDomains: [], excludeDomains: [] }
): SearchQuery => {
  const clean = text
    .slice(0, longestQuery)
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ")
    .trim()
  const pieces = piecesOf(clean)
  const words: Array<string> = []
  const phrases: Array<Phrase> = []
  const anyOf: Array<ReadonlyArray<Phrase>> = []
  const without: Array<Phrase> = []
  const inTitle: Array<Phrase> = []
  const inUrl: Array<string> = []
  const includeDomains: Array<string> = []
  const excludeDomains: Array<string> = []
  const notAtPorts: Array<string> = []
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!
    const { isExcluded, isQuoted, operator, value } = piece
    if (operator === "site") {
      const site = siteIn(value)
      if (site === null) continue
      // What is left out of a site below a path cannot be said of its domain.
      if (!isExcluded) includeDomains.push(site.domain)
      else if (site.below === null) excludeDomains.push(site.domain)
      else if (site.below === authorityIn(value)) notAtPorts.push(site.below)
      if (!isExcluded && site.below !== null) inUrl.push(site.below)
    } else if (operator !== null) {
      if (isExcluded || !saysSomething(value)) continue
      if (operator === "intitle") inTitle.push(value)
      else inUrl.push(value)
    } else if (isExcluded) {
      if (saysSomething(value)) without.push(value)
    } else if (isPlain(piece)) {
      const joined = [value]
      while (pieces[at + 1] !== undefined && isOr(pieces[at + 1]!) && isPlain(pieces[at + 2])) {
        joined.push(pieces[at + 2]!.value)
        at += 2
      }
      if (joined.length > 1) anyOf.push(joined)
      else if (isQuoted) phrases.push(value)
      else words.push(value)
    }
  }
  const hostsOf = (domains: ReadonlyArray<string>) => domains.flatMap((domain) => hostOfDomain(domain) ?? [])
  const isAtAny = (domain: string) => authorityIn(domain) === null
  const whole = hostsOf(named.includeDomains.filter(isAtAny))
  const atPorts = named.includeDomains
    .flatMap((domain) => authorityIn(domain) ?? [])
    .filter((authority) => !whole.includes(hostOfDomain(authority) ?? ""))
  const places = placesOf(includeDomains, hostsOf(named.includeDomains))
  const include = once(places.include)
  // Of one place alone whoever looks can demand the port of every address.
  if (include.length === 1 && atPorts.length === 1) inUrl.push(atPorts[0]!)
  const notAt = [...notAtPorts, ...named.excludeDomains.flatMap((domain) => authorityIn(domain) ?? [])]
  return {
    text: clean,
    words,
    phrases,
    anyOf,
    without,
    inTitle,
    inUrl,
    includeDomains: include,
    excludeDomains: once([...excludeDomains, ...hostsOf(named.excludeDomains.filter(isAtAny)), ...places.exclude]),
    ...(atPorts.length === 0 ? {} : { atPorts: once(atPorts) }),
    ...(notAt.length === 0 ? {} : { notAtPorts: once(notAt) })
  }
}

/** Whether a query says what to find; one that only leaves out, or joins nothing, fits every page and means none. */
export const asksForSomething = ({ anyOf, inTitle, inUrl, includeDomains, phrases, words }: SearchQuery): boolean =>
  [words, phrases, anyOf, inTitle, inUrl, includeDomains].some((list) => list.length > 0)
