/** Reads what a caller wants out of a page (contract/scrape.md §2, extractRules grammar). */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import {
  type ExtractOutput,
  type ExtractRule,
  type ExtractRules,
  maxExtractFields,
  maxExtractLevels
} from "@kittiwake/core/pages/domain/ExtractRules"
import { Result, Schema } from "effect"
import { closed, text } from "../fields.ts"

const Selector = text(1, 2_048)

/** A rule as it is written: the short form is a selector, with `@` before the attribute that is meant. */
export interface RuleInput {
  readonly [field: string]:
    | string
    | {
        readonly selector: string
        readonly type?: "item" | "list"
        readonly output?: string | RuleInput
      }
}

export const ExtractRulesQuery: Schema.Codec<RuleInput> = Schema.Record(
  Schema.String,
  Schema.Union([
    Selector,
    closed({
      selector: Selector,
      type: Schema.optionalKey(Schema.Literals(["item", "list"])),
      output: Schema.optionalKey(
        Schema.Union([text(1, 200), Schema.suspend((): Schema.Codec<RuleInput> => ExtractRulesQuery)])
      )
    })
  ])
)

/** Where the attribute of a short rule begins: at the last `@` outside brackets and quotes; -1 when it has none. */
const attributeStart = (rule: string): number => {
  let found = -1
  let depth = 0
  let quote = ""
  for (let index = 0; index < rule.length; index++) {
    const char = rule[index]!
    if (char === "\\") index += 1
    else if (quote !== "") quote = char === quote ? "" : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === "[" || char === "(") depth += 1
    else if (char === "]" || char === ")") depth -= 1
    else if (char === "@" && depth === 0) found = index
  }
  return found
}

const attributeName = /^[A-Za-z_][\w:.-]{0,99}$/

class Problem {
  readonly error: InvalidInput
  constructor(path: string, message: string) {
    this.error = new InvalidInput({ field: `extractRules${path}`.slice(0, 200), message })
  }
}

const outputOf = (output: string, path: string): ExtractOutput => {
  if (output === "text") return { _tag: "Text" }
  if (output === "html") return { _tag: "Html" }
  const name = output.startsWith("@") ? output.slice(1) : ""
  if (attributeName.test(name)) return { _tag: "Attribute", name }
  throw new Problem(path, 'output must be "text", "html", "@" and the name of an attribute, or rules')
}

const shortRule = (rule: string, path: string): ExtractRule => {
  const at = attributeStart(rule)
  if (at < 0) return { selector: rule, type: "item", output: { _tag: "Text" } }
  const selector = rule.slice(0, at).trim()
  if (selector === "") throw new Problem(path, "names an attribute of no element; write a selector before the @")
  return { selector, type: "item", output: outputOf(rule.slice(at), path) }
}

const readRules = (input: RuleInput, path: string, level: number, count: { fields: number }): ExtractRules => {
  if (level > maxExtractLevels) throw new Problem(path, `may be nested ${maxExtractLevels} levels deep at most`)
  const fields = Object.entries(input)
  if (fields.length === 0) throw new Problem(path, "must have a field")
  count.fields += fields.length
  if (count.fields > maxExtractFields) throw new Problem("", `may have ${maxExtractFields} fields at most`)
  return new Map(
    fields.map(([field, rule]): [string, ExtractRule] => {
      const at = `${path}.${field}`
      if (typeof rule === "string") return [field, shortRule(rule, at)]
      const { output = "text", selector, type = "item" } = rule
      if (attributeStart(selector) >= 0) throw new Problem(at, "selector may not name an attribute; use output")
      return [
        field,
        {
          selector,
          type,
          output:
            typeof output === "string"
              ? outputOf(output, at)
              : { _tag: "Fields", rules: readRules(output, at, level + 1, count) }
        }
      ]
    })
  )
}

/** The rules, or what is wrong with them. */
export const extractRules = (input: RuleInput): Result.Result<ExtractRules, InvalidInput> => {
  try {
    return Result.succeed(readRules(input, "", 1, { fields: 0 }))
  } catch (error) {
    if (error instanceof Problem) return Result.fail(error.error)
    throw error
  }
}
