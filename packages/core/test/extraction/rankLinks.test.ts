import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { leadScore, mayBePage, topicOf } from "../../src/extraction/domain/rankLinks.ts"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { summarize } from "../../src/extraction/domain/summarize.ts"

const start = "https://a.example/"

const best = (topic: ReadonlyArray<string>, links: ReadonlyArray<readonly [path: string, text: string]>) =>
  links
    .map(([path, text]) => ({ path, score: leadScore({ url: start + path, text, depth: 1 }, topic, start) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ path }) => path)

describe("choosing addresses", () => {
  it("prefers those that speak of what is wanted, in the address or in the link", () => {
    const topic = topicOf("New roles in engineering", null)
    const links = [
      ["blog/one", "Why we moved"],
      ["careers", "Careers"],
      ["x1", "Open positions in engineering"],
      ["privacy", "Privacy"]
    ] as const
    assert.deepStrictEqual(best(topic, links), ["x1", "careers"])
  })

  it("takes words of the schema, and passes over pages that sites have for themselves", () => {
    const shape = Result.getOrThrow(
      readDataSchema({
        type: "object",
        properties: { plans: { type: "array", items: { type: "object", properties: { price: { type: "number" } } } } }
      })
    )
    const links = [
      ["login/plans", "Plans"],
      ["preise", "Preise"],
      ["team", "Who we are"]
    ] as const
    assert.deepStrictEqual(best(topicOf("", shape), links), ["preise", "login/plans"])
  })

  it("knows files that are no pages", () => {
    assert.deepStrictEqual(
      ["a.png", "b/", "c.pdf", "d.zip", "e.html?f=.png"].map((path) => mayBePage(start + path)),
      [false, true, true, false, true]
    )
  })
})

const sheet = (text: string): FactSheet => ({
  url: start,
  title: "Acme",
  language: "en",
  text,
  isCut: false,
  facts: [],
  lists: [],
  groups: []
})

describe("summing up without a schema", () => {
  it("takes the lines that speak of what is wanted, in their order and their words", () => {
    const pages = [
      sheet("Acme makes hats.\nThe price of a hat is 20 € since May, and shipping is free.\nOur dog is called Rex."),
      sheet("Prices rise in June.")
    ]
    const { keyPoints, summary } = summarize(pages, "Watch prices")
    assert.deepStrictEqual(keyPoints, [
      "The price of a hat is 20 € since May, and shipping is free.",
      "Prices rise in June."
    ])
    assert.strictEqual(summary, "The price of a hat is 20 € since May, and shipping is free.")
  })

  it("says something where nothing speaks of it, and of nothing nothing", () => {
    assert.deepStrictEqual(summarize([sheet("Hats and gloves")], "weather").keyPoints, ["Hats and gloves"])
    assert.deepStrictEqual(summarize([], "weather"), { summary: "", keyPoints: [] })
  })

  it("sums up pages of many lines in time", () => {
    const long = sheet(Array.from({ length: 100_000 }, (_, index) => `line ${index} of prices`).join("\n"))
    assert.isAtMost(
      summarize(
        Array.from({ length: 50 }, () => long),
        "prices of everything there is to buy"
      ).keyPoints.length,
      20
    )
  })
})
