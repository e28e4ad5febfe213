/** Formulas that MathJax 3 and 4 drew, without TeX or MathML beside them, as the MathML that was drawn. */
import { normalized } from "@kittiwake/core/internal/paging/domain/normalized"
import { html } from "parse5"
import { innerText } from "../innerText.ts"
import { attributeOf, PageElement, PageText } from "../PageTree.ts"

/** Undefined when nothing is drawn yet: a page may leave formulas out of sight for later. */
export const mathmlOfDrawing = (drawing: PageElement): PageElement | undefined => {
  const math = find(drawing, (one) => one.name === "mjx-math" || attributeOf(one, "data-mml-node") === "math")
  const made =
    math === undefined ? [] : math.name === "mjx-math" ? new DrawnWithHtml().ofChildren(math) : ofGroups(math)
  return made.length === 0 ? undefined : elementWith("math", made)
}

const elementWith = (name: string, children: ReadonlyArray<PageElement | PageText>): PageElement => {
  const element = new PageElement(name, html.NS.MATHML, [], false)
  for (const child of children) {
    child.parent = element
    element.children.push(child)
  }
  return element
}

const elementsOf = (element: PageElement): ReadonlyArray<PageElement> =>
  element.children.filter((child): child is PageElement => child instanceof PageElement)

const tokens = new Set(["mi", "mn", "mo", "mtext", "ms"])

/** Drawn letters are other characters than those of the formula: an italic x has a code of its own. */
const plain = (text: string): string => normalized(text, "NFKC")

const character = (code: string | undefined): string => {
  const point = Number.parseInt(code ?? "", 16)
  return Number.isInteger(point) && point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ""
}

const token = (name: string, text: string): PageElement => elementWith(name, [new PageText(plain(text))])

/** Parts of one formula that are read; a drawing that needs more of them is none. */
const maxParts = 5_000

/** Drawn with HTML: `mjx-mfrac` and the like, with boxes in between that only place things. */
class DrawnWithHtml {
  private left = maxParts

  ofChildren(element: PageElement): ReadonlyArray<PageElement> {
    return elementsOf(element).flatMap((child) => this.of(child))
  }

  private of(element: PageElement): ReadonlyArray<PageElement> {
    this.left -= 1
    if (this.left < 0) return []
    const name = element.name.replace(/^mjx-/, "")
    if (tokens.has(name)) return [token(name, textOfHtml(element))]
    switch (name) {
      case "mfrac":
        return [elementWith("mfrac", [this.part(element, "num"), this.part(element, "den")])]
      case "msup":
      case "msub":
        return [elementWith(name, [this.base(element), this.part(element, "script")])]
      case "msubsup": {
        const [above, below] = this.scripts(element)
        return [elementWith("msubsup", [this.base(element), this.row(below), this.row(above)])]
      }
      case "munder":
      case "mover":
        return [elementWith(name, [this.base(element), this.part(element, name.slice(1), "script")])]
      case "munderover": {
        if (inside(element, "over") !== undefined)
          return [
            elementWith("munderover", [this.base(element), this.part(element, "under"), this.part(element, "over")])
          ]
        const [above, below] = this.scripts(element)
        return [elementWith("munderover", [this.base(element), this.row(below), this.row(above)])]
      }
      case "msqrt":
        return [elementWith("msqrt", [this.part(element, "box")])]
      case "mroot":
        return [elementWith("mroot", [this.part(element, "box"), this.part(element, "root")])]
      case "mtable":
      case "mtr":
      case "mlabeledtr":
      case "mtd":
        return [elementWith(name, this.ofChildren(element))]
      case "mspace":
        return [elementWith("mspace", [])]
      case "surd":
      case "mphantom":
        return []
      default:
        return this.ofChildren(element)
    }
  }

  private row(element: PageElement | undefined): PageElement {
    return elementWith("mrow", element === undefined ? [] : this.of(element))
  }

  private part(element: PageElement, ...names: ReadonlyArray<string>): PageElement {
    const found = inside(element, ...names)
    return elementWith("mrow", found === undefined ? [] : this.ofChildren(found))
  }

  /** What scripts stand at: in a box of its own, or simply the first. */
  private base(element: PageElement): PageElement {
    const boxed = inside(element, "base")
    return boxed === undefined ? this.row(elementsOf(element)[0]) : elementWith("mrow", this.ofChildren(boxed))
  }

  /** The one above and the one below. */
  private scripts(element: PageElement): ReadonlyArray<PageElement | undefined> {
    const script = inside(element, "script")
    return script === undefined ? [] : elementsOf(script).filter(({ name }) => name !== "mjx-spacer")
  }
}

/** Boxes between a part and what it is part of. */
const maxBoxes = 5

/** The nearest box with one of these names, not inside another part of the formula. */
const inside = (element: PageElement, ...names: ReadonlyArray<string>): PageElement | undefined => {
  let level = elementsOf(element)
  for (let depth = 0; depth < maxBoxes && level.length > 0; depth += 1) {
    const found = level.find((one) => names.includes(one.name.slice(4)))
    if (found !== undefined) return found
    level = level.flatMap(elementsOf)
  }
  return undefined
}

const textOfHtml = (element: PageElement): string => {
  const written = innerText(element, 200).trim()
  if (written !== "") return written
  let text = ""
  for (const child of elementsOf(element)) {
    text += character(/(?:^|\s)mjx-c([\dA-F]{1,6})(?:\s|$)/i.exec(attributeOf(child, "class") ?? "")?.[1])
    text += textOfHtml(child)
  }
  return text
}

/** Drawn as a picture: groups that say what they are, in the order of the formula. */
const ofGroup = (element: PageElement): ReadonlyArray<PageElement> => {
  const name = attributeOf(element, "data-mml-node")
  if (name === undefined) return ofGroups(element)
  if (tokens.has(name)) return [token(name, textOfGroup(element))]
  return [elementWith(name === "TeXAtom" ? "mrow" : name, ofGroups(element))]
}

const ofGroups = (element: PageElement): ReadonlyArray<PageElement> => elementsOf(element).flatMap(ofGroup)

const textOfGroup = (element: PageElement): string =>
  elementsOf(element)
    .map(
      (child) =>
        character(attributeOf(child, "data-c")) + (child.name === "text" ? innerText(child, 200) : textOfGroup(child))
    )
    .join("")

const find = (root: PageElement, matches: (element: PageElement) => boolean): PageElement | undefined => {
  for (const child of elementsOf(root)) {
    const found = matches(child) ? child : find(child, matches)
    if (found !== undefined) return found
  }
  return undefined
}
