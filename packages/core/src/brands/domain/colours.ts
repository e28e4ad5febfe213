/** Colours of a brand: in style sheets, by how often and under which names they stand, and what they are called. */
import type { BrandColour, NamedColour } from "./BrandProfile.ts"

type Rgb = readonly [red: number, green: number, blue: number]

/** Names that people know, with a colour that they would call so; with several where it reaches far. */
const called: ReadonlyArray<readonly [string, string]> = [
  ["Black", "000000"],
  ["Black", "111111"],
  ["Charcoal", "36454f"],
  ["Dark Gray", "404040"],
  ["Gray", "808080"],
  ["Silver", "c0c0c0"],
  ["Light Gray", "e5e5e5"],
  ["White", "ffffff"],
  ["Ivory", "fffff0"],
  ["Beige", "f5f5dc"],
  ["Tan", "d2b48c"],
  ["Brown", "8b4513"],
  ["Chocolate", "5c3317"],
  ["Chocolate", "3b2a20"],
  ["Maroon", "800000"],
  ["Crimson", "dc143c"],
  ["Red", "ff0000"],
  ["Tomato", "ff6347"],
  ["Coral", "ff7f50"],
  ["Salmon", "fa8072"],
  ["Orange", "ff8c00"],
  ["Amber", "ffbf00"],
  ["Gold", "ffd700"],
  ["Yellow", "ffff00"],
  ["Lemon", "fff44f"],
  ["Olive", "808000"],
  ["Lime", "a4de02"],
  ["Lime", "00ff00"],
  ["Green", "2e9e3f"],
  ["Dark Green", "006400"],
  ["Dark Green", "0b4f3c"],
  ["Emerald", "50c878"],
  ["Mint", "98ff98"],
  ["Sage", "9caf88"],
  ["Teal", "008080"],
  ["Turquoise", "40e0d0"],
  ["Cyan", "00ffff"],
  ["Sky Blue", "87ceeb"],
  ["Azure", "2f9bff"],
  ["Blue", "0000ff"],
  ["Royal Blue", "4169e1"],
  ["Cobalt", "0047ab"],
  ["Navy", "000080"],
  ["Midnight", "191970"],
  ["Steel Blue", "4682b4"],
  ["Slate", "708090"],
  ["Indigo", "4b0082"],
  ["Violet", "7c3aed"],
  ["Purple", "800080"],
  ["Purple", "5e2d70"],
  ["Lavender", "c9b6f2"],
  ["Plum", "8e4585"],
  ["Magenta", "ff00ff"],
  ["Pink", "ffc0cb"],
  ["Hot Pink", "ff69b4"],
  ["Rose", "e11d63"],
  ["Burgundy", "66023c"]
]

