/** Turns the arguments of a tool into the request of its operation. */
import { neverWithin } from "./catalogue.ts"
import { takenBy } from "./described.ts"
import type { Operation } from "./operations.ts"
import type { Tool } from "./Tool.ts"

/** What a tool was given that it does not take. */
export class UnknownArgument {
  readonly name: string
  constructor(name: string) {
    this.name = name
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

/** A value as a query has it: lists are given name by name, objects as JSON. */
const addToQuery = (query: URLSearchParams, name: string, value: unknown): void => {
  if (value === null || value === undefined) return
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) {
    // The brackets say that it is a list, also when it has one item.
    for (const item of value) query.append(`${name}[]`, String(item))
  } else query.append(name, typeof value === "object" ? JSON.stringify(value) : String(value))
}

/**
 * A text as one part of a path.
 *
 * **Details.** One dot or two mean another path, and do so encoded as well; encoded twice, they are an id that nothing has.
 */
export const pathPart = (text: string): string =>
  text === "." || text === ".." ? text.replaceAll(".", "%252E") : encodeURIComponent(text)

/** The request below `base`, with the credential of the one that asked; or the first argument that nobody takes. */
export const requestOf = (
  tool: Tool,
  operation: Operation,
  given: Arguments,
  caller: { readonly base: string; readonly authorization: string; readonly signal?: AbortSignal }
): Request | UnknownArgument => {
  const places = new Map(takenBy(tool, operation).map((one) => [one.name, one.in]))
  const query = new URLSearchParams()
  const headers = new Headers({ authorization: caller.authorization })
  const body: Record<string, unknown> = {}
  let path = operation.path
  for (const [name, value] of Object.entries(given)) {
    switch (places.get(name)) {
      case "path":
        // Nothing that is written in an id may lead to another path.
        path = path.replace(`{${name}}`, pathPart(String(value)))
        break
      case "query":
        addToQuery(query, name, value)
        break
      case "header":
        headers.set(name, String(value).replace(/[^\x20-\x7e]/g, ""))
        break
      case "body": {
        const nested = freeForm.has(name) ? null : nestedIn(value, name)
        if (nested !== null) return new UnknownArgument(nested)
        body[name] = value
        break
      }
      default:
        return new UnknownArgument(name)
    }
  }
  const hasBody = operation.method !== "GET" && operation.method !== "DELETE"
  if (hasBody) headers.set("content-type", "application/json")
  const search = query.size === 0 ? "" : `?${query}`
  return new Request(`${caller.base}${path.replaceAll(/\{\w+\}/g, "-")}${search}`, {
    method: operation.method,
    headers,
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
    ...(caller.signal === undefined ? {} : { signal: caller.signal })
  })
}
