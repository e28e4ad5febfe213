/** Which amounts of a line are the price, and which are what it was, what is saved, or what sending costs. */

import { taxSideOf } from "../../../extraction/domain/taxSide.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import { extrasAmong, isToldWithSide, priceLinesBeside } from "./besidePrice.ts"
import type { Fact } from "./facts.ts"
import type { Token } from "./tokens.ts"
import { type Value, valuesOf } from "./values.ts"

export type Role = "main" | "former" | "shipping" | "saving" | "installment" | "other" | "extra"

const aheadOf: ReadonlyArray<readonly [role: Role, pattern: RegExp]> = [
  [
    "former",
    /(?<!\p{L})(?:was|were|before|original(?:ly)?|regular(?:ly)?(?: price)?|list(?: price)?|rrp|msrp|uvp|retail|statt|bisher|vorher|fruher|instead of|au lieu de|avant|prix (?:barre|conseille|de base)|antes|precio anterior|prima|anziche|invece di|prezzo precedente|van|voorheen|adviesprijs|de:?|old price|compare at|ehem\.?|~~)\s*:?\s*$/u
  ],
  [
    "saving",
    /(?:(?<!\p{L})(?:save|saving|discount of|you save|spar(?:en|e)?|gespart|economisez|remise|ahorra|descuento|risparmi|sconto|desconto|economize|coupon|gift card|minus)|rabatt|korting|gutschein)\s*:?\s*$/u
  ],
  [
    "shipping",
    /(?:shipping|delivery|postage|versand\w*|lieferung|livraison|envio|spedizione|frete|entrega|verzend\w*|bezorg\w*|送料|运费)[^.|]{0,30}$/
  ],
  [
    "installment",
    /(?:\d\s?[x×]\s?|(?:instal(?:l)?ments?|payments?) (?:of|at)|raten (?:zu|von|a|je)|(?:mensualites|versements|paiements) de|\d fois|(?:cuotas|pagos|mensualidades|plazos) de|rate (?:da|di)|pagamenti da|parcelas de|(?:termijnen|betalingen) van)\s*$/
  ],
  [
    "other",
    /(?:(?<!\p{L})(?:tax(?:es)?|vat|mwst\.?|deposit|fee|caution|deposito|cauzione|tip|donation|cashback|orders? (?:over|above)|from orders of|ab einem bestellwert von|incl\. )|kaution|pfand|gebuhr)\s*:?\s*$/u
  ]
]

const behindOf: ReadonlyArray<readonly [role: Role, pattern: RegExp]> = [
  [
    "saving",
    /^\s*(?:off\b|discount|rabatt|sparen|gespart|de reduction|de remise|de descuento|di sconto|korting|de desconto|cashback|gutschein|voucher|less\b)/
  ],
  [
    "shipping",
    /^\s*(?:shipping|delivery|postage|versand|for shipping|de livraison|frais de port|de envio|gastos de envio|di spedizione|de frete|verzend)/
  ],
  [
    "installment",
    /^\s*(?:[x×]\s?\d+|in \d+ (?:payments|instal(?:l)?ments|raten|rate|termijnen)|en \d+ (?:fois|mensualites|versements|cuotas|pagos|plazos)|monatlich in)/
  ],
  ["former", /^\s*(?:~~)/]
]

/** Characters beside an amount that say what it is. */
const around = 80

/** What an amount of money stands for, by the words around it in its line and by the label above it. */
export const roleOf = (value: Value, line: string, near: ReadonlyArray<string>): Role => {
  const ahead = fold(line.slice(Math.max(0, value.from - around), value.from))
  const behind = fold(line.slice(value.to, value.to + around))
  const found =
    aheadOf.find(([role, pattern]) => pattern.test(ahead) && !(role === "other" && isToldWithSide(value, line))) ??
    behindOf.find(([, pattern]) => pattern.test(behind))
  if (found !== undefined) return found[0]
  const label = near.at(-1)
  if (ahead.trim() !== "" || label === undefined || /\d/.test(label) || label.length > 40) return "main"
  return (
    aheadOf.find(
      ([role, pattern]) => pattern.test(fold(label)) && !(role === "other" && taxSideOf(label) !== null)
    )?.[0] ?? "main"
  )
}

