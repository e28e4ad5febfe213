/** Things as a page writes them for programs: JSON-LD, microdata, and what is for sale in what it hands its scripts. */
import type { PageThing } from "@kittiwake/core/extraction/domain/FactSheet"
import { innerText } from "../innerText.ts"
import { flattened, isObject, type LinkedData } from "../linkedData.ts"
import { attributeOf, PageElement } from "../PageTree.ts"

/** Values kept of each source, levels, items of one list, and characters of one text. */
const most = { values: 6_000, levels: 10, items: 300, text: 5_000 } as const

/** Scripts that are looked at, characters of one, objects that are gone through in all, levels, and things that are taken. */
const state = { scripts: 30, length: 2_000_000, objects: 20_000, levels: 16, things: 40 } as const

/** A value within what is kept; undefined where it is more. */
const keeping = () => {
  let left: number = most.values
  const keep = (value: unknown, level: number): unknown => {
    left -= 1
    if (left < 0 || level > most.levels) return undefined
    if (typeof value === "string") return value.length > most.text ? value.slice(0, most.text).toWellFormed() : value
    if (typeof value !== "object" || value === null) return value
    if (Array.isArray(value)) return value.slice(0, most.items).map((one) => keep(one, level + 1))
    const fields: Array<[string, unknown]> = []
    for (const [name, one] of Object.entries(value)) {
      if (left <= 0) break
      if (name !== "__proto__") fields.push([name, keep(one, level + 1)])
    }
    return Object.fromEntries(fields)
  }
  return (thing: LinkedData): LinkedData | undefined => (left <= 0 ? undefined : (keep(thing, 0) as LinkedData))
}

const told = (source: PageThing["source"], named: ReadonlyArray<readonly [name: string, LinkedData]>) => {
  const keep = keeping()
  return named.flatMap(([name, thing]): ReadonlyArray<PageThing> => {
    const said = keep(thing)
    return said === undefined ? [] : [{ source, name, said }]
  })
}

const unnamed = (things: ReadonlyArray<LinkedData>) => things.map((one) => ["", one] as const)

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== ""

const prices = ["price", "prices", "salePrice", "currentPrice", "offers", "variants", "priceRange", "priceInfo"]

/** Whether an object has a name and says what it costs. */
const isForSale = (object: LinkedData): boolean =>
  isObject(object.product_base) ||
  ([object.name, object.title, object.productName].some(isText) &&
    prices.some((name) => name in object && object[name] !== null))

/** Scripts that hold JSON, and those that give it a name. */
const scriptsOf = (root: PageElement): ReadonlyArray<PageElement> => {
  const scripts: Array<PageElement> = []
  const find = (parent: PageElement): void => {
    for (const child of parent.children) {
      if (!(child instanceof PageElement) || scripts.length >= state.scripts) continue
      if (child.name !== "script") find(child)
      else if (holdsState(child)) scripts.push(child)
    }
  }
  find(root)
  return scripts
}

const isJson = (script: PageElement): boolean => /^application\/json/i.test(attributeOf(script, "type") ?? "")

/** `window.__STATE__ = {…}`, and the like. */
const assigned =
  /^\s*(?:(?:var|let|const)\s+|(?:window|self|globalThis)(?:\.|\[["']))?[\w$]{1,60}(?:["']\])?\s*=\s*(?=\{)/

const holdsState = (script: PageElement): boolean => {
  const type = (attributeOf(script, "type") ?? "").toLowerCase()
  if (isJson(script)) return true
  return (type === "" || type.includes("javascript")) && assigned.test(innerText(script, 200))
}

const stateIn = (script: PageElement): unknown => {
  const text = innerText(script, state.length + 1)
  if (text.length > state.length) return undefined
  const json = isJson(script) ? text : text.replace(assigned, "").trimEnd().replace(/;$/, "")
  try {
    return JSON.parse(json)
  } catch {
    // What is no JSON is no state.
    return undefined
  }
}

const forSaleIn = (root: PageElement): ReadonlyArray<readonly [name: string, LinkedData]> => {
  const found: Array<readonly [string, LinkedData]> = []
  let left: number = state.objects
  const visit = (value: unknown, name: string, level: number): void => {
    if (typeof value !== "object" || value === null || level > state.levels) return
    left -= 1
    if (left < 0 || found.length >= state.things) return
    if (Array.isArray(value)) for (const one of value) visit(one, name, level + 1)
    else if (isForSale(value as LinkedData)) found.push([name, value as LinkedData])
    else for (const [key, one] of Object.entries(value)) visit(one, key, level + 1)
  }
  for (const script of scriptsOf(root)) visit(stateIn(script), "", 0)
  return found
}

/** The things of a page, those of each source in its order. */
export const thingsOf = (
  linked: ReadonlyArray<LinkedData>,
  marked: ReadonlyArray<LinkedData>,
  root: PageElement
): ReadonlyArray<PageThing> => [
  ...told("json-ld", unnamed(flattened(linked).filter((one) => !Array.isArray(one["@graph"])))),
  ...told("microdata", unnamed(marked)),
  ...told("state", forSaleIn(root))
]
