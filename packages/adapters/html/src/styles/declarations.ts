/** Declarations as the single properties that a style is made of: shorthands apart. */
import { maxValue, wordsOf } from "./values.ts"

export interface Declaration {
  readonly name: string
  readonly value: string
  readonly isImportant: boolean
}

const kept = new Set([
  "background-color",
  "background-image",
  "border-radius",
  "border-top-color",
  "border-top-style",
  "border-top-width",
  "box-shadow",
  "color",
  "column-gap",
  "display",
  "font-family",
  "font-size",
  "font-weight",
  "letter-spacing",
  "line-height",
  "margin-bottom",
  "margin-top",
  "padding-bottom",
  "padding-left",
  "padding-right",
  "padding-top",
  "row-gap",
  "text-decoration-color",
  "text-decoration-line",
  "visibility"
])

const borderStyles = /^(?:none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset)$/i
const lineNames = /^(?:none|underline|overline|line-through)$/i
const isLength = (word: string): boolean =>
  /^(?:[+-]?[\d.]|thin$|medium$|thick$|calc\(|clamp\(|max\(|min\()/i.test(word)

type Pairs = ReadonlyArray<readonly [string, string]>

/** Top, right, bottom and left of one to four words (css-box-4 §3.2). */
const sidesOf = (words: ReadonlyArray<string>): readonly [string, string, string, string] => {
  const [top = "", right = top, bottom = top, left = right] = words
  return [top, right, bottom, left]
}

const border = (value: string): Pairs => {
  const words = wordsOf(value)
  const style = words.find((word) => borderStyles.test(word)) ?? "none"
  const others = words.filter((word) => !borderStyles.test(word))
  // Where both are variables the width comes first, as everybody writes it.
  const width = others.find(isLength) ?? (others.length > 1 ? others[0] : undefined) ?? "medium"
  const color = others.find((word) => word !== width) ?? "currentcolor"
  return [
    ["border-top-style", style],
    ["border-top-width", width],
    ["border-top-color", color]
  ]
}

const background = (value: string): Pairs => {
  const words = wordsOf(value)
  const image = words.filter((word) => /^(?:url|[a-z-]*gradient|image-set)\(/i.test(word)).join(" ")
  const color = words.findLast(
    (word) =>
      /^(?:#|var\(|rgba?\(|hsla?\(|hwb\(|lab\(|lch\(|okl(?:ab|ch)\(|color\(|light-dark\()/i.test(word) ||
      (/^[a-z]{3,}$/i.test(word) &&
        !/^(?:none|repeat|fixed|local|scroll|center|top|bottom|left|right|cover|contain|border-box|padding-box|content-box|no-repeat|inherit|initial|unset)$/i.test(
          word
        ))
  )
  return [
    ["background-image", image === "" ? "none" : image],
    ["background-color", color ?? (/^(?:inherit|unset|revert)$/i.test(value.trim()) ? value : "transparent")]
  ]
}

const fontParts = ["font-size", "line-height", "font-weight", "font-family"] as const

const font = (value: string): Pairs => {
  if (/^(?:inherit|unset|initial|revert|revert-layer)$/i.test(value.trim()))
    return fontParts.map((part) => [part, value.trim()])
  const words = wordsOf(value)
  // The size is a variable in many systems of design.
  const isSize = (word: string) => /^var\(|\//.test(word) || (isLength(word) && !/^[1-9]\d{0,2}$/.test(word))
  const at = words.findIndex(isSize)
  if (at < 0) return []
  const [size = "", height] = words[at]!.split("/")
  const weight = words.slice(0, at).find((word) => /^(?:[1-9]\d{0,2}|1000|bold|bolder|lighter)$/i.test(word))
  return [
    ["font-size", size],
    ["line-height", height ?? "normal"],
    ["font-weight", weight ?? "400"],
    ["font-family", words.slice(at + 1).join(" ")]
  ]
}

const textDecoration = (value: string): Pairs => {
  const words = wordsOf(value)
  const lines = words.filter((word) => lineNames.test(word))
  const color = words.find(
    (word) =>
      !lineNames.test(word) && !isLength(word) && !/^(?:solid|double|dotted|dashed|wavy|auto|from-font)$/i.test(word)
  )
  return [
    ["text-decoration-line", lines.length === 0 ? "none" : lines.join(" ")],
    ["text-decoration-color", color ?? "currentcolor"]
  ]
}

const four =
  (prefix: string) =>
  (value: string): Pairs => {
    const [top, right, bottom, left] = sidesOf(wordsOf(value))
    return [
      [`${prefix}-top`, top],
      [`${prefix}-right`, right],
      [`${prefix}-bottom`, bottom],
      [`${prefix}-left`, left]
    ]
  }

const two =
  (first: string, second: string) =>
  (value: string): Pairs => {
    const [start = "", end = start] = wordsOf(value)
    return [
      [first, start],
      [second, end]
    ]
  }

const shorthands: Readonly<Record<string, (value: string) => Pairs>> = {
  background,
  border,
  "border-block": border,
  "border-color": (value) => [["border-top-color", wordsOf(value)[0] ?? ""]],
  "border-style": (value) => [["border-top-style", wordsOf(value)[0] ?? ""]],
  "border-top": border,
  "border-width": (value) => [["border-top-width", wordsOf(value)[0] ?? ""]],
  font,
  gap: two("row-gap", "column-gap"),
  margin: four("margin"),
  "margin-block": two("margin-top", "margin-bottom"),
  padding: four("padding"),
  "padding-block": two("padding-top", "padding-bottom"),
  "padding-inline": two("padding-left", "padding-right"),
  "text-decoration": textDecoration
}

/** What a declaration says of the properties that are read; variables keep their names. */
export const declarationsOf = (property: string, value: string, isImportant: boolean): ReadonlyArray<Declaration> => {
  if (value.length > maxValue) return []
  if (property.startsWith("--")) return [{ name: property, value, isImportant }]
  const name = property.toLowerCase()
  const parts = (Object.hasOwn(shorthands, name) ? shorthands[name]?.(value) : null) ?? [[name, value] as const]
  return parts.flatMap(([part, said]) =>
    kept.has(part) && said !== "" ? [{ name: part, value: said, isImportant }] : []
  )
}
