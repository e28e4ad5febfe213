/**
 * A JSON Schema (draft 2020-12) to what it asks for.
 *
 * **Details**
 *
 * Known are type, properties, required, items, enum, const, anyOf, oneOf, allOf, local `$ref`, title, description, format, pattern,
 * and the bounds and steps of numbers, texts and lists; of alternatives the first that is not null. Other words are ignored, as a
 * reader of JSON Schema may. What is no schema is told with the place where it stands.
 */
import { Result } from "effect"
import {
  type DataProperty,
  type DataShape,
  formNamed,
  type ObjectShape,
  type ScalarShape,
  type TextFormat
} from "./DataShape.ts"
import {
  chosen,
  countParts,
  fail,
  isJson,
  type Json,
  merged,
  type Reading,
  schemaBounds,
  Unreadable,
  under
} from "./schemaParts.ts"

/** What is wrong with a schema, and where: a path such as `properties.price.type`, empty for the schema itself. */
export class SchemaProblem {
  readonly _tag = "SchemaProblem"
  readonly path: string
  readonly message: string
  constructor(path: string, message: string) {
    this.path = path
    this.message = message
  }
}

/** The levels of a value, without more of the stack than the most there may be. */
const isTooDeep = (value: unknown, left: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isTooDeep(one, left - 1)))

/** A level of data has up to four of JSON: `properties`, the name, `items` and an alternative. */
const maxJsonLevels = schemaBounds.levels * 4

/** Reads a schema whose root describes an object. */
export const readDataSchema = (schema: unknown): Result.Result<ObjectShape, SchemaProblem> => {
  // A problem may stand at any depth, and ends the reading at once.
  try {
    if (!isJson(schema)) return Result.fail(new SchemaProblem("", "is not a JSON object"))
    if (isTooDeep(schema, maxJsonLevels)) fail("", `has more than ${schemaBounds.levels} levels`)
    if (JSON.stringify(schema).length > schemaBounds.length)
      fail("", `is longer than ${schemaBounds.length} characters`)
    const shape = readShape(schema, "", {
      ...{ root: schema, open: [], level: 1, count: { properties: 0, references: 0, parts: 0 } },
      known: { words: new Map(), pointed: new Map() }
    })
    if (shape.kind !== "object") return Result.fail(new SchemaProblem("", "does not describe an object"))
    if (shape.properties.length === 0) return Result.fail(new SchemaProblem("properties", "names no property"))
    return Result.succeed(shape)
  } catch (error) {
    if (error instanceof Unreadable) return Result.fail(new SchemaProblem(error.path, error.message))
    throw error
  }
}

const types = ["object", "array", "string", "number", "integer", "boolean", "null"]

const typesOf = (schema: Json, path: string): ReadonlyArray<string> => {
  const given = schema.type
  if (given === undefined) return []
  const named = Array.isArray(given) ? given : [given]
  const unknown = named.find((one) => typeof one !== "string" || !types.includes(one))
  if (unknown !== undefined || named.length === 0) {
    return fail(under(path, "type"), `is none of ${types.join(", ")}`)
  }
  return named as ReadonlyArray<string>
}

/** What the schema is about when it does not say its type. */
const guessedType = (schema: Json): string | undefined => {
  if (schema.properties !== undefined) return "object"
  if (schema.items !== undefined) return "array"
  if (schema.format !== undefined || schema.pattern !== undefined) return "string"
  return undefined
}

const choicesOf = (schema: Json, path: string, reading: Reading): ReadonlyArray<unknown> | null => {
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum === undefined) return null
  if (!Array.isArray(schema.enum) || schema.enum.length === 0)
    return fail(under(path, "enum"), "is not a list of values")
  countParts(reading, under(path, "enum"), schema.enum.length)
  if (schema.enum.some((one) => typeof one === "object" && one !== null)) {
    return fail(under(path, "enum"), "may only list texts, numbers, true, false and null")
  }
  return schema.enum
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 2_000) : "")

const readShape = (given: Json, path: string, before: Reading): DataShape => {
  if (before.level > schemaBounds.levels) return fail(path, `has more than ${schemaBounds.levels} levels`)
  const [whole, reading] = merged(given, path, before)
  const choice = chosen(whole, path, reading)
  const [schema, inner] = choice.schema === whole ? [whole, reading] : merged(choice.schema, path, reading)
  const named = typesOf(schema, path)
  const choices = choicesOf(schema, path, reading)
  const described = {
    description: [textOf(schema.title), textOf(schema.description)].filter((text) => text !== "").join(". "),
    isNullable:
      choice.isNullable || named.includes("null") || schema.nullable === true || choices?.includes(null) === true
  }
  const type = named.find((one) => one !== "null") ?? guessedType(schema)
  if (type === "object") {
    return { kind: "object", ...described, properties: propertiesOf(schema, path, inner) }
  }
  if (type === "array") return { kind: "list", ...described, ...listOf(schema, path, inner) }
  return { ...scalarOf(type, schema, path, choices), ...described } as ScalarShape
}

