/** Facts out of the visible part of a page, and of each item of what repeats on it. */
import type { FactSet } from "@kittiwake/core/extraction/domain/FactSheet"
import { inBasket, isBasketName } from "@kittiwake/core/internal/extraction/domain/baskets"
import { stockOfAll, stockOfForm } from "@kittiwake/core/internal/extraction/domain/readStatus"
import type { Addresses } from "../Addresses.ts"
import { block, traits } from "../elements.ts"
import { PageElement } from "../PageTree.ts"
import { besidePage } from "./besidePage.ts"
import { listed } from "./embeddedFacts.ts"
import { FactCollector, maxItems } from "./FactCollector.ts"
import { addPiece, hintsOf, isStruck, pairIn } from "./leafFacts.ts"
import { addLines, addPieces } from "./lineFacts.ts"
import { addAddress, addHeading, addLink, addPicture, addTime } from "./namedParts.ts"
import { addDescriptions, addList, addPair, addPairs } from "./pairFacts.ts"
import { type Item, kindOf, type Repeats, repeatsIn } from "./repeats.ts"
import { currentText, hasOwnText, hasRaised, holds, isUnseen, linesOf, shownChildren, shownText } from "./shownText.ts"
import { addTable } from "./tableFacts.ts"
import { contextOf, newWalk, type Walk } from "./Walk.ts"

/** Longest text that is one piece, and longest that has a name by its markup. */
const maxPiece = 600
const maxHinted = 160

/** Levels of repetition: a card with a list of offers is enough. */
const maxNesting = 3

/** Items beyond which none of what they say is said of the page too. */
const maxTold = 12

/** Adds what the page shows. */
export const addShown = (
  root: PageElement,
  collector: FactCollector,
  addresses: Addresses,
  { language, whole }: { readonly language: string; readonly whole: string }
): void => walk(root, { ...newWalk(collector, addresses, language), whole })

const walk = (element: PageElement, at: Walk): void => {
  at.collector.budget.step()
  if (at.collector.budget.isCut) return
  const found = at.nesting < maxNesting ? repeatsIn(element, at.takesOne ? at.kinds : null) : undefined
  const repeated = found?.items ?? []
  const sets = found !== undefined && repeated.length > 0 ? addRepeated(element, found, at) : []
  const inItems = new Set(repeated.flat())
  const isMany = repeated.length > 2 || sayOthers(sets)
  const [[first] = []] = repeated
  // Those behind the last that is kept are no more the page's own than it.
  const unkept = repeated.length < maxItems || first === undefined ? null : kindOf(first)
  for (const child of element.children) {
    if (!(child instanceof PageElement)) continue
    if (child.isRoot) walk(child, at)
    else if (inItems.has(child) && isMany) {
      if (repeated.length > maxTold) continue
      const { around, heading } = at
      at.around = `${around} ${listed}`.trim()
      visit(child, at)
      at.around = around
      if (!isHeading(child)) at.heading = heading
    } else if (unkept === null || kindOf(child) !== unkept) visit(child, at)
  }
}

const isHeading = ({ name }: PageElement): boolean => /^h[1-6]$/.test(name)

/** What stands above the first item right inside its parent, and so is not read yet. */
const headingAbove = (parent: PageElement, items: ReadonlyArray<Item>): string | undefined => {
  const first = items[0]?.[0]
  let heading: string | undefined
  for (const child of shownChildren(parent)) {
    if (child === first) break
    if (/^h[2-6]$/.test(child.name)) heading = shownText(child) || heading
  }
  return heading
}

/** Names that two items share and say something else under, from which on they are two of one kind. */
const leastOthers = 2

/** Whether two things say other things under the same names. */
const sayOthers = ([one, other, ...more]: ReadonlyArray<FactSet>): boolean => {
  if (one === undefined || other === undefined || more.length > 0) return false
  const said = new Map(one.facts.map(({ name, value }) => [name, value]))
  const others = other.facts.filter(({ name, value }) => name !== "" && said.has(name) && said.get(name) !== value)
  return new Set(others.map(({ name }) => name)).size >= leastOthers
}

