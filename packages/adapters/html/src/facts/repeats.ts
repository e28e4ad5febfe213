/** What repeats on a page: elements of one kind beside each other, and parts under headings of one level. */
import { attributeOf, PageElement } from "../PageTree.ts"
import { hasOwnText, shownChildren } from "./shownText.ts"

/** Items of one group. */
export const maxItems = 1_000

export type Item = ReadonlyArray<PageElement>

const firstClass = (element: PageElement): string => (attributeOf(element, "class") ?? "").trim().split(/\s+/)[0] ?? ""

const telling = new Set(["article", "section", "li", "figure", "tr", "a", "details"])

/** Elements that may be items: those with something inside. */
const isWhole = (element: PageElement): boolean =>
  !/^(?:h[1-6]|p|dt|dd|nav|header|footer|table|thead|tbody|ul|ol|dl|form|br|hr|button|label|option)$/.test(
    element.name
  ) && element.children.some((child) => child instanceof PageElement)

/** Elements of one kind beside each other repeat each other. */
export const kindOf = (element: PageElement): string => {
  const first = firstClass(element)
  if (first !== "" || telling.has(element.name)) return `${element.name} ${first}`
  return `${element.name} of ${shownChildren(element)
    .slice(0, 2)
    .map(({ name }) => name)}`
}

/** Elements of one kind among those right inside another, when there are several. */
const similar = (children: ReadonlyArray<PageElement>): ReadonlyArray<Item> => {
  const kinds = new Map<string, Array<PageElement>>()
  for (const child of children) {
    if (!isWhole(child)) continue
    const kind = kindOf(child)
    const known = kinds.get(kind)
    if (known === undefined) kinds.set(kind, [child])
    else known.push(child)
  }
  const [most = []] = [...kinds.values()].toSorted((one, other) => other.length - one.length)
  return most.length < 2 ? [] : most.slice(0, maxItems).map((element) => [element])
}

const levelOf = ({ name }: PageElement): number => (/^h[2-6]$/.test(name) ? Number(name[1]) : 0)

/** The level of headings right inside, each with what follows it up to the next. */
const headed = (children: ReadonlyArray<PageElement>): ReadonlyArray<Item> => {
  const levels = children.map(levelOf).filter((level) => level > 0)
  if (levels.length < 2) return []
  const level = levels.reduce((one, other) => Math.min(one, other))
  const items: Array<Array<PageElement>> = []
  for (const child of children) {
    if (levelOf(child) === level) items.push([child])
    else items.at(-1)?.push(child)
  }
  const whole = items.filter(({ length }) => length > 1)
  return whole.length < 2 ? [] : whole.slice(0, maxItems)
}

/** A list that has one item now, such as that of the jobs that are open: an item has a heading, and something below it. */
const onlyItem = ({ name }: PageElement, children: ReadonlyArray<PageElement>): ReadonlyArray<Item> => {
  const [only] = children
  if (!/^(?:ul|ol)$/.test(name) || only?.name !== "li" || !isWhole(only)) return []
  const parts = shownChildren(only)
  return parts.length > 1 && levelOf(parts[0]!) > 0 ? [[only]] : []
}

/** The items of what repeats right inside an element, most often none. */
export const repeatsIn = (parent: PageElement): ReadonlyArray<Item> => {
  if (hasOwnText(parent) || /^(?:tr|table|thead|tbody|p|h[1-6]|a|span|dl)$/.test(parent.name)) return []
  const children = shownChildren(parent)
  if (children.length < 2) return onlyItem(parent, children)
  const [alike, under] = [similar(children), headed(children)]
  return alike.length >= under.length ? alike : under
}
