/** The site of a company that somebody names. */
import { Effect } from "effect"
import { DomainNames } from "../sites/DomainNames.ts"
import { siteHost } from "../sites/domain/SiteScope.ts"
import { TargetNotFound } from "../web/errors.ts"

const isAddress = (hostname: string): boolean => /^\d+(?:\.\d+){3}$/.test(hostname) || hostname.startsWith("[")

/**
 * The host of the company's site: of a domain, a host or an address the host itself, without `www.`. Whatever else is said is
 * the name of a company, and no list of names with their domains is kept: it is not found.
 */
export const findCompany = Effect.fnUntraced(function* (said: string) {
  const host = siteHost(said)
  if (host !== null) {
    const { hostname } = new URL(`http://${host}/`)
    if (isAddress(hostname) || (yield* DomainNames).registrable(hostname) !== null) return host
  }
  return yield* new TargetNotFound({
    message:
      "No company of this name is known: names are not looked up yet. Ask with the domain of its site, such as example.com."
  })
})
