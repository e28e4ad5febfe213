/** Puts into the OpenAPI description what schemas cannot say: the key, and the true types of query strings. */
import { pageLimit } from "@kittiwake/core/paging/domain/Page"
import { logLimits } from "@kittiwake/core/usage/domain/LogFilter"
import { examples } from "./examples.ts"

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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Words that stand for yes and no. */
const booleans: ReadonlyArray<string | undefined> = ['["true","false"]', '["true","false","1","0"]']

/** A text that stands for a number or for yes and no, as what it stands for; also inside of objects. */
const standsFor = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(standsFor)
  if (!isObject(schema)) return schema
  if (schema.type === "string" && Array.isArray(schema.allOf) && schema.allOf.length === 1) {
    const { allOf, ...text } = schema
    return { ...text, ...allOf[0] }
  }
  if (booleans.includes(JSON.stringify(schema.enum))) return { type: "boolean" }
  // An object that takes no other field says so by itself.
  const { propertyNames: _, ...rest } = schema
  const shown = schema.additionalProperties === false ? rest : schema
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, standsFor(value)]))
}

/** A number in a query is a string to the schema, a list may be joined by commas, and objects have brackets. */
const typed = (parameter: Parameter): Parameter => {
  if (parameter.in !== "query") return parameter
  // A name may mean a choice of words elsewhere.
  const known = "enum" in parameter.schema ? undefined : trueSchemas[parameter.name]
  if (known !== undefined) return { ...parameter, schema: known }
  const shown = { ...parameter, schema: standsFor(parameter.schema) as Parameter["schema"] }
  if (shown.schema.type === "array") return { ...shown, ...{ style: "form", explode: false } }
  return shown.schema.type === "object" ? { ...shown, ...{ style: "deepObject", explode: true } } : shown
}

/** The name of the key in the description. */
export const keyScheme = "bearer"

/** The description of an operation that takes a key, with the true types of its query. */
export const describeOperation = (operation: Operation): Operation => ({
  ...operation,
  security: [{ [keyScheme]: [] }],
  ...(operation.parameters === undefined ? {} : { parameters: operation.parameters.map(typed) })
})

type Content = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const withExample = (holder: unknown, example: unknown): unknown => {
  if (example === undefined || !isObject(holder) || !isObject(holder.content)) return holder
  const content = Object.entries(holder.content as Content).map(([type, media]) => [type, { ...media, example }])
  return { ...holder, content: Object.fromEntries(content) }
}

/** Any request may have headers that are too large. */
const tooLarge = {
  description: "The headers are too large",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
}

const isSuccess = (status: string): boolean => status.startsWith("2")

/** An operation with its example, and with what the HTTP parser answers in front of it. */
const completed = (operation: Operation): Operation => {
  const { body, parameters = {}, reply } = examples[String(operation.operationId)] ?? {}
  const responses = Object.entries(isObject(operation.responses) ? operation.responses : {}).map(
    ([status, response]) => [status, isSuccess(status) ? withExample(response, reply) : response]
  )
  return {
    ...operation,
    ...(operation.parameters === undefined
      ? {}
      : {
          parameters: operation.parameters.map((parameter) =>
            parameter.name in parameters ? { ...parameter, example: parameters[parameter.name] } : parameter
          )
        }),
    ...(operation.requestBody === undefined ? {} : { requestBody: withExample(operation.requestBody, body) }),
    responses: { ...Object.fromEntries(responses), 431: tooLarge }
  }
}

const completedPaths = (paths: unknown) =>
  Object.fromEntries(
    Object.entries(isObject(paths) ? paths : {}).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(isObject(methods) ? methods : {}).map(([method, operation]) => [
          method,
          isObject(operation) ? completed(operation) : operation
        ])
      )
    ])
  )

/** The description of the API: where it is, the key that its operations take, and an example of each. */
export const describeApi = (spec: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...spec,
  info: { ...(isObject(spec.info) ? spec.info : {}), license: { name: "MIT", identifier: "MIT" } },
  servers: [{ url: "/", description: "This installation" }],
  paths: completedPaths(spec.paths),
  components: {
    ...(isObject(spec.components) ? spec.components : {}),
    securitySchemes: { [keyScheme]: { type: "http", scheme: "bearer" } }
  }
})
