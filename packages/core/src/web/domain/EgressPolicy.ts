/**
 * What the operator lets out.
 *
 * **Details**
 *
 * - Public addresses may be reached, except this machine's own.
 * - A private address may be reached when an item of the allow list covers it: a range, or the name that was asked for.
 * - An address where a cloud keeps credentials may be reached only when an item names that very address. A range or a
 *   name that happens to cover it does not open it, so `10.0.0.0/8,0.0.0.0/0` still keeps credentials safe.
 */

import { Result } from "effect"
import { parseUrl } from "../../security/domain/parseUrl.ts"
import { carriedIpv4, isMetadata, isNat64, isPublic } from "./AddressTable.ts"
import { contains, formatIp, type IpRange, isSingle, parseIp, parseRange } from "./IpAddress.ts"

/** One thing that may be reached although it is private; a null port stands for every port. */
export type AllowItem =
  | { readonly _tag: "Range"; readonly range: IpRange; readonly port: number | null }
  | { readonly _tag: "Host"; readonly host: string; readonly port: number | null }

export interface EgressPolicy {
  readonly allow: ReadonlyArray<AllowItem>
  /** Addresses of this machine, which are refused even where they are public. */
  readonly own: ReadonlyArray<IpRange>
  /** Whether 64:ff9b::/96 is judged by the IPv4 address inside, as an IPv6-only network needs. */
  readonly nat64: boolean
}

/** The public internet and nothing else. */
export const publicOnly: EgressPolicy = { allow: [], own: [], nat64: false }

/** Whom a connection is for: the name or address in the URL, in lower case without brackets or final dot. */
export interface EgressTarget {
  readonly host: string
  readonly port: number
}

const coversPort = (item: AllowItem, port: number): boolean => item.port === null || item.port === port

const namesHost = (item: AllowItem, host: string): boolean => item._tag === "Host" && item.host === host

/** Whether a connection to the address `ip` may be opened for `target`. */
export const isAllowedAddress = (ip: string, target: EgressTarget, policy: EgressPolicy): boolean => {
  const address = parseIp(ip)
  if (address === null) return false
  const inner = policy.nat64 && isNat64(address) ? carriedIpv4(address) : null
  if (inner !== null) return isAllowedAddress(formatIp(inner), target, policy)
  const items = policy.allow.filter((item) => coversPort(item, target.port))
  const ranges = items.flatMap((item) => (item._tag === "Range" && contains(item.range, address) ? [item.range] : []))
  if (isMetadata(address)) return ranges.some(isSingle)
  if (ranges.length > 0 || items.some((item) => namesHost(item, target.host))) return true
  return isPublic(address) && !policy.own.some((range) => contains(range, address))
}

/** Whether an item names this host, or the address it is, so that any port it covers may be used. @internal */
export const isNamedByOperator = (target: EgressTarget, policy: EgressPolicy): boolean => {
  const address = parseIp(target.host)
  return policy.allow.some(
    (item) =>
      coversPort(item, target.port) &&
      (namesHost(item, target.host) || (item._tag === "Range" && address !== null && contains(item.range, address)))
  )
}

/** Names that only a private network can know: special-use domains, and those routers hand out. */
const privateSuffixes = [
  ...["localhost", "localdomain", "local", "internal", "intranet", "lan", "home", "corp", "private"],
  ...["home.arpa", "onion", "alt", "test", "invalid"]
]

const endsIn = (host: string, suffix: string): boolean => host === suffix || host.endsWith(`.${suffix}`)

/** Whether the name means this machine on every network (RFC 6761), so that no server is asked for it. */
export const isLoopbackName = (host: string): boolean => endsIn(host, "localhost")

/** Whether a public name server cannot know this name; a name without a dot would be looked up in search domains. */
export const isPrivateName = (host: string): boolean =>
  !host.includes(".") || privateSuffixes.some((suffix) => endsIn(host, suffix))

/** Whether the name may be looked up for the target. A private one may only when an item could let its address out. */
export const mayResolve = ({ host, port }: EgressTarget, policy: EgressPolicy): boolean =>
  !isPrivateName(host) ||
  policy.allow.some((item) => coversPort(item, port) && (item._tag === "Range" || item.host === host))

/** Most items of an allow list. @internal */
export const maxAllowItems = 256

const advice = "Write a range such as 10.0.0.0/8, a host such as wiki.corp, or host:port such as localhost:3000."

const wrong = (item: string, why: string): Result.Result<never, string> =>
  Result.fail(`KITTIWAKE_EGRESS_ALLOW: "${item}" ${why}`)

const parseRangeItem = (item: string): Result.Result<AllowItem, string> => {
  const range = parseRange(item)
  if (range === null) return wrong(item, `is not a range of addresses. ${advice}`)
  const first = formatIp({ family: range.family, value: range.first })
  const written = parseIp(item.split("/")[0] ?? "")
  return written?.value === range.first
    ? Result.succeed({ _tag: "Range", range, port: null })
    : wrong(item, `has bits set beyond its prefix. Write ${first}/${range.prefixBits}.`)
}

const parseHostItem = (item: string): Result.Result<AllowItem, string> => {
  const portText = /^(?:\[[^\]]*\]|[^:]*):([0-9]+)$/.exec(item)?.[1]
  const port = portText === undefined ? null : Number(portText)
  const url = parseUrl(`http://${item}/`)
  if (url === null || port === 0 || !/^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(url.hostname)) {
    return wrong(item, `is not a host. ${advice}`)
  }
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")
  const range = parseRange(host)
  return Result.succeed(range === null ? { _tag: "Host", host, port } : { _tag: "Range", range, port })
}

const parseItem = (item: string): Result.Result<AllowItem, string> => {
  const range = parseRange(item)
  if (range !== null && isSingle(range)) return Result.succeed({ _tag: "Range", range, port: null })
  if (item.includes("://")) {
    const url = parseUrl(item)
    return wrong(item, `is a URL. Write ${url === null || url.host === "" ? "its host" : url.host}.`)
  }
  if (item.includes("*")) return wrong(item, `holds a wildcard, which is not supported. ${advice}`)
  if (/[@?#\\\s]/.test(item)) return wrong(item, `is not a host. ${advice}`)
  return item.includes("/") ? parseRangeItem(item) : parseHostItem(item)
}

/** Reads `KITTIWAKE_EGRESS_ALLOW`: ranges, hosts and `host:port`, separated by commas. */
export const parseAllow = (text: string): Result.Result<ReadonlyArray<AllowItem>, string> => {
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
  return items.length > maxAllowItems
    ? Result.fail(`KITTIWAKE_EGRESS_ALLOW: ${items.length} items are too many. Write at most ${maxAllowItems}.`)
    : Result.all(items.map(parseItem))
}
