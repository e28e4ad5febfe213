/**
 * Answers that are cut to a budget are still what their tool says it answers: the official client throws others away. Observed: what
 * its own check says of the answers of every tool.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Client, JsonSchemaType } from "@modelcontextprotocol/client"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv"
import { leastTokens } from "../src/AnswerBudget.ts"
import { bytesOf, bytesPerToken, fit } from "../src/answers/fit.ts"
import { type Record_, toResult } from "../src/answers/result.ts"
import { catalogue } from "../src/tools/catalogue.ts"
import { descriptions, goesOn } from "../src/tools/described.ts"
import { operations } from "../src/tools/operations.ts"
import type { JsonSchema } from "../src/tools/simplified.ts"
import { argumentsOf } from "./support/argumentsOf.ts"
import { connect, type Installation, openInstallation } from "./support/Installation.ts"

const budgets = [leastTokens, 900, 1_200]

const schemaOf = (name: string): JsonSchema =>
  descriptions().find(({ description }) => description.name === name)!.description.outputSchema!

const checks = new AjvJsonSchemaValidator()
const checkOf = (name: string) => checks.getValidator(schemaOf(name) as unknown as JsonSchemaType)

/** How much a made record has. */
interface Bulk {
  readonly items: number
  readonly text: string
}

/** A record of a schema with everything that it may have. */
const recordOf = (schema: JsonSchema, bulk: Bulk, turn = 0): unknown => {
  const { additionalProperties, anyOf, enum: words, items, oneOf, properties, type } = schema
  const shapes = anyOf ?? oneOf
  if (shapes !== undefined) return recordOf(shapes[turn % shapes.length]!, bulk, turn)
  if (words !== undefined) return words[turn % words.length]
  switch (Array.isArray(type) ? type[0] : type) {
    case "string":
      return `${bulk.text}${turn}`
    case "integer":
    case "number":
      return 1_234_567 + turn
    case "boolean":
      return turn % 2 === 0
    case "null":
      return null
    case "array":
      return Array.from({ length: bulk.items }, (_, index) => recordOf(items ?? {}, bulk, turn + index))
    default: {
      const fields = Object.entries(properties ?? {}).map(([name, one], index) => [
        name,
        // A cursor of the API is short.
        name === "next_cursor" ? "next" : recordOf(one, bulk, turn + index)
      ])
      const others =
        typeof additionalProperties === "object" && additionalProperties !== null
          ? Array.from({ length: bulk.items }, (_, index) => [
              `name ${index}`,
              recordOf(additionalProperties as JsonSchema, bulk, turn + index)
            ])
          : []
      return Object.fromEntries([...fields, ...others])
    }
  }
}

const bulks: Readonly<Record<string, Bulk>> = {
  "of short words": { items: 1, text: "word" },
  "of addresses": { items: 3, text: `https://gulls.example/${"path/".repeat(30)}` },
  "of many texts": { items: 4, text: "A kittiwake is a gull. ".repeat(4) },
  "of long texts": { items: 2, text: "Kittiwakes breed on cliffs.\n\n".repeat(60) }
}

const resultOf = (name: string, record: Record_, maxTokens: number, rest = true) =>
  toResult({ tool: name, given: {}, record, maxTokens, isUntrusted: true, goesOn: rest, page: null, position: null })

