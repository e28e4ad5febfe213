/** What repeats on a page: elements of one kind beside each other, and parts under headings of one level. */
import { attributeOf, PageElement } from "../PageTree.ts"
import { maxItems } from "./FactCollector.ts"
import { hasOwnText, shownChildren, shownText } from "./shownText.ts"

export type Item = ReadonlyArray<PageElement>

/** What repeats right inside an element. */
export interface Repeats {
  readonly items: ReadonlyArray<Item>
  /** Whether the items may as well be the parts that any page has under its headings: nothing in the markup says that they are things of one kind. */
  readonly areParts: boolean
  /** Whether there are more than are kept. */
  readonly isCut: boolean
}

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

/** Elements of an item that are looked at to see what it holds, and characters of it in which an amount is sought. */
const looked = { elements: 40, text: 400 } as const

const tellingInside = /^(?:h[1-6]|p|ul|ol|dl|table|img|picture|a|button|form|time)$/

/** The kinds of elements that an item holds, by which it is like others. */
const insideOf = (item: PageElement): ReadonlySet<string> => {
  const kinds = new Set<string>()
  let left: number = looked.elements
  const look = (element: PageElement): void => {
    for (const child of shownChildren(element)) {
      left -= 1
      if (left < 0) return
      if (tellingInside.test(child.name)) kinds.add(child.name)
      look(child)
    }
  }
  look(item)
  return kinds
}

const areSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((kind) => other.has(kind))

const hasHeading = (inside: ReadonlySet<string>): boolean => [...inside].some((kind) => /^h[2-6]$/.test(kind))

const sequenceOf = (element: PageElement): string =>
  shownChildren(element)
    .map(({ name }) => name)
    .join(" ")

const hasAmount = (element: PageElement): boolean =>
  /\p{Sc}\s?\p{Nd}|\p{Nd}\s?\p{Sc}/u.test(shownText(element, looked.text))

/** What stands between things and is none of them, by what it is called. */
const notOne =
  /(?:^|[\s_-])(?:ads?|advert\p{L}*|sponsor\p{L}*|promo\p{L}*|banner|newsletter|signup|cta|header|footer|sidebar|aside|nav|title|intro|filters?|pagination)(?:$|[\s_-])/iu

/** Whether an element is one of those that the most are, whatever it is called: the one that is drawn larger. */
const isOneOf = (one: PageElement, usual: PageElement, inside: ReadonlySet<string>): boolean => {
  if (one.name !== usual.name || notOne.test(attributeOf(one, "class") ?? "")) return false
  if (!hasHeading(inside)) return shownChildren(one).length > 1 && sequenceOf(one) === sequenceOf(usual)
  return areSame(insideOf(one), inside)
}

/** Elements of one kind among those right inside another, when there are several, with those that are like them but for their class. */
const similar = (children: ReadonlyArray<PageElement>): ReadonlyArray<PageElement> => {
  const whole = children.filter(isWhole)
  const ones = similarOnes(whole)
  return ones.length > 0 || !whole.every(isSectionOfMany) ? ones : sectionsOfOne(whole)
}

const similarOnes = (whole: ReadonlyArray<PageElement>): ReadonlyArray<PageElement> => {
  const kinds = new Map<string, Array<PageElement>>()
  for (const child of whole) {
    const kind = kindOf(child)
    const known = kinds.get(kind)
    if (known === undefined) kinds.set(kind, [child])
    else known.push(child)
  }
  const [most = []] = [...kinds.values()].toSorted((one, other) => other.length - one.length)
  const [usual] = most
  if (usual === undefined || kinds.size === 1) return most.length < 2 ? [] : most
  const [inside, usualOnes] = [insideOf(usual), new Set(most)]
  // Where each has a class of its own, an amount in each says that they are things.
  const isSingle = most.length === 1
  if (isSingle && (!hasHeading(inside) || !hasAmount(usual))) return []
  const all = whole.filter(
    (one) =>
      usualOnes.has(one) ||
      (isOneOf(one, usual, inside) && (!isSingle || (sequenceOf(one) === sequenceOf(usual) && hasAmount(one))))
  )
  return all.length < 2 ? [] : all
}

/** Whether an element has a heading and several things of one kind below it. */
const isSectionOfMany = (element: PageElement): boolean => {
  const [heading, ...others] = shownChildren(element)
  if (heading === undefined || levelOf(heading) === 0) return false
  const [list, ...more] = others
  const things = list !== undefined && more.length === 0 ? shownChildren(list).filter(isWhole) : others
  return things.length > 0 && similarOnes(things).length === things.length
}

