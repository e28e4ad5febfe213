/** What relative addresses of a feed are relative to, and the markup that stands in its elements. */
import { asBase, isOfItself, under } from "../reading/addresses.ts"
import { GatheredText } from "../reading/GatheredText.ts"
import { escapeAttribute, escapeHtml } from "../reading/Markup.ts"
import { saysAnything, textUpTo, type XmlElement } from "../reading/XmlTree.ts"

/** What addresses in the innermost of these elements are relative to, one inside the other, by `xml:base`. */
export const baseIn = (base: string | null, ...elements: ReadonlyArray<XmlElement | undefined>): string | null =>
  elements.reduce((outer, element) => asBase(outer, element?.attributes["xml:base"]) ?? outer, base)

/** Markup of HTML, and what addresses in it are relative to. */
export interface FeedMarkup {
  readonly markup: string
  readonly base: string | null
}

/** What XHTML keeps on its way to HTML. */
const kept = "alt class colspan height hidden reversed rowspan start style value width".split(" ")

const isVoid = new Set(["br", "hr", "img", "col", "wbr"])

/** Markup up to a length. A short element can name a long base, and each address in it is as long then. */
class Written {
  readonly #text = new GatheredText()
  #left: number

  constructor(most: number) {
    this.#left = most
  }

  get left(): number {
    return this.#left
  }

  add(piece: string): void {
    if (this.#left <= 0) return
    this.#left -= piece.length
    this.#text.add(piece)
  }

  take(): string {
    return this.#text.take()
  }
}

const writeElement = (element: XmlElement, outer: string | null, out: Written): void => {
  const base = baseIn(outer, element)
  const name = element.name.replace(/^.*:/, "").toLowerCase()
  const isWritten = /^[a-z][a-z0-9]*$/.test(name)
  if (isWritten) out.add(`<${name}${attributesOf(element, base)}>`)
  if (isWritten && isVoid.has(name)) return
  writeInner(element, base, out)
  if (isWritten) out.add(`</${name}>`)
}

const attributesOf = ({ attributes }: XmlElement, base: string | null): string => {
  const written = kept.flatMap((key) => {
    const value = attributes[key]
    return value === undefined ? [] : [` ${key}="${escapeAttribute(value)}"`]
  })
  for (const key of ["href", "src"]) {
    const value = attributes[key]
    if (value === undefined) continue
    written.push(` ${key}="${escapeAttribute(isOfItself(value) ? value : under(base, value))}"`)
  }
  return written.join("")
}

const writeInner = (element: XmlElement, base: string | null, out: Written): void => {
  for (const node of element.children) {
    if (out.left <= 0) return
    if (typeof node === "string") out.add(escapeHtml(node.slice(0, out.left)))
    else writeElement(node, base, out)
  }
}

/**
 * What an element holds as HTML, up to `most` characters: most write it as text, and Atom has elements of XHTML too. `base` is that of what
 * stands around it.
 */
export const markupIn = (element: XmlElement, base: string | null, most: number): FeedMarkup => {
  const own = baseIn(base, element)
  const isText = element.children.every((node) => typeof node === "string")
  if (!isText) {
    const out = new Written(most)
    writeInner(element, own, out)
    return { markup: out.take().trim(), base: own }
  }
  const text = textUpTo(element, most).trim()
  // Many write markup without saying so; who says that it is text means it.
  const saysText = element.attributes.type === "text" || element.attributes.type === "text/plain"
  return { markup: saysText ? escapeHtml(text) : text, base: own }
}

/** Markup of the elements of a feed, each written once, however many fields take it. */
export class FeedMarkups {
  readonly #most: number
  readonly #known = new Map<XmlElement, FeedMarkup>()

  /** Of each element, so many characters are written. */
  constructor(most: number) {
    this.#most = most
  }

  /** That of the first that says anything. */
  first(elements: ReadonlyArray<XmlElement | undefined>, base: string | null): FeedMarkup {
    const found = elements.find((one) => one !== undefined && saysAnything(one))
    if (found === undefined) return { markup: "", base }
    const known = this.#known.get(found) ?? markupIn(found, base, this.#most)
    this.#known.set(found, known)
    return known
  }
}