describe("an answer that is cut", () => {
  for (const [what, bulk] of Object.entries(bulks)) {
    it(`is a record of its tool's schema: records ${what}`, () => {
      for (const tool of catalogue) {
        const { answers } = operations().get(tool.operation)!
        const check = checkOf(tool.name)
        for (const turn of [0, 1, 2]) {
          const record = recordOf(answers, bulk, turn) as Record_
          for (const maxTokens of [...budgets, 1_600, 3_000, 50_000]) {
            const result = resultOf(tool.name, record, maxTokens, goesOn(tool))
            const told = check(result.structuredContent)
            assert.isTrue(told.valid, `${tool.name} in ${maxTokens}: ${told.errorMessage}`)
            assert.isAtMost(bytesOf(result), maxTokens * bytesPerToken * 1.1 + 200, tool.name)
          }
        }
      }
    })
  }

  it("lacks nothing that has to be there without saying that something is left out", () => {
    for (const tool of catalogue) {
      const { answers } = operations().get(tool.operation)!
      const whole = { ...(recordOf(answers, bulks["of short words"]!) as Record_), context: { tokens: 1 } }
      const check = checkOf(tool.name)
      for (const name of answers.required ?? []) {
        const { [name]: _, ...lacking } = whole as Record_
        assert.isFalse(check(lacking).valid, `${tool.name} without ${name}`)
        assert.isTrue(check({ ...lacking, context: { tokens: 1, left_out: [`${name}: left out`] } }).valid)
      }
      assert.isFalse(check({}).valid, tool.name)
    }
  })

  it("lacks nothing within its parts either", () => {
    const check = checkOf("batch_results")
    const answer = (item: object) => ({
      data: [item],
      has_more: false,
      next_cursor: null,
      request_id: "r",
      context: { tokens: 1 }
    })
    const failed = { status: "error", url: "u", error: { code: "c", message: "m" } }
    const told = check(answer({ ...failed, status: "ok" }))
    assert.isFalse(told.valid, "one that succeeded has more than one that failed")
  })

  it("keeps what is small whole, and names what is not there", () => {
    const record = {
      id: "mon_1",
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => [`part${index}`, { a: "u".repeat(90), b: "v".repeat(90) }])
      ),
      status: "active",
      count: 1_234_567_890
    }
    const { leftOut, value } = fit(record, 400, null)
    assert.isAtMost(bytesOf(value), 400)
    assert.include(value as object, { id: "mon_1", status: "active", count: 1_234_567_890 })
    assert.include(leftOut.join("\n"), "part0: left out")
  })

  it("cuts no word, address or number to something else, and tells no empty list for a full one", () => {
    const address = `https://gulls.example/${"a/".repeat(80)}`
    const item = { kind: "still-loading", address, size: 123_456_789, words: ["11–50", "two words"] }
    for (let bytes = 40; bytes < 2_000; bytes += 7) {
      const told = JSON.stringify(fit({ data: Array(5).fill(item), more: Array(9).fill(item) }, bytes, null).value)
      for (const [, text] of told.matchAll(/"([^"]*…)"/g)) assert.fail(`${text} in ${bytes} bytes`)
      assert.notMatch(told, /null|"words":\[\]/)
    }
  })

  it("goes on after an item of which nothing can be told", () => {
    const urls = Array.from({ length: 5 }, (_, index) => `https://gulls.example/${"a/".repeat(150)}${index}`)
    const { leftOut, next, value } = fit({ urls }, 200, null)
    assert.deepStrictEqual(value, { urls: [] })
    assert.deepStrictEqual(next, { path: ["urls"], skip: 1 })
    assert.include(leftOut.join(), "urls.0")
  })
})

describe("the official client", () => {
  let here: Installation
  let client: Client
  beforeAll(async () => {
    here = await openInstallation()
    client = await connect(here.address)
  }, 60_000)
  afterAll(async () => {
    await client.close()
    await here.close()
  })

  it("takes the answers of every tool in few tokens", { timeout: 240_000 }, async () => {
    const { tools } = await client.listTools()
    for (const max_tokens of budgets) {
      const given = await argumentsOf(here)
      for (const { name } of tools) {
        const result = await client.callTool({ name, arguments: { ...given[name], max_tokens } })
        if (result.isError !== true) assert.isDefined(result.structuredContent, `${name} in ${max_tokens}`)
      }
    }
  })

  it("takes a long page in few tokens, part after part", async () => {
    await client.listTools()
    for (const max_tokens of budgets) {
      let cursor: string | undefined
      for (let parts = 0; parts < 5; parts++) {
        const result = await client.callTool({
          name: "scrape",
          arguments: { url: `${here.site}/long`, max_tokens, ...(cursor === undefined ? {} : { cursor }) }
        })
        assert.isNotTrue(result.isError)
        cursor = (result.structuredContent as { context: { next_cursor?: string } }).context.next_cursor
        assert.isString(cursor)
      }
    }
  })

  it("takes a page that is longer than is read, as far as it is", { timeout: 120_000 }, async () => {
    await client.listTools()
    for (const [name, field] of [
      ["scrape", "markdown"],
      ["scrape_html", "html"]
    ] as const) {
      const result = await client.callTool({ name, arguments: { url: `${here.site}/huge`, max_tokens: 2_000 } })
      assert.isNotTrue(result.isError, JSON.stringify(result.content))
      const told = result.structuredContent as Record_ & { context: { next_cursor?: string; left_out?: unknown } }
      assert.include(String(told[field]), "Terns are no gulls, é.")
      assert.match(String(told.context.left_out), new RegExp(`${field}: the first \\d{7} characters of more`))
      assert.isString(told.context.next_cursor)
    }
  })
})
