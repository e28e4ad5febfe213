/** Which addresses of a sitemap are wanted, and how they are written alike (contract/monitors.md §2). */
import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"
import { urlIdentity } from "../../web/domain/UrlIdentity.ts"

/** What is kept of the addresses that a sitemap lists. */
export interface UrlSelection {
  /** Host of the site, without `www.`; it and the hosts below it are kept. */
  readonly site: string
  /** Globs of the paths to keep, in which `*` is any run of characters; none keeps all. */
  readonly include: ReadonlyArray<string>
  /** Globs of the paths to drop, which wins. */
  readonly exclude: ReadonlyArray<string>
}

/** The site of an address, as a selection names it. @internal */
export const siteOf = (url: string): string => new URL(url).hostname.replace(/^www\./, "")

/** An address as it is tracked and told: host in lower case, no fragment, no slash at the end; null when it is none of the web. */
export const normalUrl = (url: string, base?: string): string | null => {
  const parsed = parseUrl(url, base)
  return parsed === null ? null : normal(parsed)
}

const normal = ({ hostname, host, pathname, protocol, search }: URL): string | null => {
  if ((protocol !== "https:" && protocol !== "http:") || hostname === "") return null
  const path = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname
  return `${protocol}//${host}${path}${search}`
}

/** What all spellings of an address have in common. */
export const identityOf = (url: string): string => {
  const parsed = parseUrl(url)
  return parsed === null ? url : urlIdentity(parsed)
}

/** Gives addresses as they are compared, and null for those that are not wanted. */
export const makeSelector = ({ exclude, include, site }: UrlSelection) => {
  const [kept, dropped] = [include.map(compileGlob), exclude.map(compileGlob)]
  const isBelow = `.${site}`
  return (url: string, base: string): string | null => {
    const parsed = parseUrl(url, base)
    if (parsed === null || (parsed.hostname !== site && !parsed.hostname.endsWith(isBelow))) return null
    const isMatched = (glob: Glob) => glob(parsed.pathname, parsed.search)
    if ((kept.length > 0 && !kept.some(isMatched)) || dropped.some(isMatched)) return null
    const found = normal(parsed)
    return found === null || found.length > maxUrlLength ? null : found
  }
}

type Glob = (path: string, search: string) => boolean

/** A path with its slash and without: whoever writes `/blog/*` means what stands at `/blog` too. */
const writings = (path: string): ReadonlyArray<string> =>
  path.endsWith("/") ? [path, path.slice(0, -1)] : [path, `${path}/`]

/** Matches in time linear in the path for each run between two stars. A glob with a `?` is of path and query. */
const compileGlob = (glob: string): Glob => {
  // Paths on the web have letters beyond ASCII as numbers.
  const written = glob.replace(/[^\0-\x7f]+/g, (letters) => encodeURIComponent(letters))
  const rooted = /^[/*]/.test(written) ? written : `/${written}`
  const [first = "", ...rest] = rooted.split("*")
  const last = rest.pop()
  const matches = (text: string): boolean => {
    if (last === undefined) return text === first
    if (!text.startsWith(first) || !text.endsWith(last)) return false
    let from = first.length
    for (const part of rest) {
      const at = text.indexOf(part, from)
      if (at === -1) return false
      from = at + part.length
    }
    return from <= text.length - last.length
  }
  return rooted.includes("?")
    ? (path, search) => writings(path).some((one) => matches(one + search))
    : (path) => writings(path).some(matches)
}
