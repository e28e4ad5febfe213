/** What of a request's address is more than any operation takes, looked at before anything is done with its parts. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"

/**
 * Most characters of a path: those of ours are shorter than a sixth of it. Routers decode one before they look for it, and effect's
 * takes time that grows with its square: 300 KB of `%25` held the thread for 22 s.
 */
export const maxPathLength = 4_096

/** Most names of a query, those that come again counted again: more than all lists of an operation have items. */
export const maxQueryNames = 2_000

/** Whether a text has more than `most` ampersands. */
const hasMoreThan = (most: number, text: string): boolean => {
  let found = 0
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    found += 1
    if (found > most) return true
  }
  return false
}

/** Why the address of a request is not looked at any further; null when it is. */
export const tooMuch = (url: string): InvalidInput | null => {
  const end = url.search(/[?#]/)
  if ((end === -1 ? url.length : end) > maxPathLength) {
    return new InvalidInput({ field: "path", message: `may have at most ${maxPathLength} characters` })
  }
  return end !== -1 && hasMoreThan(maxQueryNames - 1, url)
    ? new InvalidInput({ field: "query", message: `may have at most ${maxQueryNames} names` })
    : null
}
