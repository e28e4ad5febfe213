/** What parts of selectors ask of one element: each test counts what it really does, whatever the selector and the page say. */
import type { AttributeSelector } from "css-what"
import { html } from "parse5"
import { attributeOf, PageElement, type PageNode, PageText } from "./PageTree.ts"

export type Matches = (element: PageElement) => boolean

/** Counts steps, of some 25 ns each. Throws where there are too many. */
export type Spend = (steps: number) => void

/**
 * The value of an attribute. Selectors come with names in lower case; parse5 gives drawings theirs in mixed case, as in `viewBox`. Names of
 * the same length are compared letter by letter.
 */
export const readAttribute = (element: PageElement, name: string, spend: Spend): string | undefined => {
  const { attributes } = element
  if (element.namespace === html.NS.HTML) {
    spend(1 + attributes.length * (1 / 8 + name.length / 512))
    return attributeOf(element, name)
  }
  spend(1 + attributes.length * (1 / 8 + name.length / 16))
  return attributes.find((one) => one.name.length === name.length && one.name.toLowerCase() === name)?.value
}

/** The text inside a node. */
export const readText = (node: PageNode, spend: Spend): string => {
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
}

const lowered = (text: string, spend: Spend): string => {
  spend(text.length / 6)
  return text.toLowerCase()
}

/** Whether something may begin or end beside a place of a text. */
type Fits = (text: string, at: number) => boolean

/**
 * Whether a text stands in another, and fits there. `includes` takes the product of both lengths where nearly all of what is sought stands
 * everywhere: each place where it may begin is paid for.
 */
const occursIn = (
  text: string,
  wanted: string,
  spend: Spend,
  begins: Fits = anywhere,
  ends: Fits = anywhere
): boolean => {
  // Letters of two bytes that hold the byte of the first letter are looked at one by one.
  spend(text.length / 12)
  const first = wanted[0]!
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    spend(1 / 2)
    if (!begins(text, at - 1)) continue
    spend(1 / 2 + wanted.length / 16)
    if (text.startsWith(wanted, at) && ends(text, at + wanted.length)) return true
  }
  return false
}

const anywhere: Fits = () => true

/** Whether a word may end or begin beside a place: there is white space, or nothing. */
const isNoWordAt = (text: string, at: number): boolean => {
  if (at < 0 || at >= text.length) return true
  const code = text.charCodeAt(at)
  return code === 0x20 || (code <= 0x0d && code >= 0x09) || (code >= 0xa0 && text[at]!.trim() === "")
}

/** Attributes whose values are compared without regard to case in HTML (html.spec.whatwg.org, "case-sensitivity of selectors"). */
const caseless = new Set(
  (
    "accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir " +
    "direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref " +
    "noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink"
  ).split(" ")
)

/** What a selector asks of an attribute. */
export const attributeTest = (
  { action, ignoreCase, name: written, value: asked }: AttributeSelector,
  spend: Spend
): Matches => {
  const name = written.toLowerCase()
  const isCaseless = typeof ignoreCase === "boolean" ? ignoreCase : ignoreCase === null && caseless.has(name)
  const wanted = isCaseless ? asked.toLowerCase() : asked
  const { length } = asked

  /** A part of the value is what was asked for. */
  const isWanted = (part: string): boolean => {
    spend(part.length / (isCaseless ? 6 : 64))
    return (isCaseless ? part.toLowerCase() : part) === wanted
  }
  const test = (fits: (value: string) => boolean): Matches => {
    return (element) => {
      const value = readAttribute(element, name, spend)
      return value !== undefined && fits(value)
    }
  }
  const anyCase = (value: string) => (isCaseless ? lowered(value, spend) : value)

  switch (action) {
    case "exists":
      return test(() => true)
    case "equals":
      return test((value) => value.length === length && isWanted(value))
    case "not":
      return (element) => {
        const value = readAttribute(element, name, spend)
        if (asked === "") return value !== undefined && value !== ""
        return value === undefined || value.length !== length || !isWanted(value)
      }
    case "hyphen":
      return test((value) => (value.length === length || value[length] === "-") && isWanted(value.slice(0, length)))
    case "start":
      return test((value) => length > 0 && value.length >= length && isWanted(value.slice(0, length)))
    case "end":
      return test((value) => length > 0 && value.length >= length && isWanted(value.slice(-length)))
    case "any":
      return test((value) => length > 0 && value.length >= length && occursIn(anyCase(value), wanted, spend))
    // A word of the value.
    default:
      return /^\S+$/.test(asked)
        ? test((value) => value.length >= length && occursIn(anyCase(value), wanted, spend, isNoWordAt, isNoWordAt))
        : () => false
  }
}

