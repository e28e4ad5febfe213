/** Says in plain words which field was wrong, and why. */
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { type Schema, SchemaAST, SchemaIssue } from "effect"

/** Longest field path and message that are sent back. */
const maxLength = { field: 200, message: 500 } as const

/** Names of fields in a sentence. */
const listed = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** An object by what it must have: nobody who calls knows the name that its schema has in the description. */
const objectOf = (ast: SchemaAST.AST): string | null => {
  const { expected } = SchemaAST.resolve(ast) ?? {}
  if (typeof expected === "string") return expected
  const ofUnion = ast._tag === "Union" ? objectOrNull(ast) : null
  if (ofUnion !== null || ast._tag !== "Objects") return ofUnion
  const needed = ast.propertySignatures.flatMap(({ name, type }) => (SchemaAST.isOptional(type) ? [] : [String(name)]))
  return needed.length === 0 ? "an object" : `an object with ${listed(needed)}`
}

/** What a field is called that is an object or null, which takes it away. */
const objectOrNull = ({ types }: SchemaAST.Union): string | null => {
  const [one, ...others] = types.filter(({ _tag }) => _tag !== "Null" && _tag !== "Undefined")
  const object = one === undefined || others.length > 0 ? null : objectOf(one)
  return object === null || !types.some(({ _tag }) => _tag === "Null") ? object : `${object}, or null`
}

/** What a union that none of its members fits is called, where it is not left to its members. */
const isBareUnion = (issue: SchemaIssue.Issue): issue is SchemaIssue.AnyOf =>
  issue._tag === "AnyOf" && issue.issues.length === 0

/** The first issue of which a message is made. */
const firstOf = (issue: SchemaIssue.Issue): SchemaIssue.Issue => {
  switch (issue._tag) {
    case "Pointer":
    case "Encoding":
      return firstOf(issue.issue)
    case "Composite":
      return firstOf(issue.issues[0])
    case "AnyOf":
      return issue.issues[0] === undefined ? issue : firstOf(issue.issues[0])
    default:
      return issue
  }
}

// The value is never repeated: it may be a secret, or a megabyte.
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return "is required"
    const isClosed = issue._tag === "InvalidType" && issue.ast._tag === "Never"
    if (isClosed || issue._tag === "UnexpectedKey") return "is not a known field"
    const object = issue._tag === "InvalidType" ? objectOf(issue.ast) : null
    if (object !== null) return `Expected ${object}`
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
  "must be a valid JSON string": "must be the text of a JSON array: a list of objects cannot be written otherwise"
}

const queryMessage = (message: string): string =>
  message.startsWith("must be an object")
    ? "must be a JSON object, or written name[key]=value"
    : (queryMessages[message] ?? message)

/** What was wrong with a query. Its values are strings, so one of another type is a name that was given twice. */
export const invalidQuery = (error: Schema.SchemaError): InvalidInput => {
  const { field, message } = invalidInput(error, "The query")
  return new InvalidInput({ field, message: queryMessage(message) })
}

/** A message that is too long, without a half of what it lists. */
const shortened = (message: string): string => {
  if (message.length <= maxLength.message) return message
  const end = message.lastIndexOf(" | ", maxLength.message - 4)
  return end < 0 ? message.slice(0, maxLength.message) : `${message.slice(0, end)} | …`
}

const messageOf = (issue: SchemaIssue.Issue, told: string): string => {
  const union = isBareUnion(issue) ? objectOf(issue.ast) : null
  const message = union === null ? told : `Expected ${union}`
  return shortened(message.replace(/^Expected /, "must be "))
}

/** The first thing that was wrong with input that a schema refused; `whole` is what all of it is called. */
export const invalidInput = (error: Schema.SchemaError, whole = "The body"): InvalidInput => {
  const [issue] = format(error.issue).issues
  if (issue === undefined) return new InvalidInput({ field: "", message: "The input is not valid." })
  const field = fieldOf(issue.path ?? [])
  const message = messageOf(firstOf(error.issue), issue.message)
  return new InvalidInput({ field, message: field === "" ? `${whole} ${message}.` : message })
}
