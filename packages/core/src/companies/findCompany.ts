/** The site of a company that somebody names. */
import { Effect, Option } from "effect"
import { DomainNames } from "../sites/DomainNames.ts"
import { siteHost } from "../sites/domain/SiteScope.ts"
import { TargetNotFound } from "../web/errors.ts"
import { CompanyNames } from "./CompanyNames.ts"

const isAddress = (hostname: string): boolean => /^\d+(?:\.\d+){3}$/.test(hostname) || hostname.startsWith("[")

/**
 * The host of the company's site: of a domain, a host or an address the host itself, without `www.`. Whatever else is said is
 * the name of a company, which is looked up.
 */
export const findCompany = Effect.fnUntraced(function* (said: string) {
  const host = siteHost(said)
  if (host !== null) {
    const { hostname } = new URL(`http://${host}/`)
    if (isAddress(hostname) || (yield* DomainNames).registrable(hostname) !== null) return host
  }
  const found = yield* (yield* CompanyNames).domainOf(said)
  if (Option.isSome(found)) return found.value
  return yield* new TargetNotFound({
    message: "No company is known by this name. Ask with the domain of its site, such as example.com."
  })
})
