/** What the cascade makes of an element (css-cascade-5), as far as it needs no layout. */
import { attributeOf, type PageElement } from "../PageTree.ts"
import type { Declaration } from "./declarations.ts"
import { declarationsOf } from "./declarations.ts"
import type { RulesFor } from "./ruleIndex.ts"
import { usualStyle } from "./usualStyle.ts"
import { colorOf, itemsOf, type LengthContext, lengthOf, type Variables, withVariables, wordsOf } from "./values.ts"

/** As far as it is read. Lengths are in px, colours as `PageStyles` has them. */
export interface ComputedStyle {
  readonly color: string
  readonly families: ReadonlyArray<string>
  readonly size: number
  readonly weight: number
  readonly lineHeight: string
  /** Of its own size and of that of what stands in it, where the line height is a number. */
  readonly lineFactor: number | null
  readonly letterSpacing: string
  readonly isDisplayed: boolean
  readonly isVisible: boolean
  readonly background: string
  /** What lies behind it: its own ground, or that of what it stands in. */
  readonly behind: string
  readonly borderColor: string
  readonly borderStyle: string
  readonly borderWidth: string
  readonly borderRadius: string
  readonly padding: string
  readonly shadow: string
  readonly decoration: string
  readonly decorationColor: string
  /** Margins, paddings and gaps above nothing. */
  readonly gaps: ReadonlyArray<number>
  readonly variables: Variables
}

export const rootStyle = (scheme: "light" | "dark"): ComputedStyle => ({
  color: scheme === "dark" ? "#ffffff" : "#000000",
  families: ["Times New Roman"],
  size: 16,
  weight: 400,
  lineHeight: "normal",
  letterSpacing: "normal",
  isDisplayed: true,
  isVisible: true,
  background: "#00000000",
  behind: "#ffffff",
  borderColor: "#000000",
  borderStyle: "none",
  borderWidth: "0px",
  borderRadius: "0px",
  padding: "0px",
  shadow: "none",
  decoration: "none",
  decorationColor: "#000000",
  gaps: [],
  lineFactor: null,
  variables: Object.create(null) as Variables
})

const asPx = (length: number): string => `${Math.round(length * 100) / 100}px`

/** Inline declarations, parted outside of quotes and parentheses. */
const inlineOf = (element: PageElement): ReadonlyArray<Declaration> =>
  (attributeOf(element, "style") ?? "")
    .slice(0, 4_000)
    .split(/;(?![^(]*\))/)
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":")
      if (colon < 0) return []
      const value = declaration.slice(colon + 1).trim()
      const isImportant = /!\s*important$/i.test(value)
      return declarationsOf(
        declaration.slice(0, colon).trim(),
        value.replace(/!\s*important$/i, "").trim(),
        isImportant
      )
    })

const inlineRank = 2e14
const importance = 1e15

const colors = new Set(["background-color", "border-top-color", "color", "text-decoration-color"])

/** What browsers do not understand they pass over, and what was said before counts. */
const isUnderstood = ({ name, value }: Declaration): boolean =>
  !colors.has(name) ||
  value.includes("var(") ||
  /^(?:inherit|initial|unset|revert|revert-layer)$/i.test(value.trim()) ||
  colorOf(value, "#000000") !== null

/** The declaration that counts, of each property. */
const winners = (element: PageElement, rulesFor: RulesFor): ReadonlyMap<string, string> => {
  const won = new Map<string, { readonly value: string; readonly rank: number }>()
  const offer = (declaration: Declaration, rank: number) => {
    const { isImportant, name, value } = declaration
    if (!isUnderstood(declaration)) return
    const own = isImportant ? rank + importance : rank
    if (own >= (won.get(name)?.rank ?? -1)) won.set(name, { value, rank: own })
  }
  for (const { declarations, matches, rank } of rulesFor(element)) {
    if (matches(element)) for (const declaration of declarations) offer(declaration, rank)
  }
  for (const declaration of inlineOf(element)) offer(declaration, inlineRank)
  return new Map([...won].map(([name, { value }]) => [name, value]))
}

const weights: ReadonlyMap<string, number> = new Map(Object.entries({ normal: 400, bold: 700 }))

/** `bolder` and `lighter` by what it stands in (css-fonts-4 §2.2.1). */
const weightOf = (value: string | null, above: number): number => {
  if (value === null) return above
  const text = value.trim().toLowerCase()
  if (text === "bolder") return above < 350 ? 400 : above < 550 ? 700 : Math.max(above, 900)
  if (text === "lighter") return above < 550 ? Math.min(above, 100) : above < 750 ? 400 : 700
  const weight = weights.get(text) ?? Number(text)
  return weight >= 1 && weight <= 1_000 ? weight : above
}

const sizeNames: Readonly<Record<string, number>> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32
}

const sizeOf = (value: string | null, above: number, rem: number): number => {
  if (value === null) return above
  const text = value.trim().toLowerCase()
  if (text === "smaller") return above / 1.2
  if (text === "larger") return above * 1.2
  const size = Object.hasOwn(sizeNames, text) ? sizeNames[text]! : lengthOf(text, { em: above, rem, percent: above })
  return size === null || size < 0 ? above : Math.round(size * 100) / 100
}

const unitless = /^(?:[\d.]+|calc\([\d.\s*/+-]+\))$/

