/** What an element holds, as far as it decides whether it is noise. */
import { html } from "parse5"
import { silent, traits } from "../elements.ts"
import { type PageElement, type PageNode, PageText } from "../PageTree.ts"
import { spaced } from "../spaced.ts"
import { isHidden } from "../visibility.ts"

export interface Shape {
  /** Its pieces of text, trimmed, without empty ones. */
  readonly pieces: ReadonlyArray<string>
  /** Characters of them. */
  readonly length: number
  /** Characters of those in links. */
  readonly linked: number
  readonly links: number
  readonly buttons: number
  /** Pictures and frames, which have no text. */
  readonly pictures: number
  /** It holds a table, the page's title, its main content, code or a form to fill in: what a page is read for. */
  readonly holdsContent: boolean
  /** Headings of the second level. */
  readonly sections: number
}

/** What is looked at for all elements of one page. */
export const makeLooks = (): { left: number } => ({ left: 400_000 })

const content = new Set("h1 table main pre textarea select dl video".split(" "))
const pictures = new Set("img picture iframe ins object embed amp-ad".split(" "))

/** The shape of an element; undefined when it holds more than `most`, or the page has been looked at for long enough. */
export const shapeOf = (
  root: PageElement,
  most: { readonly length: number; readonly elements: number },
  looks: { left: number }
): Shape | undefined => {
  const pieces: Array<string> = []
  const shape = { length: 0, linked: 0, links: 0, buttons: 0, pictures: 0, sections: 0, holdsContent: false }
  let elements = 0
  const waiting: Array<PageNode> = [root]
  const linked = [false]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const isAround = linked.pop() === true
    if (node instanceof PageText) {
      const text = node.text.trim()
      if (text === "") continue
      shape.length += text.length
      if (isAround) shape.linked += text.length
      if (shape.length > most.length) return undefined
      pieces.push(spaced(text))
      continue
    }
    elements += 1
    looks.left -= 1
    if (elements > most.elements || looks.left < 0) return undefined
    const { children, name, namespace } = node
    if (node !== root) {
      if (namespace === html.NS.HTML && pictures.has(name)) shape.pictures += 1
      if (isOut(node)) continue
      if (content.has(name)) shape.holdsContent = true
      if (name === "h2") shape.sections += 1
    }
    if (name === "a") shape.links += 1
    if (name === "button") shape.buttons += 1
    // A list of thousands is not put on the stack to be given up then.
    if (children.length > most.elements * 2) return undefined
    for (let index = children.length - 1; index >= 0; index -= 1) {
      waiting.push(children[index]!)
      linked.push(isAround || name === "a")
    }
  }
  return { pieces, ...shape }
}

const isOut = (element: PageElement): boolean =>
  element.namespace !== html.NS.HTML || ((traits.get(element.name) ?? 0) & silent) !== 0 || isHidden(element)
