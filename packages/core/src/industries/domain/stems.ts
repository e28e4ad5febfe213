/** The stem of an English word: with the rules that judge changes, the one place that uses stemmers (docs/decisions/0054). */
import { stemmer } from "@orama/stemmers/english"

/** Longer words are names of something, or made to cost. */
const longest = 30

/** What is left of a word in lower case without its ending. */
export const stemOf = (word: string): string =>
  word.length < 4 || word.length > longest || !/^[a-z]+$/.test(word) ? word.slice(0, longest) : stemmer(word)
