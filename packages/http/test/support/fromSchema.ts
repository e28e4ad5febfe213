/** Values that a JSON Schema of the description allows, and the same with something wrong in them. */
import * as fc from "fast-check"

/** As much of JSON Schema as the description uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly enum?: ReadonlyArray<unknown>
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly contentSchema?: JsonSchema
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly minProperties?: number
  readonly maxProperties?: number
}

/** Long enough to meet most limits, short enough to make many. */
const longest = 60

const textOf = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  if (schema.format === "uri") {
    return fc.webUrl({ validSchemes: ["http", "https"], withQueryParameters: true, withFragments: true })
  }
  if (schema.format === "date-time") {
    return fc
      .date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString())
  }
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern), { maxLength: longest })
  const minLength = schema.minLength ?? 0
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? longest, longest))
  return fc.oneof(fc.string({ minLength, maxLength }), fc.string({ minLength, maxLength, unit: "grapheme" }))
}

/** References that are followed one inside of the other; a schema may hold itself. */
const deepest = 3

/** Values of a schema; `find` follows references. */
export const fromSchema = (
  schema: JsonSchema,
  find: (ref: string) => JsonSchema,
  depth: number = 0
): fc.Arbitrary<unknown> => {
  const of = (inner: JsonSchema) => fromSchema(inner, find, depth)
  if (schema.$ref !== undefined) {
    return depth < deepest ? fromSchema(find(schema.$ref), find, depth + 1) : fc.string({ minLength: 1 })
  }
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(of))
  if (schema.allOf !== undefined) return of(Object.assign({}, schema, { allOf: undefined }, ...schema.allOf))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.contentSchema !== undefined) return of(schema.contentSchema).map((value) => JSON.stringify(value))
  switch (schema.type) {
    case "string":
      return textOf(schema)
    case "integer":
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e9), max: Math.min(schema.maximum ?? 1e9, 1e9) })
    case "number":
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e9, noNaN: true })
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "array": {
      const size = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 4) }
      const item = of(schema.items ?? {})
      return schema.uniqueItems === true ? fc.uniqueArray(item, size) : fc.array(item, size)
    }
    case "object": {
      const known = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, of(one)]))
      const named = fc.record(known, { requiredKeys: [...(schema.required ?? [])] })
      const rest = schema.additionalProperties
      return typeof rest === "object"
        ? fc
            .tuple(named, fc.dictionary(fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,9}$/), of(rest), { maxKeys: 3 }))
            .map(([fields, more]) => ({ ...more, ...fields }))
        : named
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const wrongValues: ReadonlyArray<unknown> = [
  ...[null, true, -1, 0, 1e308, 2 ** 53, "", " ", "\u0000", "\ud800", "x".repeat(3_000), "../../etc/passwd", "NaN"],
  ...["<script>", "' OR 1=1 --", "javascript:alert(1)", "http://169.254.169.254/", [], {}, [[[[]]]], { a: { b: {} } }]
]

type Change = (value: unknown) => unknown

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Puts something wrong at a place that the numbers choose, however deep. */
const changeAt = (value: unknown, places: ReadonlyArray<number>, change: Change): unknown => {
  const [place, ...deeper] = places
  if (place === undefined || !(isRecord(value) || Array.isArray(value))) return change(value)
  const names = Object.keys(value)
  if (names.length === 0) return change(value)
  const name = names[place % names.length]!
  const inner = changeAt(Reflect.get(value, name), deeper, change)
  if (Array.isArray(value)) return value.with(Number(name), inner)
  const { [name]: _, ...rest } = value
  return inner === undefined ? rest : { ...rest, [name]: inner }
}

/** The same value with one thing wrong: another value, a field too few or a field too many. */
export const wrongly = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .record({
      places: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom("replace", "remove", "add"),
      wrong: fc.constantFrom(...wrongValues)
    })
    .map(({ kind, places, wrong }) =>
      changeAt(value, places, (old) => {
        if (kind === "remove") return undefined
        return kind === "add" && isRecord(old) ? { ...old, nobody_knows: wrong } : wrong
      })
    )
