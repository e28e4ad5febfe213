/** Formulas of KaTeX, MathJax and MathML as TeX. */
import { innerText } from "../innerText.ts"
import { attributeOf, PageElement } from "../PageTree.ts"
import { placeIn } from "../siblings.ts"
import { mathmlOfDrawing } from "./mathjaxDrawing.ts"
import { texOfMathml } from "./texOfMathml.ts"

export interface Formula {
  readonly tex: string
  readonly isBlock: boolean
}

/** Longer ones are no formulas. */
const maxLength = 20_000

/** The formulas of one page. */
export class Formulas {
  /** Whether values of `class` are names of formulas: pages repeat few of them many times. */
  private readonly named = new Map<string, boolean>()

  /** The formula that an element stands for; null for a second drawing of one; undefined when it is no formula. */
  of(element: PageElement): Formula | null | undefined {
    switch (element.name) {
      case "math":
        return ofMathml(element)
      case "script": {
        const type = attributeOf(element, "type")
        if (type === undefined || !/^math\/(?:tex|asciimath|mml)/i.test(type)) return undefined
        return formula(innerText(element), /mode=display/i.test(type))
      }
      case "mjx-container":
        // What is not drawn yet says nothing.
        return ofDrawing(element, attributeOf(element, "display") === "true") ?? null
      case "img": {
        const drawn = ofAddress(attributeOf(element, "src") ?? "")
        if (drawn !== undefined) return formula(drawn, false)
        const names = attributeOf(element, "class")
        if (names === undefined || !/(?:^|\s)(?:latex|tex|mwe-math-fallback-image-\w+)(?:\s|$)/.test(names))
          return undefined
        const alt = attributeOf(element, "alt")
        return alt === undefined || alt === "" ? undefined : formula(alt, false)
      }
      default: {
        const names = attributeOf(element, "class")
        if (names === undefined || !this.isNamed(names)) return undefined
        if (/(?:^|[\s_-])(?:math|tex|latex|formula|equation)(?:$|[\s_-])/i.test(names)) {
          const source = sourceIn(element)
          if (source !== undefined) return formula(source, /display|block/i.test(names))
        }
        return names.includes("katex") || names.includes("MathJax") || names.includes("mwe-math-element")
          ? ofWidget(element, names.split(/\s+/))
          : undefined
      }
    }
  }

  private isNamed(names: string): boolean {
    const known = this.named.get(names)
    if (known !== undefined) return known
    const found = /math|tex|katex|formula|equation/i.test(names)
    this.named.set(names, found)
    return found
  }
}

/** The TeX in the address of a picture that a service draws from it. */
const ofAddress = (address: string): string | undefined => {
  if (address.length > maxLength || !/latex|tex=|=tx|%5C/i.test(address)) return undefined
  const plain = /^(?:https?:)?\/\/latex\.codecogs\.com\/(?:\w+\.)?(?:latex|image|download)\?(.+)$/i.exec(address)?.[1]
  const field =
    /^[^?]*\/chart\?(?=.*\bcht=tx\b)(?:.*&)?chl=([^&]+)/i.exec(address)?.[1] ??
    /^[^?]*\/equation\?(?:.*&)?tex=([^&]+)/i.exec(address)?.[1] ??
    /^[^?]*\/latex\.php\?(?:.*&)?latex=([^&]+)/i.exec(address)?.[1]
  // Nothing but TeX has backslashes before words in an address.
  const path = /[/?=]((?=[^/?]*%5C[a-z])[^/?]+)$/i.exec(address)?.[1]
  try {
    return decodeURIComponent(plain ?? field?.replaceAll("+", " ") ?? path ?? "") || undefined
  } catch {
    return undefined
  }
}

const ofWidget = (element: PageElement, names: ReadonlyArray<string>): Formula | null | undefined => {
  if (names.includes("MathJax_Preview")) return null
  if (names.includes("MathJax") || names.includes("MathJax_Display") || names.includes("MathJax_CHTML")) {
    // The script behind it has the source; without one the drawing may carry MathML.
    if (hasSource(element)) return null
    return ofDrawing(element, names.includes("MathJax_Display")) ?? undefined
  }
  if (names.includes("katex-display")) return ofDrawing(element, true)
  if (names.includes("katex") || names.includes("mwe-math-element")) return ofDrawing(element, false)
  return undefined
}

const hasSource = (element: PageElement): boolean => {
  let at = element
  for (let level = 0; level < 3; level += 1) {
    if (at.parent === null) return false
    const next = at.parent.children[placeIn(at.parent, at) + 1]
    if (next instanceof PageElement && /^math\//.test(attributeOf(next, "type") ?? "")) return true
    at = at.parent
  }
  return false
}

const ofDrawing = (element: PageElement, isBlock: boolean): Formula | null | undefined => {
  const source = sourceIn(element)
  if (source !== undefined) return formula(source, isBlock)
  const math = find(element, (one) => one.name === "math")
  if (math !== undefined) {
    const found = ofMathml(math)
    return found === undefined || found === null ? found : { tex: found.tex, isBlock: isBlock || found.isBlock }
  }
  const drawn = mathmlOfDrawing(element)
  if (drawn !== undefined) return formula(texOfMathml(drawn), isBlock)
  const image = find(element, (one) => one.name === "img")
  const alt = image === undefined ? undefined : attributeOf(image, "alt")
  return alt === undefined ? undefined : formula(alt, isBlock)
}

/** The TeX that an element names as its source. */
const sourceIn = (element: PageElement): string | undefined =>
  attributeOf(element, "data-tex") ??
  attributeOf(element, "data-latex") ??
  attributeOf(element, "data-math") ??
  attributeOf(element, "data-formula")

const ofMathml = (math: PageElement): Formula | null | undefined => {
  const isBlock = attributeOf(math, "display") === "block"
  const annotation = find(math, (one) => one.name === "annotation" && /tex/i.test(attributeOf(one, "encoding") ?? ""))
  if (annotation !== undefined) return formula(innerText(annotation), isBlock)
  const alt = attributeOf(math, "alttext")
  return formula(alt ?? texOfMathml(math), isBlock)
}

const formula = (source: string, isBlock: boolean): Formula | null => {
  const tex = source
    .trim()
    .replace(/^\$\$?([\s\S]*?)\$?\$$/, "$1")
    .replace(/^\{\\(?:displaystyle|textstyle) ([\s\S]*)\}$/, "$1")
    .trim()
  return tex === "" || tex.length > maxLength ? null : { tex, isBlock }
}

const find = (root: PageElement, matches: (element: PageElement) => boolean): PageElement | undefined => {
  let left = 2_000
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined && left > 0; element = waiting.pop()) {
    left -= 1
    if (element !== root && matches(element)) return element
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index]
      if (child instanceof PageElement) waiting.push(child)
    }
  }
  return undefined
}
