/** What stands in or above code and is none of it: numbers of its lines, the name of its language, what is shown when it is pointed at. */
import { collapsedText, innerText } from "../innerText.ts"
import { attributeOf, PageElement, PageText } from "../PageTree.ts"
import { isLanguage } from "./languages.ts"

/** Elements looked at to find numbers. */
const maxLooked = 50_000

/** Numbers that lines start with, where each line is an element and they count up, or that stand beside all lines. */
export const countedNumbers = (code: PageElement): ReadonlySet<PageElement> => {
  const found = new Set<PageElement>()
  let left = maxLooked
  const waiting = [code]
  for (let element = waiting.pop(); element !== undefined && left > 0; element = waiting.pop()) {
    const children = element.children.filter((child): child is PageElement => child instanceof PageElement)
    left -= children.length
    const numbers = numbersOfLines(children)
    for (const number of numbers) found.add(number)
    if (numbers.length > 0) continue
    const [first, second] = children
    if (first !== undefined && second !== undefined && isColumn(first)) found.add(first)
    for (const child of children) if (!found.has(child)) waiting.push(child)
  }
  return found
}

const numbersOfLines = (lines: ReadonlyArray<PageElement>): ReadonlyArray<PageElement> => {
  const numbers: Array<PageElement> = []
  let start: number | undefined
  let hasText = false
  for (const line of lines) {
    const [number, ...rest] = line.children.filter((child) => !(child instanceof PageText) || child.text.trim() !== "")
    if (!(number instanceof PageElement)) return []
    const told = /^\s*(\d{1,6})\s*$/.exec(innerText(number, 40))?.[1]
    if (told === undefined) return []
    start ??= Number(told)
    if (Number(told) !== start + numbers.length) return []
    if (rest.length > 0) hasText = true
    numbers.push(number)
  }
  return numbers.length > 1 && hasText ? numbers : []
}

/** Most characters of numbers beside lines. */
const maxColumn = 100_000

/** Whether an element counts from one on and says nothing else. */
const isColumn = (element: PageElement): boolean => {
  if (!/^\s*1\s/.test(innerText(element, 100))) return false
  const numbers = collapsedText(element, maxColumn).split(" ")
  return numbers.length > 2 && numbers.every((number, index) => number === String(index + 1))
}

const pointedAt =
  /(?:^|\s)(?:hover-info|hover-content|tooltip-?(?:text|content|box)?|twoslash-popup\S*|twoslash-hover-info|alectryon-output|lsp-popup|popover)(?:$|\s)/

/** Whether code shows an element only when a reader points at it. */
export const isPointedAt = (element: PageElement): boolean => {
  const names = attributeOf(element, "class")
  return names !== undefined && pointedAt.test(names)
}

/** Characters of a label and of the buttons beside it. */
const maxLabel = 60

/** The language that an element names, beside offers to copy and nothing else: empty for those alone; undefined for other elements. */
export const labelOf = (element: PageElement): string | undefined => {
  const budget = { left: maxLabel }
  const text = textApart(element, budget).toLowerCase().replace(/\s+/g, " ").trim()
  if (text === "" || text.length > maxLabel || budget.left < 0) return undefined
  const rest = text
    .replace(/\b(?:copy(?: code| to clipboard)?|copied!?|(?:un)?wrap(?: lines)?|expand|collapse)/g, "")
    .trim()
  return rest === "" || isLanguage(rest) ? rest : undefined
}

/** Text with a space between pieces that no space stands between. */
const textApart = (element: PageElement, budget: { left: number }): string => {
  let text = ""
  for (const child of element.children) {
    budget.left -= 1
    if (budget.left < 0 || text.length > maxLabel) return text
    text += child instanceof PageText ? `${child.text.slice(0, 400)} ` : textApart(child, budget)
  }
  return text
}

/** Whether an element inside code is a label with a button. */
export const isHeader = (element: PageElement): boolean =>
  (element.name === "div" || element.name === "header") && labelOf(element) !== undefined && holdsButton(element)

const holdsButton = (element: PageElement): boolean =>
  element.children.some((child) => child instanceof PageElement && (child.name === "button" || holdsButton(child)))
