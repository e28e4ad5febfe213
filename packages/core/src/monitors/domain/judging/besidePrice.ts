/** Amounts that stand beside a price and are of something else: what is had for more, what one gets back, and the price without tax. */

import { fold } from "../../../models/domain/foldedText.ts"
import { conceptsOf } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import type { Group } from "./goalText.ts"
import { smallWords } from "./smallWords.ts"
import { tokensOf } from "./tokens.ts"
import { type Value, valuesOf } from "./values.ts"

/** What is offered beside a thing, and what is given for another. Compared with folded text. */
const extra =
  "gift[- ]?(?:wrap|box|bag|packag)\\p{L}{0,6}|warrant(?:y|ies)|guarantee|(?:protection|care) plan|insurance|engraving|installation|assembly|trade[- ]?in|geschenk(?:verpackung|papier|box)|(?:\\p{L}{0,12})garantie(?:verlangerung)?|versicherung|schutzbrief|gravur|montage|aufbauservice|inzahlungnahme|ankaufspreis|ankaufswert|emballage[- ]cadeau|papier[- ]cadeau|paquet[- ]cadeau|assurance|gravure|reprise|papel de regalo|envoltorio(?: de| para)? regalo|garantia|seguro|grabado|montaje|instalacion|confezione regalo|pacchetto regalo|garanzia|assicurazione|incisione|montaggio|installazione|permuta|cadeauverpakking|inpakservice|verzekering|installatie|inruilwaarde|inruil"

const named = new RegExp(`(?<!\\p{L})(?:${extra})(?!\\p{L})`, "u")

/** Such a word, in a part of the line that names it first, is of the amount: "Laptop, 3-year warranty, $899" is not. */
const ahead = new RegExp(
  `^(?!.*(?<!\\p{L})(?:with|incl\\p{L}*|mit|inkl\\p{L}*|avec|con|met)(?!\\p{L}))[^:]{0,30}?(?<!\\p{L})(?:${extra})(?!\\p{L})[^:]{0,24}(?::\\s?)?$`,
  "u"
)

/** "+ $4 gift wrap". */
const behind = new RegExp(
  `^\\s?(?:for |fur |pour |por |per |voor )?(?:a |an |eine? |une? )?(?:${extra})(?!\\p{L})`,
  "u"
)

/** What one gets: "earn $5", "$10 in rewards". */
const earned =
  /(?<!\p{L})(?:earn|collect|erhalten sie|sammeln(?: sie)?|gagnez|cumulez|gana|acumula|guadagna|accumula|spaar|verdien)(?: (?:up to|bis zu|jusqu'a|hasta|fino a|tot))?\s*$/u
const reward =
  /^\s?(?:in |of |en |als |an |di |aan )?(?:store |shop |your |loyalty )?(?:rewards?|credits?(?! card)|points?|bonus|guthaben|bonuspunkte?n?|recompenses?|cagnotte|recompensas|saldo|punti|puntos|punten|tegoed)(?!\p{L})/u

const withoutTax =
  "(?:netto|net|ht|hors tax\\p{L}{0,3}|(?:ex|excl|exkl|excluding|zzgl|ohne|without|before|sin|senza|sem|esclusa|plus|\\+)\\.? ?(?:vat|mwst|ust|tax|iva|btw)|iva esclusa)(?!\\p{L})"
const netBehind = new RegExp(`^\\s?[(,]?\\s?${withoutTax}`, "u")
const netAhead = new RegExp(`(?<!\\p{L})${withoutTax}[.:]?\\s?$`, "u")

/** Whether the words of a goal name such an amount. */
export const asksForExtra = (subject: ReadonlyArray<Group>): boolean => {
  const said = subject.map(({ words }) => fold(words.join(" "))).join(" ")
  return named.test(said) || /(?<!\p{L})(?:rewards?|credits?|bonus|netto|net|vat|mwst|iva|btw|ht)(?!\p{L})/u.test(said)
}

/** Characters around an amount that say what it is. */
const around = 80

/** Whether an amount of a line is the price without tax of a larger one beside it. */
const isNet = (value: Value, line: string, left: string, right: string): boolean =>
  (netBehind.test(right) || netAhead.test(left)) &&
  valuesOf(line.slice(Math.max(0, value.from - around), value.to + around)).some(
    ({ amount, kind, unit }) => kind === "money" && unit === value.unit && amount > value.amount
  )

/** Whether an amount of money is of something beside what the page offers, which may be what the page is of. */
export const isExtra = (value: Value, line: string, { headings, near, sections }: Fact["context"]): boolean => {
  const own = fold(line.slice(Math.max(0, value.from - around), value.from))
  const label = near.at(-1)
  const left = own.trim() === "" && label !== undefined && label.length <= 40 && !/\d/.test(label) ? fold(label) : own
  const right = fold(line.slice(value.to, value.to + around))
  const part = left.slice(Math.max(...[",", ";", "|", ". ", "·", "(", "\n"].map((sign) => left.lastIndexOf(sign))) + 1)
  const isOther = ahead.test(part) || behind.test(right) || earned.test(left) || reward.test(right)
  if (!isOther) return isNet(value, line, left, right)
  return ![...headings, ...sections].some((heading) => named.test(fold(heading)))
}

/** Lines beside one that are of the same thing. */
const neighbours = 2

const isMoney = ({ kind }: Value): boolean => kind === "money"

/** Says that it is the price, and nothing besides. */
const ofPrice =
  /^(?:now|only|just|today|sale|special|offer|deal|jetzt|nur|heute|angebot|sonderpreis|maintenant|seulement|aujourd'hui|offre|ahora|solo|hoy|oferta|ora|adesso|oggi|offerta|nu|slechts|vandaag|aanbieding|each|incl|inkl|ttc|vat|mwst|iva|btw|tax|brutto)$/u

const saysPriceAlone = (line: string): boolean =>
  tokensOf(line).every(
    ({ folded, text, value }) =>
      value !== undefined || smallWords.has(folded) || ofPrice.test(folded) || conceptsOf(text).includes("price")
  )

/** Whether an amount came with words of its own right beside a price that stands there as before: it may be of anything. */
export const isBesideStanding = (value: Value, { context, focus, kind }: Fact): boolean => {
  if (!isMoney(value) || kind !== "added" || focus.after.includes("\n") || saysPriceAlone(focus.after)) return false
  const lines = [...context.above.slice(0, neighbours), ...context.below.slice(0, neighbours)]
  return lines.some(
    (line) => saysPriceAlone(line) && valuesOf(line).some((one) => isMoney(one) && one.unit === value.unit)
  )
}
