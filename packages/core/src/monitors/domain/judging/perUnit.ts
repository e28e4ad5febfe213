/** Amounts that are told for a unit: a price by the month beside the price of a year, the price of a kilogram beside that of a bag. */
import { fold } from "../../../models/domain/foldedText.ts"
import type { Pair } from "./amounts.ts"
import type { Fact } from "./facts.ts"
import { unitName, type Value, valuesOf } from "./values.ts"

const adverbs: ReadonlyArray<readonly [unit: string, pattern: RegExp]> = [
  ["month", /^(?:monthly|monatlich|mensuel|mensual|mensil|mensal|maandelijks|miesiecz)/],
  ["year", /^(?:yearly|annual|jahrlich|annuel|anual|annuo|jaarlijks|roczn)/],
  ["week", /^(?:weekly|wochentlich|hebdomadaire|semanal|settimanal|wekelijks)/],
  ["day", /^(?:daily|nightly|taglich|journalier|quotidien|diari|giornalier|dagelijks)/],
  ["hour", /^(?:hourly|stundlich|horaire)/]
]

/** "/ month", "per kg", "a month", "im Monat", "par mois", "al mes"; of "a" and the like a unit of time must follow. */
const per =
  /^\s*(?:(?:(?:\/|p\.)\s?|(?:per|pro|je|par|por)\s)(?<any>\d*\s?\p{L}[\p{L}²³]*)|(?:an?|each|im|le|la|al|all|alla|ao|the|de)\s(?<time>\p{L}+))/u

const adverbOf = (word: string): string | undefined => adverbs.find(([, pattern]) => pattern.test(word))?.[0]

/** "Pro" with a capital is the name of a plan, unless what follows is surely a unit: "Basic $9 Pro Team $29". */
const isPlan = (behind: string, unit: string): boolean =>
  /^\s*P(?:ro|RO)\s/u.test(behind) && unitName(unit) === undefined && !/^(?:kg|kilo|lit|stuck|person|nacht)/u.test(unit)

/** The unit that an amount is told for, by what stands behind it. */
const unitBehind = ({ to }: Value, line: string): string | undefined => {
  const written = line.slice(to, to + 32)
  const behind = fold(written)
  const { any, time } = per.exec(behind)?.groups ?? {}
  if (any !== undefined && !isPlan(written, any.trim())) return unitName(any.trim()) ?? any.trim()
  return (time === undefined ? undefined : unitName(time)) ?? adverbOf(behind.trimStart())
}

/** Whether words of a goal name such a unit. */
export const asksPerUnit = (words: ReadonlyArray<string>): boolean =>
  words.some((word) => {
    const folded = fold(word)
    return (
      unitName(folded) !== undefined ||
      adverbOf(folded) !== undefined ||
      /^(?:kg|kilo\w*|lit(?:er|re)s?|unit)$/.test(folded)
    )
  })

const isMoney = ({ kind }: Value): boolean => kind === "money"

/** Lines beside one that are of the same thing. */
const neighbours = 2

/**
 * Whether the price by a unit only says in another way what stands beside it: a price came that is told for a unit, and one that is
 * told for another, or for none, stands in the same line or right beside it.
 */
export const isOnlyPerUnit = ({ after, before }: Pair, { context, focus, kind }: Fact): boolean => {
  if (after === undefined || !isMoney(after)) return false
  const unit = unitBehind(after, focus.after)
  if (unit === undefined || (before !== undefined && unitBehind(before, focus.before) === unit)) return false
  const isOther = (line: string) =>
    valuesOf(line).some(
      (value) =>
        isMoney(value) && value.unit === after.unit && value.amount > after.amount && unitBehind(value, line) !== unit
    )
  if (isOther(focus.after)) return true
  // "Mini: $5 / month" is a thing of its own.
  const isNamed = /[:|]|\s[–—-]\s|(?:\S+\s+){4}/u.test(focus.after.slice(0, after.from))
  const isOneLine = kind === "added" && !focus.after.includes("\n") && !isNamed
  return isOneLine && [...context.above.slice(0, neighbours), ...context.below.slice(0, neighbours)].some(isOther)
}