/** Adds what repeats as things; gives what each of them says. */
const addRepeated = (parent: PageElement, { areParts, isCut, items }: Repeats, outer: Walk): ReadonlyArray<FactSet> => {
  if (isCut) outer.collector.budget.leaveOut()
  const sets: Array<FactSet> = []
  const at: Walk = { ...outer, heading: headingAbove(parent, items) ?? outer.heading }
  for (const [element, ...others] of items)
    if (element !== undefined && others.length === 0) outer.kinds.add(kindOf(element))
  for (const set of factsOfItems(items, at)) {
    // What says one thing alone is a line of a list.
    if (set.facts.length + set.lists.length + set.groups.length > 1) sets.push(set)
  }
  // A list that has but one item is one all the same; of several that say nothing else one is left, which repeats nothing.
  if (sets.length < Math.min(2, items.length)) return []
  const [[first] = []] = items
  // What parts are called is what says that they are more than parts.
  const hints = areParts && first !== undefined ? [...hintsOf(parent), ...hintsOf(first)] : hintsOf(parent)
  const parts = areParts ? { areParts } : {}
  at.collector.addGroup({ name: at.heading, source: "block", context: hints.join(" "), items: sets, ...parts })
  return sets
}

/** What items say; where they are sections of a list, one that has one thing alone is read as those that have several. */
const factsOfItems = (items: ReadonlyArray<Item>, at: Walk): ReadonlyArray<FactSet> => {
  const kinds = new Set<string>()
  const sets = items.map((item) => factsOfItem(item, at, kinds, false))
  if (kinds.size === 0) return sets
  return sets.map((set, index) => (set.groups.length > 0 ? set : factsOfItem(items[index]!, at, kinds, true)))
}

const factsOfItem = (
  item: Item,
  { addresses, collector, heading, language, nesting }: Walk,
  kinds: Set<string>,
  takesOne: boolean
): FactSet => {
  const inner = new FactCollector(collector.budget)
  const walking = { isItem: true, nesting: nesting + 1, heading, kinds, takesOne }
  const at: Walk = { ...newWalk(inner, addresses, language), ...walking }
  const [only, ...others] = item
  if (only !== undefined && others.length === 0) {
    if (only.name === "a") addLink(only, at)
    if (hasOwnText(only)) visit(only, at)
    else walk(only, at)
  } else for (const element of item) visit(element, at)
  return inner.set
}

/** Elements whose name says how they are read; tells whether that was all there is to them. */
const addByName = (element: PageElement, at: Walk): boolean => {
  const { name } = element
  if (/^h[1-6]$/.test(name)) addHeading(element, at)
  else if (name === "dl") addDescriptions(element, at)
  else if (name === "ul" || name === "ol") addItems(element, at)
  else if (name === "table") {
    addTable(element, at.heading, at.addresses, at.collector)
    return !hasLayout(element)
  } else {
    if (name === "address") addAddress(element, at)
    if (name === "time") addTime(element, at)
    if (name === "a") addLink(element, at)
    return name === "nav" && !at.isItem
  }
  return true
}

const visit = (element: PageElement, at: Walk): void => {
  at.collector.budget.step()
  if (isUnseen(element)) return
  const { around } = at
  if (!at.isItem) at.around = `${besidePage(element)} ${around}`.trim()
  visitShown(element, at)
  at.around = around
}

const visitShown = (element: PageElement, at: Walk): void => {
  if (element.name === "img") addPicture(element, at)
  else if (addByName(element, at)) return
  else if (hasOwnText(element) || hasRaised(element) || !hasShownChildren(element)) addLeaf(element, at)
  else if (!addLabelled(element, at)) walkPart(element, at)
}

/** Parts whose headings say nothing of what stands behind them. */
const closed = /^(?:section|article|aside|footer|details|figure)$/

const walkPart = (element: PageElement, at: Walk): void => {
  const { heading } = at
  walk(element, at)
  if (closed.test(element.name)) at.heading = heading
}

const hasShownChildren = (element: PageElement): boolean => shownChildren(element).length > 0