const propertiesOf = (schema: Json, path: string, reading: Reading): ReadonlyArray<DataProperty> => {
  const { properties = {}, required = [] } = schema
  const at = under(path, "properties")
  if (!isJson(properties)) return fail(at, "is not an object")
  if (!Array.isArray(required) || required.some((one) => typeof one !== "string")) {
    return fail(under(path, "required"), "is not a list of names")
  }
  countParts(reading, at, required.length)
  const mustBe = new Set(required)
  // What must be there may be anything where nothing else is said of it, unless what is not described is ruled out.
  const bare = schema.additionalProperties === false ? [] : required.filter((name) => !Object.hasOwn(properties, name))
  const all = [...Object.entries(properties), ...bare.map((name): readonly [string, unknown] => [name, true])]
  return [...new Map(all)].map(([name, schema]) => {
    const place = under(at, name)
    reading.count.properties += 1
    if (reading.count.properties > schemaBounds.properties) fail(at, `are more than ${schemaBounds.properties} in all`)
    // Copied from object to object, this name would change what all objects inherit.
    if (name === "__proto__" || name === "" || name.length > 200) fail(place, "is no name that a property can have")
    const shape = schema === true ? openShape : isJson(schema) ? readShape(schema, place, deeper(reading)) : undefined
    return { name, isRequired: mustBe.has(name), shape: shape ?? fail(place, "is not a schema") }
  })
}

const openShape: DataShape = { kind: "open", description: "", isNullable: true }

const deeper = (reading: Reading): Reading => ({ ...reading, level: reading.level + 1 })

const listOf = (schema: Json, path: string, reading: Reading) => {
  const { items } = schema
  const at = under(path, "items")
  if (items !== undefined && items !== true && !isJson(items)) return fail(at, "is not a schema")
  return {
    items: isJson(items) ? readShape(items, at, deeper(reading)) : openShape,
    fewest: boundOf(schema, "minItems", path, 0),
    most: boundOf(schema, "maxItems", path, Infinity)
  }
}

const boundOf = (schema: Json, word: string, path: string, usual: number): number => {
  const value = schema[word]
  if (value === undefined) return usual
  return typeof value === "number" && Number.isFinite(value) ? value : fail(under(path, word), "is not a number")
}

const stepOf = (schema: Json, path: string): { readonly step?: number } => {
  if (schema.multipleOf === undefined) return {}
  const step = boundOf(schema, "multipleOf", path, 1)
  return step > 0 ? { step } : fail(under(path, "multipleOf"), "is not above 0")
}

const formats: ReadonlyMap<string, TextFormat> = new Map(
  Object.entries({
    date: "date",
    "date-time": "date-time",
    time: "time",
    email: "email",
    uri: "uri",
    url: "uri",
    "uri-reference": "uri",
    iri: "uri"
  })
)

const scalarOf = (type: string | undefined, schema: Json, path: string, choices: ReadonlyArray<unknown> | null) => {
  const listed = choices?.filter((one) => one !== null) ?? null
  if (type === "boolean") return { kind: "flag" as const }
  if (type === "number" || type === "integer" || listed?.every((one) => typeof one === "number")) {
    return {
      kind: "number" as const,
      isInteger: type === "integer",
      choices: listed === null ? null : listed.filter((one) => typeof one === "number"),
      least: boundOf(schema, "minimum", path, -Infinity),
      most: boundOf(schema, "maximum", path, Infinity),
      above: boundOf(schema, "exclusiveMinimum", path, -Infinity),
      below: boundOf(schema, "exclusiveMaximum", path, Infinity),
      ...stepOf(schema, path)
    }
  }
  if (type === "string" || listed !== null) {
    const format = typeof schema.format === "string" ? (formats.get(schema.format) ?? null) : null
    const form = formNamed(schema.format)
    return {
      kind: "text" as const,
      format,
      pattern: format === null && typeof schema.pattern === "string" ? schema.pattern : null,
      choices: listed === null ? null : listed.filter((one) => typeof one === "string"),
      shortest: boundOf(schema, "minLength", path, 0),
      longest: boundOf(schema, "maxLength", path, Infinity),
      ...(form === undefined ? {} : { form })
    }
  }
  return { kind: "open" as const }
}
