/** What rules find in what is kept of a page (contract/scrape.md §2). */
import type { Extracted, ExtractRule, ExtractRules } from "@kittiwake/core/pages/domain/ExtractRules"
import * as Result from "effect/Result"
import { block, lineBreak, traits } from "./elements.ts"
import type { Matches, Spend } from "./elementTests.ts"
import { collapse } from "./innerText.ts"
import type { Matching } from "./Matching.ts"
import { type BadSelector, PageRefusal } from "./PageRefusal.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "./PageTree.ts"
import { compileSelector, makePartsLeft, type PartsLeft } from "./Selectors.ts"
import { markupWithin } from "./writeHtml.ts"

/** Characters that all rules together may find, with the names of their fields. */
const maxExtracted = 8_000_000

/**
 * Texts, lists and objects that they may find: each takes memory, and time where it is handed to another thread and written, whatever is in
 * it. A table of three columns and more has fewer, where the page has as many elements and texts as one may. Two nulls or empty texts, which are places alone, count as one.
 */
const maxValues = 300_000
const emptyValue = 1 / 2

/** A rule whose selectors can be matched. */
interface Compiled {
  readonly field: string
  readonly rule: ExtractRule
  readonly matches: Matches
  readonly fields: ReadonlyArray<Compiled>
}

export type CompiledRules = ReadonlyArray<Compiled>

export const compileRules = (
  rules: ExtractRules,
  matching: Matching,
  parts: PartsLeft = makePartsLeft()
): Result.Result<CompiledRules, BadSelector> => {
  const compiled: Array<Compiled> = []
  for (const [field, rule] of rules) {
    const matches = compileSelector(rule.selector, matching, parts)
    if (Result.isFailure(matches)) return Result.fail(matches.failure)
    const fields = rule.output._tag === "Fields" ? compileRules(rule.output.rules, matching, parts) : noRules
    if (Result.isFailure(fields)) return fields
    compiled.push({ field, rule, matches: matches.success, fields: fields.success })
  }
  return Result.succeed(compiled)
}

const noRules: Result.Result<CompiledRules, BadSelector> = Result.succeed([])

/** What the rules find. `spend` counts what they walk through. Throws past a limit. */
export const extractFields = (
  root: PageElement,
  rules: CompiledRules,
  spend: Spend
): { readonly [field: string]: Extracted } => {
  let charactersLeft = maxExtracted
  let valuesLeft = maxValues
  const count = (values: number, characters: number): void => {
    spend(2 + characters / 16)
    valuesLeft -= values
    charactersLeft -= characters
    if (valuesLeft < 0) throw tooMany(`${maxValues} values`)
    if (charactersLeft < 0) throw tooMany(`${maxExtracted} characters`)
  }
  const found = (text: string | null): string | null => {
    count(text === null || text === "" ? emptyValue : 1, text?.length ?? 0)
    return text
  }

  const markupOf = (element: PageElement): string => {
    const markup = markupWithin(element, charactersLeft)
    if (markup === undefined) throw tooMany(`${maxExtracted} characters`)
    return markup
  }

  const fieldsOf = (context: PageElement, compiled: CompiledRules): { readonly [field: string]: Extracted } => {
    count(1, 0)
    return Object.fromEntries(compiled.map((one) => [one.field, valueOf(context, one)]))
  }

  const valueOf = (context: PageElement, one: Compiled): Extracted => {
    const isList = one.rule.type === "list"
    // The name is written beside each value.
    count(isList ? 1 : 0, one.field.length)
    const elements = findAll(context, one.matches, isList ? Infinity : 1, spend)
    if (isList) return elements.map((element) => take(element, one))
    const [element] = elements
    return element === undefined ? found(null) : take(element, one)
  }

  const take = (element: PageElement, { fields, rule: { output } }: Compiled): Extracted => {
    switch (output._tag) {
      case "Text":
        return found(textOf(element, spend))
      case "Lines":
        return found(linesOf(element, output.most, spend))
      case "Html":
        return found(markupOf(element))
      case "Attribute":
        return found(attributeOf(element, output.name.toLowerCase()) ?? attributeOf(element, output.name) ?? null)
      case "Fields":
        return fieldsOf(element, fields)
    }
  }

  return fieldsOf(root, rules)
}

const tooMany = (found: string) =>
  new PageRefusal({ reason: "too_complex", message: `The rules find more than ${found}.` })

const findAll = (context: PageElement, matches: Matches, most: number, spend: Spend): Array<PageElement> => {
  const found: Array<PageElement> = []
  const visit = (parent: PageElement): void => {
    // A selector that nothing can match counts no steps.
    spend(parent.children.length / 2)
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue
      if (found.length >= most) return
      if (!child.isRoot && matches(child)) found.push(child)
      visit(child)
    }
  }
  visit(context)
  return found.slice(0, most)
}

const silent = new Set(["script", "style", "noscript", "template"])

const textOf = (element: PageElement, spend: Spend): string => collapse(shownText(element, Infinity, " ", spend))

/** What stands between lines until white space is made alike: no text has it. */
const lineEnd = "\u0000"

const linesOf = (element: PageElement, most: number, spend: Spend): string =>
  shownText(element, most, lineEnd, spend)
    .slice(0, most)
    .split(lineEnd)
    .map(collapse)
    .filter((line) => line !== "")
    .join("\n")

/** Stops after so many characters. */
const shownText = (element: PageElement, most: number, end: string, spend: Spend): string => {
  let text = ""
  // Null is where a line ends: what follows is another word.
  const waiting: Array<PageNode | null> = [element]
  for (let node = waiting.pop(); node !== undefined && text.length < most; node = waiting.pop()) {
    spend(1)
    if (node === null) text += end
    else if (node instanceof PageText) {
      spend(node.text.length / 8)
      text += node.text
    } else if (node === element || !silent.has(node.name)) {
      if (((traits.get(node.name) ?? 0) & (block | lineBreak)) !== 0) {
        text += end
        waiting.push(null)
      }
      for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]!)
    }
  }
  return text
}
