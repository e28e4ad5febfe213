/**
 * Amounts that are paid for a stretch of time or a unit, beside what the thing costs: an instalment of a month is no price where that stands there
 * too, and the price of a kilogram none of the jar. Where nothing else is asked, as of a subscription, it is the price.
 */
import { besideOf } from "./baskets.ts"
import type { Fact, FactSet } from "./FactSheet.ts"
import { nameWords, stemmed } from "./nameWords.ts"
import { nowAndBefore } from "./nowAndBefore.ts"
import { placeMoney } from "./readNumber.ts"
import { speaksOf } from "./relatives.ts"

/** What an amount is for; null for the thing as a whole. */
export type Rate = "month" | "time" | "unit" | null

const per = String.raw`(?:\/|per\s|an?\s|each\s|every\s|p\.\s?|pro\s|je\s|im\s|par\s|por\s|al\s|a la\s|all['’]|le\s)\s?`
/** Whom an amount is for, before the time that it is for: `$9 per user / month`. */
const ofWhom = String.raw`(?:${per}(?:user|seat|member|editor|agent|person|employee|device|site|host|nutzer|benutzer|utilisateur|usuario|utente)(?!\p{L}),?\s?)?`
const month = new RegExp(
  String.raw`^\*?\s?${ofWhom}(?:${per}(?:calendar\s)?(?:month|mth|mo|monat|mois|mese?|mês|maand)(?!\p{L})|monthly|p\.?c\.?m(?!\p{L})|mtl|monatlich|mensuel|mensual|mensili)`,
  "iu"
)
const time = new RegExp(
  String.raw`^\*?\s?${ofWhom}(?:${per}(?:week|wk|woche|semaine|semana|settimana|year|yr|annum|jahr|an|année|año|anno|day|night|tag|nacht|nuit|noche|notte|hour|hr|h|std|stunde|heure|hora|ora)(?!\p{L})|(?:billed |paid )?(?:weekly|yearly|annually|hourly|nightly)|jährlich|wöchentlich|täglich)`,
  "iu"
)
const unit = new RegExp(
  String.raw`^\s?(?:${per}(?:\d{1,4}\s?)?(?:kg|kilo\p{L}*|g|gramm?|l|lit(?:er|re|ro)s?|ml|cl|m²|m2|m³|sqm|qm|sq\s?ft|oz|lbs?|pound|piece|pc|unit|item|stück|stk|pièce|unité|unidad|unità|pezzo)(?!\p{L})|each(?!\p{L})|(?:je\s)?stück(?!\p{L}))`,
  "iu"
)
const monthAhead = /(?:monthly|monatlich|monatsrate|mensualité|mtl\.?|per month)\s?[:：]?\s?(?:ab|from|of|de)?\s?$/iu
const unitAhead = /(?<!\p{L})(?:1|100|one)\s?(?:kg|g|l|ml|m²|lb|oz)\s?[=:]\s?$/iu

/** Longest text that is read as a price with what stands beside it. */
const maxLength = 200

interface Rated {
  readonly values: ReadonlyArray<number>
  readonly rate: Rate
  /** The words that say it; empty where none do. */
  readonly said: string
}

/** The amounts of money in a text with what each is for. @internal */
export const ratedIn = (text: string, language: string): ReadonlyArray<Rated> => {
  if (text.length > maxLength) return []
  const placed = placeMoney(text, language)
  return placed.map(({ amounts, end, start }, at): Rated => {
    const behind = text.slice(end, placed[at + 1]?.start ?? text.length)
    const ahead = text.slice(placed[at - 1]?.end ?? 0, start)
    const values = amounts.map(({ value }) => value)
    const ofMonth = month.exec(behind) ?? monthAhead.exec(ahead)
    if (ofMonth !== null) return { values, rate: "month", said: ofMonth[0] }
    const ofTime = time.exec(behind)
    if (ofTime !== null) return { values, rate: "time", said: ofTime[0] }
    const ofUnit = unit.exec(behind) ?? unitAhead.exec(ahead)
    return { values, rate: ofUnit === null ? null : "unit", said: ofUnit?.[0] ?? "" }
  })
}

const months = new Set(stemmed("month monthly monat monatlich mois mensuel mensual mes installment instalment rate"))
const times = new Set(stemmed("week weekly year yearly annual annually day daily hour hourly night nightly jahr woche"))
const unitsOf = new Set(stemmed("unit per kg kilo kilogram litre liter piece each gram einheit grundpreis stuck"))

/** What a property asks an amount for. @internal */
export const rateAsked = (words: ReadonlyArray<string>): Rate => {
  if (words.some((word) => months.has(word))) return "month"
  if (words.some((word) => times.has(word))) return "time"
  return words.some((word) => unitsOf.has(word)) ? "unit" : null
}

/** What is paid once beside what is paid each month. */
const once =
  /(?<!\p{L})(?:set[\s-]?up|activation|one[\s-]?(?:off|time)|joining|sign[\s-]?up|einmalig|einrichtung|anschluss|bereitstellung|mise en service|alta|trial|first|save|off|discount)(?!\p{L})|^\s*\+/iu

/** How much more a thing costs than one of its instalments. */
const leastTimes = 2

/** Whether a fact is called what something costs. @internal */
export const isPriceNamed = ({ name }: Fact): boolean => name === "price" || speaksOf(nameWords(name), "price")

