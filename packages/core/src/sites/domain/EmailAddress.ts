/** Email addresses, as far as they lead to a site. */
import { siteHost } from "./SiteScope.ts"

// One `@`, since what may stand in quotes before it is nobody's address in practice, and no host in brackets.
const form = /^[^\s@\p{Cc}]{1,64}@([\p{L}\p{M}\p{N}.-]{1,253})$/u

/** The host of the site at the domain of an email address; null when it is no address, or one at a bare IP address. */
export const emailHost = (address: string): string | null => {
  const domain = form.exec(address.trim())?.[1]
  const host = domain === undefined ? null : siteHost(domain)
  // No top-level name is a number, and every way to write an IPv4 address ends in one.
  return host === null || /\.\d+$/.test(host) ? null : host
}
