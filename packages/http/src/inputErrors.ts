/** Says in plain words which field was wrong, and why. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { type Schema, SchemaIssue } from "effect"

/** Longest field path and message that are sent back. */
const maxLength = { field: 200, message: 500 } as const

// The value is never repeated: it may be a secret, or a megabyte.
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return "is required"
    const isClosed = issue._tag === "InvalidType" && issue.ast._tag === "Never"
    if (isClosed || issue._tag === "UnexpectedKey") return "is not a known field"
    return SchemaIssue.defaultLeafHook(issue)
  }
})

const fieldOf = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>): string => {
  let field = ""
  for (const segment of path) {
    const key = typeof segment === "object" ? segment.key : segment
    field += typeof key === "number" ? `[${key}]` : field === "" ? String(key) : `.${String(key)}`
  }
  return field.slice(0, maxLength.field)
}

const queryMessages: Readonly<Record<string, string>> = {
  "must be string": "must be given once",
  "must be a valid JSON string": "must be the text of a JSON array: a list of objects cannot be written otherwise",
  "must be object": "must be a JSON object, or written name[key]=value"
}

/** What was wrong with a query. Its values are strings, so one of another type is a name that was given twice. */
export const invalidQuery = (error: Schema.SchemaError): InvalidInput => {
  const { field, message } = invalidInput(error)
  return new InvalidInput({ field, message: queryMessages[message] ?? message })
}

/** The first thing that was wrong with input that a schema refused. */
export const invalidInput = (error: Schema.SchemaError): InvalidInput => {
  const [issue] = format(error.issue).issues
  if (issue === undefined) return new InvalidInput({ field: "", message: "The input is not valid." })
  const message = issue.message.replace(/^Expected /, "must be ").slice(0, maxLength.message)
  return new InvalidInput({ field: fieldOf(issue.path ?? []), message })
}
