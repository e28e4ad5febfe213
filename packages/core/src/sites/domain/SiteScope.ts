/** Which hosts belong to a site, and what somebody means who names one. */

import { Result } from "effect"
import { readUrl } from "../../web/domain/Egress.ts"

/** The host without the `www.` that leads to the same site. @internal */
export const withoutWww = (host: string): string => host.replace(/^www\./, "")

export interface SiteScope {
  /** Host of the start, without `www.`. */
  readonly host: string
  /** The registered name whose hosts all belong; null when only the start's host does. */
  readonly registrable: string | null
}

/** Tells scopes apart that hold other hosts: no host has a blank. @internal */
export const scopeName = ({ host, registrable }: SiteScope): string =>
  registrable === null ? host : `${host} ${registrable}`

/** Whether a host belongs to the site. @internal */
export const isInScope = (host: string, scope: SiteScope): boolean =>
  withoutWww(host) === scope.host ||
  (scope.registrable !== null && (host === scope.registrable || host.endsWith(`.${scope.registrable}`)))

/**
 * The host, with its port where that is not the usual one, that somebody means who names a domain, a host or a whole
 * URL; null when it is none (contract/scrape.md §6: without scheme, path and `www.`, and never without a dot).
 *
 * @internal
 */
export const siteHost = (name: string): string | null => {
  const text = name.trim().toLowerCase()
  const url = Result.getOrNull(
    readUrl(/^[a-z][a-z0-9+.-]*:/.test(text) && !/^[^/]+:\d+/.test(text) ? text : `http://${text}`)
  )
  if (url === null) return null
  const { host, hostname } = url
  if (!hostname.includes(".") && !hostname.startsWith("[")) return null
  return withoutWww(host).replace(/\.(?=:|$)/, "")
}

/** Where a site that was named by its host may be found, the likelier first. @internal */
export const siteUrls = (host: string): ReadonlyArray<string> => [`https://${host}/`, `http://${host}/`]
