/**
 * Parses addresses that strangers wrote.
 *
 * **Details.** What a parser does with the letters of a host that are not of ASCII grows with the square of their number: 2,000
 * different ones take 3 ms, and as many as a head of HTTP has room for half a second. So a host is measured before it is parsed.
 */

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

/** The address as `URL.parse` has it; null for one with a host that is longer than any name, too. */
export const parseUrl = (address: string, base?: string): URL | null =>
  hasLongHost(address) ? null : URL.parse(address, base)
