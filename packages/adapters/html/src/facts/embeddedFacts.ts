/** Facts out of JSON-LD, microdata, and what a page hands its scripts. */
import type { FactSource } from "@kittiwake/core/extraction/domain/FactSheet"
import { collapse, innerText } from "../innerText.ts"
import { flattened, isObject, type LinkedData } from "../linkedData.ts"
import type { PageElement } from "../PageTree.ts"
import { type FactCollector, maxItems } from "./FactCollector.ts"
import { addObject, type ById, factsOfObject, typeOf } from "./linkedFacts.ts"
import { maxScopes } from "./microdata.ts"

/** Kinds that say where the page is and not what is on it. */
const unread = new Set(["BreadcrumbList", "SiteNavigationElement", "WPHeader", "WPFooter", "WPSideBar", "SearchAction"])

/** Things of one kind beyond which the page is a list of them. */
const maxSingle = 2

/** Most things of one kind whose names are looked at. */
const maxNamed = 100

/** Said of what stands on a page as one of many. */
export const listed = "listed"

const plainName = (text: string): string => collapse(text).toLowerCase()

/** Of several things of a kind those that the page is called by, if it is called by any. */
const namedBy = (names: PageNames, all: ReadonlyArray<LinkedData>): ReadonlyArray<LinkedData> => {
  const nameOf = ({ headline, name, title }: LinkedData) => {
    const said = name ?? headline ?? title
    return typeof said === "string" ? plainName(said.slice(0, 500)) : ""
  }
  const headed = all.filter((one) => nameOf(one) !== "" && nameOf(one) === names.heading)
  if (headed.length > 0) return headed
  const titled = all.filter((one) => {
    const name = nameOf(one)
    return name !== "" && names.title.startsWith(name) && !/^[\p{L}\p{N}]/u.test(names.title.slice(name.length))
  })
  return titled.length === 1 ? titled : []
}

/** What a page calls itself, in small letters. */
export interface PageNames {
  readonly heading: string
  readonly title: string
}

/** @internal */
export const pageNames = (heading: string, title: string): PageNames => ({
  heading: plainName(heading),
  title: plainName(title)
})

/** Adds things: what there are several of is a group as well. */
const addThings = (
  things: ReadonlyArray<LinkedData>,
  collector: FactCollector,
  source: FactSource,
  names: PageNames
): void => {
  const byId: ById = new Map(
    things.flatMap((one) => (typeof one["@id"] === "string" ? [[one["@id"], one] as const] : []))
  )
  const byType = new Map<string, Array<LinkedData>>()
  for (const thing of things) {
    const type = typeOf(thing)
    if (unread.has(type)) continue
    const known = byType.get(type)
    if (known === undefined) byType.set(type, [thing])
    else if (known.length < maxScopes) known.push(thing)
  }
  for (const [type, all] of byType) {
    // What the page is called by is what it is of; the others are beside it.
    const own = all.length > 1 && all.length <= maxNamed ? namedBy(names, all) : []
    const context = own.length === 0 && all.length > maxSingle ? listed : ""
    for (const thing of (own.length > 0 ? own : all).slice(0, maxSingle + 1))
      addObject(thing, collector, source, context, byId)
    if (all.length < 2 || type === "") continue
    const items = all.map((thing) => factsOfObject(thing, source, "", collector.budget, byId))
    collector.addGroup({ name: type, source, context: "", items })
  }
}

export const addLinkedData = (data: ReadonlyArray<LinkedData>, collector: FactCollector, names: PageNames): void =>
  addThings(flattened(data), collector, "json-ld", names)

export const addMicrodata = (things: ReadonlyArray<LinkedData>, collector: FactCollector, names: PageNames): void =>
  addThings(things, collector, "microdata", names)

/** Longest state that is read, objects that are looked at in it, levels, and things that are taken from it. */
const state = { length: 2_000_000, objects: 20_000, levels: 16, things: 60 } as const

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value)

/** An object with a name and something else to say. */
const isThing = (object: LinkedData): boolean => {
  const values = Object.values(object)
  const isNamed = [object.name, object.title, object.headline, object.label].some(
    (one) => typeof one === "string" && one !== ""
  )
  return isNamed && values.filter(isScalar).length >= 3
}

/** What is no JSON is no state. Nothing else is caught here: what is read of it may be too much for the thread. */
const parsedState = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the page hands its scripts as JSON, of which only things with a name are read. */
export const addState = (scripts: ReadonlyArray<PageElement>, collector: FactCollector): void => {
  let left: number = state.objects
  let things: number = state.things
  const visit = (value: unknown, name: string, level: number): void => {
    if (typeof value !== "object" || value === null || level > state.levels) return
    left -= 1
    if (left < 0 || things <= 0) return
    if (Array.isArray(value)) {
      const objects = value.filter(isObject)
      if (objects.length > 1 && isThing(objects[0]!)) {
        things -= 1
        if (objects.length > maxItems) collector.budget.leaveOut()
        const items = objects.slice(0, maxItems).map((one) => factsOfObject(one, "state", name, collector.budget))
        collector.addGroup({ name, source: "state", context: "", items })
        return
      }
      for (const one of value) visit(one, name, level + 1)
      return
    }
    if (isThing(value as LinkedData)) {
      things -= 1
      addObject(value as LinkedData, collector, "state", name)
      return
    }
    for (const [key, one] of Object.entries(value)) visit(one, key, level + 1)
  }
  for (const script of scripts.slice(0, 20)) {
    const text = innerText(script, state.length + 1).trim()
    if (text.length > state.length || !/^[[{]/.test(text)) continue
    visit(parsedState(text), "", 0)
  }
}
