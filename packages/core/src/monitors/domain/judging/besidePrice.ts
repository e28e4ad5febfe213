/** Amounts that stand beside a price and are of something else: what is had for more, what one gets back, and the price without tax. */

import { type TaxSide, taxSideOf, taxSidesIn } from "../../../extraction/domain/taxSide.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import { conceptsOf } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import type { Group } from "./goalText.ts"
import { smallWords } from "./smallWords.ts"
import { tokensOf } from "./tokens.ts"
import { type Value, valuesOf } from "./values.ts"

/** What is offered beside a thing for more, and what is given for another. Compared with folded text. */
const extra =
  "gift[- ]?(?:wrap|box|bag|packag)\\p{L}{0,6}|warrant(?:y|ies)|(?:protection|care) plan|insurance|engraving|installation|assembly(?! (?:kit|line|set))|trade[- ]?in|geschenk(?:verpackung|papier|box)|garantieverlangerung|versicherung|schutzbrief|gravur|montage|aufbauservice|inzahlungnahme|ankaufspreis|ankaufswert|emballage[- ]cadeau|papier[- ]cadeau|paquet[- ]cadeau|extension de garantie|assurance|gravure|papel de regalo|envoltorio(?: de| para)? regalo|extension de garantia|seguro|grabado|montaje|instalacion|confezione regalo|pacchetto regalo|estensione (?:di|della) garanzia|assicurazione|incisione|montaggio|installazione|permuta|cadeauverpakking|inpakservice|verzekering|installatie|inruilwaarde|inruil"

const named = new RegExp(
  `(?<!\\p{L})(?:${extra}|\\p{L}{0,12}garantie|guarantee|garantia|garanzia|reprise)(?!\\p{L})`,
  "u"
)

/** Whether a text names something that is offered beside a thing. */
export const namesExtra = (text: string): boolean => named.test(fold(text))

/** What the price is with, and what costs nothing: an amount beside it is of the thing. */
const included =
  /(?<!\p{L})(?:with|incl\p{L}*|mit|inkl\p{L}*|inbegriffen|enthalten|avec|compris\p{L}*|offert\p{L}*|con|compres\p{L}*|met|inbegrepen|free|kostenlos\p{L}*|gratis|gratuit\p{L}*)(?!\p{L})/u

const possible =
  "(?<!\\p{L})(?:available|possible|moglich|verfugbar|erhaltlich|disponib\\p{L}*|possib\\p{L}*|mogelijk|beschikbaar)"

/** "Trade-in available $89" is the price of the thing, "gift wrap available for $4" is not. */
const possibleAtEnd = new RegExp(`${possible}\\s{0,3}[-–—!]?\\s{0,3}$`, "u")
const possibleWithin = new RegExp(`${possible}(?!\\p{L})`, "u")

/** Such a word, in a part of the line that names it first, is of the amount: "Laptop, 3-year warranty, $899" is not. */
const ahead = new RegExp(`^[^:]{0,30}?(?<!\\p{L})(?:${extra})(?!\\p{L})[^:]{0,24}(?::\\s?)?$`, "u")

/** "+ $4 gift wrap"; in "$129 gift wrap: $4" and "$129 gift wrap $4" the words are of the next amount. */
const behind = new RegExp(
  `^\\s?(?:for |fur |pour |por |per |voor )?(?:a |an |eine? |une? )?(?:${extra})(?!\\p{L}|\\s?:|[^\\p{L}\\p{N},;|+]{0,3}\\d)`,
  "u"
)