/** Whether a table holds blocks, so that it only lays them out. */
const hasLayout = (table: PageElement): boolean => {
  const [row] = shownChildren(table).flatMap((one) => (one.name === "tr" ? [one] : shownChildren(one)))
  return (
    row !== undefined &&
    shownChildren(row).some((cell) => shownChildren(cell).some(({ name }) => /^(?:table|h[1-6]|div|ul)$/.test(name)))
  )
}

/** A list of short lines is one of values; other lists hold things. */
const addItems = (list: PageElement, at: Walk): void => {
  const items = shownChildren(list)
  const isPlain = !items.some(hasBlocks)
  if (isPlain) {
    addList(list, at.isItem ? "" : at.heading, at)
    if (!at.isItem) addStockOfAll(items, at)
    const pairs = items.slice(0, maxItems).map((item) => pairIn(currentText(item)))
    if (pairs.every((pair) => pair !== undefined)) addPairs(pairs, at)
  }
  walk(list, at)
}

/** What all forms of the thing have in common, where a list says of each whether it can be had. */
const addStockOfAll = (items: ReadonlyArray<PageElement>, at: Walk): void => {
  const [first, ...others] = items
  if (first === undefined || stockOfForm(shownText(first), at.whole) === null) return
  const said = stockOfAll(
    [first, ...others].map((one) => shownText(one)),
    at.whole
  )
  if (said === null) return
  const quote = shownText(first)
  at.collector.add({ name: "availability", value: said, source: "text", context: contextOf(at), quote })
}

const hasBlocks = holds(({ name }) => ((traits.get(name) ?? 0) & block) !== 0)

/** Two short pieces beside each other, the first of which is words: a label and its value. */
const addLabelled = (element: PageElement, at: Walk): boolean => {
  const children = shownChildren(element)
  const [label, value, ...others] = children
  if (label === undefined || value === undefined || others.length > 0) return false
  // Two articles, or two cards of one kind, are no name and value of each other.
  if (/^(?:article|section)$/.test(label.name) && label.name === value.name) return false
  if (kindOf(label) === kindOf(value) && shownChildren(label).length > 1 && shownChildren(value).length > 1)
    return false
  if (/^(?:h[1-6]|option)$/.test(label.name) || hasBlocksInside(label) || hasBlocksInside(value)) return false
  if (value.name === "nav" || isGlued(label) || isGlued(value)) return false
  const texts = [shownText(label), currentText(value)] as const
  const isTurned = isAmountOver(...texts)
  const [name, said] = isTurned ? [texts[1], currentText(label)] : texts
  if (name === "" || said === "" || name.length > 48 || said.length > 200 || name.split(/\s+/).length > 6) return false
  if (!/\p{L}/u.test(name) || (/\p{Nd}/u.test(name) && !/\p{Nd}/u.test(said))) return false
  // Two forms of one thing are no name and value of each other either.
  if (stockOfForm(name, at.whole) !== null && stockOfForm(said, at.whole) !== null) return false
  addPair(name, said, at, `${name}: ${said}`)
  const { around } = at
  if (isBasketName(name)) at.around = `${inBasket} ${around}`.trim()
  // The pieces may say something by themselves too, such as what is in stock.
  for (const child of children) visit(child, at)
  at.around = around
  return true
}

/** Whether links stand right behind each other, so that their texts together are none that the page shows. */
const isGlued = (element: PageElement): boolean =>
  element.children.some(
    (child, at) => child instanceof PageElement && child.name === "a" && isLinkBehind(element.children[at + 1])
  )

const isLinkBehind = (node: PageElement["children"][number] | undefined): boolean =>
  node instanceof PageElement && node.name === "a"

