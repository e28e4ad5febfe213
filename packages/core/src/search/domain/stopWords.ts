/** Words that say nothing of what a query is about, in the languages that most queries are in. */
import { fold } from "./indexTerms.ts"

const english =
  "a an the and or of in on at to for from by with about as is are was were be been do does did can could should would will may might must have has had i me my we our you your he she it its they them their this that these those there here what which who whom whose when where why how not no so if than then into over please tell show find get give"

const others = [
  "der die das den dem des ein eine einen einem einer und oder von im am zu zum zur auf mit ist sind war wie was wer wo wann warum welche welcher welches ich du wir sie es kann man fur bei",
  "le la les un une des du de et ou au aux dans sur pour par avec est sont etait que qui quoi quel quelle quels quelles comment pourquoi quand je tu il elle nous vous ils elles ce cette",
  "el los las unos unas y o del al en con por para es son era como cual cuales quien donde cuando porque mi tu su lo se"
]

const words: ReadonlySet<string> = new Set([english, ...others].join(" ").split(" "))

/** Whether a word stands in any text. */
export const isStopWord = (word: string): boolean => words.has(fold(word).replace(/[^\p{L}\p{N}]+/gu, ""))
