/** Whose rows of lists are that name no domain. Observed: the entries that they come to. */
import { assert, describe, it } from "@effect/vitest"
import { meetListed } from "../../src/brands/domain/meetListed.ts"
import { type BrandFacts, withTellers } from "../../src/brands/domain/mergeBrands.ts"

const facts = (given: Partial<BrandFacts>): BrandFacts =>
  withTellers(
    {
      ...{ domain: "", name: null, aliases: [], description: null, country: null, language: null, logo: null },
      ...{ rank: null, symbols: [], ids: [], told: {}, source: "imported" },
      ...given
    },
    0
  )

const symbols = [{ kind: "ticker", code: "QUUX", exchange: "NASDAQ" }] as const

const company = facts({ name: "QUUXLY HOLDINGS INC", ids: [{ kind: "cik", code: "7" }], symbols })

const told = (...known: ReadonlyArray<BrandFacts>) =>
  meetListed([company], known, [], 10).brands.map((one) => one.domain)

describe("a row of a list that names no domain", () => {
  it("is not that of a site which says alone that it is the company", () => {
    const named = facts({ domain: "evil.example", name: "Quuxly Holdings Inc", source: "read" })
    assert.deepStrictEqual(told(named), [])
    assert.deepStrictEqual(told(facts({ domain: "evil.example", name: "Evil", symbols, source: "read" })), [])
    const right = facts({ domain: "quuxly.example", name: "Quuxly Holdings Inc", rank: 9 })
    assert.deepStrictEqual(told(named, right), ["quuxly.example"], "nor nobody's because of it")
  })

  it("is that of a site which says so where a list knows it, or its domain says so as well", () => {
    assert.deepStrictEqual(told(facts({ domain: "q.example", name: "Quuxly", symbols, source: "read", rank: 9 })), [
      "q.example"
    ])
    assert.deepStrictEqual(told(facts({ domain: "quuxly-holdings.com", name: "Quuxly", symbols, source: "read" })), [
      "quuxly-holdings.com"
    ])
  })
})
