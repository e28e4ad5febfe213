/** Which numbers of a text count what a goal counts: the bedrooms of "2 bedrooms, 85 m², floor 4". */
import type { Fact } from "./facts.ts"
import type { Group } from "./goalText.ts"
import { fittingAmong } from "./plainBounds.ts"
import { says } from "./subject.ts"
import { formsOf, tokensOf } from "./tokens.ts"
import { dimensionOf } from "./units.ts"
import { measureName, type Value, valuesOf } from "./values.ts"

/** Characters on either side of a number in which its noun stands. */
const around = 40

/** What parts the things that a line says. */
const end = /[,;|\t\n()·•/]|\.\s|\s[–—-]\s/u

/** Words between a number and its noun: "3 free double rooms". */
const mostWords = 3

/** What stands right behind a number, as far as the next one. */
const behindOf = ({ to }: Value, next: Value | undefined, text: string): string =>
  text
    .slice(to, Math.min(next?.from ?? text.length, to + around))
    .split(end, 1)[0]!
    .trim()
    .split(/\s+/u)
    .slice(0, mostWords)
    .join(" ")

/** What stands right ahead of a number, behind the one before; a label may be the line above a number alone. */
const aheadOf = ({ from, to }: Value, last: Value | undefined, text: string): string => {
  const ahead = text.slice(Math.max(last?.to ?? 0, from - around), from)
  const label = ahead.trimEnd()
  const isAlone = ahead.slice(label.length).includes("\n") && /^\s*(?:\n|$)/u.test(text.slice(to))
  return label.split(isAlone ? "\n" : end).at(-1)!
}

/** In one of its forms, and not in a word that is like it. */
const saysItself = ({ words }: Group, text: string): boolean => {
  const forms = new Set(words.flatMap(formsOf))
  return tokensOf(text).some((token) => formsOf(token.text).some((form) => forms.has(form)))
}

/** Never a count of things: money, shares, days, and what is measured. */
const isOther = ({ kind, unit }: Value): boolean =>
  kind === "money" ||
  kind === "percent" ||
  kind === "date" ||
  (kind === "quantity" && (dimensionOf(unit) !== undefined || measureName(unit) !== undefined))

/** The head of a column says what is counted. */
export const isCountedInRow = (noun: Group, { context: { row } }: Fact): boolean =>
  row?.cells.some(({ head }) => says(noun, head)) === true

/** The head of the column of a cell, of a row that came whole. */
const isBelowHead = (value: Value, text: string, noun: Group, { context: { row } }: Fact): boolean => {
  if (row === undefined || !/[|\t]/.test(text)) return false
  const column = text.slice(0, value.from).split(/[|\t]/).length - 1
  return says(noun, row.cells[column]?.head ?? "")
}

/**
 * The values of a text that a bound of a count may be of: those that stand with its noun, where the text has it. Of an entry that
 * came without it the only number may be meant, and none of several.
 */
export const countsAmong = (
  fits: (value: Value) => boolean,
  text: string,
  noun: Group,
  fact: Fact
): ((value: Value) => boolean) => {
  const values = valuesOf(text)
  const of = (isNamed: (value: Value, index: number) => boolean) => values.filter(isNamed)
  const behind = of((value, index) => says(noun, behindOf(value, values[index + 1], text)))
  const ahead = of((value, index) => says(noun, aheadOf(value, values[index - 1], text)))
  const labelled = ahead.filter(({ from }) => /[:=]\s*$/u.test(text.slice(0, from)))
  const below = of((value) => isBelowHead(value, text, noun, fact))
  const named = [labelled, behind, below, ahead].find((some) => some.length > 0)
  if (named !== undefined) {
    // Of "5 rooms, 3 bedrooms" the bedrooms are those that are called so.
    const exact = named.filter((value) => {
      const at = values.indexOf(value)
      return saysItself(noun, `${behindOf(value, values[at + 1], text)} ${aheadOf(value, values[at - 1], text)}`)
    })
    const meant = exact.length > 0 ? exact : named
    return ({ from }) => meant.some((value) => value.from === from && fits(value))
  }
  const plain = fittingAmong((value) => fits(value) && !isOther(value), text, [noun])
  const isOne = fact.kind !== "added" || values.filter(plain).length === 1
  return (value) => isOne && plain(value)
}
