/** Noise without a telling name: what stands below a heading such as "Related articles" or a label such as "Advertisement". */
import type { NoiseKind } from "@kittiwake/core/pages/domain/LeftOut"
import { html } from "parse5"
import { PageElement, PageText } from "../PageTree.ts"
import { isAdLabel, isBadge, isHeadOfNoise } from "./heads.ts"
import { leadsElsewhere, type Piece, pieceOf } from "./Noise.ts"
import { type Shape, shapeOf } from "./shapeOf.ts"

const list = { length: 6_000, elements: 1_000 }
const advertisement = { length: 300, elements: 100 }

/** Heads looked at in one page, and boxes around each. */
const maxHeads = 100
const maxBoxes = 4

/** Elements that are noise by what stands at their head. */
export const headedNoise = (root: PageElement, looks: { left: number }): ReadonlyMap<PageElement, Piece> => {
  const found = new Map<PageElement, Piece>()
  for (const { kind, head } of headsIn(root)) {
    const box = boxOf(head, kind, looks)
    if (box !== undefined) found.set(box.element, pieceOf(kind, box.element, box.shape))
    else if (kind === "related") for (const [element, piece] of listBelow(head, looks)) found.set(element, piece)
  }
  return found
}

const isHeading = /^h[1-6]$/

interface Head {
  readonly head: PageElement
  readonly kind: NoiseKind
}

const headsIn = (root: PageElement): ReadonlyArray<Head> => {
  const heads: Array<Head> = []
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined && heads.length < maxHeads; element = waiting.pop()) {
    for (const child of element.children) {
      if (child instanceof PageElement) {
        if (child.children.length > 0 && child.namespace === html.NS.HTML) waiting.push(child)
        continue
      }
      if (!isHeadOfNoise(child.text)) continue
      const kind = isAdLabel(child.text) ? "advertisement" : "related"
      // A heading "Sponsored" heads what the page says of the matter, and a badge "Popular" that is none heads nothing.
      const isHead = isHeading.test(element.name) ? kind === "related" : !isBadge(child.text)
      if (isHead) heads.push({ head: element, kind })
    }
  }
  return heads
}

/** Boxes that hold more than a part of a page, and rows, which are values. */
const tooWide = new Set("html body main article table tbody tr td th ul ol dl".split(" "))

/** The innermost box that begins with the head and holds more than that, if it is what the head says. */
const boxOf = (
  head: PageElement,
  kind: NoiseKind,
  looks: { left: number }
): { readonly element: PageElement; readonly shape: Shape } | undefined => {
  let element = head
  for (let level = 0; level < maxBoxes; level += 1) {
    if (element.isRoot || tooWide.has(element.name)) return undefined
    const shape = shapeOf(element, kind === "related" ? list : advertisement, looks)
    const first = shape?.pieces[0]
    if (shape === undefined || first === undefined || !isHeadOfNoise(first)) return undefined
    const isMore = shape.pieces.length > 1 || shape.pictures > 0
    if (isMore) {
      const isNoise = kind === "related" ? leadsElsewhere(shape) : isAdvertisement(shape)
      return isNoise ? { element, shape } : undefined
    }
    if (element.parent === null) return undefined
    element = element.parent
  }
  return undefined
}

const isAdvertisement = ({ holdsContent, links, pictures, sections }: Shape): boolean =>
  !holdsContent && sections === 0 && (links > 0 || pictures > 0)

/** Parts of a table stand beside each other, and not below. */
const cells = new Set("caption thead tbody tfoot tr td th".split(" "))

/** The head and the list right below it, where both stand in a box with other things. */
const listBelow = (start: PageElement, looks: { left: number }): ReadonlyArray<readonly [PageElement, Piece]> => {
  let head = start
  for (let level = 0; level < maxBoxes && head.parent !== null; level += 1) {
    const siblings = head.parent.children
    const below = siblings
      .slice(siblings.indexOf(head) + 1)
      .find((node) => !(node instanceof PageText && node.text.trim() === ""))
    if (below === undefined) {
      head = head.parent
      continue
    }
    if (
      !(below instanceof PageElement) ||
      cells.has(below.name) ||
      cells.has(head.name) ||
      isHeading.test(below.name) ||
      below.name === "main" ||
      head.name === "h1"
    )
      return []
    const shape = shapeOf(below, list, looks)
    const own = shapeOf(head, list, looks)
    if (shape === undefined || own === undefined || own.pieces.length > 1 || !leadsElsewhere(shape)) return []
    return [
      [head, pieceOf("related", head, own)],
      [below, pieceOf("related", below, shape)]
    ]
  }
  return []
}
