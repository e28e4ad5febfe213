import { assert, describe, it } from "@effect/vitest"
import { IndustryTables } from "@kittiwake/core/industries/IndustryTables"
import { suite } from "@kittiwake/core/testing/industryTablesSuite"
import { Effect } from "effect"
import { layer } from "../src/IndustryTables.ts"

suite("published lists", layer)

const list = Effect.fnUntraced(function* (scheme: "latest_sec" | "naics_2022" | "original_sic") {
  const { groups, industries } = yield* (yield* IndustryTables).read(scheme)
  const at = (code: string) => industries.find((one) => one.code === code)
  return { groups, industries, at, entries: industries.reduce((sum, { entries }) => sum + entries.length, 0) }
})

describe("the published lists", () => {
  it.effect("have every industry of NAICS 2022, with the index of the Census", () =>
    Effect.gen(function* () {
      const { at, entries, groups, industries } = yield* list("naics_2022")
      assert.strictEqual(industries.length, 1_012)
      assert.strictEqual(entries, 20_373)
      assert.strictEqual(at("513210")?.title, "Software Publishers")
      const bakeries = "Bakeries with baking from flour on the premises, retailing not for immediate consumption"
      assert.isTrue(at("311811")?.entries.includes(bakeries))
      assert.isTrue(
        industries.every(({ description }) => description.length > 50 && !/cross-reference/i.test(description))
      )
      // Sectors of several numbers stand under each.
      assert.deepStrictEqual(
        ["31", "32", "33"].map((digits) => groups.get(digits)),
        ["Manufacturing", "Manufacturing", "Manufacturing"]
      )
      assert.strictEqual(groups.get("5412"), "Accounting, Tax Preparation, Bookkeeping, and Payroll Services")
      // Of the edition before it: an industry that is split now.
      assert.isUndefined(at("511210"))
    }).pipe(Effect.provide(layer))
  )

  it.effect("have every industry of the manual of 1987, with leading zeros and major groups", () =>
    Effect.gen(function* () {
      const { at, entries, groups, industries } = yield* list("original_sic")
      assert.strictEqual(industries.length, 1_005)
      assert.strictEqual(entries, 15_102)
      assert.strictEqual(industries[0]?.code, "0111")
      assert.strictEqual(at("7372")?.title, "Prepackaged Software")
      assert.strictEqual(groups.get("73"), "Business Services")
      assert.strictEqual([...groups.keys()].filter((digits) => digits.length === 2).length, 83)
    }).pipe(Effect.provide(layer))
  )

  it.effect("have the list of the SEC, with the offices that review", () =>
    Effect.gen(function* () {
      const { at, industries } = yield* list("latest_sec")
      assert.strictEqual(industries.length, 444)
      assert.strictEqual(at("0100")?.title, "AGRICULTURAL PRODUCTION-CROPS")
      assert.deepStrictEqual(
        [at("7372")?.office, at("2834")?.office],
        ["Office of Technology", "Office of Life Sciences"]
      )
    }).pipe(Effect.provide(layer))
  )
})
