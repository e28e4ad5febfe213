/** What services write of a result, as the search tells it. */
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { SearchHit, SearchQuery } from "@kittiwake/core/search/domain/SearchQuestion"
import { DateTime, Option } from "effect"

/** Results of one answer that are looked at: more than any service gives, whatever one writes. */
export const mostResults = 500

/** Longest text that is looked at. */
const longest = 4_000

const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", hellip: "…", ndash: "–", mdash: "—" }
}

const letterOf = (name: string): string | undefined => {
  if (!name.startsWith("#")) return entities[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Text in which a service marks what fits. */
export const plain = (text: string | null | undefined): string =>
  (text ?? "")
    .slice(0, longest)
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (all, name: string) => letterOf(name) ?? all)
    .replace(/\s+/g, " ")
    .trim()

/** A moment as services write it; without a zone it is in UTC. Null for what is none, such as "3 days ago". */
export const momentOf = (written: string | null | undefined): DateTime.Utc | null => {
  if (written === null || written === undefined || !/^\d{4}-\d{2}-\d{2}/.test(written)) return null
  const isZoned = written.length <= 10 || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(written)
  return Option.getOrNull(Option.map(DateTime.make(isZoned ? written : `${written}Z`), DateTime.toUtc))
}

/** An address of the web, or nothing. */
export const hitsOf = (
  found: ReadonlyArray<Omit<SearchHit, "url"> & { readonly url: string }>
): ReadonlyArray<SearchHit> => found.filter(({ url }) => ["http:", "https:"].includes(parseUrl(url)?.protocol ?? ""))

/** Domains that a query can name for an engine; whoever asks leaves out the rest. */
const mostDomains = 8

/** The query with the domains of the request, in the words of engines. */
export const engineText = ({ excludeDomains, includeDomains, text }: SearchQuery): string => {
  const lower = text.toLowerCase()
  const missing = includeDomains.filter((domain) => !lower.includes(`site:${domain}`))
  const wanted =
    missing.length > 0 && includeDomains.length <= mostDomains
      ? missing.map((domain) => `site:${domain}`).join(" OR ")
      : ""
  const unwanted = excludeDomains
    .filter((domain) => !lower.includes(`-site:${domain}`))
    .slice(0, mostDomains)
    .map((domain) => `-site:${domain}`)
  return [text, wanted, ...unwanted].filter((part) => part !== "").join(" ")
}
