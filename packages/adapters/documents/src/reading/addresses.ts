/** Relative addresses, and what they are relative to. */
import { maxLinkLength, parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"

/** An address under a base, and as it is written where it needs none or there is none. */
export const under = (base: string | null, written: string): string => {
  const address = written.trim()
  if (base === null || address === "" || address.length > maxLinkLength || parseUrl(address) !== null) return address
  return parseUrl(address, base)?.href ?? address
}

/** The same as a base; null where it is no address of a page. */
export const asBase = (base: string | null, written: string | null | undefined): string | null => {
  if (written === null || written === undefined || written.trim() === "") return null
  const address = under(base, written)
  return /^https?:\/\//i.test(address) && address.length <= maxLinkLength && parseUrl(address) !== null ? address : null
}

/** Whether an address leads to a place in the same text. */
export const isOfItself = (address: string): boolean => address.trimStart().startsWith("#")
