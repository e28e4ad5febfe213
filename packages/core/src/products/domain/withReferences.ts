/** Offers and forms of a thing that stand elsewhere on its page and are called by their `@id`, put where they belong. */
import type { PageThing } from "../../extraction/domain/FactSheet.ts"
import { allOf, isThing, type Thing } from "./Thing.ts"

/** Things of a page by what others call them. */
export type ById = ReadonlyMap<string, Thing>

/** @internal */
export const thingsById = (things: ReadonlyArray<PageThing>): ById =>
  new Map(things.flatMap(({ said }) => (typeof said["@id"] === "string" ? [[said["@id"], said] as const] : [])))

/** What does no more than call another, perhaps with what kind of thing that is. */
const calledBy = (value: unknown): string | null =>
  isThing(value) && typeof value["@id"] === "string" && Object.keys(value).length <= 2 ? value["@id"] : null

/** A form has offers, and neither has forms of its own. */
const names = ["hasVariant", "offers"] as const
const levels = 2

const resolved = (thing: Thing, byId: ById, used: Set<string>, level: number): Thing => {
  if (level >= levels) return thing
  const found = names.flatMap((name) => {
    const whole = allOf(thing[name]).map((one) => {
      const id = calledBy(one)
      const named = id === null || used.has(id) ? one : (byId.get(id) ?? one)
      if (id !== null) used.add(id)
      return isThing(named) ? resolved(named, byId, used, level + 1) : one
    })
    return whole.length === 0 ? [] : [[name, whole] as const]
  })
  return found.length === 0 ? thing : { ...thing, ...Object.fromEntries(found) }
}

/** The thing with what it calls its forms and offers, each once: what calls one many times, or itself, grows no larger by that. @internal */
export const withReferences = (thing: Thing, byId: ById): Thing => {
  if (byId.size === 0) return thing
  const own = thing["@id"]
  return resolved(thing, byId, new Set(typeof own === "string" ? [own] : []), 0)
}
