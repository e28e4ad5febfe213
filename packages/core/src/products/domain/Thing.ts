/** Values inside things that a page writes for programs, which may be of any kind. */
import { maxUrlLength, parseUrl } from "../../security/domain/parseUrl.ts"

export type Thing = { readonly [property: string]: unknown }

/** @internal */
export const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** One or several, as a list. @internal */
export const allOf = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

/** @internal */
export const thingsOf = (value: unknown): ReadonlyArray<Thing> => allOf(value).filter(isThing)

const longest = 5_000

/** Markup within a line, which parts no words: `H<sub>2</sub>O`. */
const inline =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|em|font|i|ins|mark|q|s|small|span|strong|su[bp]|u|wbr)(?:\s[^<>]{0,500})?>/gi

/** All other markup, and no sign of less in a text. */
const otherMarkup = /<(?:\/?[a-z]|!)[^<>]{0,500}>/gi

const references: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi

const referred = (whole: string, decimal?: string, hex?: string, name?: string): string => {
  if (name !== undefined) return references[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal)
  const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : whole
}

/** What is looked for in a text begins so. */
const changed = /[<&\s]/

/** Text without markup and with single spaces; null where it is none. @internal */
export const textOf = (value: unknown): string | null => {
  if (typeof value === "number") return String(value)
  if (isThing(value)) return textOf(value.name ?? value["@value"] ?? value.value ?? null)
  if (typeof value !== "string") return null
  const cut = value.slice(0, longest)
  // Most values are one word, of which a page may have thousands.
  if (!changed.test(cut)) return cut === "" ? null : cut
  const text = cut
    .replace(inline, "")
    .replace(otherMarkup, " ")
    .replace(reference, referred)
    .replace(/\s+/g, " ")
    .trim()
  return text === "" ? null : text
}

/** The texts of one or several. @internal */
export const textsOf = (value: unknown): ReadonlyArray<string> => allOf(value).flatMap((one) => textOf(one) ?? [])

/** The first text under one of these names. @internal */
export const textUnder = (thing: Thing, ...names: ReadonlyArray<string>): string | null => {
  for (const name of names) {
    const [text = null] = textsOf(thing[name])
    if (text !== null) return text
  }
  return null
}

/** Kinds that were read before: of thousands of things each is asked for its kinds again and again. */
const known = new WeakMap<Thing, ReadonlyArray<string>>()

/** Names of its kinds, without what vocabulary they are of. @internal */
export const typesOf = (thing: Thing): ReadonlyArray<string> => {
  const before = known.get(thing)
  if (before !== undefined) return before
  const types = textsOf(thing["@type"])
    .flatMap((type) => type.split(/\s+/))
    .map((type) => type.split(/[/#:]/).at(-1) ?? "")
  known.set(thing, types)
  return types
}

/** Addresses of pictures: a text, an object, or several of either. @internal */
export const picturesOf = (value: unknown): ReadonlyArray<string> =>
  allOf(value).flatMap((one) => {
    if (typeof one === "string") return [one]
    if (!isThing(one)) return []
    return picturesOf(one.url ?? one.contentUrl ?? one.src ?? one.originalSrc ?? one.url_list ?? null).slice(0, 1)
  })

/** An absolute address on the web; null where it is none. @internal */
export const addressOf = (text: string | null, base: string): string | null => {
  if (text === null || text.length > maxUrlLength) return null
  const url = parseUrl(text.trim(), base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}
