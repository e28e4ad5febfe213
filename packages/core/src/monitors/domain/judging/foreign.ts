/** Words of scripts in which the rules know few. */
import { conceptsOf } from "./concepts.ts"
import type { Group } from "./goalText.ts"
import { valuesOf } from "./values.ts"

const isForeignWord = (word: string): boolean =>
  /\p{L}/u.test(word) && !/\p{Script=Latin}/u.test(word) && conceptsOf(word).length === 0

/** Whether all words are of another script than the Latin one, and known to no rule; numbers beside them are of no script. */
export const areForeign = (groups: ReadonlyArray<Group>): boolean => {
  const words = groups.flatMap((group) => group.words).filter((word) => valuesOf(word).length === 0)
  return words.length > 0 && words.every(isForeignWord)
}
