/** Facts out of one short piece of a page: a label with its value, an amount, a day, whether something can be had. */
import type { Fact } from "@kittiwake/core/extraction/domain/FactSheet"
import { clausesIn } from "@kittiwake/core/internal/extraction/domain/clausesIn"
import { type Labelled, labelIn } from "@kittiwake/core/internal/extraction/domain/labelIn"
import { readDay } from "@kittiwake/core/internal/extraction/domain/readDay"
import { isStockStatus, leadingStock, stockOfForm } from "@kittiwake/core/internal/extraction/domain/readStatus"
import { countIn, moneyIn, ratingIn } from "@kittiwake/core/internal/extraction/domain/saidKinds"
import { attributeOf, type PageElement } from "../PageTree.ts"
import type { FactCollector } from "./FactCollector.ts"
import { strikesOut } from "./shownText.ts"

/** Longest piece that is one amount or one day. */
const maxValue = 60

/** What is struck out, or is called so, was the price. */
const formerly =
  /(?:^|[-_ ])(?:old|was|before|strike|striked|compare|original|regular|rrp|msrp|uvp|crossed|previous)(?:$|[-_ ])/i

export const isStruck = (element: PageElement): boolean =>
  strikesOut(element) || formerly.test(attributeOf(element, "class") ?? "")

/** A label and the value that follows it, both in one piece. */
export const pairIn = (text: string): Labelled | undefined => {
  const [only, another] = clausesIn(text)
  return only !== undefined && another === undefined ? only : labelIn(text)
}

/** Labels with their values: those of several clauses, each with the clause that says it, or the one of all the text. */
export const pairsIn = (text: string): ReadonlyArray<Labelled & { readonly quote: string }> => {
  const clauses = clausesIn(text)
  if (clauses.length > 1) return clauses.map(({ label, text: quote, value }) => ({ label, value, quote }))
  const pair = clauses[0] ?? labelIn(text)
  return pair === undefined ? [] : [{ ...pair, quote: text }]
}

/** A short text with where it stands. */
export interface Piece {
  readonly text: string
  readonly context: string
  readonly isStruck: boolean
  readonly language: string
  /** Of a page, what it is called, which is no form of it; absent within items, which are called by what they say. */
  readonly whole?: string
}

type Said = Pick<Fact, "name" | "value" | "context">

/** What a piece is by itself; nothing when it is just words. */
const kindsOf = ({ context, isStruck, language, text, whole }: Piece): ReadonlyArray<Said> => {
  const availability = [{ name: "availability", value: text, context }]
  if (text.length > maxValue) return leadingStock(text) === null ? [] : availability
  const money = moneyIn(text, language, isStruck)
  if (money !== undefined) return [{ ...money, context: `${context} ${text}` }]
  const ofForm = whole === undefined ? null : stockOfForm(text, whole)
  if (ofForm !== null) return [{ name: ofForm.form, value: ofForm.status, context }]
  if (isStockStatus(text) || leadingStock(text) !== null) return availability
  if (/\d{4}/.test(text) && text.length <= 40 && readDay(text, language) !== null)
    return [{ name: "date", value: text, context }]
  const rating = ratingIn(text)
  if (rating === undefined) return []
  const mark = { name: "rating", value: rating.value, context }
  return rating.count === undefined ? [mark] : [mark, { name: "review count", value: rating.count, context }]
}

/** Adds what a piece says by itself; tells whether it says anything. */
export const addPiece = (piece: Piece, source: Fact["source"], collector: FactCollector): boolean => {
  const { context, text } = piece
  const pairs = pairsIn(text)
  for (const { label, quote, value } of pairs) collector.add({ name: label, value, source: "pair", context, quote })
  if (pairs.length > 0) return true
  const kinds = kindsOf(piece)
  for (const kind of kinds) collector.add({ ...kind, source, quote: text })
  if (kinds.length > 0) return true
  const count = countIn(text)
  if (count === undefined) return false
  collector.add({ ...count, source: "pair", context, quote: text })
  return true
}

const utility =
  /\d|^(?:[a-z]{1,2}|is|has|js|col|row|wrap|wrapper|inner|outer|container|content|box|item|block|left|right|top|bottom|center|main|text|span|div|small|large|bold|muted|strong|card|cell|grid|flex|active|first|last|odd|even|clearfix|hidden|visible|label|value|data|field|element|component|section|list|link|button|btn|icon|css|sc|jsx|svelte|ng|mui|chakra|tw|font|bg|mt|mb|ml|mr|pt|pb|px|py|mx|my)$/

/** What the names of an element say of its text: hints, which weigh little. */
export const hintsOf = (element: PageElement): ReadonlyArray<string> => {
  if (element.attributes.length === 0) return []
  const said = [
    attributeOf(element, "data-testid"),
    attributeOf(element, "data-label"),
    attributeOf(element, "aria-label"),
    attributeOf(element, "id"),
    attributeOf(element, "class")
  ]
  const hints = new Set<string>()
  for (const names of said) {
    for (const name of (names ?? "").split(/\s+/).slice(0, 6)) {
      const words = name
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== "" && !utility.test(word))
      if (words.length > 0 && words.length <= 3) hints.add(words.join(" "))
    }
  }
  return [...hints].slice(0, 4)
}