/** What is paid for as long as it lasts: its price is what a month of it costs, whatever else may be bought with it. */
const lasting =
  /(?<!\p{L})(?:plans?|tarifs?|tariffs?|subscriptions?|memberships?|abos?|abonnements?|mitgliedschaft|abonament|suscripción|abbonamento|handyvertrag|mobilfunkvertrag|forfaits?)(?!\p{L})/iu
/** A price of something that is bought with it: *Device price*. */
const ofDevice =
  /(?<!\p{L})(?:device|phone|handset|hardware|router|gerät\p{L}{0,6}|handy|smartphone|appareil|téléphone|dispositivo|telefono|teléfono)(?!\p{L})/iu

const isOfDevice = ({ name, value }: Fact): boolean =>
  ofDevice.test(name) || (typeof value === "string" && value.length <= maxLength && ofDevice.test(value))

const isOfLasting = ({ facts }: FactSet): boolean =>
  facts.some(({ name, source, value }) => source === "heading" && name === "title" && lasting.test(String(value)))

/** What a fact says that a thing costs as a whole now; undefined for none. */
const wholeOf = (fact: Fact, language: string): number | undefined => {
  const { name, value } = fact
  if (!isPriceNamed(fact) || rateAsked(nameWords(name)) !== null) return undefined
  if (typeof value === "number") return value
  if (typeof value !== "string" || once.test(value)) return undefined
  const rated = ratedIn(value, language)
  const { now } = nowAndBefore(value, language)
  const found = rated.flatMap(({ rate, values }) => (rate === null ? values : []))
  return found.find((one) => now.some((amount) => amount.value === one))
}

/** Whether all amounts of a text are for something, and the least of them. */
const allRated = ({ value }: Fact, language: string): { readonly rate: Rate; readonly least: number } | undefined => {
  if (typeof value !== "string") return undefined
  const rated = ratedIn(value, language)
  const [first] = rated
  if (first === undefined || rated.some(({ rate }) => rate === null)) return undefined
  return { rate: first.rate, least: Math.min(...rated.flatMap(({ values }) => values)) }
}

/** The most that facts of a place say that a thing costs as a whole; each place is looked at once. */
const wholes = new WeakMap<FactSet, ReadonlyMap<string, number>>()

const mostIn = (set: FactSet, language: string): number | undefined => {
  const known = wholes.get(set)
  const before = known?.get(language)
  if (before !== undefined) return Number.isFinite(before) ? before : undefined
  const isLasting = isOfLasting(set)
  let most = Number.NEGATIVE_INFINITY
  for (const fact of set.facts) {
    if (isLasting && isOfDevice(fact)) continue
    // What a page lists is of other things, each with a price of its own.
    if ("url" in set && fact.context.includes("listed")) continue
    const whole = wholeOf(fact, language)
    if (whole !== undefined && whole > most && besideOf(fact) === null) most = whole
  }
  wholes.set(set, new Map([...(known ?? []), [language, most]]))
  return Number.isFinite(most) ? most : undefined
}

/** Whether an amount is an instalment or what a unit costs, where the same place says what the thing costs. @internal */
export const isPartOfPrice = (fact: Fact, set: FactSet, language: string): boolean => {
  const own = allRated(fact, language)
  if (own === undefined) return false
  const most = mostIn(set, language)
  return most !== undefined && (own.rate === "unit" || most >= own.least * leastTimes)
}

/** Whether an amount is paid each month for what is priced beside it. @internal */
export const isInstalment = (fact: Fact, set: FactSet, language: string): boolean =>
  allRated(fact, language)?.rate === "month" && isPartOfPrice(fact, set, language)

/** Whether facts of a place say what a unit costs, by the language; each place is looked at once. */
const units = new WeakMap<FactSet, ReadonlyMap<string, boolean>>()

const saysUnits = (set: FactSet, language: string): boolean => {
  const known = units.get(set)
  const before = known?.get(language)
  if (before !== undefined) return before
  const says = set.facts.some((one) => allRated(one, language)?.rate === "unit")
  units.set(set, new Map([...(known ?? []), [language, says]]))
  return says
}

/** Whether an amount is of the thing as a whole, where the same place says what a unit of it costs. @internal */
export const isWholeBesideUnits = (fact: Fact, set: FactSet, language: string): boolean =>
  allRated(fact, language)?.rate !== "unit" && saysUnits(set, language)

/** Of the amounts of one text those that are asked for, as values; all where none of them is. @internal */
export const ofRate = <A extends { readonly value: number }>(
  amounts: ReadonlyArray<A>,
  text: string,
  language: string,
  asked: Rate
): ReadonlyArray<A> => {
  if (amounts.length < 2) return amounts
  const rated = ratedIn(text, language)
  if (rated.every(({ rate }) => rate === rated[0]?.rate)) return amounts
  const meant = new Set(rated.flatMap(({ rate, values }) => (rate === asked ? values : [])))
  const most = Math.max(...amounts.map(({ value }) => value))
  // What is paid once may be less than what is paid each month.
  const isSure = asked !== null || (!once.test(text) && [...meant].some((value) => value === most))
  const found = isSure ? amounts.filter(({ value }) => meant.has(value)) : []
  return found.length === 0 ? amounts : found
}
