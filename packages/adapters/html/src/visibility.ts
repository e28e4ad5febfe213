/** Which elements a reader does not see. */
import { html } from "parse5"
import { attributeOf, type PageElement } from "./PageTree.ts"

/**
 * Whether the element is hidden by its own attributes.
 *
 * **Details** What a style sheet hides cannot be known from markup. `aria-hidden` hides from screen readers only: shops
 * put it on the price that is seen. `opacity: 0` is where an animation starts, and `hidden="until-found"` is a closed
 * section that search opens, so both are text; so are closed `<details>`, and panels (`openPanels.ts`).
 */
export const isHidden = (element: PageElement): boolean => isHiddenItself(element) && !opened.has(element)

const opened = new WeakSet<PageElement>()

/** Whether an element is seen because its reader opens it, whatever hides it until then. */
export const isOpened = (element: PageElement): boolean => opened.has(element)

/** Has an element be seen that its reader opens. */
export const showOpened = (element: PageElement): void => void opened.add(element)

const isHiddenItself = (element: PageElement): boolean => {
  for (const { name, value } of element.attributes) {
    switch (name.length) {
      case 5:
        if (name === "style" && hiddenStyle.test(value)) return true
        break
      case 6:
        if (name === "hidden" && value.toLowerCase() !== "until-found") return true
        break
      case 7:
        if (name === "popover") return true
    }
  }
  if (element.name === "dialog") return attributeOf(element, "open") === undefined
  if (element.name !== "template") return false
  // A shadow root that the page declares is shown in place of its host's content.
  return attributeOf(element, "shadowrootmode") === undefined
}

const hiddenStyle = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i

/** The label of a button made of `<input>`, apart from its neighbours; what other inputs hold is not the page's text. */
export const buttonLabel = (element: PageElement): string => {
  const type = attributeOf(element, "type")?.toLowerCase()
  if (type !== "submit" && type !== "button") return ""
  const label = attributeOf(element, "value") ?? ""
  return label === "" ? "" : ` ${label} `
}

/** A drawing shows text only inside these. */
export const isDrawnText = (element: PageElement): boolean =>
  element.namespace === html.NS.SVG && (element.name === "text" || element.name === "foreignObject")

/** Whether words of a drawing begin a place of their own: those of another text, or of a part that is moved. */
export const isDrawnApart = (element: PageElement): boolean =>
  element.namespace === html.NS.SVG &&
  (element.name === "text" ||
    (element.name === "tspan" && element.attributes.some(({ name }) => name === "x" || name === "y" || name === "dy")))

/** Whether an element is a field, which parts the words on both sides. */
export const isField = (element: PageElement): boolean =>
  element.name === "input" && attributeOf(element, "type")?.toLowerCase() !== "hidden"

/** Parts of drawings and formulas that are never drawn where they stand. */
export const isUndrawn = (element: PageElement): boolean =>
  element.namespace === html.NS.SVG
    ? undrawnInSvg.has(element.name)
    : element.name === "annotation" || element.name === "annotation-xml"

const undrawnInSvg = new Set(["defs", "desc", "metadata", "script", "style", "symbol", "title"])