/** What one gets: "earn $5", "$10 in rewards". */
const earned =
  /(?<!\p{L})(?:earn|collect|erhalten sie|sammeln(?: sie)?|gagnez|cumulez|gana|acumula|guadagna|accumula|spaar|verdien)(?: (?:up to|bis zu|jusqu'a|hasta|fino a|tot))?\s*$/u
const reward =
  /^\s?(?:in |of |en |als |an |di |aan )?(?:store |shop |your |loyalty )?(?:rewards?|credits?(?! card| or | and |\/)|points?|bonus|guthaben|bonuspunkte?n?|recompenses?|cagnotte|recompensas|(?<!(?:in|en) )saldo|punti|puntos|punten|tegoed)(?!\p{L})/u

/** Whether the words of a goal name such an amount. */
export const asksForExtra = (subject: ReadonlyArray<Group>): boolean => {
  const said = subject.map(({ words }) => fold(words.join(" "))).join(" ")
  return named.test(said) || /(?<!\p{L})(?:rewards?|credits?|bonus|netto|net|vat|mwst|iva|btw|ht)(?!\p{L})/u.test(said)
}

/** Characters around an amount that say what it is. */
const around = 80

/** No tax makes more of a price than this. */
const mostTax = 1.3

/** From what a price was to what it is. */
const cameDown = /^(?:\s|[→➔➜]|now|only|jetzt|nur|maintenant|ahora|ora|adesso|nu)*$/u

const partSigns = [",", ";", "|", ". ", "! ", "·", "("]

/** What stands right ahead of an amount and right behind it, in its line. */
const besideOf = ({ from, to }: Value, text: string) => ({
  left: fold(text.slice(Math.max(0, from - around), from))
    .split("\n")
    .at(-1)!,
  right: fold(text.slice(to, to + around)).split("\n", 1)[0]!
})

const isNamedExtra = (value: Value, text: string): boolean => {
  const { left, right } = besideOf(value, text)
  const part = left.slice(Math.max(...partSigns.map((sign) => left.lastIndexOf(sign))) + 1)
  const [next = ""] = right.split(/[,;|.·(]/u, 1)
  return (
    (ahead.test(part) && !included.test(part) && !possibleAtEnd.test(part)) ||
    (behind.test(right) && !included.test(next) && !possibleWithin.test(next)) ||
    earned.test(left) ||
    reward.test(right)
  )
}

/** The line of a text that a value stands in, and where it begins. */
const lineOf = ({ from }: Value, text: string) => {
  const start = text.lastIndexOf("\n", from - 1) + 1
  const end = text.indexOf("\n", from)
  return { start, line: text.slice(start, end < 0 ? text.length : end) }
}

/** Longest label, in characters. */
const longestLabel = 60

/** What an amount stands behind or below: the label of a line that is it alone, the heads of the columns of a row. */
interface Labels {
  readonly near: ReadonlyArray<string>
  readonly row?: Fact["context"]["row"]
}

const noLabels: Labels = { near: [] }

/** Whether an amount is told with the tax or without: as its line says, the head of its column, or the label of an amount alone. */
const sideOf = (value: Value, text: string, { near, row }: Labels): TaxSide | null => {
  const { line, start } = lineOf(value, text)
  const placed = valuesOf(line)
    .filter(isMoney)
    .map(({ from, to }) => ({ start: from, end: to }))
  const side = taxSidesIn(line, placed)[placed.findIndex((one) => one.start === value.from - start)] ?? null
  if (side !== null) return side
  const column = line.slice(0, value.from - start).split(/[|\t]/).length - 1
  const head = /[|\t]/.test(line) ? row?.cells[column]?.head : undefined
  const label = head ?? (placed.length === 1 ? near.at(-1) : undefined)
  return label !== undefined && label.length <= longestLabel ? taxSideOf(label) : null
}

/** The most that the tax is of the price with it. */
const mostOfPrice = 0.3

/**
 * Whether what stands ahead of an amount says how a price is told: "inc VAT £120", and "£100 ex VAT £120". In "£120 incl. VAT £20" and
 * "incl. 19 % MwSt: 3 €" it is of the tax.
 */
export const isToldWithSide = (value: Value, text: string): boolean => {
  const { line, start } = lineOf(value, text)
  const last = valuesOf(line).findLast((one) => isMoney(one) && one.to <= value.from - start)
  const lead = line.slice(last?.to ?? 0, value.from - start)
  return (
    taxSideOf(lead) !== null &&
    !lead.includes("%") &&
    !(last !== undefined && value.amount <= last.amount * mostOfPrice)
  )
}

/** Whether one amount is the price with tax of another, which says that it is without: not what that was before. */
const isGrossOf = (gross: Value | undefined, net: Value, text: string, labels: Labels): boolean =>
  gross !== undefined &&
  isTaxed(gross, net) &&
  Math.max(net.from - gross.to, gross.from - net.to) <= around &&
  !(gross.to <= net.from && cameDown.test(fold(text.slice(gross.to, net.from)))) &&
  sideOf(gross, text, labels) !== "without"

/** Whether an amount may be another with the tax. */
const isTaxed = (gross: Value, net: Value): boolean =>
  gross.unit === net.unit && gross.amount > net.amount && gross.amount <= net.amount * mostTax

/** Prices with the tax, or such as say nothing of it, in the other cells of a row and on the lines right beside. */
const grossesBeside = ({ after, context: { above, below, row }, focus, kind }: Fact): ReadonlyArray<Value> => {
  const amountsIn = (line = "", labels = noLabels): ReadonlyArray<Value> =>
    valuesOf(line).filter((value) => {
      const side = isMoney(value) ? sideOf(value, line, labels) : "without"
      return side === "with" || (side === null && (labels.row !== undefined || saysPriceAlone(line)))
    })
  const behindLabel = (label: string | undefined): Labels => (label === undefined ? noLabels : { near: [label] })
  return [
    ...(kind === "changed" && after[0] !== focus.after ? amountsIn(after[0], { near: [], row }) : []),
    ...[0, 1].flatMap((at) => [
      ...amountsIn(above[at], behindLabel(above[at + 1])),
      ...amountsIn(below[at], behindLabel(below[at - 1]))
    ])
  ]
}

/**
 * Which amounts, of those of a text that may be the price, are of something beside what the page offers, which may be what the page
 * is of. None is where no larger price stands ahead of it in the text, or on the page beside it: words around the only price say
 * what it comes with.
 */
export const extrasAmong = (
  prices: ReadonlyArray<Value>,
  text: string,
  standing: ReadonlyArray<Value>,
  fact: Fact
): ReadonlyArray<Value> => {
  const { headings, sections } = fact.context
  const most = new Map<string, number>()
  const note = ({ amount, unit }: Value) => most.set(unit, Math.max(amount, most.get(unit) ?? 0))
  for (const price of standing) note(price)
  const isOfThem = [...headings, ...sections].some((heading) => named.test(fold(heading)))
  return prices.filter((value, index) => {
    if (!isNamedExtra(value, text)) {
      note(value)
      return (
        sideOf(value, text, fact.context) === "without" &&
        (isGrossOf(prices[index - 1], value, text, fact.context) ||
          isGrossOf(prices[index + 1], value, text, fact.context) ||
          grossesBeside(fact).some((gross) => isTaxed(gross, value)))
      )
    }
    return !isOfThem && value.amount < (most.get(value.unit) ?? 0)
  })
}

/** Lines beside one that are of the same thing. */
const neighbours = 2

const isMoney = ({ kind }: Value): boolean => kind === "money"

/** Says that it is the price, and nothing besides. */
const ofPrice =
  /^(?:now|only|just|today|sale|special|offer|deal|jetzt|nur|heute|angebot|sonderpreis|maintenant|seulement|aujourd'hui|offre|ahora|solo|hoy|oferta|ora|adesso|oggi|offerta|nu|slechts|vandaag|aanbieding|each|inc|incl|inkl|including|ttc|ex|exc|excl|exkl|excluding|zzgl|plus|net|netto|ht|vat|mwst|ust|tva|iva|btw|tax|gross|brutto)$/u

const saysPriceAlone = (line: string): boolean =>
  tokensOf(line).every(
    ({ folded, text, value }) =>
      value !== undefined || smallWords.has(folded) || ofPrice.test(folded) || conceptsOf(text).includes("price")
  )

/** Lines right beside one that came which say a price and nothing besides. */
export const priceLinesBeside = ({ context, focus, kind }: Fact): ReadonlyArray<string> =>
  kind === "added" && !focus.after.includes("\n")
    ? [...context.above.slice(0, neighbours), ...context.below.slice(0, neighbours)].filter(saysPriceAlone)
    : []

/** Whether an amount came with words of its own right beside a price that stands there as before: it may be of anything. */
export const isBesideStanding = (value: Value, fact: Fact): boolean =>
  isMoney(value) &&
  fact.kind === "added" &&
  !saysPriceAlone(fact.focus.after) &&
  priceLinesBeside(fact).some((line) => valuesOf(line).some((one) => isMoney(one) && one.unit === value.unit))
