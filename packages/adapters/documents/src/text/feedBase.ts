/** What relative addresses of a feed are relative to, and the markup that stands in its elements. */
import { asBase, isOfItself, under } from "../reading/addresses.ts"
import { escapeAttribute, escapeHtml } from "../reading/Markup.ts"
import { textOf, type XmlElement } from "../reading/XmlTree.ts"

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

const written = (node: XmlElement | string, outer: string | null): string => {
  if (typeof node === "string") return escapeHtml(node)
  const base = baseIn(outer, node)
  const name = node.name.replace(/^.*:/, "").toLowerCase()
  if (!/^[a-z][a-z0-9]*$/.test(name)) return inner(node, base)
  const attributes = kept.flatMap((key) => {
    const value = node.attributes[key]
    return value === undefined ? [] : [` ${key}="${escapeAttribute(value)}"`]
  })
  for (const key of ["href", "src"]) {
    const value = node.attributes[key]
    if (value === undefined) continue
    attributes.push(` ${key}="${escapeAttribute(isOfItself(value) ? value : under(base, value))}"`)
  }
  const open = `<${name}${attributes.join("")}>`
  return isVoid.has(name) ? open : `${open}${inner(node, base)}</${name}>`
}

const inner = (element: XmlElement, base: string | null): string =>
  element.children.map((node) => written(node, base)).join("")

/** What an element holds as HTML: most write it as text, and Atom has elements of XHTML too. `base` is that of what stands around it. */
export const markupIn = (element: XmlElement | undefined, base: string | null): FeedMarkup => {
  if (element === undefined) return { markup: "", base }
  const own = baseIn(base, element)
  const isText = element.children.every((node) => typeof node === "string")
  if (!isText) return { markup: inner(element, own).trim(), base: own }
  const text = textOf(element).trim()
  // Many write markup without saying so; who says that it is text means it.
  const saysText = element.attributes.type === "text" || element.attributes.type === "text/plain"
  return { markup: saysText ? escapeHtml(text) : text, base: own }
}
