/** The parts of a JSON Schema that stand elsewhere in it, and those that hold together or instead of each other. */

/** Most characters of the schema as JSON, levels, properties of all levels, and references that are followed. @internal */
export const schemaBounds = { length: 65_536, levels: 10, properties: 500, references: 2_000 } as const

export type Json = { readonly [word: string]: unknown }

/** How far the reading of a schema has come. */
export interface Reading {
  readonly root: Json
  /** References that lead to where the reading is. */
  readonly open: ReadonlyArray<string>
  readonly level: number
  readonly count: { properties: number; references: number }
}

/** Thrown where a schema is none, with the place. */
export class Unreadable extends Error {
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

export const fail = (path: string, message: string): never => {
  throw new Unreadable(path, message)
}

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const under = (path: string, word: string): string => (path === "" ? word : `${path}.${word}`)

const pointed = (root: Json, reference: string): unknown => {
  let at: unknown = root
  for (const part of reference.slice(2).split("/")) {
    const name = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Json)[name]
  }
  return at
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const resolve = (schema: Json, path: string, reading: Reading): readonly [Json, Reading] => {
  const reference = schema.$ref
  if (reference === undefined) return [schema, reading]
  const at = under(path, "$ref")
  if (typeof reference !== "string") return fail(at, "is not a text")
  if (!reference.startsWith("#/"))
    return fail(at, "leads elsewhere; only places in the schema itself, such as #/$defs/price, can be used")
  if (reading.open.includes(reference)) return fail(at, "leads back to itself")
  reading.count.references += 1
  // Definitions that each name the next one twice would be read more often than there are atoms.
  if (reading.count.references > schemaBounds.references)
    return fail(at, `is one of more than ${schemaBounds.references} references`)
  const found = pointed(reading.root, reference)
  if (!isJson(found)) return fail(at, "leads nowhere")
  const { $ref: _, ...own } = schema
  return resolve({ ...found, ...own }, path, { ...reading, open: [...reading.open, reference] })
}

/** A schema with what it refers to, and all that must hold together, as one. */
export const merged = (schema: Json, path: string, reading: Reading): readonly [Json, Reading] => {
  const [own, next] = resolve(schema, path, reading)
  if (own.allOf === undefined) return [own, next]
  if (!Array.isArray(own.allOf)) return fail(under(path, "allOf"), "is not a list")
  const { allOf, ...rest } = own
  let whole: Json = rest
  const open = new Set(next.open)
  for (const [index, part] of allOf.entries()) {
    const place = under(path, `allOf[${index}]`)
    if (!isJson(part)) return fail(place, "is not a schema")
    const [read, after] = merged(part, place, next)
    for (const reference of after.open) open.add(reference)
    const properties =
      isJson(whole.properties) && isJson(read.properties)
        ? { properties: { ...read.properties, ...whole.properties } }
        : {}
    const required =
      Array.isArray(whole.required) && Array.isArray(read.required)
        ? { required: [...read.required, ...whole.required] }
        : {}
    whole = { ...read, ...whole, ...properties, ...required }
  }
  return [whole, { ...next, open: [...open] }]
}

const isNull = (schema: unknown): boolean => isJson(schema) && (schema.type === "null" || schema.const === null)

/** The first alternative that is not null takes the place of them all. */
export const chosen = (schema: Json, path: string): { readonly schema: Json; readonly isNullable: boolean } => {
  const word = schema.anyOf === undefined ? "oneOf" : "anyOf"
  const all = schema[word]
  if (all === undefined) return { schema, isNullable: false }
  if (!Array.isArray(all) || all.length === 0) return fail(under(path, word), "is not a list of schemas")
  const first = all.findIndex((one) => !isNull(one))
  if (!all.every(isJson)) return fail(under(path, word), "is not a list of schemas")
  const { anyOf: _, oneOf: __, ...own } = schema
  return { schema: { ...(first < 0 ? { type: "null" } : all[first]), ...own }, isNullable: all.some(isNull) }
}