const rgbOf = (hex: string): Rgb => {
  const number = Number.parseInt(hex.replace("#", ""), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

/** How different two colours look, near enough (a weighted distance in red, green and blue). */
const distance = (one: Rgb, other: Rgb): number => {
  const mean = (one[0] + other[0]) / 2
  const [red, green, blue] = [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
  return Math.sqrt((2 + mean / 256) * red * red + 4 * green * green + (2 + (255 - mean) / 256) * blue * blue)
}

type Lab = readonly [light: number, a: number, b: number]

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** A colour in OKLab, in which equal distances look alike. */
const labOf = (rgb: Rgb): Lab => {
  const [red, green, blue] = [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  ]
}

const chromaOf = ([, a, b]: Lab): number => Math.hypot(a, b)

/** From which chroma a colour is no grey, however dark it is. */
const leastChroma = 0.05

/** How much counts what differs in lightness, in chroma and in hue: by this people name colours first. */
const shares = { light: 0.6, chroma: 0.8, hue: 1.5 } as const

/** How different two colours are for who names them. */
const farness = (one: Lab, other: Lab): number => {
  const [some, more] = [chromaOf(one), chromaOf(other)]
  const light = shares.light * (one[0] - other[0])
  const across = Math.hypot(one[1] - other[1], one[2] - other[2])
  // Of two greys no hue is seen, and no grey is called as what has one.
  if (some < leastChroma) return Math.hypot(light, shares.hue * across)
  const hue = Math.sqrt(Math.max(0, across ** 2 - (some - more) ** 2))
  return Math.hypot(light, shares.chroma * (some - more), shares.hue * hue)
}

const known = called.map(([name, like]) => ({ name, lab: labOf(rgbOf(like)) }))

/** A colour with what people would call it. */
export const namedColour = (hex: string): NamedColour => {
  const lab = labOf(rgbOf(hex))
  let best = { name: "", far: Infinity }
  for (const { lab: like, name } of known) {
    const far = farness(lab, like)
    if (far < best.far) best = { name, far }
  }
  return { hex, name: best.name }
}

const hexOf = (rgb: ReadonlyArray<number>): string =>
  `#${rgb
    .map((part) =>
      Math.max(0, Math.min(255, Math.round(part)))
        .toString(16)
        .padStart(2, "0")
    )
    .join("")}`

const ofHsl = (hue: number, saturation: number, light: number): string => {
  const reach = saturation * Math.min(light, 1 - light)
  const part = (n: number) => {
    const k = (n + hue / 30) % 12
    return 255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return hexOf([part(0), part(8), part(4)])
}

const numbersOf = (text: string): ReadonlyArray<number> => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)

/** A colour as CSS writes it, in six digits; null where it can be seen through, or is none. */
export const colourOf = (css: string): string | null => {
  const text = css.trim().toLowerCase()
  const digits = /^#([0-9a-f]{3,8})$/.exec(text)?.[1]
  if (digits !== undefined) {
    if (digits.length === 3) return `#${[...digits].map((digit) => digit + digit).join("")}`
    if (digits.length === 6) return `#${digits}`
    return digits.length === 8 && digits.endsWith("ff") ? `#${digits.slice(0, 6)}` : null
  }
  const [, kind, inside = ""] = /^(rgb|hsl)a?\(([^)]*)\)$/.exec(text) ?? []
  if (kind === undefined || inside.includes("var(")) return null
  const [first, second, third, alpha = 1] = numbersOf(inside)
  if (first === undefined || second === undefined || third === undefined || alpha < 1) return null
  if (kind === "hsl") return ofHsl(((first % 360) + 360) % 360, Math.min(second, 100) / 100, Math.min(third, 100) / 100)
  return inside.includes("%") ? null : hexOf([first, second, third])
}

/** Whether it is nearly white, black or grey: then it is no brand's own. */
export const isNeutral = (hex: string): boolean => {
  const rgb = rgbOf(hex)
  const [most, least] = [Math.max(...rgb), Math.min(...rgb)]
  return most - least < 24 || most < 32 || least > 235
}

/** Names of properties by which somebody says that a colour is the brand's. */
const brandName = /--[\w-]*(?:brand|primary|accent|theme|main|corporate)[\w-]*/i
const otherName =
  /--[\w-]*(?:gr[ae]y|neutral|error|danger|success|warning|info|wp--preset|bs-|tw-|shadow|swiper|facebook|twitter)[\w-]*/i

/** Characters of style sheets that are searched: some milliseconds. */
export const maxCssLength = 400_000

// A name begins where no other does, and all is bounded: what is no declaration costs no more than its length.
const declaration = /(?<![\w-])(--[\w-]{1,80}|[a-z][a-z-]{0,40})\s{0,4}:\s{0,4}([^;{}]{1,120})/gi
const inValue = /#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^()]{3,60}\)/gi

const weightOf = (property: string): number => {
  if (property.startsWith("--")) return otherName.test(property) ? 0 : brandName.test(property) ? 12 : 0.5
  return /^(?:background|background-color|fill|border-color)$/i.test(property) ? 1.5 : 1
}

/** Colours that style sheets use, those that are most the brand's first. */
export const cssColours = (css: string): ReadonlyArray<{ readonly hex: string; readonly weight: number }> => {
  const weights = new Map<string, number>()
  for (const [, property = "", value = ""] of css.slice(0, maxCssLength).matchAll(declaration)) {
    const weight = weightOf(property)
    for (const [text] of weight === 0 ? [] : value.matchAll(inValue)) {
      const hex = colourOf(text)
      if (hex !== null && !isNeutral(hex)) weights.set(hex, (weights.get(hex) ?? 0) + weight)
    }
  }
  return [...weights].map(([hex, weight]) => ({ hex, weight })).sort((a, b) => b.weight - a.weight)
}

/** Colours that look so alike are one. */
const alike = 40

/** Most colours of a brand. */
const mostColours = 8

/** What says that a colour is the brand's. */
export interface ColourClaim {
  readonly hex: string
  readonly weight: number
  readonly source: BrandColour["source"]
}

/** The colours of a brand, most prominent first; greys only where there is nothing else. */
export const brandColours = (claims: ReadonlyArray<ColourClaim>): ReadonlyArray<BrandColour> => {
  const coloured = claims.filter(({ hex }) => !isNeutral(hex))
  const groups: Array<ColourClaim> = []
  for (const claim of (coloured.length > 0 ? coloured : claims).toSorted((a, b) => b.weight - a.weight)) {
    const at = groups.findIndex(({ hex }) => distance(rgbOf(hex), rgbOf(claim.hex)) < alike)
    if (at < 0) groups.push(claim)
    else groups[at] = { ...groups[at]!, weight: groups[at]!.weight + claim.weight }
  }
  return groups
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostColours)
    .map(({ hex, source }) => ({ ...namedColour(hex), source }))
}