/** A number is of the size of each element anew, a length the same for all that stands inside. */
const lineHeightOf = (
  value: string | null,
  above: Pick<ComputedStyle, "lineFactor" | "lineHeight">,
  { em, rem }: LengthContext
): Pick<ComputedStyle, "lineFactor" | "lineHeight"> => {
  const text = value?.trim() ?? null
  if (text === "normal") return { lineFactor: null, lineHeight: text }
  const number = text !== null && unitless.test(text) ? lengthOf(text, { em, rem, percent: null }) : null
  const factor = text === null ? above.lineFactor : number
  if (factor !== null) return { lineFactor: factor, lineHeight: asPx(factor * em) }
  const length = text === null ? null : lengthOf(text, { em, rem, percent: em })
  return length === null
    ? { lineFactor: above.lineFactor, lineHeight: above.lineHeight }
    : { lineFactor: null, lineHeight: asPx(length) }
}

const familiesOf = (value: string): ReadonlyArray<string> =>
  itemsOf(value)
    .map((family) => family.replace(/^(["'])(.*)\1$/s, "$2").trim())
    .filter((family) => family !== "" && family.length <= 200)
    .slice(0, 20)

const inherited = new Set([
  "color",
  "font-family",
  "font-size",
  "font-weight",
  "letter-spacing",
  "line-height",
  "visibility"
])

/** Reads values of one element: with variables, and what `inherit` and the like stand for. */
const reader = (won: ReadonlyMap<string, string>, element: PageElement, variables: Variables) => {
  const usual = usualStyle(element)
  return (name: string): string | null => {
    const value = won.get(name)
    if (value === undefined) return usual[name] ?? null
    const said = withVariables(value, variables)?.trim() ?? null
    if (said === null || /^(?:revert|revert-layer)$/i.test(said))
      return inherited.has(name) ? null : (usual[name] ?? null)
    return /^(?:inherit|unset|initial)$/i.test(said) ? null : said
  }
}

const variablesOf = (won: ReadonlyMap<string, string>, above: Variables): Variables => {
  const own = [...won].filter(([name]) => name.startsWith("--"))
  if (own.length === 0) return above
  return Object.assign(Object.create(above) as Record<string, string>, Object.fromEntries(own))
}

const borderWidths = new Map([
  ["thin", 1],
  ["medium", 3],
  ["thick", 5]
])

const sides = ["padding-top", "padding-right", "padding-bottom", "padding-left"] as const
const spaces = [...sides, "margin-top", "margin-bottom", "row-gap", "column-gap"] as const

const isSolid = (color: string): boolean => color.length === 7 || Number.parseInt(color.slice(7), 16) >= 128

/** What an element is like that stands in another; `rem` is the size of the document's own text. */
export const computedStyle = (
  element: PageElement,
  above: ComputedStyle,
  rulesFor: RulesFor,
  rem: number
): ComputedStyle => {
  const won = winners(element, rulesFor)
  const variables = variablesOf(won, above.variables)
  const valueOf = reader(won, element, variables)
  const size = sizeOf(valueOf("font-size"), above.size, element.name === "html" ? 16 : rem)
  const lengths: LengthContext = { em: size, rem, percent: null }
  const px = (name: string): number => lengthOf(valueOf(name) ?? "0", lengths) ?? 0
  const colorNamed = (name: string, otherwise: string, current: string) => {
    const value = valueOf(name)
    return value === null ? otherwise : (colorOf(value, current) ?? otherwise)
  }
  const color = colorNamed("color", above.color, above.color)
  const gradient = /#[0-9a-f]{3,8}\b|(?:rgb|hsl|oklch|oklab|lab|lch)a?\([^()]*\)/i.exec(
    valueOf("background-image") ?? ""
  )?.[0]
  const plain = colorNamed("background-color", "#00000000", color)
  const background =
    plain.endsWith("00") && plain.length === 9 && gradient !== undefined ? (colorOf(gradient, color) ?? plain) : plain
  const borderStyle = valueOf("border-top-style") ?? "none"
  const spacing = valueOf("letter-spacing")
  const spacingPx = spacing === null || spacing === "normal" ? null : lengthOf(spacing, lengths)
  const families = valueOf("font-family")
  const radius = wordsOf((valueOf("border-radius") ?? "0px").split("/")[0] ?? "0px")
  const width = valueOf("border-top-width") ?? "medium"
  const gaps = new Set(spaces.map((name) => Math.round(px(name))).filter((length) => length > 0 && length <= 240))
  return {
    color,
    families: families === null ? above.families : familiesOf(families),
    size,
    weight: weightOf(valueOf("font-weight"), above.weight),
    ...lineHeightOf(valueOf("line-height"), above, lengths),
    letterSpacing: spacing === null ? above.letterSpacing : spacingPx === null ? "normal" : asPx(spacingPx),
    isDisplayed: above.isDisplayed && valueOf("display") !== "none",
    isVisible: (valueOf("visibility") ?? (above.isVisible ? "visible" : "hidden")) === "visible",
    background,
    behind: isSolid(background) ? background.slice(0, 7) : above.behind,
    borderColor: colorNamed("border-top-color", color, color),
    borderStyle,
    borderWidth: borderStyle === "none" ? "0px" : asPx(borderWidths.get(width) ?? lengthOf(width, lengths) ?? 0),
    borderRadius: radius.map((word) => (word.endsWith("%") ? word : asPx(lengthOf(word, lengths) ?? 0))).join(" "),
    padding: paddingOf(sides.map((side) => asPx(px(side)))),
    shadow: valueOf("box-shadow") ?? "none",
    decoration: valueOf("text-decoration-line") ?? "none",
    decorationColor: colorNamed("text-decoration-color", color, color),
    gaps: [...gaps],
    variables
  }
}

/** As short as browsers write it. */
const paddingOf = ([top = "", right = "", bottom = "", left = ""]: ReadonlyArray<string>): string => {
  if (left !== right) return [top, right, bottom, left].join(" ")
  if (top !== bottom) return [top, right, bottom].join(" ")
  return top === right ? top : `${top} ${right}`
}
