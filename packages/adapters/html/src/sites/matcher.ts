/** Selectors that look at one element alone, as `tr.row, [data-x^="a"]`: each look costs little, however large a page is. */
import { type AttributeSelector, parse, type Selector } from "css-what"
import { attributeOf, type PageElement } from "../PageTree.ts"
import type { Matches } from "../Selectors.ts"

const compiled = new Map<string, Matches>()

/** For selectors of our own: throws for what looks further than at one element. */
export const matcherOf = (selector: string): Matches => {
  let matches = compiled.get(selector)
  if (matches === undefined) {
    const lists = parse(selector).map((parts) => parts.map(partOf))
    matches = (element) => lists.some((parts) => parts.every((part) => part(element)))
    compiled.set(selector, matches)
  }
  return matches
}

export const isMatch = (element: PageElement, selector: string): boolean => matcherOf(selector)(element)

const partOf = (part: Selector): Matches => {
  if (part.type === "tag") return ({ name }) => name === part.name
  if (part.type !== "attribute")
    throw new Error(`A selector of a site looks further than at one element: ${part.type}.`)
  const { name } = part
  const fits = valueTest(part)
  return (element) => {
    const value = attributeOf(element, name)
    return value !== undefined && fits(value)
  }
}

const valueTest = ({ action, value: wanted }: AttributeSelector): ((value: string) => boolean) => {
  switch (action) {
    case "exists":
      return () => true
    case "equals":
      return (value) => value === wanted
    case "start":
      return (value) => value.startsWith(wanted)
    case "end":
      return (value) => value.endsWith(wanted)
    case "any":
      return (value) => value.includes(wanted)
    case "element":
      return (value) => isWordOf(value, wanted)
    default:
      throw new Error(`A selector of a site compares in a way that is not known: ${action}.`)
  }
}

const isWordOf = (value: string, word: string): boolean => {
  for (let at = value.indexOf(word); at >= 0; at = value.indexOf(word, at + 1)) {
    const end = at + word.length
    if ((at === 0 || isSpace(value[at - 1]!)) && (end === value.length || isSpace(value[end]!))) return true
  }
  return false
}

const isSpace = (character: string): boolean => character.trim() === ""
