/** What rules find in what is kept of a page (contract/scrape.md §2). */
import type { Extracted, ExtractRule, ExtractRules } from "@kittiwake/core/pages/domain/ExtractRules"
import * as Result from "effect/Result"
import { block, lineBreak, traits } from "./elements.ts"
import { collapse } from "./innerText.ts"
import { type BadSelector, PageRefusal } from "./PageRefusal.ts"
import { attributeOf, PageElement, type PageNode, PageText } from "./PageTree.ts"
import { compileSelector, type Matches, type MatchingOptions } from "./Selectors.ts"
import { writeHtml } from "./writeHtml.ts"

/** Characters that all rules together may find. */
const maxExtracted = 8_000_000

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
  options: MatchingOptions
): Result.Result<CompiledRules, BadSelector> =>
  Result.all(
    [...rules].map(([field, rule]) =>
      Result.all({
        matches: compileSelector(rule.selector, options),
        fields: rule.output._tag === "Fields" ? compileRules(rule.output.rules, options) : Result.succeed([])
      }).pipe(Result.map(({ fields, matches }) => ({ field, rule, matches, fields })))
    )
  )

export const extractFields = (root: PageElement, rules: CompiledRules): { readonly [field: string]: Extracted } => {
  let left = maxExtracted
  const spend = (text: string): string => {
    left -= text.length
    if (left < 0) {
      throw new PageRefusal({
        reason: "too_complex",
        message: `The rules find more than ${maxExtracted} characters.`
      })
    }
    return text
  }

  const fieldsOf = (context: PageElement, compiled: CompiledRules): { readonly [field: string]: Extracted } =>
    Object.fromEntries(compiled.map((one) => [one.field, found(context, one)]))

  const found = (context: PageElement, one: Compiled): Extracted => {
    if (one.rule.type === "list") return findAll(context, one.matches, Infinity).map((element) => take(element, one))
    const [element] = findAll(context, one.matches, 1)
    return element === undefined ? null : take(element, one)
  }

  const take = (element: PageElement, { fields, rule: { output } }: Compiled): Extracted => {
    switch (output._tag) {
      case "Text":
        return spend(textOf(element))
      case "Lines":
        return spend(linesOf(element, output.most))
      case "Html":
        return spend(writeHtml(element))
      case "Attribute": {
        const value = attributeOf(element, output.name.toLowerCase()) ?? attributeOf(element, output.name)
        return value === undefined ? null : spend(value)
      }
      case "Fields":
        spend("{}")
        return fieldsOf(element, fields)
    }
  }

  return fieldsOf(root, rules)
}

const findAll = (context: PageElement, matches: Matches, most: number): Array<PageElement> => {
  const found: Array<PageElement> = []
  const visit = (parent: PageElement): void => {
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

const textOf = (element: PageElement): string => collapse(shownText(element, Infinity, " "))

/** What stands between lines until white space is made alike: no text has it. */
const lineEnd = "\u0000"

const linesOf = (element: PageElement, most: number): string =>
  shownText(element, most, lineEnd)
    .slice(0, most)
    .split(lineEnd)
    .map(collapse)
    .filter((line) => line !== "")
    .join("\n")

/** Stops after so many characters. */
const shownText = (element: PageElement, most: number, end: string): string => {
  let text = ""
  // Null is where a line ends: what follows is another word.
  const waiting: Array<PageNode | null> = [element]
  for (let node = waiting.pop(); node !== undefined && text.length < most; node = waiting.pop()) {
    if (node === null) text += end
    else if (node instanceof PageText) text += node.text
    else if (node === element || !silent.has(node.name)) {
      if (((traits.get(node.name) ?? 0) & (block | lineBreak)) !== 0) {
        text += end
        waiting.push(null)
      }
      for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]!)
    }
  }
  return text
}
