/** What is seen of a page by its markup and style sheets alone, as `PageStyles` tells it. */
import type { BoxKind, PageStyles, SeenBox, SeenText } from "@kittiwake/core/pages/domain/PageStyles"
import { isConsent } from "../clutter.ts"
import { attributeOf, ownTextOf, PageElement } from "../PageTree.ts"
import { isHidden } from "../visibility.ts"
import { type ComputedStyle, computedStyle, rootStyle } from "./computedStyle.ts"
import type { RulesFor } from "./ruleIndex.ts"

/** Elements that are looked at, in the order of the page, and looks of one kind that are told. */
const maxElements = 8_000
const maxLooks = 300

type Counted<A> = A & { elements: number }

interface Notes {
  readonly texts: Map<string, Counted<SeenText> & { words: number }>
  readonly boxes: Map<string, Counted<SeenBox>>
  readonly paints: Map<string, number>
  readonly shadows: Map<string, number>
  readonly gaps: Map<number, number>
}

const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length

/** Whether somewhere in the element stands as much text; nobody needs to know how much more. */
const holdsText = (element: PageElement, least: number): boolean => {
  const waiting: Array<PageElement> = [element]
  let length = 0
  for (let at = waiting.pop(), looked = 0; at !== undefined && looked < 200; at = waiting.pop(), looked++) {
    length += ownTextOf(at).trim().length
    if (length >= least) return true
    for (const child of at.children) if (child instanceof PageElement) waiting.push(child)
  }
  return false
}

const headings = new Set(["h1", "h2", "h3", "h4", "h5", "h6"])

/** Whether a heading stands somewhere near in the element. */
const holdsHeading = (element: PageElement): boolean => {
  const waiting: Array<PageElement> = [element]
  for (let at = waiting.pop(), looked = 0; at !== undefined && looked < 50; at = waiting.pop(), looked++) {
    if (headings.has(at.name)) return true
    for (const child of at.children) if (child instanceof PageElement) waiting.push(child)
  }
  return false
}

/** What stands in front of the page and is none of it: its looks are often those of whoever made the notice. */
const isInFront = (element: PageElement): boolean => {
  const role = attributeOf(element, "role")?.trim().toLowerCase()
  return role === "dialog" || role === "alertdialog" || isConsent(element)
}

const isClear = (color: string): boolean => color.length === 9 && color.endsWith("00")

const hasLook = (style: ComputedStyle, above: ComputedStyle): boolean =>
  (!isClear(style.background) && style.background !== above.behind) || style.borderWidth !== "0px"

const textInputs = /^(?:|text|email|search|tel|url|password|number)$/
const blocks = new Set(["a", "article", "aside", "div", "figure", "li", "section"])

const kindOf = (element: PageElement, style: ComputedStyle, above: ComputedStyle): BoxKind | null => {
  const { name } = element
  const type = (attributeOf(element, "type") ?? "").toLowerCase()
  if ((name === "input" && textInputs.test(type)) || name === "textarea" || name === "select") return "input"
  const role = attributeOf(element, "role")
  const isButton = name === "button" || role === "button" || (name === "input" && /^(?:submit|button)$/.test(type))
  if (isButton) return holdsText(element, 1) || name === "input" ? "button" : null
  const isPadded = style.padding !== "0px"
  if (name === "a" && attributeOf(element, "href") !== undefined) {
    if (!holdsText(element, 1)) return null
    if (!hasLook(style, above) || !isPadded) return "link"
    return holdsText(element, 61) || (holdsHeading(element) && holdsText(element, 31)) ? "card" : "button"
  }
  const isRaised = style.shadow !== "none" || !/^0px/.test(style.borderRadius) || style.borderWidth !== "0px"
  const isCard = blocks.has(name) && isRaised && (hasLook(style, above) || style.shadow !== "none")
  return isCard && holdsText(element, 12) ? "card" : null
}

const levels = new Set(["h1", "h2", "h3", "h4", "p"])
const inline = new Set(["b", "em", "font", "i", "mark", "small", "span", "strong", "u"])

/** What a text belongs to: words of a heading often stand in an element inside it. */
const textElement = (element: PageElement): string => {
  let at: PageElement | null = element
  for (let steps = 0; at !== null && inline.has(at.name) && steps < 4; steps++) at = at.parent
  return at !== null && levels.has(at.name) ? at.name : element.name
}

