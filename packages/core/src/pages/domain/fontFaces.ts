/** The fonts that a style sheet declares (css-fonts-4 §4, `@font-face`). */
import { parseUrl } from "../../web/domain/parseUrl.ts"
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

/** Value of a property; the last one counts. */
const valueOf = (block: string, name: string): string | null => {
  const found = [
    ...block.matchAll(new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*((?:"[^"]*"|'[^']*'|\\([^)]*\\)|[^;"'(])*)`, "gi"))
  ]
  return found.at(-1)?.[1]?.trim() ?? null
}

const weightsOf = (said: string | null): readonly [number, number] => {
  const weights = (said ?? "normal")
    .toLowerCase()
    .split(/\s+/)
    .map((part) => weightNames.get(part) ?? Number(part))
    .filter((weight) => weight >= 1 && weight <= 1_000)
  const [first = 400, last = first] = weights
  return [Math.min(first, last), Math.max(first, last)]
}

/** `U+0-FF, U+131` has the letters of English; a range without any of them has not. */
const hasLatin = (range: string | null): boolean =>
  range === null ||
  range.split(",").some((part) => {
    const [, from = "", to] = /^\s*u\+([0-9a-f?]+)(?:-([0-9a-f]+))?\s*$/i.exec(part) ?? []
    const first = Number.parseInt(from.replaceAll("?", "0"), 16)
    const last = Number.parseInt(to ?? from.replaceAll("?", "F"), 16)
    return first <= 0x61 && last >= 0x7a
  })

const source = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)(?:\s*format\(\s*["']?([\w-]+)["']?\s*\))?/gi

/** The file that is taken first among those that the block names; null when it names none that can be fetched. */
const fileOf = (block: string, base: string): string | null => {
  const sources = valueOf(block, "src") === null ? [] : [...block.matchAll(source)]
  const files = sources.flatMap(([, double, single, bare, said]) => {
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
  const family = unquoted(valueOf(block, "font-family") ?? "")
  const url = fileOf(block, base)
  if (family === "" || family.length > 200 || url === null) return null
  return {
    family,
    // A range of slants that begins upright is for upright text too.
    isUpright: !/^(?:italic|oblique(?!\s+0))/i.test(valueOf(block, "font-style") ?? ""),
    weights: weightsOf(valueOf(block, "font-weight")),
    url,
    isLatin: hasLatin(valueOf(block, "unicode-range"))
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

/** Reads them; `base` is the address of the style sheet. */
export const fontFacesOf = (css: string, base: string): ReadonlyArray<FontFace> => {
  const faces: Array<FontFace> = []
  for (const block of blocksOf(withoutComments(css))) {
    if (faces.length === maxFaces) break
    const face = faceOf(block, base)
    if (face !== null) faces.push(face)
  }
  return faces
}
