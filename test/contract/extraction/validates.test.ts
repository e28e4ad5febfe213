/** What is answered fits the schema that asked for it, whatever either says. */
import { assert, describe, it } from "@effect/vitest"
import type { FactSheet } from "@kittiwake/core/extraction/domain/FactSheet"
import { fillSchema } from "@kittiwake/core/extraction/domain/fillSchema"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Result } from "effect"
import * as fc from "fast-check"

type Json = { readonly [name: string]: unknown }

const names = ["price", "name", "email", "in_stock", "launched", "homepage", "seats", "tags", "plans", "toString"]

const scalar = fc.oneof(
  fc.constantFrom<Json>(
    { type: "string" },
    { type: "string", minLength: 3, maxLength: 12 },
    { type: "string", format: "email" },
    { type: "string", format: "date" },
    { type: "string", format: "uri" },
    { type: "string", format: "uuid" },
    { type: "string", format: "ipv4" },
    { type: "string", format: "hostname" },
    { type: "number", multipleOf: 0.25 },
    { type: "integer", multipleOf: 5 },
    { type: "boolean" },
    { type: ["string", "null"] },
    { enum: ["yes", "no", "Studio"] },
    { const: 7 }
  ),
  fc.record({ type: fc.constantFrom("number", "integer"), minimum: fc.integer({ min: -5, max: 10 }) })
)

const objectOf = (inner: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), inner, fc.boolean()), {
      minLength: 1,
      maxLength: 5,
      selector: ([name]) => name
    })
    .map((properties) => ({
      type: "object",
      properties: Object.fromEntries(properties.map(([name, schema]) => [name, schema])),
      required: properties.filter(([, , isRequired]) => isRequired).map(([name]) => name)
    }))

const listOf = (items: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.record({ type: fc.constant("array"), items, maxItems: fc.integer({ min: 1, max: 4 }) })

const flat = objectOf(scalar)
const schemas = objectOf(fc.oneof(scalar, listOf(scalar), listOf(flat), flat))

const said = fc.oneof(
  fc.constantFrom(
    "$9.50",
    "hello@kiln.example",
    "2024-05-01",
    "https://kiln.example/",
    "yes",
    "Out of stock",
    "12 seats",
    "25",
    "203.0.113.7",
    "203.0.113.700",
    "3f0c2b1e-9a54-4c07-8d7e-1b2a3c4d5e6f"
  ),
  fc.string({ maxLength: 20 }),
  fc.integer(),
  fc.boolean()
)

const fact = fc.record({ name: fc.constantFrom(...names, "cost", "Plan"), value: said }).map(({ name, value }) => ({
  name,
  value,
  source: "pair" as const,
  context: "",
  quote: `${name}: ${value}`
}))

const set = fc.record({
  facts: fc.array(fact, { maxLength: 8 }),
  lists: fc.array(
    fc.record({
      name: fc.constantFrom("tags", "plans"),
      values: fc.array(fc.string({ maxLength: 9 }), { maxLength: 6 })
    }),
    { maxLength: 2 }
  )
})

const sheets: fc.Arbitrary<ReadonlyArray<FactSheet>> = fc.array(
  fc.record({ own: set, items: fc.array(set, { maxLength: 5 }), page: fc.nat(9) }).map(({ items, own, page }) => {
    const whole = ({ facts, lists }: typeof own) => ({
      facts,
      lists: lists.map((one) => ({ ...one, source: "list" as const, context: "" })),
      groups: []
    })
    return {
      url: `https://kiln.example/${page}`,
      ...{ title: null, language: "en", text: "", isCut: false },
      ...whole(own),
      groups: [{ name: "plans", source: "table" as const, context: "", items: items.map(whole) }]
    }
  }),
  { minLength: 1, maxLength: 2 }
)

/** What must be there and is not said is null where nothing that is empty fits (contract/extract-answers.md §1). */
const orNothing = (schema: Json): Json => {
  if (schema.type === "object") {
    const properties = Object.entries(schema.properties as { readonly [name: string]: Json })
    return { ...schema, properties: Object.fromEntries(properties.map(([name, one]) => [name, orNothing(one)])) }
  }
  if (schema.type === "array") return { ...schema, items: strict(schema.items as Json) }
  return { anyOf: [schema, { type: "null" }] }
}

/** Items are there because something says them; what is in them may be missing. */
const strict = (schema: Json): Json => (schema.type === "object" ? orNothing(schema) : schema)

const ajv = new Ajv2020({ strict: false, ownProperties: true })
addFormats.default(ajv)

describe("the data of a site", () => {
  it("fits its schema, with nothing where nothing is said", () => {
    fc.assert(
      fc.property(schemas, sheets, (schema, sheets) => {
        const shape = Result.getOrThrow(readDataSchema(schema))
        const { data, evidence } = fillSchema({ shape, instructions: "", sheets })
        const fits = ajv.compile(orNothing(schema))
        assert.isTrue(fits(JSON.parse(JSON.stringify(data))), `${JSON.stringify(data)} ${JSON.stringify(fits.errors)}`)
        for (const { path } of evidence) assert.match(path, /^\//)
      }),
      { numRuns: 300 }
    )
  })
})
