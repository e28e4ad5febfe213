/** CSS selectors: which are accepted, and what they may cost on a page. */

import { compile } from "css-select"
import { parse, type Selector, SelectorType } from "css-what"
import * as Result from "effect/Result"
import { attributeTest, containsTest, endTest, languageTest, type Matches } from "./elementTests.ts"
import type { Matching } from "./Matching.ts"
import type { BadSelector } from "./PageRefusal.ts"
import type { PageElement, PageNode } from "./PageTree.ts"

export type { Matches } from "./elementTests.ts"

export const maxSelectorLength = 2_048

/** Names, attributes, pseudo-classes, combinators and languages in one selector, nested ones included. */
export const maxSelectorParts = 128

/** The same of all selectors of one list, or of all rules of a call: some 20 ms of compiling at worst. */
export const maxListParts = 3_200

/** Selectors inside selectors, as in `:not(:is(a))`. */
export const maxSelectorNesting = 4

/** Characters inside `:nth-child()` and its like, which a pattern reads that looks back at each space. */
const maxFormulaLength = 64

type Lists = ReadonlyArray<ReadonlyArray<Selector>>

interface Parsed {
  readonly lists: Lists
  readonly parts: number
}

/** How many parts the selectors of one list may still have. */
export interface PartsLeft {
  left: number
}

export const makePartsLeft = (): PartsLeft => ({ left: maxListParts })

/** Steps that compiling one part is taken to cost. */
const partSteps = 40

/** A selector that can be matched, or what is wrong with it. Throws where compiling costs more steps than are left. */
export const compileSelector = (
  selector: string,
  matching: Matching,
  parts: PartsLeft = makePartsLeft()
): Result.Result<Matches, BadSelector> => {
  // The parser and the compiler say what is wrong in the message of a plain error.
  const catching = (error: unknown): BadSelector => ({ selector: selector.slice(0, 200), message: messageOf(error) })
  const parsed = Result.try({ try: () => parsedOf(selector), catch: catching })
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const { lists, parts: count } = parsed.success
  parts.left -= count
  if (parts.left < 0) return Result.fail(catching(`All selectors together have more than ${maxListParts} parts.`))
  matching.spend(count * partSteps)
  return Result.try({ try: () => compiled(lists, matching), catch: catching })
}

/** The selectors of a list, or what is wrong with the first that cannot be matched. */
export const compileSelectors = (
  selectors: ReadonlyArray<string>,
  matching: Matching
): Result.Result<ReadonlyArray<Matches>, BadSelector> => {
  const parts = makePartsLeft()
  const compiled: Array<Matches> = []
  for (const selector of selectors) {
    const one = compileSelector(selector, matching, parts)
    if (Result.isFailure(one)) return Result.fail(one.failure)
    compiled.push(one.success)
  }
  return Result.succeed(compiled)
}

/** The parser quotes what it found in place of a name: the rest, which at the end is nothing or the sign that a name follows. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replace(/^Expected name, found [.#:]?$/, "It ends where a name is expected.")
    .replace(/^Expected name, found (.+)$/s, "A name is expected in place of $1")

/**
 * Selectors that were read last: those of a monitor are read when it is made, tried out and run. What is kept is what the parser says, which
 * does not change; what is compiled counts the steps of one page.
 */
const known = new Map<string, Parsed>()
const maxKnownLength = 64 * 1024
let knownLength = 0

/** The text by itself: one that was cut out of an address keeps all of it, which may be 288 KB. */
const copyOf = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le")

const parsedOf = (selector: string): Parsed => {
  const before = known.get(selector)
  if (before !== undefined) {
    known.delete(selector)
    known.set(selector, before)
    return before
  }
  if (selector.length > maxSelectorLength) throw new Error(`It has more than ${maxSelectorLength} characters.`)
  const own = copyOf(selector)
  const lists = parse(own)
  const parsed = { lists, parts: partsOf(lists) }
  known.set(own, parsed)
  knownLength += own.length
  for (const oldest of known.keys()) {
    if (knownLength <= maxKnownLength) break
    known.delete(oldest)
    knownLength -= oldest.length
  }
  return parsed
}