/** Sections each of which has a class of its own, where their things are of one kind. */
const sectionsOfOne = (sections: ReadonlyArray<PageElement>): ReadonlyArray<PageElement> => {
  const [first] = sections
  if (first === undefined || sections.length < 2) return []
  const inside = insideOf(first)
  return sections.every((one) => one.name === first.name && areSame(insideOf(one), inside)) ? sections : []
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
  return whole.length < 2 ? [] : whole
}

/** Whether a heading leads somewhere, or a picture or a day stands with it: what parts of a page seldom have each. */
const isCard = (item: Item): boolean =>
  item.some((element) => {
    if (levelOf(element) > 0) return insideOf(element).has("a")
    const inside = insideOf(element)
    return /^(?:img|time|picture)$/.test(element.name) || ["img", "time", "picture"].some((kind) => inside.has(kind))
  }) || item.some((element) => headingsIn(element).some((heading) => insideOf(heading).has("a")))

/** The headings right inside an element, or inside what is right inside it. */
const headingsIn = (element: PageElement): ReadonlyArray<PageElement> =>
  shownChildren(element).flatMap((child) =>
    levelOf(child) > 0 ? [child] : shownChildren(child).filter((inner) => levelOf(inner) > 0)
  )

/** Whether elements are as the sections of a page are: named so, or with nothing but a heading of the second level to tell them. */
const isSection = (element: PageElement): boolean => {
  const first = firstClass(element)
  const [heading] = headingsIn(element)
  if (heading === undefined) return false
  if (element.name === "section") return true
  return element.name === "div" && (first === "" ? levelOf(heading) === 2 : /(?:^|[_-])section/i.test(first))
}

/** A list that has one item now, such as that of the jobs that are open: an item has a heading, and something below it. */
const onlyItem = ({ name }: PageElement, children: ReadonlyArray<PageElement>): ReadonlyArray<Item> => {
  const [only] = children
  if (!/^(?:ul|ol)$/.test(name) || only?.name !== "li" || !isWhole(only)) return []
  const parts = shownChildren(only)
  return parts.length > 1 && levelOf(parts[0]!) > 0 ? [[only]] : []
}

/** Whether an element is a label with its value in bold letters, as lines are that say several things of one. */
const isLabelled = (element: PageElement): boolean => {
  const [label, value, ...others] = shownChildren(element)
  if (label === undefined || value === undefined || others.length > 0) return false
  return (
    /^(?:span|div|p|small)$/.test(label.name) &&
    /^(?:b|strong)$/.test(value.name) &&
    /\p{L}/u.test(shownText(label, 60))
  )
}

const none: Repeats = { items: [], areParts: false, isCut: false }

/** Whether each of several elements stands below a heading of its own, which belongs to it then. */
const haveHeadings = (alike: ReadonlyArray<PageElement>, under: ReadonlyArray<Item>): boolean => {
  const ones = new Set(alike)
  return alike.length === under.length && under.every((item) => item.filter((one) => ones.has(one)).length === 1)
}

/** The one element of a kind that others are in sections like this. */
const oneOf = (children: ReadonlyArray<PageElement>, kinds: ReadonlySet<string> | null): ReadonlyArray<Item> => {
  if (kinds === null) return []
  const found = children.filter((one) => isWhole(one) && kinds.has(kindOf(one)))
  return found.length === 1 ? [found] : []
}

/** What repeats right inside an element, most often nothing. One element alone is an item where it is of one of `kinds`. */
export const repeatsIn = (parent: PageElement, kinds: ReadonlySet<string> | null = null): Repeats => {
  if (hasOwnText(parent) || /^(?:tr|table|thead|tbody|p|h[1-6]|a|span|dl)$/.test(parent.name)) return none
  const children = shownChildren(parent)
  const single = oneOf(children, kinds)
  if (single.length > 0) return { ...none, items: single }
  if (children.length < 2) return { ...none, items: onlyItem(parent, children) }
  const [alike, under] = [similar(children), headed(children)]
  const isAlike = alike.length >= under.length && !haveHeadings(alike, under)
  const all: ReadonlyArray<Item> = isAlike ? alike.map((element) => [element]) : under
  const items = all.slice(0, maxItems)
  const areLabelled = isAlike && alike.every(isLabelled)
  const areParts = areLabelled || ((!isAlike || alike.every(isSection)) && !items.every(isCard))
  return { items, areParts, isCut: all.length > items.length }
}
