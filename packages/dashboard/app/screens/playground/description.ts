/** What the OpenAPI description says of an operation, as fields of a form. */
import { queryOptions } from "@tanstack/react-query"
import { send } from "../../api/call.ts"
import { sentAddress } from "../../parts/typedAddress.ts"

type Json = Readonly<Record<string, unknown>>

/** A schema of the description, as far as forms need it. */
export interface FieldSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<FieldSchema>
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: FieldSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: unknown
  readonly description?: string
}

interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly schema: FieldSchema
  readonly required?: boolean
  readonly example?: unknown
}

interface DescribedOperation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: FieldSchema; readonly example?: unknown }>>
  }
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, FieldSchema>> }
}

/** An operation as the playground shows it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly scope: string | null
  /** Whether its body is the bytes of a file. */
  readonly takesFile: boolean
  readonly hasPayload: boolean
  readonly fields: ReadonlyArray<Field>
  /** Where an input says how old what is kept may be; null where none can be asked for that is fresh. */
  readonly agePath: (input: CallInput) => ReadonlyArray<string> | null
  /** An input as it is sent: addresses with the scheme that people leave out. */
  readonly completed: (input: CallInput) => CallInput
  /** An input that is answered. */
  readonly example: CallInput
}

/** What an operation is called with. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Json | undefined
  readonly payload?: unknown
}

/** One field of a form. `path` leads to its value in the input. */
export interface Field {
  readonly path: ReadonlyArray<string>
  readonly name: string
  readonly kind: "text" | "long" | "number" | "boolean" | "choice" | "lines" | "group" | "json"
  readonly isRequired: boolean
  readonly options: ReadonlyArray<string>
  readonly fields: ReadonlyArray<Field>
  readonly min: number | undefined
  readonly max: number | undefined
  readonly fallback: unknown
}

export const description = queryOptions({
  queryKey: ["openapi"] as const,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Description> =>
    (await (await send("GET", "/openapi.json", { signal })).json()) as Description
})

/** How deep addresses of an input are looked for. */
const completedMax = 8

/** What an input calls how old what is kept may be. */
const ageName = "maxAgeMs"

/** How deep objects become groups of fields; what is deeper is JSON. */
const depthMax = 3

const long = new Set(["task", "instructions", "query", "text", "goal", "description"])

const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const withoutChoice = ({ anyOf: _, ...rest }: FieldSchema): FieldSchema => rest

const makeFields = ({ components }: Description) => {
  const resolved = (schema: FieldSchema): FieldSchema => {
    if (schema.$ref !== undefined) return resolved(components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {})
    const others = schema.anyOf?.filter(({ type }) => type !== "null")
    return others?.length === 1 && others[0] !== undefined
      ? resolved({ ...withoutChoice(schema), ...others[0] })
      : schema
  }
  const fieldOf = (
    name: string,
    given: FieldSchema,
    path: ReadonlyArray<string>,
    isRequired: boolean,
    depth: number
  ): Field => {
    const schema = resolved(given)
    const base = {
      path,
      name,
      isRequired,
      options: [],
      fields: [],
      min: schema.minimum,
      max: schema.maximum,
      fallback: schema.default
    } as const
    const words = schema.enum?.filter((one) => typeof one === "string") ?? []
    if (words.length > 0) return { ...base, kind: "choice", options: words }
    if (schema.type === "boolean") return { ...base, kind: "boolean" }
    if (schema.type === "integer" || schema.type === "number") return { ...base, kind: "number" }
    if (schema.type === "string" && "contentMediaType" in schema) return { ...base, kind: "json" }
    if (schema.type === "string")
      return { ...base, kind: long.has(name) && (schema.maxLength ?? 0) > 300 ? "long" : "text" }
    if (schema.type === "array" && schema.items !== undefined && resolved(schema.items).type === "string")
      return { ...base, kind: "lines" }
    const properties = Object.entries(schema.properties ?? {})
    if (schema.type === "object" && properties.length > 0 && depth < depthMax) {
      const fields = properties.map(([key, one]) =>
        fieldOf(key, one, [...path, key], schema.required?.includes(key) ?? false, depth + 1)
      )
      return { ...base, kind: "group", fields }
    }
    return { ...base, kind: "json" }
  }
  /** All that a value may be. */
  const branchesOf = (schema: FieldSchema): ReadonlyArray<FieldSchema> => {
    const found = resolved(schema)
    return found.anyOf === undefined ? [found] : found.anyOf.flatMap(branchesOf)
  }
  /** A value whose addresses have their scheme, where its schema says that they are addresses and nothing else. */
  const completed = (branches: ReadonlyArray<FieldSchema>, value: unknown, depth = 0): unknown => {
    if (depth > completedMax) return value
    if (typeof value === "string") {
      const texts = branches.filter(({ type }) => type === "string")
      return texts.length > 0 && texts.every(({ format }) => format === "uri") ? sentAddress(value) : value
    }
    if (Array.isArray(value)) {
      const items = branches.flatMap(({ items: one }) => (one === undefined ? [] : branchesOf(one)))
      return items.length === 0 ? value : value.map((one) => completed(items, one, depth + 1))
    }
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const inner = branches.flatMap(({ properties }) =>
          properties !== undefined && Object.hasOwn(properties, name) ? branchesOf(properties[name] ?? {}) : []
        )
        return [name, inner.length === 0 ? one : completed(inner, one, depth + 1)]
      })
    )
  }
  return { branchesOf, completed, fieldOf, resolved }
}

