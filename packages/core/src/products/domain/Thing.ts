/** Values inside things that a page writes for programs, which may be of any kind. */

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

/** Text without markup and with single spaces; null where it is none. @internal */
export const textOf = (value: unknown): string | null => {
  if (typeof value === "number") return String(value)
  if (isThing(value)) return textOf(value.name ?? value["@value"] ?? value.value ?? null)
  if (typeof value !== "string") return null
  const text = value
    .slice(0, longest)
    .replace(/<[^<>]{0,500}>/g, " ")
    .replace(/&(?:nbsp|#160);/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/&quot;/g, '"')
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

/** Names of its kinds, without what vocabulary they are of. @internal */
export const typesOf = (thing: Thing): ReadonlyArray<string> =>
  textsOf(thing["@type"])
    .flatMap((type) => type.split(/\s+/))
    .map((type) => type.split(/[/#:]/).at(-1) ?? "")

/** Addresses of pictures: a text, an object, or several of either. @internal */
export const picturesOf = (value: unknown): ReadonlyArray<string> =>
  allOf(value).flatMap((one) => {
    if (typeof one === "string") return [one]
    if (!isThing(one)) return []
    return picturesOf(one.url ?? one.contentUrl ?? one.src ?? one.originalSrc ?? one.url_list ?? null).slice(0, 1)
  })

/** An absolute address on the web; null where it is none. @internal */
export const addressOf = (text: string | null, base: string): string | null => {
  if (text === null || text.length > 2_048) return null
  const url = URL.parse(text.trim(), base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}
