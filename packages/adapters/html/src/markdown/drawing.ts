/** Diagrams and charts that a page draws as SVG, as markup that Markdown takes: shapes and words, and nothing that runs. */
import { collapse, innerText } from "../innerText.ts"
import { attributeOf, PageElement, type PageNode, type PageText } from "../PageTree.ts"

/** Characters of markup. A larger drawing is a map or a scan, and no diagram that is read. */
const maxMarkup = 20_000

/** Elements inside one another; deeper ones are left out. */
const maxDepth = 32

const groups = new Set(["svg", "g"])
const shapes = new Set(["circle", "ellipse", "line", "path", "polygon", "polyline", "rect"])
const words = new Set(["text", "tspan"])

const kept = new Set(
  (
    "aria-hidden aria-label cx cy d dominant-baseline dx dy fill fill-opacity font-size font-weight height opacity points " +
    "preserveAspectRatio r role rx ry stroke stroke-dasharray stroke-opacity stroke-width text-anchor transform viewBox width x " +
    "x1 x2 xmlns y y1 y2"
  ).split(" ")
)

/** The markup of a drawing with words in it; undefined for icons, ornaments and what is too large. */
export const drawingMarkup = (svg: PageElement): string | undefined => {
  if (!holdsWords(svg)) return undefined
  const writing = new Writing()
  writing.element(svg, 0)
  return writing.markup.length > maxMarkup ? undefined : writing.markup
}

const holdsWords = (svg: PageElement): boolean => {
  let left = maxMarkup
  const waiting: Array<PageNode> = [svg]
  for (let at = waiting.pop(); at !== undefined && left > 0; at = waiting.pop()) {
    left -= 1
    if (!(at instanceof PageElement)) continue
    if (at.name === "text" && collapse(innerText(at, 200)) !== "") return true
    if (groups.has(at.name)) for (const child of at.children) waiting.push(child)
  }
  return false
}

class Writing {
  markup = ""

  element(element: PageElement, depth: number): void {
    const { name } = element
    const isShape = shapes.has(name)
    if (this.markup.length > maxMarkup || depth > maxDepth) return
    if (!isShape && !groups.has(name) && !words.has(name)) return
    this.markup += `<${name}${attributesOf(element)}${isShape ? paintOf(element) : ""}>`
    for (const child of element.children) {
      if (child instanceof PageElement) this.element(child, depth + 1)
      else if (words.has(name)) this.text(child)
    }
    this.markup += `</${name}>`
  }

  private text({ text }: PageText): void {
    const shown = collapse(text.slice(0, maxMarkup))
    if (shown !== "") this.markup += escaped(shown)
  }
}

const attributesOf = ({ attributes }: PageElement): string => {
  let markup = ""
  for (const { name, value } of attributes) {
    if (kept.has(name) && !isOfPage(value)) markup += ` ${name}="${escaped(collapse(value.slice(0, maxMarkup)))}"`
  }
  return markup
}

/** Whether a value refers to what only the page has: its variables, or another part of the drawing. */
const isOfPage = (value: string): boolean => /var\(|url\(/i.test(value)

/** A shape that the page's style sheet paints would be a black area without it. */
const paintOf = (shape: PageElement): string => {
  if (!isPainted(shape)) return ""
  const fill = attributeOf(shape, "fill")
  const stroke = attributeOf(shape, "stroke")
  const isArea = shape.name === "path" && /z\s*$/i.test(attributeOf(shape, "d") ?? "")
  return (
    (fill === undefined && shape.name !== "line" ? ' fill="none"' : "") +
    (stroke === undefined && !isArea ? ' stroke="currentColor"' : "")
  )
}

const isPainted = (shape: PageElement): boolean => {
  const fill = attributeOf(shape, "fill")
  const stroke = attributeOf(shape, "stroke")
  const isTold = (value: string | undefined) => value !== undefined && !isOfPage(value)
  return !isTold(fill) && !isTold(stroke) && attributeOf(shape, "class") !== undefined
}

/** A bar would end the cell of a table. */
const escaped = (text: string): string => text.replace(/[&<>"|]/g, (character) => references[character]!)

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "|": "&#124;"
}
