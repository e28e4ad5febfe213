/** Values that say whether what they are named is so: "In stock: No", `sold_out: true`, `isAvailable: false`. */

import { type Status, statusesOf } from "../../../extraction/domain/statuses.ts"
import { isStockNoun } from "../../../extraction/domain/stockNouns.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import { namesExtra } from "./besidePrice.ts"
import { conceptsOf } from "./concepts.ts"
import { words } from "./smallWords.ts"

const foldedWords = (text: string): ReadonlyArray<string> => [...words(text)].map(fold)

/** Answers as data and pages write them. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ...foldedWords("yes y true ja oui si sim tak da да はい 是 有 예 네 ✓ ✔ ✅ ☑").map((word) => [word, true] as const),
  ...foldedWords("no n false nein non nao nee nie нет いいえ 否 無 아니오 ✗ ✘ ❌ ✖").map(
    (word) => [word, false] as const
  )
])

/** Longest answer and longest name, in characters. */
const longest = { answer: 6, label: 160 } as const

/** What an answer alone says: "Yes" as a line or a cell. */
export const answerOf = (text: string): boolean | undefined =>
  text.length > longest.answer + 4 ? undefined : answers.get(fold(text.trim()).replace(/[.!]$/u, ""))

export interface Flag {
  /** What is said to be so or not, in words. */
  readonly name: string
  readonly isSo: boolean
}

const labelled = new RegExp(
  `^(?<label>[^\\t|\\n]{1,${longest.label}}?)\\s?(?:[:=?(]|\\s[–—-])\\s?(?<answer>[^\\s:()]{1,${longest.answer}})\\)?$`,
  "u"
)

/** What stands ahead of the name of a property, or of another label. */
const ahead = /^.*(?:\s[›|–—-]\s|[:,;.!?]\s)/u

/** Words of the name of a property: "in_stock", "isInStock" and "in-stock" say "in stock". */
export const wordsOfName = (name: string): string =>
  name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, " ")
    .replaceAll("_", " ")
    .trim()
    .toLowerCase()

/** A name as it may be written without accents: "verfuegbar" for "verfügbar". */
export const plainNames = (name: string): ReadonlyArray<string> => [fold(name), fold(name).replace(/(?<=[aou])e/gu, "")]

/** What a line with an answer says, and of what. */
export const flagIn = (line: string): Flag | undefined => {
  if (line.length > longest.label + longest.answer + 8) return undefined
  const { answer = "", label = "" } = labelled.exec(line.trim())?.groups ?? {}
  const isSo = answerOf(answer)
  return isSo === undefined ? undefined : { name: wordsOfName(label.replace(ahead, "").replace(/\?$/u, "")), isSo }
}

