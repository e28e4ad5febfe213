/** Puts into the OpenAPI description what schemas of query strings cannot say. */
import { pageLimit } from "@kittiwake/core/paging/domain/Page"
import { logLimits } from "@kittiwake/core/usage/domain/LogFilter"

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Readonly<Record<string, unknown>>
}

type Operation = Readonly<Record<string, unknown>> & { readonly parameters?: ReadonlyArray<Parameter> }

/** What is a string to the schema, because everything in a query is. */
const trueSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  limit: { type: "integer", ...pageLimit },
  page: { type: "integer", ...logLimits.page },
  status_code: { type: "integer", minimum: 100, maximum: 599 },
  errors_only: { type: "boolean", default: false }
}

/** A number in a query is a string to the schema, and a list may be joined by commas. */
const typed = (parameter: Parameter): Parameter => {
  if (parameter.in !== "query") return parameter
  // A name may mean a choice of words elsewhere.
  const schema = "enum" in parameter.schema ? undefined : trueSchemas[parameter.name]
  if (schema !== undefined) return { ...parameter, schema }
  return parameter.schema.type === "array" ? { ...parameter, ...{ style: "form", explode: false } } : parameter
}

/** The description of an operation with the true types of its query. */
export const describeOperation = (operation: Operation): Operation =>
  operation.parameters === undefined ? operation : { ...operation, parameters: operation.parameters.map(typed) }
