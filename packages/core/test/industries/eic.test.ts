import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { eicCodes, eicList, eicOf } from "../../src/industries/domain/eic.ts"
import type { SiteWords } from "../../src/industries/domain/SiteWords.ts"
import { rules } from "./classifier.ts"

const wordsOf = (given: Partial<SiteWords>): SiteWords => ({
  ...{ title: "", description: "", headings: "", structured: "", text: "", navigation: "", language: "en" },
  statedCodes: [],
  ...given
})

const told = (given: Partial<SiteWords>) =>
  Effect.gen(function* () {
    const words = wordsOf(given)
    const question = { scheme: "naics_2022", words, count: eicCodes, leftMillis: 1_000 } as const
    return eicOf((yield* rules.classify(question)).fits, words).map(({ subindustry }) => subindustry)
  })

describe("the industries of a brand", () => {
  it("are those of the contract: 24 of them, in 220 parts, each once", () => {
    assert.strictEqual(new Set(eicList.map(({ industry }) => industry)).size, 24)
    assert.strictEqual(new Set(eicList.map(({ industry, subindustry }) => `${industry}|${subindustry}`)).size, 220)
    assert.deepInclude(eicList, { industry: "Lifestyle & Leisure", subindustry: "Home & Living" })
  })

  it.effect("come from its codes, and of software from what it is for", () =>
    Effect.gen(function* () {
      const software = "The cloud platform for teams. Software as a service with integrations and an API. Book a demo."
      for (const [given, first] of [
        [
          { title: "Bright Smile Family Dental", description: "Dentists: cleanings, crowns, implants" },
          "Healthcare Providers & Services"
        ],
        [{ title: "Pelican Payroll", description: "Payroll software", text: software }, "Software (B2B)"],
        [
          { title: "Pelican", description: "Cybersecurity software: threat detection", text: software },
          "Cybersecurity"
        ],
        [{ title: "Pelican", description: "Contract management software", text: software }, "Contract Management"],
        [{ title: "Hotel Kranich", description: "Zimmer und Suiten am See", language: "de" }, "Hotels & Accommodation"]
      ] as const) {
        assert.strictEqual((yield* told(given))[0], first, given.title)
      }
    })
  )

  it.effect("are none where the list has none, or the site says nothing", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* told({}), [])
      assert.deepStrictEqual(yield* told({ title: "Welcome", text: "Every boat comes home." }), [])
      assert.deepStrictEqual(
        yield* told({ title: "Rapid Rooter Plumbing", description: "Drain cleaning, leak repair" }),
        []
      )
      // A word alone, of something that the company is not in.
      assert.deepStrictEqual(eicOf([], wordsOf({ title: "Cybersecurity" })), [])
    })
  )

  it("are found in long texts in time", () => {
    const before = process.cpuUsage().user
    for (const text of [
      "cloud ".repeat(20_000),
      "a".repeat(100_000),
      ". ".repeat(50_000),
      "software_platform ".repeat(9_000)
    ])
      eicOf([], wordsOf({ text, title: text, headings: text }))
    assert.isBelow((process.cpuUsage().user - before) / 1_000, 2_000)
  })
})
