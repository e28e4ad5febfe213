/** What a page says of itself in JSON-LD. */
import { decodeHTML } from "entities"
import { jsonrepair } from "jsonrepair"
import { innerText } from "./innerText.ts"
import type { PageElement } from "./PageTree.ts"

/** Blocks read, characters of all of them, and levels of one. A deeper block is left out: no store keeps it. */
const maxBlocks = 200
const maxLength = 2_000_000
const maxDepth = 24

/** Characters of a text that a field of the page's own gets from it, as many as of a `meta` element. */
const longestText = 5_000

/** Broken blocks are mended up to this length together: the time it takes may grow with its square, and is some 3 s then. */
export const maxMended = 200_000

/** Characters of broken blocks that may be mended yet. */
export interface Mending {
  left: number
  /** What to throw past them; null leaves a block as it is. */
  readonly exceeded: (() => Error) | null
}

export type LinkedData = { readonly [key: string]: unknown }

/** The objects of all blocks, in order; a block that is no JSON even when mended is left out. */
export const readLinkedData = (scripts: ReadonlyArray<PageElement>, mending: Mending): ReadonlyArray<LinkedData> => {
  const found: Array<LinkedData> = []
  let left = maxLength
  for (const script of scripts.slice(0, maxBlocks)) {
    const source = innerText(script, maxLength + 1)
    left -= source.length
    if (left < 0) break
    const value = parse(source, mending)
    for (const one of Array.isArray(value) ? value : [value]) {
      const kept = clean(one, 0)
      if (isObject(kept)) found.push(kept)
    }
  }
  return found
}

/** What hides a script from readers of another age, before it and behind it; of a page that came as XML the marks of CDATA are gone. */
const before = /^(?:<!--|\/\/[ \t]{0,8}(?:<!\[CDATA\[)?|<!\[CDATA\[|\/\*\s{0,8}(?:<!\[CDATA\[)?\s{0,8}\*\/)/
const behind = /(?:-->|\/\/[ \t]{0,8}(?:\]\]>)?|\]\]>|\/\*\s{0,8}(?:\]\]>)?\s{0,8}\*\/)$/

const parse = (source: string, mending: Mending): unknown => {
  const text = source.trim().replace(before, "").replace(behind, "").trim()
  if (text === "") return undefined
  return (
    tryParse(text) ??
    (text.length > maxMended
      ? undefined
      : (tryParse(text.includes("&quot;") ? decodeHTML(text) : "") ?? tryParse(mended(text, mending))))
  )
}

const tryParse = (text: string): unknown => {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const mended = (text: string, mending: Mending): string => {
  // Words alone would be mended into a string, which is no object and costs time; and a name alone into one whose value nobody wrote.
  if (!/^[[{]/.test(text) || !text.includes(":")) return ""
  mending.left -= text.length
  if (mending.left < 0) {
    if (mending.exceeded === null) return ""
    throw mending.exceeded()
  }
  try {
    return jsonrepair(text)
  } catch {
    return ""
  }
}

const tooDeep = Symbol("too deep")

const clean = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed()
  if (typeof value !== "object" || value === null) return value
  if (depth >= maxDepth) return tooDeep
  if (Array.isArray(value)) {
    const items = value.map((item) => clean(item, depth + 1))
    return items.includes(tooDeep) ? tooDeep : items
  }
  const entries: Array<[string, unknown]> = []
  for (const [key, item] of Object.entries(value)) {
    // Copied from object to object, this key would change what all objects inherit.
    if (key === "__proto__") continue
    const kept = clean(item, depth + 1)
    if (kept === tooDeep) return tooDeep
    entries.push([key.replaceAll("\0", "").toWellFormed(), kept])
  }
  return Object.fromEntries(entries)
}

export const isObject = (value: unknown): value is LinkedData =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The names of a thing's kinds: what stands there may be anything, and not all of that can be made a text. */
export const kindsOf = ({ "@type": kinds }: LinkedData): ReadonlyArray<string> =>
  [kinds].flat().filter((kind) => typeof kind === "string")

/** The first text under one of these names in any object, those of a graph included. */
export const textNamed = (data: ReadonlyArray<LinkedData>, ...names: ReadonlyArray<string>): string | undefined => {
  for (const name of names) {
    for (const one of flattened(data)) {
      const value = one[name]
      const text = typeof value === "string" ? value : isObject(value) ? value.name : undefined
      if (typeof text === "string" && text.trim() !== "") return text.trim().slice(0, longestText)
    }
  }
  return undefined
}

/** Objects and those of their graphs. */
export const flattened = (data: ReadonlyArray<LinkedData>): ReadonlyArray<LinkedData> =>
  data.flatMap((one) => [one, ...(Array.isArray(one["@graph"]) ? one["@graph"].filter(isObject) : [])])
