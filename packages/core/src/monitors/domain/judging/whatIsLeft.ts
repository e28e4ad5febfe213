/** Counts of what is left, as "12 tickets left" and "noch 3 Plätze", read as the states that they tell. */
import type { Status } from "./statuses.ts"
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
  "(?:left(?!\\p{L}|-|\\s(?:the|a|an|our|their|his|her|my|us|behind|home|side|hand|click|over)(?!\\p{L}))|remaining|[uü]brig|verbleibend(?:e[nrs]?)?|restante?s?|rimast[aeio]|rimanent[ei])(?!\\p{L})"

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

/** Those who leave or stay are none that can be had. */
const people = /^(?:people|persons?|players?|members?|employees?|attempts?|tries|characters?|zeichen|versuche?)$/iu

const isStock = (nouns: string): boolean =>
  !nouns
    .trim()
    .split(/\s+/u)
    .some((noun) => measureName(noun) !== undefined || people.test(noun))

/** Longer lines are read so far. */
const mostRead = 400

/** What a line says is left: there is some, or there is none. Times and people are none of it. */
export const statesLeft = (line: string): ReadonlyArray<Status> =>
  patterns.flatMap((pattern) =>
    Array.from(line.slice(0, mostRead).matchAll(pattern)).flatMap(
      ({ 0: text, groups, index }): ReadonlyArray<Status> => {
        const { count: many = "", nouns: what = "" } = groups ?? {}
        if (!isStock(what)) return []
        const state = isNoneWord(many) ? "unavailable" : "available"
        return [{ family: "availability", state, text, from: index, to: index + text.length }]
      }
    )
  )