const noteText = ({ texts }: Notes, element: PageElement, style: ComputedStyle, words: number) => {
  const look = {
    element: textElement(element),
    families: style.families,
    size: style.size,
    weight: style.weight,
    lineHeight: style.lineHeight,
    letterSpacing: style.letterSpacing,
    color: style.color,
    behind: style.behind
  }
  const key = JSON.stringify(look)
  const seen = texts.get(key) ?? { ...look, elements: 0, words: 0 }
  texts.set(key, { ...seen, elements: seen.elements + 1, words: seen.words + words })
}

const noteBox = ({ boxes }: Notes, kind: BoxKind, style: ComputedStyle, above: ComputedStyle) => {
  const look = {
    kind,
    background: style.background,
    color: style.color,
    behind: above.behind,
    borderColor: style.borderColor,
    borderWidth: style.borderWidth,
    borderStyle: style.borderStyle,
    borderRadius: style.borderRadius,
    padding: style.padding,
    shadow: style.shadow,
    families: style.families,
    size: style.size,
    weight: style.weight,
    decoration: style.decoration,
    decorationColor: style.decorationColor,
    width: 0,
    height: 0,
    area: 0
  }
  const key = JSON.stringify(look)
  const seen = boxes.get(key) ?? { ...look, elements: 0 }
  boxes.set(key, { ...seen, elements: seen.elements + 1 })
}

const note = (notes: Notes, element: PageElement, style: ComputedStyle, above: ComputedStyle) => {
  const words = wordsIn(ownTextOf(element).slice(0, 20_000))
  if (words > 0) noteText(notes, element, style, words)
  if (!isClear(style.background)) add(notes.paints, style.background.slice(0, 7))
  if (style.shadow !== "none") add(notes.shadows, style.shadow)
  for (const gap of style.gaps) add(notes.gaps, gap)
  const kind = kindOf(element, style, above)
  if (kind !== null) noteBox(notes, kind, style, above)
}

const childrenOf = (element: PageElement): ReadonlyArray<PageElement> =>
  element.children.filter((child) => child instanceof PageElement)

const most = <A>(entries: Iterable<A>, weight: (entry: A) => number): ReadonlyArray<A> =>
  [...entries].toSorted((one, other) => weight(other) - weight(one)).slice(0, maxLooks)

const counted = (counts: ReadonlyMap<string, number>) =>
  most(counts, ([, count]) => count).map(([value, count]) => ({ value, count }))

/** Looks at every element that is displayed, in the order of the page. */
export const observe = (
  document: PageElement,
  rulesFor: RulesFor,
  scheme: "light" | "dark"
): Omit<PageStyles, "faces"> => {
  const notes: Notes = { texts: new Map(), boxes: new Map(), paints: new Map(), shadows: new Map(), gaps: new Map() }
  const html = childrenOf(document).find(({ name }) => name === "html")
  const root = rootStyle(scheme)
  const rootOf = html === undefined ? root : computedStyle(html, root, rulesFor, 16)
  const rem = rootOf.size
  let background = rootOf.behind
  const waiting = (html === undefined ? [] : childrenOf(html))
    .map((element) => ({ element, above: rootOf }))
    .toReversed()
  let looked = 0
  for (let next = waiting.pop(); next !== undefined && looked < maxElements; next = waiting.pop()) {
    const { above, element } = next
    if (isHidden(element) || isInFront(element) || element.name === "svg") continue
    looked += 1
    const style = computedStyle(element, above, rulesFor, rem)
    if (!style.isDisplayed) continue
    if (element.name === "body") background = style.behind
    if (style.isVisible) note(notes, element, style, above)
    for (const child of childrenOf(element).toReversed()) waiting.push({ element: child, above: style })
  }
  return {
    from: "sheets",
    background,
    paints: counted(notes.paints),
    texts: most(notes.texts.values(), ({ words }) => words),
    boxes: most(notes.boxes.values(), ({ elements }) => elements),
    gaps: most(notes.gaps, ([, count]) => count).map(([px, count]) => ({ px, count })),
    shadows: counted(notes.shadows)
  }
}
