/** Turns the arguments of a tool into the request of its operation. */
import { neverWithin } from "./catalogue.ts"
import { takenBy } from "./described.ts"
import { type Operation, operations } from "./operations.ts"
import type { Tool } from "./Tool.ts"

/** Said of an argument that nobody takes: it is often another's name for one of these. */
export const notTaken = (taken: Iterable<string>): string =>
  `nothing takes this argument. Taken are ${[...taken].join(", ")}.`

/** What a tool was given that it does not take, and why. */
export class RefusedArgument {
  readonly name: string
  readonly why: string
  constructor(name: string, why: string) {
    this.name = name
    this.why = why
  }
}

type Arguments = Readonly<Record<string, unknown>>

/** The place of the first field within a value that no tool takes. */
const nestedIn = (value: unknown, place: string): string | null => {
  if (typeof value !== "object" || value === null) return null
  for (const [name, field] of Object.entries(value)) {
    const at = `${place}.${name}`
    if (freeForm.has(name)) continue
    const found = !Array.isArray(value) && neverWithin.has(name) ? at : nestedIn(field, at)
    if (found !== null) return found
  }
  return null
}

/** What a caller writes as it likes: names in it mean nothing to the API. */
const freeForm: ReadonlySet<string> = new Set(["schema", "meta"])

/** A list of texts, numbers and the like; null is not, since a query cannot say it. */
const isPlainList = (value: unknown): value is ReadonlyArray<unknown> =>
  Array.isArray(value) && value.every((item) => typeof item !== "object")

/** A value as a query has it: lists and objects as JSON, so that an item with a comma stays whole. */
const addToQuery = (query: URLSearchParams, name: string, value: unknown): void => {
  if (value === null || value === undefined) return
  if (isPlainList(value)) {
    if (value.length > 0) query.append(name, JSON.stringify(value.map(String)))
  } else query.append(name, typeof value === "object" ? JSON.stringify(value) : String(value))
}

let words: ReadonlySet<string> | undefined

/** The words of which addresses are made: `/v1/monitors/changes` is no monitor that is called so. */
const wordsOfPaths = (): ReadonlySet<string> =>
  (words ??= new Set([...operations().values()].flatMap(({ path }) => path.split("/"))))

/** Stands for an id that nothing has. */
const noId = "-"

/** Most characters of an id; those of ours have a third of it. */
export const maxIdLength = 100

/** An id as part of a path: nothing that is written in one may lead to another operation. */
export const idInPath = (id: string): string =>
  // A part of dots alone is taken away from an address, even where they are escaped.
  id === "." || id === ".." || wordsOfPaths().has(id) ? noId : encodeURIComponent(id)

const isPrintable = /^[ -~]*$/

/** The request below `base`, with the credential of the one that asked; or the first argument that nobody takes. */
export const requestOf = (
  tool: Tool,
  operation: Operation,
  given: Arguments,
  caller: { readonly base: string; readonly authorization: string; readonly signal?: AbortSignal }
): Request | RefusedArgument => {
  const places = new Map(takenBy(tool, operation).map((one) => [one.name, one.in]))
  const query = new URLSearchParams()
  const headers = new Headers({ authorization: caller.authorization })
  const body: Record<string, unknown> = {}
  let path = operation.path
  for (const [name, value] of Object.entries(given)) {
    switch (places.get(name)) {
      case "path": {
        if (value === null || value === undefined) break
        const id = String(value)
        if (id.length > maxIdLength) {
          return new RefusedArgument(name, `it may have at most ${maxIdLength} characters.`)
        }
        path = path.replace(`{${name}}`, idInPath(id))
        break
      }
      case "query":
        addToQuery(query, name, value)
        break
      case "header":
        // Left out as in a query: it is no header that says "null".
        if (value === null || value === undefined) break
        if (!isPrintable.test(String(value))) {
          return new RefusedArgument(name, "it may have printable ASCII characters alone.")
        }
        headers.set(name, String(value))
        break
      case "body": {
        const nested = freeForm.has(name) ? null : nestedIn(value, name)
        if (nested !== null) return new RefusedArgument(nested, "nothing takes this argument.")
        body[name] = value
        break
      }
      default:
        return new RefusedArgument(name, notTaken(places.keys()))
    }
  }
  const missing = /\{(\w+)\}/.exec(path)?.[1]
  if (missing !== undefined) return new RefusedArgument(missing, "it is required.")
  const hasBody = operation.method !== "GET" && operation.method !== "DELETE"
  if (hasBody) headers.set("content-type", "application/json")
  const search = query.size === 0 ? "" : `?${query}`
  return new Request(`${caller.base}${path}${search}`, {
    method: operation.method,
    headers,
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
    ...(caller.signal === undefined ? {} : { signal: caller.signal })
  })
}
