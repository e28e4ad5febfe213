/** Values of CSS: what stands for what, lengths, and colours. */
import { formatHex, formatHex8, parse } from "culori"

/** Longest value that is looked at; a picture that is written into a sheet is none. */
export const maxValue = 2_000

/** Variables inside variables. */
const maxDepth = 12

export type Variables = Readonly<Record<string, string>>

/** Where the parenthesis that opens at `start` ends; the end of the text where it never does. */
const closing = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === "(") depth += 1
    else if (text[at] === ")") depth -= 1
    if (depth === 0 && at > start) return at
  }
  return text.length
}

/** Parts of a value, parted where `isBreak` says so outside of parentheses and quotes. */
const parted = (value: string, isBreak: (character: string) => boolean): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let depth = 0
  let quote = ""
  let part = ""
  for (const character of value.slice(0, maxValue)) {
    if (quote !== "") quote = character === quote ? "" : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === "(") depth += 1
    else if (character === ")") depth -= 1
    if (depth === 0 && quote === "" && isBreak(character)) {
      if (part !== "") parts.push(part)
      part = ""
    } else part += character
  }
  return part === "" ? parts : [...parts, part]
}

/** Words of a value, such as those of `1px solid rgb(0 0 0)`. */
export const wordsOf = (value: string): ReadonlyArray<string> =>
  parted(value.trim(), (character) => /\s/.test(character))

/** Items of a list, such as families of fonts. */
export const itemsOf = (value: string): ReadonlyArray<string> =>
  parted(value, (character) => character === ",").map((item) => item.trim())

/** The value with its variables; null where one is not set and nothing stands for it (css-variables-1 §3). */
export const withVariables = (value: string, variables: Variables, depth = 0): string | null => {
  const start = value.search(/\bvar\(/)
  if (start < 0) return value
  if (depth > maxDepth || value.length > maxValue) return null
  const open = value.indexOf("(", start)
  const end = closing(value, open)
  const inside = value.slice(open + 1, end)
  const comma = inside.indexOf(",")
  const name = (comma < 0 ? inside : inside.slice(0, comma)).trim()
  // `initial` stands for no value, as in what Tailwind declares for all elements.
  const set = name.startsWith("--") ? variables[name] : undefined
  const given = set === undefined || set.trim() === "initial" ? null : withVariables(set, variables, depth + 1)
  const stand = given ?? (comma < 0 ? null : withVariables(inside.slice(comma + 1).trim(), variables, depth + 1))
  return stand === null
    ? null
    : withVariables(value.slice(0, start) + stand + value.slice(end + 1), variables, depth + 1)
}

/** What lengths are relative to, in px. */
export interface LengthContext {
  readonly em: number
  readonly rem: number
  /** What percentages are of; null where they have no size before a layout. */
  readonly percent: number | null
}

const units: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  vw: 19.2,
  vh: 10.8,
  vmin: 10.8,
  vmax: 19.2
}

/** No length that anybody writes is longer. */
const longestLength = 60

const oneLength = (text: string, { em, percent, rem }: LengthContext): number | null => {
  if (text.length > longestLength) return null
  const [, number, unit = ""] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i.exec(text) ?? []
  if (number === undefined) return null
  const value = Number(number)
  if (!Number.isFinite(value)) return null
  switch (unit.toLowerCase()) {
    case "":
      return value
    case "em":
      return value * em
    case "rem":
      return value * rem
    case "ch":
    case "ex":
      return (value * em) / 2
    case "%":
      return percent === null ? null : (value * percent) / 100
    default: {
      const known = unit.toLowerCase().replace(/^[sld](?=v)/, "")
      return Object.hasOwn(units, known) ? value * units[known]! : null
    }
  }
}

/** What browsers make of `calc(infinity * 1px)`, which says of corners that they are round. */
const endless = 33_554_400

/** Sums and products of lengths, with parentheses; each is read once, from left to right. */
const calculated = (text: string, context: LengthContext, depth: number): number | null => {
  const tokens = parted(text.replace(/(?<=[\w)%])\s*([*/])\s*/g, " $1 "), (character) => /\s/.test(character))
  const first = lengthOf(tokens[0] ?? "", context, depth + 1)
  if (first === null) return null
  let sum = 0
  let product = first
  for (let at = 1; at + 1 < tokens.length; at += 2) {
    const next = lengthOf(tokens[at + 1]!, context, depth + 1)
    if (next === null) return null
    if (tokens[at] === "*") product *= next
    else if (tokens[at] === "/") product /= next
    else {
      sum += product
      product = tokens[at] === "-" ? -next : next
    }
  }
  return Math.max(-endless, Math.min(sum + product, endless))
}

/** A length in px; null where it is none, or has none before a layout. */
export const lengthOf = (value: string, context: LengthContext, depth = 0): number | null => {
  const text = value.trim()
  const [, name = null, inside = ""] = /^(-?[a-z-]*)\((.*)\)$/is.exec(text) ?? []
  if (name === null) return depth > 0 && /^infinity$/i.test(text) ? endless : oneLength(text, context)
  if (depth > maxDepth) return null
  const values = () => itemsOf(inside).map((item) => calculated(item, context, depth))
  switch (name.toLowerCase()) {
    case "":
    case "calc":
      return calculated(inside, context, depth)
    case "min":
    case "max": {
      const known = values().filter((one) => one !== null)
      return known.length === 0 ? null : name === "min" ? Math.min(...known) : Math.max(...known)
    }
    case "clamp": {
      const [least, wanted, most] = values()
      if (least == null || most == null) return wanted ?? null
      return Math.max(least, Math.min(wanted ?? least, most))
    }
    default:
      return null
  }
}

/** A colour that is mixed with nothing lets something through; other mixtures are not known. */
const thinned = /^color-mix\(in [a-z- ]{1,40},([^,]{1,120}) ([\d.]{1,8})%, ?transparent\)$/

/** `#rrggbb`, or `#rrggbbaa` where it lets something through; null where it is no colour. */
export const colorOf = (value: string, current: string): string | null => {
  const text = value.trim().toLowerCase()
  if (text === "currentcolor") return current
  if (text === "transparent") return "#00000000"
  const [, mixed, percent] = thinned.exec(text) ?? []
  const color = text.length > 200 ? undefined : parse(mixed?.trim() ?? text)
  if (color === undefined) return null
  if (percent !== undefined) return formatHex8({ ...color, alpha: ((color.alpha ?? 1) * Number(percent)) / 100 })
  return (color.alpha ?? 1) >= 1 ? formatHex(color) : formatHex8(color)
}
