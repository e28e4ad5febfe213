/** The operations of the API as tools need them: where they are, what they take and answer, and who may call them. */
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Api } from "@kittiwake/http/api"
import { RequiredScope } from "@kittiwake/http/internal/access"
import { Context } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { type JsonSchema, simplified } from "./simplified.ts"

/** A parameter of an operation, where its value goes. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header" | "body"
}

/** An operation as a tool sees it. */
export interface Operation {
  readonly method: string
  /** With the names of ids in braces. */
  readonly path: string
  readonly summary: string
  /** The scope it needs; null when it decides by what it reads. */
  readonly scope: Scope | null
  readonly parameters: ReadonlyArray<Parameter>
  /** What it takes, all in one object. */
  readonly takes: JsonSchema
  /** The record it answers with. */
  readonly answers: JsonSchema
}

interface Described {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
    readonly schema: JsonSchema
  }>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >
}

const json = "application/json"

const scopesByOperation = (): ReadonlyMap<string, Scope | null> => {
  const scopes = new Map<string, Scope | null>()
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      scopes.set(`${group.identifier}.${endpoint.identifier}`, Context.get(mergedAnnotations, RequiredScope))
    }
  })
  return scopes
}

/** The fields of a body; of one that has several shapes those of all, and as required what all require. */
const fieldsOf = (
  schema: JsonSchema
): { readonly properties: Record<string, JsonSchema>; readonly required: string[] } => {
  const shapes = schema.anyOf ?? schema.oneOf
  if (shapes === undefined) return { properties: { ...schema.properties }, required: [...(schema.required ?? [])] }
  const all = shapes.map(fieldsOf)
  const properties: Record<string, JsonSchema> = {}
  for (const one of all) {
    for (const [name, field] of Object.entries(one.properties)) {
      const found = properties[name]
      if (found === undefined || JSON.stringify(found) === JSON.stringify(field)) properties[name] = field
      else properties[name] = { anyOf: [...(found.anyOf ?? [found]), field] }
    }
  }
  return {
    properties,
    required: all.map((one) => one.required).reduce((some, more) => some.filter((name) => more.includes(name)))
  }
}

const known = (scopes: ReadonlyMap<string, Scope | null>, operation: string): Scope | null => {
  const scope = scopes.get(operation)
  // Whoever may call what is not known must not be everybody.
  if (scope === undefined) throw new Error(`The API says nothing of the scope of ${operation}.`)
  return scope
}

const readOperations = (): ReadonlyMap<string, Operation> => {
  const spec = OpenApi.fromApi(Api) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
    readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
  }
  const scopes = scopesByOperation()
  const operations = new Map<string, Operation>()
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const read = (schema: JsonSchema | undefined) => simplified(schema ?? {}, spec.components.schemas)
      const body = fieldsOf(read(described.requestBody?.content[json]?.schema))
      const properties: Record<string, JsonSchema> = {}
      const required: Array<string> = []
      const parameters: Array<Parameter> = []
      for (const one of described.parameters ?? []) {
        parameters.push({ name: one.name, in: one.in as Parameter["in"] })
        properties[one.name] = {
          ...read(one.schema),
          ...(one.description === undefined ? {} : { description: one.description })
        }
        if (one.required === true) required.push(one.name)
      }
      for (const [name, schema] of Object.entries(body.properties)) {
        parameters.push({ name, in: "body" })
        properties[name] = schema
      }
      const success = Object.entries(described.responses).find(([status]) => status.startsWith("2"))
      operations.set(described.operationId, {
        method: method.toUpperCase(),
        path,
        summary: described.summary ?? "",
        scope: known(scopes, described.operationId),
        parameters,
        takes: { type: "object", properties, required: [...required, ...body.required] },
        answers: read(success?.[1].content?.[json]?.schema)
      })
    }
  }
  return operations
}

let read: ReadonlyMap<string, Operation> | undefined

/** All operations by name. Made when they are first asked for: the description of the API is large. */
export const operations = (): ReadonlyMap<string, Operation> => (read ??= readOperations())
