/** Puts into the OpenAPI description what schemas of query strings cannot say. */
import { pageLimit } from "@kittiwake/core/paging/domain/Page"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Readonly<Record<string, unknown>>
}

type Operation = Readonly<Record<string, unknown>> & { readonly parameters?: ReadonlyArray<Parameter> }

/** A number in a query is a string to the schema, and a list may be joined by commas. */
const typed = (parameter: Parameter): Parameter => {
  if (parameter.in !== "query") return parameter
  if (parameter.name === "limit") return { ...parameter, schema: { type: "integer", ...pageLimit } }
  return parameter.schema.type === "array" ? { ...parameter, ...{ style: "form", explode: false } } : parameter
}

/** The description of an operation with the true types of its query. */
export const describeOperation = (operation: Operation): Operation =>
  operation.parameters === undefined ? operation : { ...operation, parameters: operation.parameters.map(typed) }
