/** Shadow trees that a page declares in its markup, in place of what their hosts hold, as browsers show them. */
import { attributeOf, PageElement, type PageNode } from "./PageTree.ts"

/** What every such page has in its markup. */
export const shadowMark = "shadowrootmode"

/** Most trees of one page. */
const maxTrees = 10_000

/**
 * Shows each shadow tree where its host stands, and in its slots what the host holds for them. Changes the tree.
 *
 * **Details** What no slot takes is not shown; where a tree has neither slots nor anything else to show, its host is left as it
 * is. https://dom.spec.whatwg.org/#shadow-trees
 */
export const placeShadowTrees = (root: PageElement): void => {
  let left = maxTrees
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined && left > 0; element = waiting.pop()) {
    const template = element.children.find(isShadowRoot)
    if (template !== undefined) {
      left -= 1
      place(element, template)
    }
    for (const child of element.children) if (child instanceof PageElement) waiting.push(child)
  }
}

const isShadowRoot = (node: PageNode): node is PageElement =>
  node instanceof PageElement && node.name === "template" && attributeOf(node, shadowMark) !== undefined

const place = (host: PageElement, template: PageElement): void => {
  const tree = template.children[0]
  const held = host.children.filter((child) => child !== template)
  const given = new Map<string, Array<PageNode>>()
  for (const child of held) {
    const slot = child instanceof PageElement ? (attributeOf(child, "slot") ?? "") : ""
    const of = given.get(slot)
    if (of === undefined) given.set(slot, [child])
    else of.push(child)
  }
  const shown = tree instanceof PageElement ? [...tree.children] : []
  const isShown = shown.some((node) => !(node instanceof PageElement) || !silent.has(node.name))
  setChildren(host, isShown ? shown : held)
  if (isShown) fillSlots(host, given)
}

const silent = new Set(["link", "script", "style"])

/** Puts what the host held into the slots of its tree; an empty slot keeps what it has itself. */
const fillSlots = (host: PageElement, given: Map<string, Array<PageNode>>): void => {
  const waiting = [host]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const children = element.children.flatMap((child) => {
      if (!(child instanceof PageElement) || child.name !== "slot") return [child]
      const name = attributeOf(child, "name") ?? ""
      const found = given.get(name)
      given.delete(name)
      return found ?? child.children
    })
    const isSame =
      children.length === element.children.length && children.every((child, at) => child === element.children[at])
    const inTree = element.children.filter((child) => child instanceof PageElement && child.name !== "slot")
    if (!isSame) setChildren(element, children)
    // What was put into a slot is of the page around, whose slots are not those of this tree.
    for (const child of inTree) if (child instanceof PageElement && child.name !== "template") waiting.push(child)
  }
}

const setChildren = (parent: PageElement, children: ReadonlyArray<PageNode>): void => {
  parent.children.splice(0)
  for (const child of children) {
    parent.children.push(child)
    child.parent = parent
  }
}
