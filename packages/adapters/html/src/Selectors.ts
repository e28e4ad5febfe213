/** CSS selectors: which are accepted, and what they may cost on a page. */

import { compile, type Options } from "css-select"
import { parse, type Selector } from "css-what"
import * as Result from "effect/Result"
import { html } from "parse5"
import { type BadSelector, PageRefusal } from "./PageRefusal.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "./PageTree.ts"

export const maxSelectorLength = 2_048

/** Names, attributes, pseudo-classes and combinators in one selector, nested ones included. */
export const maxSelectorParts = 128

/** Selectors inside selectors, as in `:not(:is(a))`. */
export const maxSelectorNesting = 4

/**
 * Nodes looked at while matching all selectors of a request on one page: half a second at worst. Fifty plain selectors
 * on a page of 5 MB need six million.
 */
export const maxMatchingSteps = 20_000_000

export interface MatchingOptions extends Options<PageNode, PageElement> {
  /** The same for a selector that looks within values for a text of so many characters. */
  readonly lookingFor: (characters: number) => Options<PageNode, PageElement>
}

const tooCostly = () => new PageRefusal({ reason: "too_complex", message: "The selectors cost too much on this page." })

export type Matches = (element: PageElement) => boolean

/** A selector that can be matched, or what is wrong with it. */
export const compileSelector = (selector: string, options: MatchingOptions): Result.Result<Matches, BadSelector> => {
  if (selector.length > maxSelectorLength) return refused(selector, `It has more than ${maxSelectorLength} characters.`)
  return Result.try({
    try: () => {
      const parsed = parse(selector)
      checkComplexity(parsed)
      return compile<PageNode, PageElement>(parsed, options.lookingFor(longestSought(parsed)))
    },
    // The parser and the compiler say what is wrong in the message of a plain error.
    catch: (error) => ({ selector: selector.slice(0, 200), message: messageOf(error) })
  })
}

const refused = (selector: string, message: string) => Result.fail({ selector: selector.slice(0, 200), message })

/** The parser quotes what it found in place of a name: the rest, which at the end is nothing or the sign that a name follows. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replace(/^Expected name, found [.#:]?$/, "It ends where a name is expected.")
    .replace(/^Expected name, found (.+)$/s, "A name is expected in place of $1")

const checkComplexity = (parsed: ReadonlyArray<ReadonlyArray<Selector>>): void => {
  let parts = 0
  const visit = (lists: ReadonlyArray<ReadonlyArray<Selector>>, nesting: number, insideHas: boolean): void => {
    if (nesting > maxSelectorNesting) throw new Error(`It nests more than ${maxSelectorNesting} selectors.`)
    for (const list of lists) {
      if (list.length === 0 || isCombinator(list.at(-1))) throw new Error("It ends where a name is expected.")
      parts += list.length
      if (parts > maxSelectorParts) throw new Error(`It has more than ${maxSelectorParts} parts.`)
      for (const part of list) {
        if (part.type === "parent") throw new Error("`<` is not CSS.")
        if (part.type === "tag" && !tagName.test(part.name)) throw new Error("It is not CSS.")
        if (part.type !== "pseudo") continue
        const isHas = part.name === "has"
        if (isHas && insideHas) throw new Error("`:has()` cannot stand inside `:has()`.")
        if (Array.isArray(part.data)) visit(part.data, nesting + 1, insideHas || isHas)
        else if (part.name.startsWith("nth-") && typeof part.data === "string" && /\sof\s/i.test(part.data)) {
          throw new Error("`of` inside `:nth-child()` is not supported.")
        }
      }
    }
  }
  if (parsed.length === 0) throw new Error("It is empty.")
  visit(parsed, 0, false)
}

/**
 * Characters of the longest text that is looked for within values (`[class*=…]`), nested selectors included. Where letters of either case are
 * meant, as HTML has it for some attributes, it is looked for by an expression, which may compare all of it at every letter of a value.
 */
