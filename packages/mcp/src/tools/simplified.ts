/**
 * JSON Schemas as AI clients can take them.
 *
 * **Details.** Clients hand schemas on to models whose own rules are narrower than the standard's, and each token of them is
 * paid with every request. So references are written out, what only restates something is left out, lists of hundreds of
 * words become a sentence, and what no call needs is cut at a depth. The operation itself checks what it is given.
 */

/** A JSON Schema. */
export interface JsonSchema {
  readonly type?: string | ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly enum?: ReadonlyArray<unknown>
  readonly $ref?: string
  readonly description?: string
  readonly [keyword: string]: unknown
}

/** Most words that are listed one by one. */
const listedWords = 24

/** Words that restate others, or that clients refuse. */
const leftOut = new Set([
  "propertyNames",
  "title",
  "examples",
  "$schema",
  "default",
  "format",
  "contentEncoding",
  "contentMediaType"
])

/** Bounds that every number meets. */
const isNoBound = (keyword: string, value: unknown): boolean =>
  (keyword === "minimum" || keyword === "maximum") &&
  typeof value === "number" &&
  Math.abs(value) >= Number.MAX_SAFE_INTEGER

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const named = "#/components/schemas/"

/** The schema without references and without what costs more than it tells; `depth` levels of objects deep. */
export const simplified = (
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  depth = 8
): JsonSchema => {
  const within = (one: JsonSchema, left: number, seen: ReadonlyArray<string>): JsonSchema => {
    if (one.$ref?.startsWith(named)) {
      const name = one.$ref.slice(named.length)
      // A thing that holds things of its own kind: what they look like was said.
      if (seen.includes(name)) return {}
      return within(schemas[name] ?? {}, left, [...seen, name])
    }
    if (one.allOf !== undefined) {
      const { allOf, ...rest } = one
      return within(Object.assign({}, ...allOf.filter(isObject), rest) as JsonSchema, left, seen)
    }
    const made: Record<string, unknown> = {}
    for (const [keyword, value] of Object.entries(one)) {
      if (leftOut.has(keyword) || isNoBound(keyword, value)) continue
      if (keyword === "properties" && isObject(value)) {
        if (left > 0)
          made.properties = mapValues(value as Record<string, JsonSchema>, (field) => within(field, left - 1, seen))
      } else if (keyword === "required") {
        if (left > 0) made.required = value
      } else if (keyword === "additionalProperties") {
        if (left > 0) made[keyword] = isObject(value) ? within(value, left - 1, seen) : value
      } else if (keyword === "items" && isObject(value)) made.items = within(value, left, seen)
      else if ((keyword === "anyOf" || keyword === "oneOf") && Array.isArray(value)) {
        made[keyword] = value.map((shape) => within(shape as JsonSchema, left, seen))
      } else if (keyword === "enum" && Array.isArray(value) && value.length > listedWords) {
        made.description = `One of ${value.length} words, such as ${value.slice(0, 3).join(", ")}.`
      } else made[keyword] = value
    }
    return made as JsonSchema
  }
  return within(schema, depth, [])
}

const mapValues = (record: Readonly<Record<string, JsonSchema>>, change: (one: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(record).map(([name, one]) => [name, change(one)]))

/** An answer's schema that any answer fits which was cut: fields may be more, and only the first levels are told. */
export const opened = (schema: JsonSchema, depth: number): JsonSchema => {
  const within = (one: JsonSchema, left: number): JsonSchema => {
    const {
      additionalProperties,
      description: _,
      minItems: __,
      minLength: ___,
      minProperties: ____,
      pattern: _____,
      ...rest
    } = one
    const shapes = (rest.anyOf ?? rest.oneOf)?.map((shape) => within(shape, left))
    const { properties, required, items, ...plain } = rest
    return {
      ...plain,
      ...(rest.anyOf === undefined ? {} : { anyOf: shapes }),
      ...(rest.oneOf === undefined ? {} : { oneOf: shapes }),
      ...(items === undefined ? {} : { items: within(items, left) }),
      ...(isObject(additionalProperties) && left > 0
        ? { additionalProperties: within(additionalProperties, left - 1) }
        : {}),
      ...(properties === undefined || left <= 0
        ? {}
        : {
            properties: mapValues(properties, (field) => within(field, left - 1)),
            ...(required === undefined ? {} : { required })
          })
    } as JsonSchema
  }
  return within(schema, depth)
}
