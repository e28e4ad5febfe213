/** A line as words and values, each with what makes it the same as another. */

import { fold } from "../../../models/domain/foldedText.ts"
import { spelledNumber } from "./numbers.ts"
import { stemsOf } from "./stems.ts"
import { measure, measureName, type Value, valuesOf } from "./values.ts"

export interface Token {
  readonly text: string
  /** Lower case, without accents. */
  readonly folded: string
  readonly from: number
  readonly to: number
  readonly value?: Value
}

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/v
/** A soft hyphen says where a word may be parted, and nothing else. */
const softHyphens = /\u00ad/g
const word = /[\p{L}\p{M}\p{N}_]+(?:['’.\&+#@\-\u00ad][\p{L}\p{M}\p{N}_]+)*[+#]*/gv

const segmenter = new Intl.Segmenter("ja", { granularity: "word" })

const wordsBetween = (line: string, from: number, to: number): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  const add = (written: string, at: number) => {
    const text = written.replace(softHyphens, "")
    const number = spelledNumber(fold(text))
    const value: Value | undefined =
      number === undefined || number < 2
        ? undefined
        : { kind: "number", text, from: at, to: at + written.length, keys: [String(number)], amount: number, unit: "" }
    const token = { text, folded: fold(text), from: at, to: at + written.length }
    tokens.push(value === undefined ? token : { ...token, value })
  }
  for (const match of line.slice(from, to).matchAll(word)) {
    const at = from + match.index
    const elided = /^(?:[ldnsjcmt]|qu|dell|all|nell|sull|un)['’](?=\p{L}{2})/iu.exec(match[0])?.[0].length ?? 0
    if (!unspaced.test(match[0])) add(match[0].slice(elided), at + elided)
    else {
      for (const { index, isWordLike, segment } of segmenter.segment(match[0])) {
        if (isWordLike === true) add(segment, at + index)
      }
    }
  }
  return tokens
}

/** "fourteen days" and "fourteen (14) days" are 14 days. */
const joined = (tokens: ReadonlyArray<Token>, line: string): ReadonlyArray<Token> => {
  const all: Array<Token> = []
  for (const token of tokens) {
    const last = all.at(-1)
    const between = last === undefined ? "" : line.slice(last.to, token.from)
    const isSpelled = last?.value !== undefined && /^\p{L}/u.test(last.text)
    const isRepeated = isSpelled && token.value?.amount === last.value!.amount && /^\s?[([]$/.test(between)
    const isUnit = last?.value?.kind === "number" && token.value === undefined && /^[\s)\]-]{1,3}$/.test(between)
    const unit = isUnit ? measureName(token.text) : undefined
    if (isRepeated) all[all.length - 1] = { ...token, from: last.from, text: line.slice(last.from, token.to) }
    else if (unit !== undefined) {
      const [from, text] = [last!.from, line.slice(last!.from, token.to)]
      const { amount } = last!.value!
      const measured = measure(amount, unit, [`${amount} ${unit}`])
      const value: Value = { ...last!.value!, kind: "quantity", ...measured, text, from, to: token.to }
      all[all.length - 1] = { text, folded: measured.keys[0]!, from, to: token.to, value }
    } else all.push(token)
  }
  return all
}

/** The words and values of a line, in order. */
export const tokensOf = (line: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let at = 0
  for (const value of valuesOf(line)) {
    tokens.push(...wordsBetween(line, at, value.from))
    tokens.push({ text: value.text, folded: value.keys[0]!, from: value.from, to: value.to, value })
    at = value.to
  }
  tokens.push(...wordsBetween(line, at, line.length))
  return joined(tokens, line)
}

const known = new Map<string, ReadonlyArray<string>>()
const mostKnown = 4_000

/** A word with its stems in the languages we know. */
export const formsOf = (text: string): ReadonlyArray<string> => {
  const found = known.get(text)
  if (found !== undefined) return found
  // "Self-promotion" is promotion.
  const parts = text.includes("-") ? text.split("-").filter((part) => part.length >= 5) : []
  const stems = [text, ...parts].flatMap((part) => stemsOf(part.toLowerCase()))
  const forms = [...new Set([fold(text), ...parts.map(fold), ...stems.map(fold)])]
  if (known.size >= mostKnown) known.clear()
  known.set(text, forms)
  return forms
}
