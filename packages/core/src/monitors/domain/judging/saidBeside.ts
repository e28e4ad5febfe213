/** What a line with a counter, a clock or a mark of rights says beside it: a price, a state, and with a date all that it is the date of. */

import type { Status } from "../../../extraction/domain/statuses.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import type { Edit } from "./edits.ts"
import { meaningOf } from "./meaning.ts"
import { besideNoise, clockName, copyrightName, counterName, noiseOf, remainder, sunName } from "./noise.ts"
import { statesNow } from "./statesNow.ts"
import type { Token } from "./tokens.ts"
import { unitName } from "./values.ts"

/** What may stand at the end of what a line says: a date of it, a mark of rights. */
const endsLines: ReadonlySet<string | null> = new Set([clockName, copyrightName])

/** What stands beside what a line says, such as how many saw it. Advertisements, quotes and the weather are all of theirs. */
const standsBeside: ReadonlySet<string | null> = new Set([...endsLines, counterName, remainder, sunName])

/** A word, or an amount that is no time: what counts down has hours beside its days. */
const isOfMore = ({ text, value }: Token): boolean =>
  value === undefined
    ? /\p{L}{3}/u.test(text)
    : value.kind === "money" ||
      value.kind === "percent" ||
      (value.kind === "quantity" && unitName(value.unit) === undefined)

/** Words of what a price is less by. Compared with folded text. */
const discount =
  /(?<!\p{L})(?:off|save|sale|discount|rabatt|reduziert|remise|reduction|descuento|rebaja|sconto|desconto|korting|rabat)(?!\p{L})/u

/** What is raised counts up with those who gave. Compared with folded text. */
const raised =
  /(?<!\p{L})(?:raised|pledged|donated|collected|funded|backed|gespendet|gesammelt|recolte|collecte|recaudad|donad|raccolt|donat|arrecadad|doad|opgehaald|zebran)/u

const isOfPrice = ({ value }: Token, lines: string): boolean =>
  (value?.kind === "money" && !raised.test(fold(lines))) || (value?.kind === "percent" && discount.test(fold(lines)))

/** Of what is open and closed: "last booked an hour ago" is of the counter. Compared with folded text. */
const bookedUp = /^(?:fully booked|booked out|ausgebucht|al completo|plazas agotadas|lotado|volgeboekt)$/u

/** What these say holds for all of a line, also where the other line says nothing of the kind: "sold out" and "places free". */
const decisive = ({ family, text }: Status): boolean =>
  /^(?:availability|event|incident)$/.test(family) || bookedUp.test(fold(text))

const turnsState = (was: string, now: string): boolean => {
  const [before, after] = [statesNow(was), statesNow(now)]
  const named = (all: ReadonlyArray<Status>) => all.map(({ family, state }) => `${family} ${state}`).join()
  const isSaidTwice = before.length > 0 && after.length > 0
  return named(before) !== named(after) && (isSaidTwice || [...before, ...after].some(decisive))
}

const sentence = /\p{L}\s{1,3}\p{L}[^|]{0,400}[.!?。](?:\s\||$)/u

/** Clocks of a server, beside which it says which one it is. Compared with folded text. */
const ofServer =
  /generated|rendered|loaded|retrieved|(?:current|local|server) time|erzeugt|uhrzeit|heure actuelle|hora actual|ora locale/u

const label = /^\s*[^:|]{1,40}(?::\s|\s\|\s)/u

/** "Threat level: severe (as of 3 March)": of a label ahead of its date another word is told. */
const isOfLabel = (focus: Edit["focus"], was: string, now: string): boolean => {
  const name = label.exec(was)?.[0]
  return (
    name !== undefined &&
    [was, focus.before, now, focus.after].every((line) => line.startsWith(name)) &&
    !ofServer.test(fold(focus.after))
  )
}

/** "Rate 4.25 % (as of 1 March)" and "Last reviewed: 1 March. Dose: 200 mg" say more than their date; "by Ann" and "server alpha" are of it. */
const isOfDate = (focus: Edit["focus"], was: string, now: string, differing: ReadonlyArray<Token>): boolean =>
  was !== "" &&
  now !== "" &&
  differing.length > 0 &&
  (differing.some(({ value }) => value !== undefined) ||
    sentence.test(was) ||
    sentence.test(now) ||
    // A cell of its own, in a row of which another is the date.
    (was === focus.before && now === focus.after) ||
    isOfLabel(focus, was, now))

/** What a line says beside its noise; null where several things are noise together, such as "4.5 out of 5 (120)". */
const beside = (line: string): string | null => (noiseOf(line) === null ? line : besideNoise(line))

/** Whether a line that is noise says something else than before beside it. Bare words beside a counter are its own. */
export const saysMoreThanNoise = ({ after, before, focus, kind }: Edit): boolean => {
  const names = [...before, ...after].map((line) => noiseOf(line))
  if (kind !== "changed" || !names.every((name) => standsBeside.has(name))) return false
  const [was, now] = [beside(focus.before), beside(focus.after)]
  const [left, right] = [was ?? focus.before, now ?? focus.after]
  const meaning = meaningOf(left, right)
  if (meaning.kind !== "different") return false
  const changed = [...meaning.gone, ...meaning.come]
  if (changed.some((token) => isOfPrice(token, `${left} ${right}`)) || turnsState(left, right)) return true
  const isDated = was !== null && now !== null && names.every((name) => endsLines.has(name))
  return isDated && isOfDate(focus, was, now, changed.filter(isOfMore))
}
