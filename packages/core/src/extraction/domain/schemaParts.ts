/** The parts of a JSON Schema that stand elsewhere in it, and those that hold together or instead of each other. */

/**
 * Most characters of the schema as JSON, levels, properties of all levels, references that are followed, and parts that are read: words, names
 * and choices, each as often as something refers to it. @internal
 */
export const schemaBounds = { length: 65_536, levels: 10, properties: 500, references: 2_000, parts: 200_000 } as const

export type Json = { readonly [word: string]: unknown }

/** How far the reading of a schema has come. */
export interface Reading {
  readonly root: Json
  /** References that lead to where the reading is. */
  readonly open: ReadonlyArray<string>
  readonly level: number
  readonly count: { properties: number; references: number; parts: number }
  readonly known: KnownParts
}

/** What was read of parts of a schema, which may be referred to thousands of times. */
export interface KnownParts {
  readonly words: Map<Json, Json>
  readonly pointed: Map<string, unknown>
}

/** The words that are read. All others would be copied with every part that holds together. */
const readWords = [
  ...["$ref", "allOf", "anyOf", "oneOf", "type", "nullable", "title", "description", "const", "enum"],
  ...["properties", "required", "additionalProperties", "items", "minItems", "maxItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["format", "pattern", "minLength", "maxLength"]
]

/** Counts parts that are read or copied. What names little and refers to much would take minutes of everybody's time. @internal */
export const countParts = ({ count }: Reading, path: string, parts: number): void => {
  count.parts += parts
  if (count.parts > schemaBounds.parts)
    fail(path, `refers to more than ${schemaBounds.parts} words, names and choices in all`)
}

/** A schema with the words that are read. */
const wordsOf = (schema: Json, { known }: Reading): Json => {
  const before = known.words.get(schema)
  if (before !== undefined) return before
  const words = Object.fromEntries(
    readWords.flatMap((word) => (Object.hasOwn(schema, word) ? [[word, schema[word]] as const] : []))
  )
  known.words.set(schema, words)
  return words
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

const pointed = ({ known, root }: Reading, reference: string): unknown => {
  if (!known.pointed.has(reference)) known.pointed.set(reference, placeOf(root, reference))
  return known.pointed.get(reference)
}

const placeOf = (root: Json, reference: string): unknown => {
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

const resolve = (given: Json, path: string, reading: Reading): readonly [Json, Reading] => {
  const schema = wordsOf(given, reading)
  countParts(reading, path, Object.keys(schema).length)
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
  const found = pointed(reading, reference)
  if (!isJson(found)) return fail(at, "leads nowhere")
  const { $ref: _, ...own } = schema
  return resolve({ ...wordsOf(found, reading), ...own }, path, { ...reading, open: [...reading.open, reference] })
}

/** A name that is copied into a large object costs as much as so many words of a small one. */
const nameCost = 4

const bothProperties = (whole: Json, read: Json, path: string, reading: Reading): Json => {
  if (!isJson(whole.properties) || !isJson(read.properties)) return {}
  const names = Object.keys(whole.properties).length + Object.keys(read.properties).length
  countParts(reading, path, nameCost * names)
  return { properties: { ...read.properties, ...whole.properties } }
}

const bothRequired = (whole: Json, read: Json, path: string, reading: Reading): Json => {
  if (!Array.isArray(whole.required) || !Array.isArray(read.required)) return {}
  countParts(reading, path, whole.required.length + read.required.length)
  return { required: [...new Set([...read.required, ...whole.required])] }
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
    countParts(reading, place, 1 + Object.keys(whole).length)
    const [read, after] = merged(part, place, next)
    for (const reference of after.open) open.add(reference)
    whole = {
      ...read,
      ...whole,
      ...bothProperties(whole, read, place, next),
      ...bothRequired(whole, read, place, next)
    }
  }
  return [whole, { ...next, open: [...open] }]
}

const isNull = (schema: unknown): boolean => isJson(schema) && (schema.type === "null" || schema.const === null)

/** The first alternative that is not null takes the place of them all. */
export const chosen = (
  schema: Json,
  path: string,
  reading: Reading
): { readonly schema: Json; readonly isNullable: boolean } => {
  const word = schema.anyOf === undefined ? "oneOf" : "anyOf"
  const all = schema[word]
  if (all === undefined) return { schema, isNullable: false }
  if (!Array.isArray(all) || all.length === 0) return fail(under(path, word), "is not a list of schemas")
  countParts(reading, path, all.length)
  const first = all.findIndex((one) => !isNull(one))
  if (!all.every(isJson)) return fail(under(path, word), "is not a list of schemas")
  const { anyOf: _, oneOf: __, ...own } = schema
  return { schema: { ...(first < 0 ? { type: "null" } : all[first]), ...own }, isNullable: all.some(isNull) }
}
