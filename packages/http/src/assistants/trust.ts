/**
 * Who may speak to `/mcp`, by the names that a request carries.
 *
 * **Details.** A page of a stranger can be made to reach a server on its visitor's machine under the page's own name (DNS
 * rebinding). `Host` then names the page, and so does `Origin`. A server that only its own machine reaches knows all names
 * that it can have; one that listens for others is known by names that nobody told it, so there `Host` is looked at only
 * when the operator named the address.
 */
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { OwnAddress } from "../web/PublicAddress.ts"

/** What a request says of where it comes from, and where it went. */
export interface Names {
  readonly host: string | undefined
  readonly origin: string | undefined
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/i

const hostnameOf = (host: string): string => host.replace(/:\d{1,5}$/, "").toLowerCase()

const isOwnHost = (host: string, { listensOn, named }: OwnAddress): boolean => {
  if (parseUrl(`http://${host}`) === null) return false
  const own = named === null ? null : parseUrl(named)
  if (own !== null && own.host.toLowerCase() === host.toLowerCase()) return true
  if (loopback.test(hostnameOf(host))) return true
  // Reached by an address that it listens on: no name of a stranger leads there unseen.
  if (listensOn !== null && [listensOn, `[${listensOn}]`].includes(hostnameOf(host))) return true
  return own === null && !(listensOn !== null && loopback.test(listensOn))
}

const isOwnOrigin = (origin: string, { named }: OwnAddress, allowed: ReadonlyArray<string>): boolean => {
  const from = parseUrl(origin)
  if (from === null || from.origin === "null") return false
  if (loopback.test(from.hostname)) return true
  const own = named === null ? null : parseUrl(named)
  return own?.origin === from.origin || allowed.includes(from.origin)
}

/** What a request may not be answered for, in words; null when nothing is wrong with its names. */
export const distrusts = (
  { host, origin }: Names,
  own: OwnAddress,
  allowedOrigins: ReadonlyArray<string>
): string | null => {
  if (host !== undefined && !isOwnHost(host, own)) return "This server is not known by the name in Host."
  return origin === undefined || isOwnOrigin(origin, own, allowedOrigins)
    ? null
    : "Pages of this Origin may not call this server: the operator allows some with KITTIWAKE_MCP_ORIGINS."
}
