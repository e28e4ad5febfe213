import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { fitsScalar } from "../../src/extraction/domain/DataShape.ts"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"

const problem = (schema: unknown): string => {
  const read = readDataSchema(schema)
  return Result.isFailure(read) ? `${read.failure.path} ${read.failure.message}`.trim() : "read"
}

const shape = (schema: unknown) => Result.getOrThrow(readDataSchema(schema))

const objectOf = (properties: unknown, more: object = {}) => ({ type: "object", properties, ...more })

const nested = (levels: number): unknown =>
  levels === 0 ? { type: "string" } : { type: "object", properties: { a: nested(levels - 1) } }

const doubled = (count: number) => ({
  ...objectOf({ a: { $ref: "#/$defs/d0" } }),
  $defs: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `d${index}`,
      index === count - 1
        ? { type: "string" }
        : { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] }
    ])
  )
})

describe("schemas of data", () => {
  it("takes no word for what all objects have", () => {
    const [property] = shape(objectOf({ a: { type: "string", format: "constructor" } })).properties
    assert.deepInclude(property?.shape, { kind: "text", format: null })
  })

  it("says where a schema is none", () => {
    assert.strictEqual(problem([]), "is not a JSON object")
    assert.strictEqual(problem({ type: "array" }), "does not describe an object")
    assert.strictEqual(problem({ type: "object" }), "properties names no property")
    assert.strictEqual(problem(objectOf([])), "properties is not an object")
    assert.include(problem(objectOf({ price: { type: "money" } })), "properties.price.type is none of object")
    assert.strictEqual(problem(objectOf({ a: 1 })), "properties.a is not a schema")
    assert.strictEqual(
      problem(objectOf({ a: { type: "string", enum: [] } })),
      "properties.a.enum is not a list of values"
    )
    assert.include(problem(objectOf({ a: { enum: [{}] } })), "properties.a.enum may only list")
    assert.strictEqual(problem(objectOf({ a: { type: "array", items: [] } })), "properties.a.items is not a schema")
    assert.strictEqual(
      problem(objectOf({ a: { type: "number", minimum: "1" } })),
      "properties.a.minimum is not a number"
    )
    assert.strictEqual(problem(objectOf({ a: true }, { required: "a" })), "required is not a list of names")
    assert.include(problem(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')), "is no name")
  })

  it("has what must be there among its properties, unless nothing beside them may be", () => {
    const names = (more: object) => shape(objectOf({ a: { type: "string" } }, more)).properties
    const [, ghost] = names({ required: ["a", "ghost", "ghost"] })
    assert.deepInclude(ghost, { name: "ghost", isRequired: true })
    assert.strictEqual(names({ required: ["a", "ghost", "ghost"] }).length, 2)
    assert.strictEqual(names({ required: ["a", "ghost"], additionalProperties: false }).length, 1)
    assert.include(problem(objectOf({ a: true }, { required: ["__proto__"] })), "is no name")
  })

  it("takes numbers in their steps and texts in their form alone", () => {
    const fits = (schema: object, value: string | number): boolean => {
      const [property] = shape(objectOf({ a: schema })).properties
      const own = property?.shape
      return own !== undefined && own.kind !== "object" && own.kind !== "list" && fitsScalar(own, value)
    }
    const quarters = { type: "number", multipleOf: 0.25 }
    assert.deepStrictEqual([fits(quarters, 1.75), fits(quarters, 1.8)], [true, false])
    const forms = [
      ["uuid", "3f0c2b1e-9a54-4c07-8d7e-1b2a3c4d5e6f", "3f0c2b1e"],
      ["ipv4", "203.0.113.7", "203.0.113.700"],
      ["ipv4", "10.0.0.1", "10.0.0.1."],
      ["hostname", "kiln.example", "kiln_example"]
    ] as const
    for (const [format, good, bad] of forms) {
      assert.isTrue(fits({ type: "string", format }, good), good)
      assert.isFalse(fits({ type: "string", format }, bad), bad)
    }
  })

  it("refuses steps that are none", () => {
    for (const multipleOf of [0, -1])
      assert.include(problem(objectOf({ a: { type: "number", multipleOf } })), "properties.a.multipleOf is not above 0")
    assert.include(problem(objectOf({ a: { type: "number", multipleOf: "2" } })), "is not a number")
  })

  it("keeps a pattern for texts of which no format says what they are", () => {
    const pattern = "^[A-Z]{2}$"
    const { properties } = shape(
      objectOf({ a: { pattern }, b: { type: "string", format: "email", pattern }, c: { type: "string", pattern: 1 } })
    )
    assert.deepStrictEqual(
      properties.map(({ shape }) => shape.kind === "text" && shape.pattern),
      [pattern, null, null]
    )
  })

  it("follows references inside the schema and no others", () => {
    const $defs = { price: { type: "number" }, "a/b": { type: "string" } }
    const { properties } = shape({
      ...objectOf({ price: { $ref: "#/$defs/price" }, b: { $ref: "#/$defs/a~1b" } }),
      $defs
    })
    assert.deepStrictEqual(
      properties.map(({ shape }) => shape.kind),
      ["number", "text"]
    )
    assert.include(
      problem(objectOf({ a: { $ref: "https://evil.example/schema.json" } })),
      "properties.a.$ref leads elsewhere"
    )
    assert.include(problem(objectOf({ a: { $ref: "#/$defs/none" } })), "leads nowhere")
    assert.include(problem(objectOf({ a: { $ref: "#" } })), "leads elsewhere")
    assert.include(problem(objectOf({ a: { $ref: "#/properties/a" } })), "leads back to itself")
    assert.include(problem(objectOf({ a: objectOf({ b: { $ref: "#/properties/a" } }) })), "leads back to itself")
    assert.include(problem(objectOf({ a: { $ref: "#/constructor" } })), "leads nowhere")
  })

  it("has bounds for length, levels, properties and references", () => {
    assert.strictEqual(problem(nested(9)), "read")
    assert.include(problem(nested(10)), "more than 10 levels")
    assert.include(problem(nested(5_000)), "more than 10 levels")
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, true]))
    assert.strictEqual(problem(objectOf(names(500))), "read")
    assert.include(problem(objectOf(names(501))), "more than 500")
    assert.include(problem(objectOf({ a: { description: "x".repeat(66_000) } })), "longer than 65536")
    assert.strictEqual(problem(doubled(5)), "read")
    assert.include(problem(doubled(40)), "references")
  })

  it("reads words, names and choices a bounded number of times, however often something refers to them", () => {
    const range = (count: number) => Array.from({ length: count }, (_, index) => index)
    const keys = (count: number) => Object.fromEntries(range(count).map((at) => [`k${at}`, 0]))
    const x = { x: { type: "string" } }
    const refused = "refers to more than 200000 words, names and choices in all"
    // Each took seconds to minutes, in which nobody else was answered.
    const cubic = {
      ...{ type: "object", properties: x, allOf: range(600).map(() => ({ $ref: "#/d" })) },
      d: { allOf: range(600).map(() => ({})), ...keys(1_200) }
    }
    assert.include(problem(cubic), refused)
    const required = {
      ...{ type: "object", properties: x, required: ["x"], allOf: range(1_000).map(() => ({ $ref: "#/d" })) },
      d: { required: range(3_000).map((at) => `r${at}`) }
    }
    assert.include(problem(required), refused)
    const choices = {
      ...objectOf(Object.fromEntries(range(490).map((at) => [`p${at}`, { $ref: "#/d" }]))),
      d: { enum: range(5_000) }
    }
    assert.include(problem(choices), refused)
    const alternatives = {
      ...objectOf(Object.fromEntries(range(490).map((at) => [`p${at}`, { $ref: "#/d" }]))),
      d: { anyOf: range(5_000).map(() => ({})) }
    }
    assert.include(problem(alternatives), refused)
    // Names that nobody reads cost nothing.
    assert.strictEqual(problem({ ...objectOf(x), ...keys(4_000), allOf: range(1_000).map(() => ({})) }), "read")
    const large = {
      ...objectOf(Object.fromEntries(range(400).map((at) => [`p${at}`, { $ref: "#/$defs/one" }]))),
      $defs: { one: { type: ["string", "null"], enum: range(250).map((at) => `c${at}`), description: "A country" } }
    }
    assert.strictEqual(problem(large), "read")
  })

  it("knows what may be null, and takes the first alternative that is not", () => {
    const { properties } = shape(
      objectOf({
        a: { type: ["string", "null"] },
        b: { anyOf: [{ type: "null" }, { type: "integer" }] },
        c: { enum: ["x", null] },
        d: { oneOf: [{ type: "boolean" }, { type: "string" }] },
        e: { allOf: [objectOf({ f: true }), objectOf({ g: true })] },
        h: {}
      })
    )
    assert.deepStrictEqual(
      properties.map(({ name, shape }) => [name, shape.kind, shape.isNullable]),
      [
        ["a", "text", true],
        ["b", "number", true],
        ["c", "text", true],
        ["d", "flag", false],
        ["e", "object", false],
        ["h", "open", false]
      ]
    )
  })
})
