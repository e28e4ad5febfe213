/** Names of tags and attributes, as markup writes them again and again. */
import { html } from "parse5"

/** A name in lower case, and the tag that has it. */
export interface Name {
  readonly name: string
  readonly id: html.TAG_ID
}

/** No name at all. */
export const unnamed: Name = { name: "", id: html.TAG_ID.UNKNOWN }

/** Names by a few of their characters; one that comes after another with the same takes its place. */
const met: Array<Name> = Array.from({ length: 1_024 }, () => unnamed)

const placeOf = (page: string, start: number, end: number): number => {
  const length = end - start
  const first = page.charCodeAt(start)
  const last = page.charCodeAt(end - 1)
  const third = length > 2 ? page.charCodeAt(start + 2) : 0
  return (first * 31 + last * 7 + third * 131 + length) & 1_023
}

/**
 * The name that stands there. A page has few, and most have been met before: those are found without copying them, or looking
 * for their tag.
 */
export const nameAt = (page: string, start: number, end: number): Name => {
  const place = placeOf(page, start, end)
  const known = met[place]!
  if (known.name.length === end - start && page.startsWith(known.name, start)) return known
  const name = page.slice(start, end).toLowerCase()
  const found = { name, id: html.getTagID(name) }
  // A name of many letters would keep the page that it is cut from.
  if (end - start <= maxKept) met[place] = found
  return found
}

/** Strings up to this length are copied and not cut from another. */
const maxKept = 12
