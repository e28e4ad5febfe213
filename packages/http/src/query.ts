/** Makes the query of a request plain: the many ways clients write lists, and nothing for "not given". */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Result } from "effect"
import { textProblem } from "./body.ts"

/** The query of a request: a name that was given several times has several values. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

/** `name[]` and `name[0]` are further ways to write the list `name`. */
const listSuffix = /\[\d{0,4}\]$/

/**
 * The query with bracketed list names folded into plain ones and empty values left out, which is how the public client
 * writes null.
 */
export const plainQuery = (query: Query): Result.Result<Query, InvalidInput> => {
  const plain: Record<string, string | Array<string>> = Object.create(null)
  for (const name in query) {
    const key = name.replace(listSuffix, "")
    const given = query[name]!
    for (const value of typeof given === "string" ? [given] : given) {
      if (value === "") continue
      const message = textProblem(value)
      if (message !== null) return Result.fail(new InvalidInput({ field: key.slice(0, 200), message }))
      const found = plain[key]
      if (Array.isArray(found)) found.push(value)
      else plain[key] = found === undefined ? value : [found, value]
    }
  }
  return Result.succeed(plain)
}
