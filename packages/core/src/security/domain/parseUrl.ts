/**
 * Parses addresses that strangers wrote: callers, sites, files and browsers. Nothing else in the product parses one against another, and
 * nothing asks a parser whether a text is one (`scripts/dependencies`), so that what holds here holds wherever an address comes in.
 *
 * **Details.** A page may say of itself that it stands at an address of megabytes, which each of its links would have. So an address has a
 * longest form, as it is written and as it stands in requests. What a parser does with the letters of a host that are not of ASCII grows
 * with the square of their number: 2,000 different ones take 3 ms, and as many as a head of HTTP has room for half a second. So a host is
 * measured before it is parsed.
 */

/** Most characters of an address that somebody asks for by name, as it is written, and of one that is told or kept. @internal */
export const maxUrlLength = 2_048

/**
 * Most characters of any address, with its letters escaped: of a redirect or a link. Sign-in pages write long ones, and servers answer no
 * longer ones. @internal
 */
export const maxLinkLength = 8_192

/** Most characters of a host as it is written: a name has 253 at most, and one whose letters are escaped several times as many. */
const maxWritten = 1_000

/** Most letters beyond ASCII: each becomes one character of the name at least. */
const maxLetters = 253

/** What a parser takes for the beginning of an authority, and the authority behind it. It skips slashes, whichever and how many. */
const withAuthority = /^[\0-\x20]*(?:(?:https?|wss?|ftp|file):[/\\]*|[/\\]{2,})([^/\\?#]*)/i

/** Whether an address names a host that is longer than any name, however it is written. */
export const hasLongHost = (address: string): boolean => {
  if (address.length <= maxLetters) return false
  // Parsers leave these out wherever they stand.
  const written = withAuthority.exec(address.replace(/[\t\n\r]+/g, ""))?.[1] ?? ""
  // What stands before it is a user name and a password.
  const host = written.slice(written.lastIndexOf("@") + 1)
  return host.length > maxWritten || host.replace(/[\0-\x7f]+/g, "").length > maxLetters
}

/**
 * The address as `URL.parse` has it. Null for one, or a `base`, with more than `maxLinkLength` characters, also where it comes to more by what
 * it is relative to or by its escapes, and for one with a host that is longer than any name.
 */
export const parseUrl = (address: string, base?: string): URL | null => {
  const isLong = address.length > maxLinkLength || (base !== undefined && base.length > maxLinkLength)
  if (isLong || hasLongHost(address)) return null
  const url = URL.parse(address, base)
  return url === null || url.href.length > maxLinkLength ? null : url
}

/** Whether `parseUrl` takes it. */
export const isUrl = (address: string): boolean => parseUrl(address) !== null
