/** Where somebody asks from who has not said who they are. */
import { formatIp, parseIp, rangeOf } from "../web/domain/IpAddress.ts"

/** Bits of an IPv6 address that a provider gives a customer, who has all addresses below them (RFC 6177, RFC 4291 §2.5.4). */
const networkBits = 64

/** What requests from an address are counted under: it alone, and of IPv6 its network. @internal */
export const networkOf = (address: string): string => {
  const ip = parseIp(address.split("%", 1)[0] ?? "")
  if (ip === null) return address.slice(0, 64)
  if (ip.family === 4) return formatIp(ip)
  // Sockets that hear both families tell IPv4 so (RFC 4291 §2.5.5.2).
  if (ip.value >> 32n === 0xffffn) return formatIp({ family: 4, value: ip.value & 0xffffffffn })
  return `${formatIp({ family: 6, value: rangeOf(ip, networkBits).first })}/${networkBits}`
}
