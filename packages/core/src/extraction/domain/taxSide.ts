/**
 * Whether an amount is with the tax or without it, as labels and amounts say.
 *
 * **Details.** Shops that sell to consumers must show what these pay, and beside it may show the amount without the tax: where a page has both, a
 * price that says neither is the one with it. Shops of businesses that tell one amount, without the tax, ask that one.
 */
import { nameWords, stemmed } from "./nameWords.ts"

export type TaxSide = "with" | "without"

const tax =
  "(?:vat|(?:sales )?tax(?:es)?|gst|m\\.?w\\.?st|u\\.?st|mehrwertsteuer|umsatzsteuer|t\\.?v\\.?a|iva|btw|moms|mva|dph|ptu)"

const without = new RegExp(
  `(?<!\\p{L})(?:(?:excl(?:uding|usive|uded)?|exkl(?:usive)?|exc?|without|before|plus|zzgl|zuzüglich|ohne|hors|sin|senza|escl(?:us[ao])?|sem|utan|uden|bez)\\.?\\s(?:of\\s|(?:der\\s)?gesetzl\\p{L}{0,8}\\.?\\s)?(?:\\d{1,2}\\s?% )?${tax}|\\+\\s?(?:\\d{1,2}\\s?% )?${tax}|${tax}\\s(?:is\\s)?(?:not included|excluded|excl|esclus[ao]|non inclus[ao]|non comprise|no inclu[ií]d[oa]|não inclu[ií]d[oa]|exclu[ií]d[oa])|net(?:to)?|ht|h\\.t\\.?|htva|hors taxes?)(?!\\p{L})|税抜|税別|本体|不含税|未税|[+\uff0b]\\s?(?:消費)?税`,
  "iu"
)

const included = new RegExp(
  `(?<!\\p{L})(?:(?:incl(?:uding|usive|uded)?|inkl(?:usive)?|inc|einschl(?:ießlich)?|with|after|mit|con|com|avec|s)\\.?\\s(?:of\\s)?(?:\\d{1,2}\\s?% )?${tax}|${tax}\\s(?:is\\s)?(?:included|incl|inclus[aeo]|compres[ao]|comprise|inclu[ií]d[oa])|gross|brutto|ttc|toutes taxes)(?!\\p{L})|税込|含税`,
  "iu"
)

/** What a label says of it; null where it says nothing, or both. @internal */
export const taxSideOf = (label: string): TaxSide | null => {
  const isWithout = without.test(label)
  return isWithout === included.test(label) ? null : isWithout ? "without" : "with"
}

/** A text without what says on which side of the tax its amounts are. @internal */
export const withoutTaxSide = (text: string): string => text.replace(without, " ").replace(included, " ")

/** Words that say it. */
const saying = new Set(
  stemmed(
    "vat tax taxes gst mwst ust mehrwertsteuer umsatzsteuer tva iva btw moms excl excluding exclusive excluded exkl exklusive ex exc incl including inclusive included inkl inklusive inc net netto gross brutto ht ttc without before with after plus zzgl"
  )
)

/** The other words of a name. @internal */
export const withoutTaxWords = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.filter((word) => !saying.has(word))

/** Whether a name says that and nothing besides: what is called "inc VAT" is a price. @internal */
export const saysTaxAlone = (name: string): boolean =>
  taxSideOf(name) !== null && withoutTaxWords(nameWords(name.toLowerCase())).length === 0

interface Placed {
  readonly start: number
  readonly end: number
}

const eastern = /税込|税抜|税別|本体|含税|未税|[+\uff0b]\s?(?:消費)?税/
const easternAhead = /(税込|税抜|税別|本体)(?:価格|合計)?[\s:\uff1a]*[¥\uffe5]?$/
const easternBehind = /^\s*(?:[(\uff08]\s*)?(税込|税抜|税別|含税|未税|[+\uff0b]\s?(?:消費)?税)/

/** In Japanese the word stands right before an amount or right behind it, in parentheses most often. */
const easternSides = (text: string, placed: ReadonlyArray<Placed>): ReadonlyArray<TaxSide | null> =>
  placed.map(({ end, start }, at) => {
    const behind = text.slice(end, placed[at + 1]?.start ?? text.length)
    // What stands before the next one is its own.
    const own = placed[at + 1] === undefined ? behind : behind.replace(easternAhead, "")
    const said = easternAhead.exec(text.slice(placed[at - 1]?.end ?? 0, start)) ?? easternBehind.exec(own)
    return said === null ? null : taxSideOf(said[1]!)
  })

/**
 * What a text says of each of its amounts: by what stands behind them, or before them where it begins so.
 *
 * @internal
 */
export const taxSidesIn = (text: string, placed: ReadonlyArray<Placed>): ReadonlyArray<TaxSide | null> => {
  if (eastern.test(text)) return easternSides(text, placed)
  const [first] = placed
  const isAhead = first !== undefined && taxSideOf(text.slice(0, first.start)) !== null
  return placed.map(({ end, start }, at) =>
    taxSideOf(
      isAhead ? text.slice(placed[at - 1]?.end ?? 0, start) : text.slice(end, placed[at + 1]?.start ?? text.length)
    )
  )
}