const longestSought = (parsed: ReadonlyArray<ReadonlyArray<Selector>>): number => {
  let longest = 0
  for (const part of parsed.flat()) {
    if (part.type === "attribute" && part.action === "any") longest = Math.max(longest, part.value.length)
    else if (part.type === "pseudo" && Array.isArray(part.data)) longest = Math.max(longest, longestSought(part.data))
  }
  return longest
}

/** The parser takes `@media`, `a;b` and the like for names. */
const tagName = /^[\p{L}_][\p{L}\p{N}_:.-]*$/u

const isCombinator = (part: Selector | undefined): boolean =>
  part !== undefined && ["adjacent", "child", "column-combinator", "descendant", "sibling"].includes(part.type)

/** Characters that are compared in the time of one step. */
const comparedAtOnce = 256

/**
 * How css-select looks at a page, counting its steps: a selector may look at every sibling or descendant of every
 * element, and both the selector and the page are a stranger's.
 */
export const makeMatchingOptions = (most = maxMatchingSteps, exceeded: () => Error = tooCostly): MatchingOptions => {
  let left = most
  const spend = (steps: number) => {
    left -= steps
    if (left < 0) throw exceeded()
  }
  const siblingsOf = (node: PageNode): Array<PageNode> => {
    const siblings = node.parent === null ? [node] : node.parent.children
    // Walking along a list costs less than looking at a node through this adapter.
    spend(1 + siblings.length / 4)
    return siblings
  }

  const valueOf = (element: PageElement, name: string, sought: number): string | undefined => {
    const value = attributeNamed(element, name)
    const compared = value === undefined || value.length < sought ? 0 : (value.length * sought) / comparedAtOnce
    spend(1 + element.attributes.length / 8 + (value === undefined ? 0 : value.length / 64) + compared)
    return value
  }

  const own: Options<PageNode, PageElement> = {
    relativeSelector: false,
    adapter: {
      isTag: (node): node is PageElement => {
        spend(1)
        return node instanceof PageElement && !node.isRoot
      },
      getName: (element) => element.name.toLowerCase(),
      getAttributeValue: (element, name) => valueOf(element, name, 0),
      hasAttrib: (element, name) => {
        spend(1 + element.attributes.length / 8)
        return attributeNamed(element, name) !== undefined
      },
      getChildren: (node) => {
        spend(1)
        return node instanceof PageElement ? node.children : []
      },
      getParent: (element) => {
        spend(1)
        return element.parent
      },
      getSiblings: siblingsOf,
      prevElementSibling: (node) => {
        const siblings = siblingsOf(node)
        for (let index = siblings.lastIndexOf(node) - 1; index >= 0; index -= 1) {
          const sibling = siblings[index]
          if (sibling instanceof PageElement) return sibling
        }
        return null
      },
      getText: (node) => {
        let text = ""
        const waiting: Array<PageNode> = [node]
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          if (next instanceof PageText) {
            spend(1 + next.text.length / 16)
            text += next.text
          } else {
            spend(1)
            for (let index = next.children.length - 1; index >= 0; index -= 1) waiting.push(next.children[index]!)
          }
        }
        return text
      },
      removeSubsets: (nodes) => nodes
    }
  }
  const lookingFor = (sought: number): Options<PageNode, PageElement> =>
    sought === 0
      ? own
      : {
          ...own,
          adapter: { ...own.adapter!, getAttributeValue: (element, name) => valueOf(element, name, sought) }
        }
  return { ...own, lookingFor }
}

/** Selectors come with names in lower case; parse5 gives drawings theirs in mixed case, as in `viewBox`. */
const attributeNamed = (element: PageElement, name: string): string | undefined =>
  element.namespace === html.NS.HTML
    ? attributeOf(element, name)
    : element.attributes.find((attribute) => attribute.name.toLowerCase() === name)?.value
