/** Which headers a caller may add to a request (contract/scrape.md §0.3 and §4). */
import { Result } from "effect"

/** Most headers of one request, and most characters of a name and of a value. @internal */
export const maxHeaderNames = 50
/** @internal */
export const maxHeaderNameLength = 256
/** @internal */
export const maxHeaderValueLength = 8_192

/** Names the host, frames the message, or speaks of the connection or the way rather than of the resource. */
const refusedNames: ReadonlySet<string> = new Set([
  ...["host", "content-length", "connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade", "expect"],
  ...["forwarded", "http2-settings"]
])

const refusedPrefixes = ["proxy-", "x-forwarded-"]

/** A token of RFC 9110 §5.6.2. It holds no colon, so the pseudo-headers of HTTP/2 are none. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** What a header value may hold: RFC 9110 §5.5. CR and LF would begin a new header. */
const value = /^[\t\x20-\x7e\x80-\xff]*$/

const check = (name: string, text: string): string | null => {
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name
  if (name.length > maxHeaderNameLength)
    return `The header name ${shown} is longer than ${maxHeaderNameLength} characters.`
  if (!token.test(name)) return `${JSON.stringify(shown)} is not a header name.`
  const lower = name.toLowerCase()
  if (refusedNames.has(lower) || refusedPrefixes.some((prefix) => lower.startsWith(prefix))) {
    return `The header ${shown} may not be set.`
  }
  if (text.length > maxHeaderValueLength) {
    return `The value of the header ${shown} is longer than ${maxHeaderValueLength} characters.`
  }
  return value.test(text) ? null : `The value of the header ${shown} holds characters that no header may hold.`
}

/** The headers with their names in lower case and no space around their values, or what is wrong with them. */
export const checkRequestHeaders = (
  headers: Readonly<Record<string, string>>
): Result.Result<Readonly<Record<string, string>>, string> => {
  const checked = new Map<string, string>()
  const entries = Object.entries(headers)
  if (entries.length > maxHeaderNames) return Result.fail(`More than ${maxHeaderNames} headers are set.`)
  for (const [name, text] of entries) {
    const wrong = check(name, text)
    if (wrong !== null) return Result.fail(wrong)
    const lower = name.toLowerCase()
    if (checked.has(lower)) return Result.fail(`The header ${lower} is set twice.`)
    checked.set(lower, text.trim())
  }
  return Result.succeed(Object.fromEntries(checked))
}
