/** Puts the documents of frames in their places. */
import { html } from "parse5"
import { type Addresses, addressesOf } from "./Addresses.ts"
import { attributeOf, PageElement, type PageNode } from "./PageTree.ts"
import { frameUrl } from "./pageFacts.ts"

/** Frames inside frames. */
const maxLevels = 3
const maxFrames = 100

/** Where the document of a frame comes from. */
export interface FrameSource {
  readonly documents: ReadonlyMap<string, string>
  readonly parse: (markup: string) => PageElement
}

/**
 * Replaces each `iframe` whose document is given, or stands in its `srcdoc`, by a `div` with what its body holds. Its
 * addresses are made absolute, because they were relative to the frame. Changes the tree.
 */
export const inlineFrames = (root: PageElement, addresses: Addresses, source: FrameSource): void => {
  let left = maxFrames
  const visit = (parent: PageElement, base: Addresses, level: number): void => {
    for (const [index, child] of parent.children.entries()) {
      if (!(child instanceof PageElement)) continue
      if (child.name !== "iframe" || child.namespace !== html.NS.HTML) {
        visit(child, base, level)
        continue
      }
      const document = level < maxLevels && left > 0 ? documentOf(child, base, source) : undefined
      if (document === undefined) continue
      left -= 1
      const inside = addressesOf(document.root, document.url)
      visit(document.root, inside, level + 1)
      const content = document.root.children.flatMap((page) => (page instanceof PageElement ? bodyOf(page) : []))
      const place = new PageElement("div", html.NS.HTML, [{ name: "data-frame", value: document.url }], false)
      place.parent = parent
      for (const node of content) {
        place.children.push(node)
        node.parent = place
      }
      makeAbsolute(place, inside)
      parent.children[index] = place
    }
  }
  visit(root, addresses, 0)
}

const documentOf = (frame: PageElement, base: Addresses, { documents, parse }: FrameSource) => {
  const markup = attributeOf(frame, "srcdoc")
  if (markup !== undefined) return { root: parse(markup), url: base.base ?? "" }
  const url = frameUrl(frame, base)
  const found = url === undefined ? undefined : documents.get(url)
  return url === undefined || found === undefined ? undefined : { root: parse(found), url }
}

const bodyOf = (page: PageElement): ReadonlyArray<PageNode> =>
  page.children.flatMap((part) => (part instanceof PageElement && part.name === "body" ? part.children : []))

const addressed = new Set(["href", "src", "data-src", "poster", "background"])

const makeAbsolute = (root: PageElement, addresses: Addresses): void => {
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    for (const attribute of element.attributes) {
      if (!addressed.has(attribute.name) || attribute.value.startsWith("data:")) continue
      attribute.value = addresses.link(attribute.value) ?? attribute.value
    }
    for (const child of element.children) if (child instanceof PageElement) waiting.push(child)
  }
}
