/** Words of scripts in which the rules know few. */
import { conceptsOf } from "./concepts.ts"
import type { Group } from "./goalText.ts"
import { valuesOf } from "./values.ts"

const isForeignWord = (word: string): boolean =>
  /\p{L}/u.test(word) && !/\p{Script=Latin}/u.test(word) && conceptsOf(word).length === 0

/** A word of another script than the Latin one that no rule knows, or a number beside such words. */
export const isForeign = ({ words }: Group): boolean =>
  words.every((word) => isForeignWord(word) || valuesOf(word).length > 0)
