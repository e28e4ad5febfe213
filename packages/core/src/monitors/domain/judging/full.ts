/** What a page says is full: "Full" as a cell or a line, and behind what it is said of. */
import type { Status } from "../../../extraction/domain/statuses.ts"

/** "Not full", "nearly full", "80 % full", "in full": it is not so, or says something else. */
const hedged =
  "(?<!(?:not|never|n['’]t|nearly|almost|half|partly|in|the|a|to|at|if|when|once|until)(?: yet| quite| now| be| being)?\\s|(?<!\\d)\\d{1,2}(?:[.,]\\d{1,3})?\\s?(?:%|percent|per cent)\\s)"

/** "Full until June", "full now"; "full details" says something else. */
const ends =
  "(?=\\s*(?:$|[.!;:|,()–—·•]|-\\s|(?:now|again|already|today|until|till|for|on|since|up)(?!\\p{L}))|\\s(?<noun>\\p{L}{1,30}))"

const pattern = new RegExp(`(?<!\\p{L}|\\p{L}-)${hedged}full(?!\\p{L})${ends}`, "giu")

/** Longer lines are read so far. */
const mostRead = 400

/** Where a line says that something is full; a noun behind it has to be named, as in "Full moon". */
export const statesFull = (line: string, isNamed: (noun: string) => boolean): ReadonlyArray<Status> =>
  Array.from(line.slice(0, mostRead).matchAll(pattern)).flatMap(({ 0: text, groups, index }): ReadonlyArray<Status> => {
    const { noun } = groups ?? {}
    return noun === undefined || isNamed(noun)
      ? [{ family: "availability", state: "full", text, from: index, to: index + text.length }]
      : []
  })
