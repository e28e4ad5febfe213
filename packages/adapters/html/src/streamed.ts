/** Parts of a page that its server sent late, in their places. */
import { attributeOf, PageElement } from "./PageTree.ts"

/** What every such page has: the script that places its parts may be in a file of its own, or gone from a saved page. */
export const streamedMark = 'id="S:'

/** Whether an element with this `id` may be such a part. */
export const isStreamed = (id: string): boolean => id.startsWith("S:")

/** Most parts of one page. */
const maxParts = 1_000

/**
 * React sends what took longer at the end of the page, in a hidden element with an id such as `S:0`, and has a script put
 * it where a `template` with the id `B:0` stands. Without scripts it would stay hidden. Changes the tree.
 */
export const placeStreamed = (root: PageElement): void => {
  const parts = new Map<string, PageElement>()
  const places: Array<{ readonly id: string; readonly place: PageElement }> = []
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const id = attributeOf(element, "id")
    const [, kind, number] = (id === undefined ? null : /^([BPS]):([\da-f]+)$/.exec(id)) ?? []
    if (number !== undefined && kind === "S") parts.set(number, element)
    else if (number !== undefined && places.length < maxParts) places.push({ id: number, place: element })
    for (const child of element.children) if (child instanceof PageElement) waiting.push(child)
  }
  for (const { id, place } of places) {
    const part = parts.get(id)
    if (part === undefined || place.parent === null || isInside(place, part)) continue
    parts.delete(id)
    const { parent } = place
    remove(part)
    parent.children.splice(parent.children.indexOf(place), 1, ...part.children)
    for (const child of part.children) child.parent = parent
    place.parent = null
  }
}

const remove = (element: PageElement): void => {
  const siblings = element.parent?.children
  siblings?.splice(siblings.indexOf(element), 1)
}

const isInside = (element: PageElement, outer: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parent) if (at === outer) return true
  return false
}
