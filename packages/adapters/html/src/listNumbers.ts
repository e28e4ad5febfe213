/** The numbers that browsers show before the items of a list whose markup says them. */
import { html } from "parse5"
import { attributeOf, PageElement } from "./PageTree.ts"
import { isHidden } from "./visibility.ts"

/** Browsers take no larger ones. */
const largest = 2 ** 31 - 1

const integerOf = (written: string | undefined): number | undefined => {
  const digits = /^\s*([+-]?\d{1,10})/.exec(written ?? "")?.[1]
  const number = digits === undefined ? Number.NaN : Number(digits)
  return Math.abs(number) <= largest ? number : undefined
}

const isItem = (node: unknown): node is PageElement =>
  node instanceof PageElement && node.name === "li" && node.namespace === html.NS.HTML

const valueOf = (item: PageElement): number | undefined => integerOf(attributeOf(item, "value"))

/** A list may be shown with other marks, or none. */
const showsNoNumbers = /(?:^|[;\s])list-style(?:-type)?\s*:[^;]*\b(?:none|disc|circle|square)\b/i

/** Where the numbers of a list begin. */
export const startOf = (list: PageElement): number | undefined => integerOf(attributeOf(list, "start"))

const read = (list: PageElement): ReadonlyMap<PageElement, number> | null => {
  if (list.name !== "ol" || list.namespace !== html.NS.HTML) return null
  const items = list.children.filter(isItem)
  const isReversed = attributeOf(list, "reversed") !== undefined
  const start = startOf(list)
  if (!isReversed && (start ?? 0) >= 0 && items.every((item) => valueOf(item) === undefined)) return null
  if (showsNoNumbers.test(attributeOf(list, "style") ?? "")) return null
  const shown = items.filter((item) => !isHidden(item))
  let number = start ?? (isReversed ? shown.length : 1)
  const numbers = new Map<PageElement, number>()
  for (const item of shown) {
    number = valueOf(item) ?? number
    numbers.set(item, number)
    number += isReversed ? -1 : 1
  }
  return numbers
}

/** Numbers of lists, each of which is read once. */
export class ListNumbers {
  private readonly known = new WeakMap<PageElement, ReadonlyMap<PageElement, number>>()

  /**
   * The number of each item of a list that counts backwards or from below zero, or of which an item has a number of its own; null of any
   * other, whose numbers say no more than the order of its items.
   */
  of(list: PageElement): ReadonlyMap<PageElement, number> | null {
    const known = this.known.get(list) ?? read(list) ?? none
    this.known.set(list, known)
    return known === none ? null : known
  }

  /** The number of an item. */
  ofItem(item: PageElement): number | undefined {
    return item.name !== "li" || item.parent === null ? undefined : this.of(item.parent)?.get(item)
  }
}

const none: ReadonlyMap<PageElement, number> = new Map()