/** "When in_stock becomes true": a property as a goal names it, and what it is to be. */
const property =
  /["'`]?(?<![\p{L}\p{N}_])(?<name>\p{L}{1,20}(?:_\p{L}{1,20}){1,4}|\p{Ll}{1,20}(?:\p{Lu}\p{Ll}{1,20}){1,4})(?![\p{L}\p{N}_])["'`]?(?:(?:\s(?:is|are|becomes?|turns|goes|(?:changes|turns|goes|flips|switches|set) to|==?)\s|:\s?|=)(?<answer>true|false|yes|no)(?!\p{L}))?/gu

/** A goal with the names of properties that say a state in words: "when in stock", "when not sold out". */
export const withoutProperties = (goal: string): string =>
  goal.replace(property, (found, ...more) => {
    const { answer, name } = more.at(-1) as { readonly answer?: string; readonly name: string }
    const said = wordsOfName(name).replace(/^(?:is|are|has)\s/u, "")
    if (statusesOf(said).at(-1)?.to !== said.length) return found
    return answer !== undefined && answerOf(answer) === false ? `not ${said}` : said
  })

/** A value that is the name of a state: "availability: OutOfStock", "status: sold_out". */
const named =
  /^(?<label>[^\t|\n]{1,160}?:\s)(?:https?:\/\/schema\.org\/)?(?<value>\p{L}{1,20}(?:_\p{L}{1,20}){1,4}|\p{L}\p{Ll}{1,20}(?:\p{Lu}\p{Ll}{1,20}){1,4})$/u

/** The line with such a value in words. */
export const withNamedState = (line: string): string => {
  if (line.length > 2 * longest.label) return line
  const { label, value } = named.exec(line)?.groups ?? {}
  return label === undefined || value === undefined ? line : `${label}${wordsOfName(value)}`
}

/** What is so while the other is not. */
const opposites: Readonly<Record<string, Pick<Status, "family" | "state">>> = {
  available: { family: "availability", state: "unavailable" },
  unavailable: { family: "availability", state: "available" },
  open: { family: "openness", state: "closed" },
  closed: { family: "openness", state: "open" },
  operational: { family: "health", state: "down" },
  degraded: { family: "health", state: "operational" },
  down: { family: "health", state: "operational" },
  maintenance: { family: "health", state: "operational" },
  cancelled: { family: "event", state: "ontime" },
  postponed: { family: "event", state: "ontime" },
  delayed: { family: "event", state: "ontime" },
  active: { family: "progress", state: "paused" },
  paused: { family: "progress", state: "active" }
}

/** Behind the state in a name, where it says no other thing. Compared with folded text. */
const behindState =
  /^(?:[\s-]+(?:now|today|currently|again|already|still|yet|online|here|flag|status|state|jetzt|heute|aktuell|wieder|maintenant|ahora|ora|agora|nu))*[\s-]*$/u

/** Names of what was once, of what is only shown or let, and of what depends on something. */
const ofAnother =
  /(?<!\p{L})(?:was|were|had|been|previously|formerly|ever|last|if|when|until|till|unless|before|after|since|allows?|allowed|enables?|shows?|hides?|notify|email|alert|wenn|falls|bis|quand|cuando|quando|als)(?!\p{L})/u

/** What is had beside a thing, which may be there while the thing is not: its shipping, a guarantee, comments on it. */
const beside: ReadonlySet<string> = words(
  `pickup pick collect collection abholung retrait recogida ritiro afhalen courier express financing finance finanzierung installment installments
  comment comments kommentare discussion chat helpline question questions answers qa captions subtitles untertitel parking parkplatz wifi wlan internet breakfast fruhstuck
  notification notifications alerts backorder backorders preorder preorders waitlist waiting login account newsletter wishlist`
)
const besideConcepts = ["shipping", "payment", "warranty", "refund", "rating", "support", "discount", "trial", "cookie"]

const isBeside = (word: string): boolean =>
  beside.has(word) || conceptsOf(word).some((name) => besideConcepts.includes(name))

/** Reduced, or sold at all: of a thing the flag says the first, of tickets the second. */
const onSale = /^on[\s-]sale/iu

/** Words of a name that say of no thing that the state is of it. */
const plainName = words("is are has have it this product item article variant sku currently now the a an")

/** Words that tell what the state is of. */
const nounsOf = (text: string): ReadonlyArray<string> =>
  fold(text)
    .split(/[\s-]+/u)
    .filter((word) => word !== "" && !plainName.has(word))

/** "On sale" of a thing says that it costs less; of what is sold by the piece, such as tickets, that it can be had. */
const withSale = (status: Status, nouns: ReadonlyArray<string>): ReadonlyArray<Status> =>
  !onSale.test(status.text) ? [status] : [{ ...status, state: "reduced" }, ...(nouns.some(isStockNoun) ? [status] : [])]

const waiting = /wait|warte|attente|espera|attesa|wacht/iu

const turned = (status: Status): ReadonlyArray<Status> => {
  const opposite = status.state === "reduced" ? undefined : opposites[status.state]
  return opposite === undefined ? [] : [{ ...status, ...opposite }]
}

/**
 * The states that a flag says: those that its name ends in, or their opposites. What is had beside a thing says nothing of it, unless
 * the goal names that.
 */
export const statesOfFlag = (
  { isSo, name }: Flag,
  statesIn: (text: string) => ReadonlyArray<Status>,
  isNamed: (nouns: string) => boolean
): ReadonlyArray<Status> => {
  const folded = fold(name)
  if (ofAnother.test(folded)) return []
  const all = statesIn(name)
  const last = all.at(-1)
  if (last === undefined) return []
  const [left, right] = [name.slice(0, last.from), name.slice(last.to)]
  const nouns = nounsOf(left)
  const isOther = nouns.some((noun) => isBeside(noun) && !isNamed(noun)) || (namesExtra(left) && !isNamed(left))
  if (isOther || !(behindState.test(fold(right)) || isNamed(right))) return []
  const said = all.filter(({ from, to }) => from === last.from && to === last.to)
  // What is made no more is not there again because it is not said to be so, and without a waiting list no place is free.
  const isOfEnd = said.some(({ family, text }) => family === "lifecycle" || waiting.test(text))
  const states = said.flatMap((status) => withSale(status, nouns))
  return isSo ? states : isOfEnd ? [] : states.flatMap(turned)
}

/** Words that say of a place that it is open and of a thing that it can be had: "vacant", "available", "booked". */
const ofEither =
  /avail|verf[uü]gbar|dispon|beschik|frei|free|vacan|vrij|book|buch|reserv|occup|belegt|besetzt|bezet|places|seats|spots|tickets|pl[aäe]|posti|vagas|plazas/iu

/** A flag that says whether a door is open says nothing of goods, and one of goods nothing of a door. */
export const isOfFamily = ({ family, text }: Status, wanted: string): boolean =>
  family === wanted || ofEither.test(text)