/** Whether a figure stands over the word that says what it is, as on cards of facts: `86 m²` over `Living area`. */
const isAmountOver = (above: string, below: string): boolean =>
  /^[^\p{L}]*\p{Nd}/u.test(above) &&
  above.length <= 20 &&
  above.replace(/[^\p{L}]/gu, "").length <= 5 &&
  /^\p{L}[\p{L}\p{M} ./()²&'’-]{1,30}$/u.test(below)

const hasBlocksInside = holds(({ name }) => /^(?:ul|ol|table|dl|h[1-6]|section|article)$/.test(name))

const addLeaf = (element: PageElement, at: Walk): void => {
  const text = currentText(element)
  if (text === "") return
  const source = at.isItem ? ("block" as const) : ("text" as const)
  const context = contextOf(at)
  if (text.length <= maxHinted) {
    for (const name of hintsOf(element)) at.collector.add({ name, value: text, source: "text", context, quote: text })
  }
  const isOld = isStruck(element)
  const lines = linesOf(element)
  const piece = { text, context, isStruck: isOld, language: at.language, ...(at.isItem ? {} : { whole: at.whole }) }
  const isSaid =
    text.length <= maxPiece &&
    (lines.length > 1 ? addLines(lines, piece, source, at.collector) : addPieces(piece, source, at.collector))
  addBold(element, text, at)
  addInside(element, at)
  if (!at.isItem) return
  const isName = !at.hasTitle && (/^(?:strong|b)$/.test(element.name) || (element.name === "a" && text.length < 120))
  const name = at.hasTitle ? "" : isName ? text : boldName(element, text)
  if (name !== "") {
    at.hasTitle = true
    at.collector.add({ name: "title", value: name, source: "block", context: "", quote: text })
  }
  if (!isName && !isSaid && text.length <= maxPiece) {
    const value = text.slice(name.length).replace(/^[\s,–—·|-]+/u, "")
    at.collector.add({ name: "", value, source: "block", context, quote: text })
    if (text.length > 40) at.collector.add({ name: "description", value: text, source: "text", context, quote: text })
  }
}

/** Longest line that begins with its label in bold letters. */
const maxBold = 100

/** The bold letters that a line begins with; empty where it does not. */
const leadingBold = (element: PageElement, text: string): string => {
  const [first] = element.children.filter((child) => child instanceof PageElement || /\S/.test(child.text))
  if (!(first instanceof PageElement) || !/^(?:b|strong)$/.test(first.name) || isUnseen(first)) return ""
  const label = shownText(first)
  return text.startsWith(label) ? label : ""
}

/** What a line of a list calls its thing, in bold letters that a mark sets off: `<b>Ann Roe</b>, director`. */
const boldName = (element: PageElement, text: string): string => {
  const name = leadingBold(element, text)
  const isSetOff = /^\s*(?:[,·|]|[–—-]\s)\s*\p{L}/u.test(text.slice(name.length))
  return isSetOff && name.length <= maxBold && /\p{L}/u.test(name) && !/[.:：!?]\s*$/u.test(name) ? name : ""
}

/** A label in bold letters with its value behind it: `<b>Duration</b> 8 weeks`. */
const addBold = (element: PageElement, text: string, at: Walk): void => {
  if (text.length > maxBold) return
  const label = leadingBold(element, text)
  if (label === "" || /\d|[:：.!?]\s*$/u.test(label) || label.split(/\s+/).length > 4) return
  const value = text.slice(label.length).trim()
  if (/^[\p{L}\p{N}\p{Sc}~+−-]/u.test(value)) addPair(label, value, at, text)
}

/** Inside a line of text only what its markup says of a part of it counts. */
const addInside = (element: PageElement, at: Walk): void => {
  at.collector.budget.step()
  if (at.collector.budget.isCut) return
  for (const child of shownChildren(element)) {
    if (child.name === "a") addLink(child, at)
    if (child.name === "img") addPicture(child, at)
    if (child.name === "time") addTime(child, at)
    else if (child.name === "ul" || child.name === "ol" || child.name === "dl" || child.name === "table")
      visit(child, at)
    else {
      const { collector, language } = at
      const [names, isOld] = [hintsOf(child), isStruck(child)]
      // Elements inside each other say the same once more each, and few of them are asked what.
      const text = names.length > 0 || isOld ? shownText(child, maxHinted + 1) : ""
      if (text !== "" && text.length <= maxHinted) {
        for (const name of names)
          collector.add({ name, value: text, source: "text", context: contextOf(at), quote: text })
        if (isOld) addPiece({ text, context: contextOf(at), isStruck: true, language }, "text", collector)
      }
      addInside(child, at)
    }
  }
}