export interface Pair {
  readonly before: Value | undefined
  readonly after: Value | undefined
}

/** Between what a price was and what it is: nothing, how much less that is, an arrow, or a word that says "now". */
const reducedTo =
  /^(?:\s|[()[\]→➔➜]|(?:[-–−]\s?)?\d{1,3}(?:[.,]\d)?\s?%|off|rabatt|sparen|de descuento|de reduction|di sconto|de desconto|korting|now|only|jetzt|nur|maintenant|ahora|ora|adesso|agora|por|nu)*$/

/** Costs nothing. What is free beside it, as shipping is, is told by the words around. */
const forNothing =
  /(?<![\p{L}\p{N}-])(?:free(?: of charge)?|for free|no charge|kostenlos|kostenfrei|gebührenfrei|gratis|gratuite?s?|gratuit[oaie]s?|grátis|bezpłatn[aey]|zdarma|ilmainen|бесплатно)(?![\p{L}\p{N}-])|無料|免费|免費|무료/giu

const denied =
  /(?:^|[^\p{L}])(?:not?|nicht|no longer|pas|plus|non|nao|niet|never|days?|weeks?|months?|years?|tage?n?|monate?|jours?|mois|dias?|meses|mes|giorni|mesi|dagen|maand(?:en)?|try|start)\s*$/u
