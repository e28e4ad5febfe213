/** Counts of what is left, as "12 tickets left" and "noch 3 Plätze", read as the states that they tell. */

import type { Status } from "../../../extraction/domain/statuses.ts"
import { isStockNoun } from "../../../extraction/domain/stockNouns.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import { words } from "./smallWords.ts"
import { measureName } from "./values.ts"

/** Words that say that there is none. In folded and in written letters. */
const noneWords = "no|none|zero|keine?[rnsm]?|aucune?s?|ning[uú]n[oa]?s?|ness?un[oae]?|nenhuma?s?|geen|inga|ingen|brak"

const none = new RegExp(`^(?:${noneWords}|0)$`, "iu")

/** A count of nothing, as a word by itself. */
export const isNoneWord = (word: string): boolean => none.test(word)

const edge = "(?<![\\p{L}\\p{N}.,:$€£¥%–-])"
const count = `(?<count>\\d{1,7}(?:[.,'’]\\d{3})?|${noneWords})`
const nouns = "(?<nouns>(?:\\p{L}[\\p{L}\\p{M}'’-]{0,30}\\s){0,3}?)"

/** Behind what is left; "5 people left the company" and "turn left" say something else. */
const behind =
  "(?:left(?!\\p{L}|-|\\s(?:out|of the|the|a|an|our|their|his|her|my|us|behind|home|side|hand|click|over)(?!\\p{L}))|remaining|[uü]brig|verbleibend(?:e[nrs]?)?|restante?s?|rimast[aeio]|rimanent[ei])(?!\\p{L})"

/** Ahead of what is left. */
const ahead =
  "(?:nur noch|noch|(?:il )?(?:n['’]?e? ?)?rest(?:e|ent)(?: plus)?(?: que)?|plus que|(?:solo |sólo )?quedan?(?: solo| sólo)?|restano|rimangono|restam?(?: apenas)?|nog(?: maar)?)"

const patterns = [
  new RegExp(`${edge}${count}\\s${nouns}${behind}`, "giu"),
  new RegExp(
    `(?<!\\p{L})${ahead}\\s${count}(?:\\s(?<nouns>\\p{L}[\\p{L}\\p{M}'’-]{0,30})(?!\\p{L})|(?=\\s{0,2}(?:$|[.!|;)])))`,
    "giu"
  )
]

/** Words beside a noun that say nothing of what it is. */
const fillers = words("are is still only just now more of them sind ist noch mehr")

const wordsOf = (nouns: string): ReadonlyArray<string> =>
  nouns.split(/\s+/u).filter((word) => word !== "" && !fillers.has(fold(word)))

/** Nothing is named, or what can be had. */
const isStock = (nouns: string): boolean => {
  const named = wordsOf(nouns)
  return named.length === 0 || named.some(isStockNoun)
}

/** Those who leave or stay are none that can be had, and no more are times. */
const people = /^(?:people|persons?|players?|members?|employees?|attempts?|tries|characters?|zeichen|versuche?)$/iu

const isOther = (nouns: string): boolean =>
  wordsOf(nouns).some((noun) => measureName(noun) !== undefined || people.test(noun))

/** "Noch keine Fragen": there will be some, or not; it says nothing of what was there. */
const notYet = /^(?:noch|nog)\s\p{L}+/iu

/** Longer lines are read so far. */
const mostRead = 400

/** What a line says is left, of what can be had or of what else is named: there is some, or there is none. Times and people are none of it. */
export const statesLeft = (line: string, isNamed: (nouns: string) => boolean): ReadonlyArray<Status> =>
  patterns.flatMap((pattern) =>
    Array.from(line.slice(0, mostRead).matchAll(pattern)).flatMap(
      ({ 0: text, groups, index }): ReadonlyArray<Status> => {
        const { count: many = "", nouns: what = "" } = groups ?? {}
        const isNone = isNoneWord(many)
        if (isOther(what) || !(isStock(what) || isNamed(what)) || (isNone && many !== "0" && notYet.test(text)))
          return []
        const state = isNone ? "unavailable" : "available"
        return [{ family: "availability", state, text, from: index, to: index + text.length }]
      }
    )
  )
