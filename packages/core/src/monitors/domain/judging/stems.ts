/** The stems of a word: the one place that uses the stemmers (docs/decisions/0054). */
import { stemmer as dutch } from "@orama/stemmers/dutch"
import { stemmer as english } from "@orama/stemmers/english"
import { stemmer as french } from "@orama/stemmers/french"
import { stemmer as german } from "@orama/stemmers/german"
import { stemmer as italian } from "@orama/stemmers/italian"
import { stemmer as portuguese } from "@orama/stemmers/portuguese"
import { stemmer as spanish } from "@orama/stemmers/spanish"

const stemmers = [english, german, french, spanish, italian, portuguese, dutch]

/** Longer words are names of something, or made to cost. */
const longest = 40

/** What is left of a word without its endings, in each language; short stems would make strangers relatives. */
export const stemsOf = (word: string): ReadonlyArray<string> =>
  word.length < 4 || word.length > longest || !/^[\p{L}\p{M}'-]+$/u.test(word)
    ? []
    : stemmers.map((stem) => stem(word)).filter((stem) => stem.length >= 3)