const isEnd =
  /^\s*(?:$|[).,;|!/*·•–—-]|forever|today|now|for (?!the first|\d)|to (?:use|join|all)|(?:für|pour|para|per|voor) (?!\d))/iu

/** Where a text says that something costs nothing, as amounts of the currency of `like`. */
const nothingsIn = (text: string, like: Value): ReadonlyArray<Value> =>
  Array.from(text.matchAll(forNothing), ({ 0: found, index }) => ({
    ...{ kind: "money" as const, text: found, from: index, to: index + found.length, amount: 0 },
    ...{ unit: like.unit, keys: [`0 ${like.unit}`] }
  })).filter(({ from, to }) => isEnd.test(text.slice(to)) && !denied.test(fold(text.slice(0, from))))

/** More characters between two amounts say something of their own. */
const mostBetween = 40

const isReducedTo = (text: string, { to }: Value, { from }: Value): boolean =>
  to <= from && from - to <= mostBetween && reducedTo.test(fold(text.slice(to, from)))

/** What is asked for of a line: of two amounts side by side the smaller one, to which the other has come down. */
const standingIn = (text: string, isWanted: (value: Value) => boolean): ReadonlyArray<Value> => {
  const [one, other, ...more] = valuesOf(text).filter(isWanted)
  const isReduced =
    one !== undefined &&
    other !== undefined &&
    more.length === 0 &&
    one.kind === "money" &&
    one.unit === other.unit &&
    isReducedTo(text, one, other)
  if (isReduced) return [one.amount < other.amount ? one : other]
  return [one, other, ...more].filter((value) => value !== undefined)
}

/**
 * The one amount that a line said and the one that it says, where amounts only came or only went: what a price was may stay beside
 * what it is, and what costs nothing has no amount. Undefined where there are several.
 */
const standingPair = ({ focus, kind }: Fact, isWantedIn: Record<"before" | "after", (value: Value) => boolean>) => {
  if (kind !== "changed") return undefined
  const standing = (side: "before" | "after", like: ReadonlyArray<Value>): ReadonlyArray<Value> => {
    const [first] = like
    const text = focus[side]
    const isMoney = first?.kind === "money"
    const nothings = isMoney ? nothingsIn(text, first).filter(isWantedIn[side]) : []
    const found = standingIn(text, isWantedIn[side])
    // "$10 free": what it was, and what it is.
    const [nothing, ...more] = nothings
    const [was, ...rest] = found
    const isFree =
      nothing !== undefined && more.length + rest.length === 0 && (was === undefined || isReducedTo(text, was, nothing))
    return isFree ? nothings : found
  }
  const all = {
    before: valuesOf(focus.before).filter(isWantedIn.before),
    after: valuesOf(focus.after).filter(isWantedIn.after)
  }
  const [before, ...others] = standing("before", all.after)
  const [after, ...more] = standing("after", all.before)
  return before === undefined || after === undefined || others.length + more.length > 0 ? undefined : { before, after }
}

const valuesIn = (tokens: ReadonlyArray<Token>, fits: (value: Value) => boolean): ReadonlyArray<Value> =>
  tokens.flatMap(({ value }) => (value !== undefined && fits(value) ? [value] : []))

/** Prices that stand right beside a line that came. */
const pricesBeside = (fact: Fact): ReadonlyArray<Value> =>
  priceLinesBeside(fact).flatMap((line) =>
    valuesOf(line).filter(
      (value) =>
        value.kind === "money" &&
        roleOf(value, line, []) === "main" &&
        !fact.struck.some((part) => part.includes(value.text))
    )
  )

/** Values that changed, those that went beside those that came in their place; which ones are meant is known of each text. */
export const pairsOf = (
  fact: Fact,
  fitsIn: (text: string) => (value: Value) => boolean,
  wanted: ReadonlyArray<Role>
): ReadonlyArray<Pair> => {
  const { after, before } = fact.focus
  const wantedIn = (text: string, struck: ReadonlyArray<Value>) => {
    const lineAt = linesOf(text)
    const fits = fitsIn(text)
    const isStruck = (value: Value) => struck.some(({ from }) => from === value.from)
    const roleIn = (value: Value): Role =>
      isStruck(value) ? "former" : roleOf(value, lineAt(value), fact.context.near)
    const extrasIn = () => {
      const prices = valuesOf(text).filter((value) => value.kind === "money" && roleIn(value) === "main")
      return new Set(extrasAmong(prices, text, pricesBeside(fact), fact).map(({ from }) => from))
    }
    let extras: ReadonlySet<number> | undefined
    const isWanted = (value: Value): boolean => {
      const role = roleIn(value)
      if (role !== "main") return wanted.includes(role)
      extras ??= extrasIn()
      return wanted.includes(extras.has(value.from) ? "extra" : "main")
    }
    return (value: Value) => fits(value) && (value.kind !== "money" || isWanted(value))
  }
  const struck = struckIn(fact)
  const isWantedIn = { before: wantedIn(before, struck.before), after: wantedIn(after, struck.after) }
  const gone = valuesIn(fact.gone, isWantedIn.before)
  const come = valuesIn(fact.come, isWantedIn.after)
  if (gone.length === 0 || come.length === 0) {
    const standing = standingPair(fact, isWantedIn)
    if (standing !== undefined) return standing.before.amount === standing.after.amount ? [] : [standing]
    return [
      ...gone.map((value) => ({ before: value, after: undefined })),
      ...come.map((value) => ({ before: undefined, after: value }))
    ]
  }
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => ({
    before: gone[index] ?? gone.at(-1),
    after: come[index] ?? come.at(-1)
  }))
}

/** Amounts that the markup strikes out. A line of as many amounts had those struck out that stand at the same places now. */
const struckIn = ({ focus, struck }: Fact) => {
  if (struck.length === 0) return { before: [], after: [] }
  const money = (text: string) => valuesOf(text).filter(({ kind }) => kind === "money")
  const [was, now] = [money(focus.before), money(focus.after)]
  // Amounts are compared, as "9,99 €" also ends "19,99 €".
  const written = new Set(struck.flatMap((part) => valuesOf(part).map(({ text }) => text)))
  const isStruck = ({ text }: Value) => written.has(text)
  const places = now.flatMap((value, place) => (isStruck(value) ? [place] : []))
  // Nothing can be told where two say the same.
  const texts = new Set(now.map(({ text }) => text))
  if (texts.size < now.length) return { before: [], after: [] }
  return {
    after: places.map((place) => now[place]!),
    before: was.length === now.length && places.length < now.length ? places.map((place) => was[place]!) : []
  }
}

/** Of an entry of several lines, the one that a value stands in. */
const linesOf = (text: string) => {
  const lines = text.split("\n")
  return (value: Value): string =>
    lines.length === 1 ? text : (lines.find((line) => line.startsWith(value.text, value.from)) ?? text)
}
