/** Text that is not HTML. */

import * as Result from "effect/Result"
import { normalized } from "./normalized.ts"
import { PageRefusal } from "./PageRefusal.ts"
import { maxTextLength } from "./TextLines.ts"

/** Indentation stops here, so that a hundred thousand brackets do not become gigabytes of spaces. */
const maxIndent = 32

/** Plain text as it is, without what no store keeps: NUL and halves of surrogate pairs. */
export const plainText = (body: string): string => {
  const text = normalized(body)
  if (text.length > maxTextLength) {
    throw new PageRefusal({
      reason: "too_complex",
      message: `The page has more than ${maxTextLength} characters of text.`
    })
  }
  return text
}

/**
 * JSON with one value a line, so that two answers can be compared by line; as it is when it does not parse, or
 * would be too long.
 *
 * **Details** Only white space moves. Printing the parsed value would lose digits of long numbers, repeated keys and
 * the order of keys that look like numbers.
 */
export const jsonText = (body: string): string => {
  const text = plainText(body)
  return Result.isSuccess(Result.try(() => JSON.parse(text))) ? indentJson(text) : text
}

const tokens = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g

const indentJson = (json: string): string => {
  let text = ""
  let depth = 0
  let previous = ""
  const breakLine = () => {
    text += `\n${"  ".repeat(Math.min(depth, maxIndent))}`
  }
  for (const [token] of json.matchAll(tokens)) {
    const closes = token === "]" || token === "}"
    if (closes) {
      depth -= 1
      if (previous !== "[" && previous !== "{") breakLine()
    } else if (previous === "[" || previous === "{" || previous === ",") breakLine()
    text += token === ":" ? ": " : token
    if (token === "[" || token === "{") depth += 1
    previous = token
    if (text.length > maxTextLength) return json
  }
  return text
}
