/** Rules by what their selectors end in, so that an element is compared with few of them. */
import { parse, type Selector, SelectorType } from "css-what"
import * as Result from "effect/Result"
import type { Matching } from "../Matching.ts"
import { attributeOf, type PageElement } from "../PageTree.ts"
import { compileSelector, type Matches } from "../Selectors.ts"
import type { Declaration } from "./declarations.ts"
import type { SheetRule } from "./sheetRules.ts"

/** A selector with what it declares; a greater `rank` counts before a smaller. */
export interface RankedRule {
  readonly matches: Matches
  readonly declarations: ReadonlyArray<Declaration>
  readonly rank: number
}

/** Most selectors of a page that are compared. */
const maxSelectors = 60_000

/** Ids, classes and names, as one number (selectors-4 §17); those of `:where()` do not count. */
const specificityOf = (parts: ReadonlyArray<Selector>): number => {
  let sum = 0
  for (const part of parts) {
    if (part.type === SelectorType.Attribute) sum += part.name === "id" && part.action === "equals" ? 1_000_000 : 1_000
    else if (part.type === SelectorType.Tag) sum += 1
    else if (part.type === SelectorType.Pseudo) {
      if (part.name === "where") continue
      if (Array.isArray(part.data)) sum += Math.max(0, ...part.data.map(specificityOf))
      else sum += 1_000
    }
  }
  return sum
}

const isCombinator = ({ type }: Selector): boolean =>
  type === SelectorType.Descendant ||
  type === SelectorType.Child ||
  type === SelectorType.Sibling ||
  type === SelectorType.Adjacent

/** An id, a class or a name that an element must have: `#a`, `.a`, `a`; `*` where the selector asks for none. */
const keyOf = (parts: ReadonlyArray<Selector>): string => {
  const last = parts.slice(parts.findLastIndex(isCombinator) + 1)
  let key = "*"
  for (const part of last) {
    if (part.type === SelectorType.Attribute && part.name === "id" && part.action === "equals") return `#${part.value}`
    if (part.type === SelectorType.Attribute && part.name === "class" && part.action === "element")
      key = `.${part.value}`
    else if (part.type === SelectorType.Tag && key === "*") key = part.name.toLowerCase()
    // The document's own element has few rules, most of them variables.
    else if (part.type === SelectorType.Pseudo && part.name === "root" && key === "*") key = "html"
  }
  return key
}

const parsed = (selector: string) => {
  try {
    return parse(selector)
  } catch {
    return []
  }
}

/** Which rules may apply to an element. */
export type RulesFor = (element: PageElement) => ReadonlyArray<RankedRule>

/**
 * Makes the index. Left out are selectors that are no CSS, that ask for no element of the page, and those beyond what is compared; nobody
 * points at anything and nothing has the focus.
 */
export const indexRules = (rules: ReadonlyArray<SheetRule>, matching: Matching): RulesFor => {
  const byKey = new Map<string, Array<RankedRule>>()
  let count = 0
  rules.forEach(({ declarations, isLayered, selectors }, order) => {
    for (const selector of selectors) {
      const [parts] = parsed(selector)
      if (parts === undefined || count === maxSelectors) continue
      const compiled = compileSelector(selector, matching)
      if (Result.isFailure(compiled)) continue
      count += 1
      const key = keyOf(parts)
      const rank = (isLayered ? 0 : 1e14) + Math.min(specificityOf(parts), 9e8) * 1e5 + order
      const under = byKey.get(key)
      const rule = { matches: compiled.success, declarations, rank }
      if (under === undefined) byKey.set(key, [rule])
      else under.push(rule)
    }
  })
  return (element) => {
    const classes = (attributeOf(element, "class") ?? "").split(/\s+/).slice(0, 100)
    const keys = [
      "*",
      element.name,
      `#${attributeOf(element, "id") ?? ""}`,
      ...new Set(classes.map((name) => `.${name}`))
    ]
    return keys.flatMap((key) => byKey.get(key) ?? [])
  }
}