/** How many parts a selector has. Throws what makes it none that is matched. */
const partsOf = (parsed: Lists): number => {
  let parts = 0
  const visit = (lists: Lists, nesting: number, insideHas: boolean): void => {
    if (nesting > maxSelectorNesting) throw new Error(`It nests more than ${maxSelectorNesting} selectors.`)
    for (const list of lists) {
      if (list.length === 0 || isCombinator(list.at(-1))) throw new Error("It ends where a name is expected.")
      parts += list.length
      for (const part of list) {
        if (part.type === "parent") throw new Error("`<` is not CSS.")
        if (part.type === "tag" && !tagName.test(part.name)) throw new Error("It is not CSS.")
        if (part.type !== "pseudo") continue
        // A name that all objects have is found in the tables of css-select, and names of digits are ours.
        if (!pseudoName.test(part.name) || part.name === "constructor")
          throw new Error(`Unknown pseudo-class :${part.name}`)
        if (part.name === "lang" && typeof part.data === "string") parts += part.data.split(",").length - 1
        const isHas = part.name === "has"
        if (isHas && insideHas) throw new Error("`:has()` cannot stand inside `:has()`.")
        if (Array.isArray(part.data)) visit(part.data, nesting + 1, insideHas || isHas)
        else if (part.name.startsWith("nth-") && typeof part.data === "string") {
          if (part.data.length > maxFormulaLength)
            throw new Error(`\`:${part.name}()\` has more than ${maxFormulaLength} characters.`)
          if (/\sof\s/i.test(part.data)) throw new Error("`of` inside `:nth-child()` is not supported.")
        }
      }
      if (parts > maxSelectorParts) throw new Error(`It has more than ${maxSelectorParts} parts.`)
    }
  }
  if (parsed.length === 0) throw new Error("It is empty.")
  visit(parsed, 0, false)
  return parts
}

/** The parser takes `@media`, `a;b` and the like for names. */
const tagName = /^[\p{L}_][\p{L}\p{N}_:.-]*$/u

const pseudoName = /^[a-z][a-z-]*$/

const isCombinator = (part: Selector | undefined): boolean =>
  part !== undefined && ["adjacent", "child", "column-combinator", "descendant", "sibling"].includes(part.type)

/**
 * Css-select goes from element to element; what is asked of one element is tested by us, since the adapter does not see how long a value is
 * looked into. Such a part becomes a pseudo-class of a name that nobody can write.
 */
const compiled = (lists: Lists, { aliases, options, spend }: Matching): Matches => {
  const pseudos: Record<string, Matches> = {}
  let count = 0
  const named = (test: Matches): Selector => {
    const name = `${count++}`
    pseudos[name] = test
    return { type: SelectorType.Pseudo, name, data: null }
  }
  const partOf = (part: Selector): Selector => {
    if (part.type === "attribute" && part.namespace === null) return named(attributeTest(part, spend))
    if (part.type !== "pseudo") return { ...part }
    const { data, name } = part
    if (Array.isArray(data)) return { ...part, data: listsOf(data) }
    const own = data === null ? (aliases.get(name) ?? endTest(name, spend)) : undefined
    if (own !== undefined) return named(own)
    if (name !== "lang" && name !== "contains" && name !== "icontains") return { ...part }
    if (data === null) throw new Error(`Pseudo-class :${name} requires an argument`)
    return named(name === "lang" ? languageTest(data, spend) : containsTest(data, name === "icontains", spend))
  }
  // Compiling sorts the parts, and what is kept of a selector must stay as it was read.
  const listsOf = (from: Lists): Array<Array<Selector>> => from.map((list) => list.map(partOf))
  return compile<PageNode, PageElement>(listsOf(lists), { ...options, pseudos })
}
