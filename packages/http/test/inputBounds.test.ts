/**
 * Everything that a caller may send in a body has a longest form, and the description at `/openapi.json` says which. What is sent in a path, a
 * query and headers is bounded as a whole before it is read (`middleware/tooMuch.ts`).
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Handlers } from "../src/server.ts"
import { layer } from "./support/App.ts"

/** A schema as the description has it, as far as it bounds a value. */
interface Described {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly not?: object
  readonly format?: string
  readonly pattern?: string
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly items?: Described
  readonly prefixItems?: ReadonlyArray<Described>
  readonly properties?: Readonly<Record<string, Described>>
  readonly patternProperties?: Readonly<Record<string, Described>>
  readonly additionalProperties?: boolean | Described
  readonly anyOf?: ReadonlyArray<Described>
  readonly allOf?: ReadonlyArray<Described>
  readonly oneOf?: ReadonlyArray<Described>
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Described }>> }
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Described>> }
}

/** What a whole pattern cannot match more of than some characters: it repeats nothing without end. */
const isBoundedPattern = (pattern: string): boolean =>
  pattern.startsWith("^") && pattern.endsWith("$") && !/[*+]|\{\d+,\}/.test(pattern.replace(/\\.|\[[^\]]*\]/g, "x"))

/** Formats whose values have a length. */
const isBoundedFormat = (format: string | undefined): boolean => format === "date-time" || format === "date"

/** Where a value may be as long as it likes: the path to it, and what is the matter. */
const unbounded = (
  schema: Described,
  at: string,
  ofName: (ref: string) => Described,
  seen: ReadonlySet<string>
): ReadonlyArray<string> => {
  const { $ref } = schema
  if ($ref !== undefined) return seen.has($ref) ? [] : unbounded(ofName($ref), at, ofName, new Set([...seen, $ref]))
  if (schema.enum !== undefined || schema.const !== undefined || schema.not !== undefined) return []
  const inside = (one: Described, place: string) => unbounded(one, place, ofName, seen)
  // What all of them bound together is bounded by one of them.
  if (schema.allOf !== undefined) {
    const { allOf, ...own } = schema
    return inside(Object.assign({}, own, ...allOf) as Described, at)
  }
  const { anyOf, oneOf, ...together } = schema
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return choices.flatMap((one) => inside({ ...together, ...one }, at))
  const types = [schema.type ?? "anything"].flat()
  return types.flatMap((type) => {
    switch (type) {
      case "string": {
        const isBounded =
          schema.maxLength !== undefined || isBoundedFormat(schema.format) || isBoundedPattern(schema.pattern ?? "")
        return isBounded ? [] : [`${at}: a text`]
      }
      case "array": {
        const items = [...(schema.prefixItems ?? []), ...(schema.items === undefined ? [] : [schema.items])]
        const isBounded =
          schema.maxItems !== undefined || (schema.prefixItems !== undefined && schema.items === undefined)
        return [...(isBounded ? [] : [`${at}: a list`]), ...items.flatMap((one) => inside(one, `${at}[]`))]
      }
      case "object": {
        const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => inside(one, `${at}.${name}`))
        const { additionalProperties: other } = schema
        const rest = [...Object.values(schema.patternProperties ?? {}), ...(typeof other === "object" ? [other] : [])]
        const isBounded = (other === false && rest.length === 0) || schema.maxProperties !== undefined
        return [...named, ...(isBounded ? [] : [`${at}: an object`]), ...rest.flatMap((one) => inside(one, `${at}.*`))]
      }
      case "anything":
        return [`${at}: anything`]
      default:
        return []
    }
  })
}

const unboundedInputs = ({ components, paths }: Description): ReadonlyArray<string> => {
  const ofName = (ref: string): Described => components?.schemas?.[ref.replace("#/components/schemas/", "")] ?? {}
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) =>
      Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema = {} }]) =>
        unbounded(schema, `${operationId} ${type}`, ofName, new Set())
      )
    )
  )
}

