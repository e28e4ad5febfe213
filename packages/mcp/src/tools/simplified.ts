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
        made.description = `One of ${value.length}, such as ${value.slice(0, 3).join(", ")}.`
      } else made[keyword] = value
    }
    return made as JsonSchema
  }
  return within(schema, depth, [])
}

const mapValues = (record: Readonly<Record<string, JsonSchema>>, change: (one: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(record).map(([name, one]) => [name, change(one)]))

/** Bounds that the operation checks by itself and that tell a model nothing it would act on. */
const unsaid = new Set(["minLength", "maxLength", "minItems", "maxItems", "minProperties", "uniqueItems"])

/** Longest pattern that says what a value looks like. */
const longestPattern = 40

/** What every text meets that somebody types. */
const printable = "^[ -~]*$"

/** From which number on a bound is the whole range of what anybody would say. */
const beyondUse = 100_000

const isUnsaid = (keyword: string, value: unknown): boolean =>
  unsaid.has(keyword) ||
  (keyword === "additionalProperties" && value === false) ||
  (keyword === "pattern" && (value === printable || String(value).length > longestPattern)) ||
  (keyword === "minimum" && Number(value) <= 1) ||
  (keyword === "maximum" && Number(value) >= beyondUse)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const isSubset = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => a.every((name) => b.includes(name))

/** One shape for two that differ in the words of a field, or of which one has more optional fields; null where they tell different things. */
const merged = (a: JsonSchema, b: JsonSchema): JsonSchema | null => {
  if (same(a, b)) return a
  if (a.enum !== undefined && b.enum !== undefined && a.type === b.type)
    return { ...a, enum: [...new Set([...a.enum, ...b.enum])] }
  const [of, other] = [a.properties, b.properties]
  if (of === undefined || other === undefined || !same(a.required, b.required)) return null
  const [names, others] = [Object.keys(of), Object.keys(other)]
  if (!isSubset(names, others) && !isSubset(others, names)) return null
  const properties: Record<string, JsonSchema> = { ...of, ...other }
  for (const name of names) {
    const [mine, theirs] = [of[name], other[name]]
    if (mine === undefined || theirs === undefined) continue
    const both = merged(mine, theirs)
    if (both === null) return null
    properties[name] = both
  }
  return { ...a, properties }
}

const mergedAll = (shapes: ReadonlyArray<JsonSchema>): ReadonlyArray<JsonSchema> => {
  const kept: Array<JsonSchema> = []
  for (const shape of shapes) {
    const at = kept.findIndex((one) => merged(one, shape) !== null)
    if (at < 0) kept.push(shape)
    else kept[at] = merged(kept[at]!, shape)!
  }
  return kept
}

/** Null beside what is no object says what leaving it out says; one of a kind is a list of one. */
const needed = (shapes: ReadonlyArray<JsonSchema>): ReadonlyArray<JsonSchema> => {
  const others = shapes.filter(({ type }) => type !== "null")
  const lists = others.filter(({ items }) => items !== undefined)
  const told = others.filter((one) => !lists.some(({ items }) => same(items, one)))
  return others.some(({ properties }) => properties !== undefined) ? mergedAll(shapes) : mergedAll(told)
}

/**
 * What a tool takes, as briefly as it can be said: a client pays for it with every request, and what is wrong in a call is answered with a
 * sentence that names the field. Fields with these names are left out, however deep they lie.
 */
export const brief = (schema: JsonSchema, without: ReadonlySet<string>): JsonSchema => {
  const within = (one: JsonSchema) => brief(one, without)
  const shapes = (schema.anyOf ?? schema.oneOf)?.map(within)
  const { anyOf: _, oneOf: __, ...rest } = schema
  if (shapes !== undefined) {
    const told = needed(shapes)
    return told.length === 1 ? { ...rest, ...told[0] } : { ...rest, anyOf: told }
  }
  const made: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(rest)) {
    if (isUnsaid(keyword, value)) continue
    if (keyword === "properties") {
      const told = Object.entries(value as Record<string, JsonSchema>).filter(([name]) => !without.has(name))
      made[keyword] = mapValues(Object.fromEntries(told), within)
    } else if ((keyword === "items" || keyword === "additionalProperties") && isObject(value))
      made[keyword] = within(value)
    else made[keyword] = value
  }
  return made as JsonSchema
}

/** An answer's schema that leaves it open: fields may be more, texts shorter, and only the first levels are told. */
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
    const { properties, required, items, anyOf, oneOf, ...plain } = rest
    // What is left open fits more than one shape.
    const shapes = (anyOf ?? oneOf)?.map((shape) => within(shape, left))
    return {
      ...plain,
      ...(shapes === undefined ? {} : { anyOf: shapes }),
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
