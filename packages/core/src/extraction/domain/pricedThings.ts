/** Things that stand on a line each, with what they cost behind them: the dishes of a menu. */
import type { Fact, FactGroup, FactSet } from "./FactSheet.ts"
import { placeMoney } from "./readNumber.ts"
import { isPriceOfThing } from "./saidKinds.ts"

/** Longest line, and longest that stands behind the amount of one: `per person`. */
const longest = { line: 160, behind: 20 } as const

/** What parts a name from its amount. */
const parting = /(?<![\s.·…:–—|-])[\s.·…:–—|-]+$/u

/** What stands before an amount, and says something of it and not of the thing. */
const fromOn = /\s(?:from|only|just|ab|nur|à partir de|dès|desde|solo|da|vanaf)$/iu

/** Ends of what is a sentence and no name. */
const ofSentence =
  /,$|(?<![\p{L}\p{N}])(?:is|are|was|be|costs?|for|at|to|of|with|and|or|pay|pays|an|the|kostet|kosten|ist|sind|für|mit|und|oder|est|sont|coûten?t?|pour|avec|et|ou|es|son|cuestan?|por|para|con|costa(?:no)?|per)$/iu

/** What stands for an amount that is said at the table. */
const onRequest =
  /(?<![\s(–—:.-])[\s(–—:.-]+(?:market price|(?:price )?(?:on|upon) request|m\.?p\.?|tagespreis|(?:preis )?auf anfrage|nach gewicht|prix du (?:jour|marché)|selon arrivage|según mercado|s\/m)\)?$/iu

/** Least share of the lines of a list that say an amount. */
const leastPriced = 0.66

interface Line {
  readonly name: string
  /** Null of one that says no amount, among others that do. */
  readonly price: string | null
  readonly quote: string
}

interface Priced extends Line {
  /** Whether more than a space parts the name from its amount. */
  readonly isParted: boolean
}

/** A line that says what one thing costs; undefined for any other. */
const pricedIn = (line: string, language: string): Priced | undefined => {
  if (line.length > longest.line || !isPriceOfThing(line)) return undefined
  const [money, another] = placeMoney(line, language)
  if (money === undefined || another !== undefined || money.amounts.length !== 1) return undefined
  const before = line.slice(0, money.start)
  const name = before.trimEnd().replace(fromOn, "").replace(parting, "")
  if (!/\p{L}{2}/u.test(name) || ofSentence.test(name) || line.length - money.end > longest.behind) return undefined
  return { name, isParted: /[.…:–—|-]/u.test(before.slice(name.length)), price: line.slice(money.start), quote: line }
}

const partOf = (name: string, value: string, { quote }: Line): Fact => ({
  name,
  value,
  source: "block",
  context: "",
  quote
})

const thingsOf = (name: string, context: string, lines: ReadonlyArray<Line>): FactGroup => ({
  name,
  source: "block",
  context,
  items: lines.map((line) => ({
    facts: [partOf("title", line.name, line), ...(line.price === null ? [] : [partOf("price", line.price, line)])],
    lists: [],
    groups: []
  }))
})

/** The lines of a list most of which say what one thing costs; nothing of any other list. */
const linesOf = (values: ReadonlyArray<string>, language: string): ReadonlyArray<Line> => {
  const mostUnpriced = values.length < 3 ? 0 : values.length * (1 - leastPriced)
  const lines: Array<Line> = []
  let unpriced = 0
  for (const quote of values) {
    const priced = pricedIn(quote, language)
    if (priced === undefined) unpriced += 1
    if (unpriced > mostUnpriced || quote.length > longest.line) return []
    lines.push(priced ?? { name: quote.replace(onRequest, ""), price: null, quote })
  }
  return lines
}

/** The things of lists whose lines say what one costs. @internal */
export const pricedLists = ({ lists }: FactSet, language: string): ReadonlyArray<FactGroup> =>
  lists.flatMap(({ context, name, source, values }) => {
    const lines = source === "list" && isPriceOfThing(name) ? linesOf(values, language) : []
    return lines.length === 0 ? [] : [thingsOf(name, context, lines)]
  })

/** The same of a part of a page, or of its lines where they do, which stand in no list. @internal */
export const pricedThings = (part: FactSet, language: string): ReadonlyArray<FactGroup> => {
  const ofLists = pricedLists(part, language)
  if (ofLists.length > 0) return ofLists
  const said = part.facts.filter(({ name, source }) => name === "price" && (source === "block" || source === "text"))
  const lines = said.flatMap(({ quote }) => pricedIn(quote, language) ?? [])
  if (lines.length < said.length) return []
  // One line alone may be a sentence.
  return lines.length > 1 || lines[0]?.isParted === true ? [thingsOf("", "", lines)] : []
}