const scopeOf = (text: string | undefined): string | null => /scope `([a-z:_]+)`/.exec(text ?? "")?.[1] ?? null

const operationOf = (of: Description, path: string, method: string, described: DescribedOperation): Operation => {
  const { branchesOf, completed, fieldOf, resolved } = makeFields(of)
  const parameters = (described.parameters ?? []).filter((one) => one.in !== "header")
  const content = Object.entries(described.requestBody?.content ?? {})
  const json = content.find(([type]) => type.includes("json"))?.[1]
  const body = json === undefined ? undefined : resolved(json.schema)
  const ofParameters = parameters.map(({ in: place, name, required, schema }) =>
    fieldOf(name, schema, [place === "path" ? "params" : "query", name], required === true, 1)
  )
  const whole = body === undefined ? null : fieldOf("payload", body, ["payload"], true, 0)
  const inBody = body === undefined ? [] : branchesOf(body)
  /** Whether an age of nothing is taken, so that what is kept is passed over. */
  const takesNoAge = (schema: FieldSchema | undefined): boolean =>
    schema !== undefined && branchesOf(schema).every(({ minimum = 0 }) => minimum <= 0)
  /** Whether a body says by its words that it is of another kind. */
  const isOther = ({ properties = {} }: FieldSchema, payload: unknown): boolean =>
    Object.entries(properties).some(([name, schema]) => {
      const value = valueAt(payload, [name])
      const words = resolved(schema).enum
      return typeof value === "string" && words !== undefined && !words.includes(value)
    })
  const agePath: Operation["agePath"] = ({ payload }) => {
    if (takesNoAge(parameters.find(({ in: place, name }) => place === "query" && name === ageName)?.schema))
      return ["query", ageName]
    const kinds = inBody.filter((one) => !isOther(one, payload))
    return kinds.length > 0 && kinds.every(({ properties }) => takesNoAge(properties?.[ageName]))
      ? ["payload", ageName]
      : null
  }
  const completedQuery = (query: Json): Json =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => {
        const parameter = parameters.find((one) => one.in === "query" && one.name === name)
        return [name, parameter === undefined ? value : completed(branchesOf(parameter.schema), value)]
      })
    )
  const exampleOf = (place: "path" | "query") =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && one.example !== undefined)
        .map(({ example, name }) => [name, example])
    )
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    summary: described.summary ?? described.operationId,
    tag: described.tags?.[0] ?? "",
    scope: scopeOf(described.description),
    takesFile: content.some(([type]) => type === "application/octet-stream"),
    hasPayload: json !== undefined,
    agePath,
    completed: (input) => ({
      ...input,
      ...(input.query === undefined ? {} : { query: completedQuery(input.query) }),
      ...(input.payload === undefined ? {} : { payload: completed(inBody, input.payload) })
    }),
    fields: [...ofParameters, ...(whole === null ? [] : whole.kind === "group" ? whole.fields : [whole])],
    example: {
      ...(parameters.some((one) => one.in === "path") ? { params: exampleOf("path") as Record<string, string> } : {}),
      ...(parameters.some((one) => one.in === "query") ? { query: exampleOf("query") } : {}),
      ...(json === undefined ? {} : { payload: json.example ?? {} })
    }
  }
}

/** Every operation, in the order of the description. */
export const operationsOf = (of: Description): ReadonlyArray<Operation> =>
  Object.entries(of.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(of, path, method, described))
  )

/** The value at a path of an input. */
export const valueAt = (input: unknown, [first, ...rest]: ReadonlyArray<string>): unknown => {
  if (first === undefined) return input
  return isRecord(input) ? valueAt(input[first], rest) : undefined
}

/** The input with another value at a path; undefined takes the value, and what is empty around it, away. */
export const withValue = (input: unknown, [first, ...rest]: ReadonlyArray<string>, value: unknown): unknown => {
  if (first === undefined) return value
  const record = isRecord(input) ? input : {}
  const { [first]: before, ...others } = record
  const next = withValue(before, rest, value)
  const isEmpty = next === undefined || (rest.length > 0 && isRecord(next) && Object.keys(next).length === 0)
  if (isEmpty) return others
  return first in record ? { ...record, [first]: next } : { ...others, [first]: next }
}

const isText = (value: unknown): value is string => typeof value === "string"

type QueryValue = string | number | boolean | ReadonlyArray<string>

/** Lists of texts stand in a query as they are, other objects as JSON. */
export const queryFor = (query: Json | undefined): Record<string, QueryValue> =>
  Object.fromEntries(
    Object.entries(query ?? {}).flatMap(([name, value]): ReadonlyArray<readonly [string, QueryValue]> => {
      if (value === undefined || value === null) return []
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return [[name, value]]
      return [[name, Array.isArray(value) && value.every(isText) ? value : JSON.stringify(value)]]
    })
  )

const secret = /secret|token|password|passwd|authorization|cookie|headers|session|storage/i

/** The input without what may be secret: it stands in an address, which histories and logs keep. */
export const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secret.test(name))
      .map(([name, one]) => [name, withoutSecrets(one)])
  )
}
