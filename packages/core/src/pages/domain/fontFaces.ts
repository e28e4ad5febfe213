/** The fonts that a style sheet declares (css-fonts-4 §4, `@font-face`). */
import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"
import type { FontFace } from "./PageStyles.ts"

/** Most fonts of one style sheet; those of Google's for Japanese have some 120 for each weight. */
const maxFaces = 500

/** Longest declaration block; a font that is written into it is no file. */
const maxBlock = 8_192

/** Best first: what browsers of today take. */
const formats = ["woff2", "woff", "opentype", "truetype", "svg", "embedded-opentype"]

const formatOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    woff2: "woff2",
    woff: "woff",
    otf: "opentype",
    ttf: "truetype",
    svg: "svg",
    eot: "embedded-opentype"
  })
)

const weightNames: ReadonlyMap<string, number> = new Map(Object.entries({ normal: 400, bold: 700 }))

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/s, "$2")

/** Most declarations of a block that are read. */
const maxDeclarations = 100

const closings: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")" }

/**
 * What a block says, by the names of its properties in small letters; the last of a name counts. A value ends where a quote or a bracket opens
 * that nothing closes.
 */
const propertiesOf = (block: string): ReadonlyMap<string, string> => {
  const properties = new Map<string, string>()
  // Once nothing closes a sign, nothing behind it does.
  const unclosed = new Set<string>()
  const special = /[;"'(]/g
  let start = 0
  let valueEnd: number | null = null
  let left = maxDeclarations
  const note = (end: number) => {
    const [name, ...value] = block.slice(start, valueEnd ?? end).split(":")
    if (value.length > 0) properties.set(name!.trim().toLowerCase(), value.join(":").trim())
  }
  for (let found = special.exec(block); found !== null && left > 0; found = special.exec(block)) {
    const [sign] = found
    const closing = closings[sign]
    if (closing === undefined) {
      note(found.index)
      left -= 1
      start = special.lastIndex
      valueEnd = null
      continue
    }
    const close = unclosed.has(sign) ? -1 : block.indexOf(closing, special.lastIndex)
    if (close < 0) {
      unclosed.add(sign)
      valueEnd ??= found.index
    } else special.lastIndex = close + 1
  }
  if (left > 0) note(block.length)
  return properties
}

const weightsOf = (said: string | undefined): readonly [number, number] => {
  const weights = (said ?? "normal")
    .toLowerCase()
    .split(/\s+/)
    .map((part) => weightNames.get(part) ?? Number(part))
    .filter((weight) => weight >= 1 && weight <= 1_000)
  const [first = 400, last = first] = weights
  return [Math.min(first, last), Math.max(first, last)]
}

/** `U+0-FF, U+131` has the letters of English; a range without any of them has not. */
const hasLatin = (range: string | undefined): boolean =>
  range === undefined ||
  range.split(",").some((part) => {
    const [, from = "", to] = /^\s*u\+([0-9a-f?]+)(?:-([0-9a-f]+))?\s*$/i.exec(part) ?? []
    const first = Number.parseInt(from.replaceAll("?", "0"), 16)
    const last = Number.parseInt(to ?? from.replaceAll("?", "F"), 16)
    return first <= 0x61 && last >= 0x7a
  })

const source = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)(?:\s*format\(\s*["']?([\w-]+)["']?\s*\))?/gi

/** Files of one font that are looked at. */
const maxFiles = 20

/** The file that is taken first among those that the block names; null when it names none that can be fetched. */
const fileOf = (block: string, base: string): string | null => {
  const named = [...block.matchAll(source)].slice(0, maxFiles)
  const files = named.flatMap(([, double, single, bare, said]) => {
    const address = parseUrl(double ?? single ?? bare ?? "", base)
    if (address === null || !/^https?:$/.test(address.protocol)) return []
    const extension = /\.([a-z0-9]+)$/i.exec(address.pathname)?.[1]?.toLowerCase() ?? ""
    const format = said?.toLowerCase().replace(/-variations$/, "") ?? formatOf.get(extension) ?? ""
    const rank = formats.indexOf(format)
    return [{ url: address.href, rank: rank < 0 ? formats.length : rank }]
  })
  return files.toSorted((one, other) => one.rank - other.rank)[0]?.url ?? null
}

const faceOf = (block: string, base: string): FontFace | null => {
  const said = propertiesOf(block)
  const family = unquoted(said.get("font-family") ?? "")
  if (family === "" || family.length > 200) return null
  const url = said.has("src") ? fileOf(block, base) : null
  if (url === null) return null
  return {
    family,
    // A range of slants that begins upright is for upright text too.
    isUpright: !/^(?:italic|oblique(?!\s+0))/i.test(said.get("font-style") ?? ""),
    weights: weightsOf(said.get("font-weight")),
    url,
    isLatin: hasLatin(said.get("unicode-range"))
  }
}

/** The blocks of all `@font-face` rules, whatever they stand in. */
function* blocksOf(css: string) {
  const rule = /@font-face\s*\{/gi
  for (let found = rule.exec(css); found !== null; found = rule.exec(css)) {
    const end = css.indexOf("}", rule.lastIndex)
    if (end < 0) return
    if (end - rule.lastIndex <= maxBlock) yield css.slice(rule.lastIndex, end)
    rule.lastIndex = end
  }
}

/** A comment without an end goes on to the end of the sheet. */
const withoutComments = (css: string): string => {
  let kept = ""
  for (let from = 0; ; ) {
    const start = css.indexOf("/*", from)
    if (start < 0) return kept + css.slice(from)
    kept += css.slice(from, start)
    const end = css.indexOf("*/", start + 2)
    if (end < 0) return kept
    from = end + 2
  }
}

/** Reads them; `address` is that of the style sheet, beside which nothing is found where it is longer than any. */
export const fontFacesOf = (css: string, address: string): ReadonlyArray<FontFace> => {
  const base = address.length > maxUrlLength ? "" : address
  const faces: Array<FontFace> = []
  for (const block of blocksOf(withoutComments(css))) {
    if (faces.length === maxFaces) break
    const face = faceOf(block, base)
    if (face !== null) faces.push(face)
  }
  return faces
}
