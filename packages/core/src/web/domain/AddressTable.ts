/**
 * Which addresses belong to the public internet.
 *
 * **Details**
 *
 * The rows come from the IANA IPv4 and IPv6 special-purpose address registries and the IPv4 and IPv6 address space
 * registries. The hand list holds what no registry knows: addresses where clouds keep their credentials.
 */
import { contains, type IpAddress, type IpRange, parseRange } from "./IpAddress.ts"

const ranges = (texts: ReadonlyArray<string>): ReadonlyArray<IpRange> =>
  texts.map((text) => {
    const range = parseRange(text)
    if (range === null) throw new Error(`The address table holds ${text}, which is no range.`)
    return range
  })

const ipv4Reserved = ranges([
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private use
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link local
  "172.16.0.0/12", // private use
  "192.0.0.0/24", // IETF protocol assignments
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // AMT relays
  "192.88.99.0/24", // 6to4 relays, deprecated
  "192.168.0.0/16", // private use
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarking
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/3" // multicast, future use, broadcast
])

/** The only part of IPv6 from which public addresses are given out. */
const ipv6Global = ranges(["2000::/3"])

const ipv6Reserved = ranges([
  "2001::/23", // IETF protocol assignments: Teredo, benchmarking, ORCHID, drone ids
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "2620:4f:8000::/48", // AS112
  "3fff::/20" // documentation
])

const clouds = ranges([
  "169.254.0.0/16", // AWS, Azure, Google, OpenStack, Oracle, Hetzner, ECS tasks, EKS pods, Tencent
  "168.63.129.16", // Azure host agent, in the middle of public space
  "100.100.100.200", // Alibaba
  "192.0.0.192", // Oracle classic
  "fd00:ec2::/32", // AWS over IPv6
  "fd20:ce::254" // Google over IPv6
])

const holds = (table: ReadonlyArray<IpRange>, address: IpAddress): boolean =>
  table.some((range) => contains(range, address))

const low32 = 0xffff_ffffn

/** RFC 5214: the interface half begins with 0:5efe or 200:5efe and ends in an IPv4 address. */
const isIsatap = ({ family, value }: IpAddress): boolean => {
  const marker = (value >> 32n) & low32
  return family === 6 && (marker === 0x0000_5efen || marker === 0x0200_5efen)
}

/** How each kind of IPv6 address that carries an IPv4 address is unwrapped. */
const carriers: ReadonlyArray<readonly [IpRange, (value: bigint) => bigint]> = [
  ...ranges(["::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48"]).map(
    (range) => [range, (value: bigint) => value & low32] as const
  ),
  ...ranges(["2002::/16"]).map((range) => [range, (value: bigint) => (value >> 80n) & low32] as const),
  ...ranges(["2001::/32"]).map((range) => [range, (value: bigint) => ~value & low32] as const)
]

/** The IPv4 address that an IPv6 address carries, if it is of a kind that does. */
export const carriedIpv4 = (address: IpAddress): IpAddress | null => {
  if (address.family === 4) return null
  for (const [range, unwrap] of carriers) {
    if (contains(range, address)) return { family: 4, value: unwrap(address.value) }
  }
  return isIsatap(address) ? { family: 4, value: address.value & low32 } : null
}

const [nat64] = ranges(["64:ff9b::/96"])

/** Whether this is the well-known translation of an IPv4 address on an IPv6-only network (RFC 6052). */
export const isNat64 = (address: IpAddress): boolean => nat64 !== undefined && contains(nat64, address)

/** Whether a cloud may keep credentials here, or at the IPv4 address carried inside. */
export const isMetadata = (address: IpAddress): boolean => {
  const inner = carriedIpv4(address)
  return holds(clouds, address) || (inner !== null && holds(clouds, inner))
}

/** Whether the address belongs to the public internet. IPv6 that carries IPv4 never does. */
export const isPublic = (address: IpAddress): boolean => {
  if (isMetadata(address)) return false
  if (address.family === 4) return !holds(ipv4Reserved, address)
  return holds(ipv6Global, address) && !holds(ipv6Reserved, address) && !isIsatap(address)
}
