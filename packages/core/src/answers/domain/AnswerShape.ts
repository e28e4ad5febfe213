/** The shape of an answer, told by an example of it (contract/extract-answers.md §2). */
import { Result } from "effect"
import type { DataProperty, DataShape, ObjectShape } from "../../extraction/domain/DataShape.ts"

/** What is wrong with an example. */
export interface ExampleProblem {
  readonly message: string
}

/** Most levels, the root being the first; values, containers among them; characters of the JSON without spaces. @internal */
export const exampleLimits = { levels: 8, values: 500, length: 16_000 } as const

/** Longest name of a field. */
const longestName = 200

const problem = (message: string) => Result.fail<ExampleProblem>({ message })

interface Count {
  values: number
}

const isJson = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const open: DataShape = { kind: "open", description: "", isNullable: true }

/** A placeholder says what is wanted, such as `"the name of its founder"`. */
const text = (placeholder: string): DataShape => ({
  ...{ kind: "text", description: placeholder.slice(0, 300), isNullable: true, format: null, choices: null },
  ...{ shortest: 0, longest: Number.POSITIVE_INFINITY, pattern: null }
})

const number: DataShape = {
  ...{ kind: "number", description: "", isNullable: true, isInteger: false, choices: null },
  ...{ least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY },
  ...{ above: Number.NEGATIVE_INFINITY, below: Number.POSITIVE_INFINITY }
}

/** Thrown from any depth, and caught where the reading began. */
class Misfit extends Error {}

const shapeOf = (value: unknown, level: number, count: Count): DataShape => {
  count.values += 1
  if (count.values > exampleLimits.values) throw new Misfit(`has more than ${exampleLimits.values} values`)
  if (level > exampleLimits.levels) throw new Misfit(`has more than ${exampleLimits.levels} levels`)
  if (typeof value === "string") return text(value.trim())
  if (typeof value === "number") return number
  if (typeof value === "boolean") return { kind: "flag", description: "", isNullable: true }
  if (Array.isArray(value)) {
    const [first = open, ...others] = value.map((one) => shapeOf(one, level + 1, count))
    // Of several items the first is the example; the others count and say nothing.
    void others
    const items = value.length === 0 ? open : first
    return { kind: "list", description: "", isNullable: false, items, fewest: 0, most: Number.POSITIVE_INFINITY }
  }
  return isJson(value) ? objectOf(value, level, count) : open
}

const objectOf = (value: { readonly [name: string]: unknown }, level: number, count: Count): ObjectShape => ({
  ...{ kind: "object", description: "", isNullable: false },
  properties: Object.entries(value).map(([name, inner]): DataProperty => {
    // Copied from object to object, this name would change what all objects inherit.
    if (name === "__proto__" || name === "" || name.length > longestName)
      throw new Misfit(`has a field named "${name.slice(0, 40)}"`)
    return { name, isRequired: true, shape: shapeOf(inner, level + 1, count) }
  })
})

/**
 * What an example asks for: `""` a text, `0` a number, `true` or `false` a flag, `null` anything, `[x]` a list of such, `[]` a list of anything,
 * `{}` an object that stays empty. A text that is not empty says what is wanted there.
 */
export const readExample = (example: unknown): Result.Result<ObjectShape, ExampleProblem> => {
  if (!isJson(example)) return problem("is not a JSON object")
  try {
    const count = { values: 1 }
    const shape = objectOf(example, 1, count)
    if (JSON.stringify(example).length > exampleLimits.length) {
      return problem(`is longer than ${exampleLimits.length} characters`)
    }
    return Result.succeed(shape)
  } catch (error) {
    if (error instanceof Misfit) return problem(error.message)
    throw error
  }
}