/** Objects of any form, each with the rule that bounds it: all of them within a body, which is bounded too. */
const boundedByRules: Readonly<Record<string, RegExp>> = {
  // Counted and bounded when it is read (`extraction/domain/readDataSchema.ts`).
  "a schema of data": /\.(?:schema|json_format): an object$/,
  // 4,096 bytes each (`batches/domain/Batch.ts`).
  "what a batch gives back with a page": /\.urls\[\]\.meta: an object$/,
  // Read and bounded by its own rules (`profiles/domain`).
  "the session of a profile": /\.session: an object$/,
  // A file, spooled within the budget of memory.
  "a file": /^web\.parse application\/octet-stream: a text$/
}

const ofDescription = Effect.gen(function* () {
  const { web } = yield* Handlers
  return yield* Effect.promise(async () => {
    const answer = await web(new Request("http://kittiwake.test/openapi.json"))
    return (await answer.json()) as Description
  })
})

describe("what a caller may send in a body", () => {
  it.effect("has a longest form, and the description says which", () =>
    Effect.gen(function* () {
      const found = unboundedInputs(yield* ofDescription)
      const rules = Object.entries(boundedByRules)
      assert.deepStrictEqual(
        found.filter((one) => !rules.some(([, rule]) => rule.test(one))),
        []
      )
      for (const [what, rule] of rules)
        assert.isTrue(
          found.some((one) => rule.test(one)),
          `nothing is ${what} any more`
        )
    }).pipe(Effect.provide(layer))
  )

  it("is found where it has none", () => {
    const taking = (schema: Described): Description => ({
      paths: { "/x": { post: { operationId: "x", requestBody: { content: { json: { schema } } } } } },
      components: {
        schemas: { Long: { type: "string" }, Self: { type: "array", items: { $ref: "#/components/schemas/Self" } } }
      }
    })
    const closed = { additionalProperties: false } as const
    const wrong: ReadonlyArray<readonly [Described, string]> = [
      [{}, "x json: anything"],
      [{ type: "string" }, "x json: a text"],
      [{ type: "string", pattern: "^a+$" }, "x json: a text"],
      [{ type: "string", pattern: "a{2}" }, "x json: a text"],
      [{ type: ["string", "null"] }, "x json: a text"],
      [{ type: "array", items: { type: "integer" } }, "x json: a list"],
      [{ type: "array", maxItems: 2, items: { type: "string" } }, "x json[]: a text"],
      [{ type: "object", properties: { a: { type: "string" } }, ...closed }, "x json.a: a text"],
      [{ type: "object", additionalProperties: { type: "boolean" } }, "x json: an object"],
      [{ anyOf: [{ type: "integer" }, { type: "string" }] }, "x json: a text"],
      [{ allOf: [{ type: "string" }, { pattern: "^[ab]*$" }] }, "x json: a text"],
      [{ $ref: "#/components/schemas/Long" }, "x json: a text"],
      [{ $ref: "#/components/schemas/Self" }, "x json: a list"]
    ]
    for (const [schema, message] of wrong) {
      assert.deepStrictEqual(unboundedInputs(taking(schema)), [message], JSON.stringify(schema))
    }
    const right: ReadonlyArray<Described> = [
      { type: "string", maxLength: 5 },
      { type: "string", pattern: "^[A-Z+*]{1,64}\\+?$" },
      { type: "string", format: "date-time" },
      { enum: ["a"] },
      { type: "array", maxItems: 2, items: { type: "integer" } },
      { type: "object", properties: { a: { type: "boolean" } }, ...closed },
      { allOf: [{ type: "string" }, { maxLength: 5 }] },
      { anyOf: [{ type: "string" }, { type: "integer" }], allOf: [{ maxLength: 5 }] }
    ]
    for (const schema of right) assert.deepStrictEqual(unboundedInputs(taking(schema)), [], JSON.stringify(schema))
  })
})
