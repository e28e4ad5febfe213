/** Makes the query of a request plain: the many ways clients write lists and objects, and nothing for "not given". */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { Result, type Schema } from "effect"
import { textProblem } from "./body.ts"

/** The query of a request: a name that was given several times has several values. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

/** A value of a plain query: a text, the items of a list, or the fields of an object. */
export type PlainValue = string | ReadonlyArray<string> | PlainQuery

/** A query without brackets and without empty values. */
export interface PlainQuery {
  readonly [name: string]: PlainValue
}

interface Building {
  [name: string]: string | Array<string> | Building
}

/** Most brackets after one name, and as deep as JSON in a query may be nested (contract/scrape.md §0.2). */
const maxLevels = 12

/** Names that mean something to every object. */
const reserved = new Set(["__proto__", "constructor", "prototype"])

const invalid = (name: string, message: string) => new InvalidInput({ field: name.slice(0, 200), message })

const isObject = (value: PlainValue | undefined): value is Building =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** `name[]` and `name[0]` are further ways to write the list `name`. */
const listSuffix = /\[\d{0,4}\]$/

/** The names in the schema of a query. */
export const queryNames = (schema: Schema.Top | undefined, objects: ReadonlyArray<string> = []): QueryNames => ({
  known: schema?.ast._tag === "Objects" ? schema.ast.propertySignatures.map(({ name }) => String(name)) : [],
  objects
})

/** The name before the first bracket. */
const headOf = (name: string): string => name.split("[", 1)[0]!

/** The names between the brackets of `a[b][c]`; null when it is not written so. */
const pathOf = (name: string): ReadonlyArray<string> | null => {
  const first = name.indexOf("[")
  if (first < 1) return [name]
  const rest = name.slice(first)
  if (!/^(?:\[[^[\]]+\])+$/.test(rest)) return null
  return [name.slice(0, first), ...rest.slice(1, -1).split("][")]
}

/** The name without what says that it is a list; a field of an object may be called by a number. */
const withoutSuffix = (name: string, objects: ReadonlyArray<string>): string => {
  const plain = name.replace(listSuffix, "")
  return plain.length < name.length && objects.includes(headOf(plain)) ? name : plain
}

const place = (root: Building, name: string, value: string, objects: ReadonlyArray<string>): InvalidInput | null => {
  const path = pathOf(withoutSuffix(name, objects))
  if (path === null || path.length > maxLevels + 1) {
    return invalid(name, `must be written name[key][key], at most ${maxLevels} levels deep`)
  }
  if (path.some((part) => reserved.has(part))) return invalid(name, "is a name that cannot be used")
  const both = (levels: number) => invalid(path.slice(0, levels).join("."), "is given as a text and as an object")
  let at = root
  for (const [index, part] of path.slice(0, -1).entries()) {
    const found = at[part]
    if (found !== undefined && !isObject(found)) return both(index + 1)
    if (found === undefined) at[part] = Object.create(null)
    at = at[part] as Building
  }
  const last = path.at(-1)!
  const found = at[last]
  if (isObject(found)) return both(path.length)
  if (Array.isArray(found)) found.push(value)
  else at[last] = found === undefined ? value : [found, value]
  return null
}

/** JSON as a tree of texts; what is null was not given. */
const treeOf = (value: unknown, level: number): PlainValue | undefined | InvalidJson => {
  if (value === null || value === undefined) return undefined
  if (typeof value !== "object") return String(value)
  if (level > maxLevels) return new InvalidJson(`may be nested ${maxLevels} levels deep at most`)
  if (Array.isArray(value)) {
    // No object in a query has a list in it: what is one is told by the schema.
    return value.map((item) => (typeof item === "string" ? item : typeof item))
  }
  const tree: Building = Object.create(null)
  for (const [key, item] of Object.entries(value)) {
    if (reserved.has(key)) return new InvalidJson("has a field with a name that cannot be used")
    const inner = treeOf(item, level + 1)
    if (inner instanceof InvalidJson) return inner
    if (inner !== undefined) tree[key] = inner as Building
  }
  return tree
}

/** Why a text is not the JSON of an object. */
class InvalidJson {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

const parsed = (text: string): PlainValue | InvalidJson => {
  const notJson = new InvalidJson("must be a JSON object, or written name[key]=value")
  try {
    return treeOf(JSON.parse(text), 1) ?? notJson
  } catch {
    return notJson
  }
}

/** What makes a text impossible to store, wherever it stands. */
const unstorable = (value: PlainValue, name: string): InvalidInput | null => {
  for (const [key, one] of typeof value === "string" ? [["", value] as const] : Object.entries(value)) {
    const problem =
      typeof one === "string"
        ? [textProblem(key), textProblem(one)].flatMap((message) =>
            message === null ? [] : [invalid(name, message)]
          )[0]
        : unstorable(one, name)
    if (problem !== undefined && problem !== null) return problem
  }
  return null
}

/** What an operation takes in its query. */
export interface QueryNames {
  /** Every name; what has another is left out, whatever it holds. */
  readonly known: ReadonlyArray<string>
  /** Those whose values are objects. */
  readonly objects: ReadonlyArray<string>
}

/**
 * The query with brackets folded into lists and objects, objects that were written as JSON read, and empty values left
 * out, which is how the public client writes null.
 */
export const plainQuery = (query: Query, { known, objects }: QueryNames): Result.Result<PlainQuery, InvalidInput> => {
  const plain: Building = Object.create(null)
  for (const name in query) {
    const head = headOf(name)
    if (reserved.has(head)) return Result.fail(invalid(name, "is a name that cannot be used"))
    if (!known.includes(head)) continue
    const given = query[name]!
    for (const value of typeof given === "string" ? [given] : given) {
      if (value === "") continue
      const message = textProblem(name) ?? textProblem(value)
      const problem = message === null ? place(plain, name, value, objects) : invalid(name, message)
      if (problem !== null) return Result.fail(problem)
    }
  }
  for (const name of objects) {
    const value = plain[name]
    // What is no object at all is told by the schema: some are also written as a number.
    if (typeof value !== "string" || !/^\s*[{[]/.test(value)) continue
    const tree = parsed(value)
    if (tree instanceof InvalidJson) return Result.fail(invalid(name, tree.message))
    const problem = unstorable(tree, name)
    if (problem !== null) return Result.fail(problem)
    plain[name] = tree as Building
  }
  return Result.succeed(plain)
}
