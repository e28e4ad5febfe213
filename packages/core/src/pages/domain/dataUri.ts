/** What stands in an address that begins with `data:` (RFC 2397). */

/** The letters of base64 as bytes. Ten pictures of two megabytes took most of a second where a function was called for each byte. */
const fromBase64 = (content: string): Uint8Array => {
  const letters = atob(content)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at)
  return bytes
}

/** Null where the address says nothing that can be read. */
export const dataUriBytes = (uri: string): Uint8Array | null => {
  const comma = uri.indexOf(",")
  if (comma < 0) return null
  const content = uri.slice(comma + 1)
  try {
    if (/;base64$/i.test(uri.slice(0, comma))) return fromBase64(content)
    return new TextEncoder().encode(decodeURIComponent(content))
  } catch {
    return null
  }
}
