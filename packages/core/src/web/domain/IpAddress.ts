/** Internet addresses and ranges of them, as numbers. */

export interface IpAddress {
  readonly family: 4 | 6
  readonly value: bigint
}

/** All addresses that share their first `prefixBits` bits with `first`. */
export interface IpRange {
  readonly family: 4 | 6
  readonly first: bigint
  readonly last: bigint
  readonly prefixBits: number
}

const octet = /^(?:0|[1-9][0-9]{0,2})$/

const parseIpv4 = (text: string): bigint | null => {
  // Most texts are names, and a list has a hundred thousand of them: a name whose last character is no digit is none.
  const last = text.charCodeAt(text.length - 1)
  if (!(last >= 48 && last <= 57)) return null
  const parts = text.split(".")
  if (parts.length !== 4) return null
  let value = 0
  for (const part of parts) {
    const number = Number(part)
    if (!octet.test(part) || number > 255) return null
    value = value * 256 + number
  }
  return BigInt(value)
}

/** The last group may be a dotted quad, which stands for two groups. */
const parseGroups = (text: string, mayEndInIpv4: boolean): ReadonlyArray<bigint> | null => {
  if (text === "") return []
  const groups: Array<bigint> = []
  const parts = text.split(":")
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/.test(part)) {
      groups.push(BigInt(`0x${part}`))
      continue
    }
    const inner = mayEndInIpv4 && index === parts.length - 1 ? parseIpv4(part) : null
    if (inner === null) return null
    groups.push(inner >> 16n, inner & 0xffffn)
  }
  return groups
}

const parseIpv6 = (text: string): bigint | null => {
  const halves = text.toLowerCase().split("::")
  if (halves.length > 2) return null
  const head = parseGroups(halves[0] ?? "", halves.length === 1)
  const tail = parseGroups(halves[1] ?? "", true)
  if (head === null || tail === null) return null
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...tail]
  return groups.reduce((value, group) => (value << 16n) | group, 0n)
}

/** Reads a dotted quad or an RFC 4291 address. Every other spelling, and any zone, is null. @internal */
export const parseIp = (text: string): IpAddress | null => {
  const isIpv6 = text.includes(":")
  const value = isIpv6 ? parseIpv6(text) : parseIpv4(text)
  return value === null ? null : { family: isIpv6 ? 6 : 4, value }
}

/** The range of addresses that share the first `prefixBits` bits of `address`. @internal */
export const rangeOf = (address: IpAddress, prefixBits: number): IpRange => {
  const hostBits = BigInt((address.family === 4 ? 32 : 128) - prefixBits)
  const first = (address.value >> hostBits) << hostBits
  return { family: address.family, first, last: first + (1n << hostBits) - 1n, prefixBits }
}

/** Reads `address/bits`, or an address alone as the range of that one. */
export const parseRange = (text: string): IpRange | null => {
  const [addressText = "", bitsText, ...rest] = text.split("/")
  const address = parseIp(addressText)
  if (address === null || rest.length > 0) return null
  const allBits = address.family === 4 ? 32 : 128
  if (bitsText === undefined) return rangeOf(address, allBits)
  const bits = Number(bitsText)
  return octet.test(bitsText) && bits <= allBits ? rangeOf(address, bits) : null
}

/** @internal */
export const contains = (range: IpRange, address: IpAddress): boolean =>
  range.family === address.family && range.first <= address.value && address.value <= range.last

/** Whether the range holds one address and no other. @internal */
export const isSingle = (range: IpRange): boolean => range.first === range.last

/** The address as text; IPv6 without abbreviation. @internal */
export const formatIp = ({ family, value }: IpAddress): string =>
  family === 4
    ? [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".")
    : Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16)).join(":")