/**
 * Whether an element is the first or the last among its siblings, or among those of its name. Looks no further than to the next that
 * could be in its place.
 */
const isAtEnd = (element: PageElement, step: 1 | -1, isOfType: boolean, spend: Spend): boolean => {
  const siblings = element.parent?.children ?? [element]
  spend(1)
  for (let index = step === 1 ? 0 : siblings.length - 1; ; index += step) {
    spend(1 / 2)
    const sibling = siblings[index]
    if (sibling === undefined || sibling === element) return true
    if (!(sibling instanceof PageElement) || sibling.isRoot) continue
    if (!isOfType) return false
    spend(1 + (sibling.name.length + element.name.length) / 32)
    if (sibling.name.toLowerCase() === element.name.toLowerCase()) return false
  }
}

/** What `:first-child` and its like ask: css-select asks for all siblings, of which these look at few. */
export const endTest = (name: string, spend: Spend): Matches | undefined => {
  const [, end, of] = /^(first|last|only)-(child|of-type)$/.exec(name) ?? []
  if (end === undefined) return undefined
  const isOfType = of === "of-type"
  return (element) =>
    (end === "last" || isAtEnd(element, 1, isOfType, spend)) &&
    (end === "first" || isAtEnd(element, -1, isOfType, spend))
}

/** Whether a text stands in an element, as `:contains()` and `:icontains()` ask. */
export const containsTest = (asked: string, isCaseless: boolean, spend: Spend): Matches => {
  const wanted = isCaseless ? asked.toLowerCase() : asked
  /** The answers so far: each text is read once, and not where what is around it lacks what is sought. */
  const known = new Map<PageElement, boolean>()
  const isWithin = (element: PageElement): boolean => {
    if (element.parent !== null && known.get(element.parent) === false) return false
    if (wanted === "") return true
    const text = readText(element, spend)
    return occursIn(isCaseless ? lowered(text, spend) : text, wanted, spend)
  }
  return (element) => {
    spend(2)
    let isThere = known.get(element)
    if (isThere === undefined) {
      isThere = isWithin(element)
      known.set(element, isThere)
    }
    return isThere
  }
}

/** Values of `lang` whose answers are kept at once: a page is in few languages. */
const maxKnownLanguages = 64

/** Whether an element is in a language, as `:lang()` asks (selectors-4 §11.2). */
export const languageTest = (asked: string, spend: Spend): Matches => {
  const ranges = asked
    .split(",")
    .map((range) => range.trim())
    .filter((range) => range !== "")
    .map((range) =>
      range
        .replace(/^['"]|['"]$/g, "")
        .toLowerCase()
        .split("-")
    )
  const tagsAsked = ranges.reduce((count, range) => count + range.length, 0)
  const known = new Map<string, boolean>()

  /** What an element has not it inherits: the same value is asked about for all that is inside. */
  const isIn = (language: string): boolean => {
    spend(1 + language.length / 64)
    const answer = known.get(language)
    if (answer !== undefined) return answer
    spend(language.length)
    const tags = language.toLowerCase().split("-")
    spend((tagsAsked + ranges.length * (1 + tags.length + language.length / 64)) / 2)
    const isOne = ranges.some((range) => (language === "" ? range[0] === "" : isInRange(tags, range)))
    if (known.size === maxKnownLanguages) known.clear()
    known.set(language, isOne)
    return isOne
  }

  return (element) => {
    for (let next: PageElement | null = element; next !== null && !next.isRoot; next = next.parent) {
      spend(1)
      const language = readAttribute(next, "xml:lang", spend) ?? readAttribute(next, "lang", spend)
      if (language !== undefined) return isIn(language)
    }
    return isIn("")
  }
}

/** Extended filtering (RFC 4647 §3.3.2). */
const isInRange = (tags: ReadonlyArray<string>, range: ReadonlyArray<string>): boolean => {
  if (range[0] !== "*" && range[0] !== tags[0]) return false
  let at = 1
  for (const wanted of range.slice(1)) {
    if (wanted === "*") continue
    // What follows a single letter belongs to it.
    while (at < tags.length && tags[at] !== wanted) if (tags[at++]!.length <= 1) return false
    if (at >= tags.length) return false
    at += 1
  }
  return true
}
