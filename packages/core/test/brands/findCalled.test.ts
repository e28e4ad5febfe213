/** Which brand a name means. Observed: domains, over the list that ships and what sites say of themselves. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { BrandStore } from "../../src/brands/BrandStore.ts"
import type { BrandEntry } from "../../src/brands/domain/BrandEntry.ts"
import { findByWords, findCalled } from "../../src/brands/findCalled.ts"
import { resolveBrand } from "../../src/brands/resolveBrand.ts"
import { takeShippedBrands } from "../../src/brands/takeShippedBrands.ts"
import * as Memory from "../../src/memory/Memory.ts"
import { DomainNames } from "../../src/sites/DomainNames.ts"
import { EmailDomains } from "../../src/sites/EmailDomains.ts"
import { epoch } from "../../src/testing/builders.ts"

const entry = (domain: string, given: Partial<BrandEntry>): BrandEntry => ({
  ...{ domain, name: null, aliases: [], description: null, country: null, language: null, logo: null, rank: null },
  ...{ symbols: [], ids: [], told: {}, source: "imported", updatedAt: epoch },
  ...given
})

const put = (...entries: ReadonlyArray<BrandEntry>) => BrandStore.use((store) => store.put(entries))

const domainOf = (name: string, country: string | null = null) =>
  Effect.map(findCalled(name, country), (found) => found?.domain ?? null)

describe("a name", () => {
  it.effect("means the brand that is called so in the list that ships", () =>
    Effect.gen(function* () {
      yield* takeShippedBrands()
      for (const [name, domain] of [
        ["GitHub", "github.com"],
        ["git hub", "github.com"],
        ["McDonalds", "mcdonalds.com"],
        // With its legal form, and by a further name.
        ["Apple Inc.", "apple.com"],
        ["Zendesk, Inc", "zendesk.com"],
        ["Siemens AG", "siemens.com"],
        ["Microsoft Corporation", "microsoft.com"],
        ["Twitter", "x.com"],
        // The list names what others make after them, or the shop of one country, and not them.
        ["Oracle", "oracle.com"],
        ["Oracle Corp", "oracle.com"],
        ["Amazon", "amazon.com"],
        ["Walmart", "walmart.com"],
        ["IBM", "ibm.com"],
        ["No Such Brand Anywhere", null],
        ["Inc.", null],
        ["???", null]
      ] as const) {
        assert.strictEqual(yield* domainOf(name), domain, name)
      }
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("that a site gives itself is not that of a brand which lists rank at such a domain", () =>
    Effect.gen(function* () {
      yield* put(
        entry("quuxly.com", { rank: 90 }),
        entry("quuxly-shop.example", { name: "Quuxly", source: "read", country: "DE" })
      )
      assert.strictEqual(yield* domainOf("Quuxly"), "quuxly.com")
      assert.strictEqual(yield* domainOf("Quuxly GmbH"), "quuxly.com")
      // A list that nobody ranks in says what is called so all the same, whatever a site says besides.
      yield* put(entry("quuxly.example", { name: "Quuxly" }))
      assert.strictEqual(yield* domainOf("Quuxly"), "quuxly.example")
      yield* put(entry("zarbly.com", { rank: 90 }), entry("zarbly.example", { name: "Zarbly" }))
      assert.strictEqual(yield* domainOf("Zarbly"), "zarbly.example")
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("stays that of a ranked brand at such a domain whose site calls itself otherwise", () =>
    Effect.gen(function* () {
      yield* put(entry("quuxly.com", { name: "Quuxly", rank: 90, source: "shipped" }))
      const site = entry("quuxly.com", { name: "Quuxly Store – Everything", source: "read" })
      yield* put(site, entry("evil.example", { name: "Quuxly", source: "read", country: "US" }))
      assert.strictEqual(yield* domainOf("Quuxly"), "quuxly.com")
      assert.strictEqual(yield* domainOf("Quuxly", "us"), "quuxly.com")
      // Lists of popularity name nobody.
      yield* put(entry("zarbly.com", { rank: 90, told: { rank: { by: "tranco", atMillis: 0 } } }))
      yield* put(entry("zarbly.com", { name: "Zarbly International", source: "read" }))
      yield* put(entry("evil.example", { name: "Zarbly", source: "read", country: "US" }))
      assert.strictEqual(yield* domainOf("Zarbly"), "zarbly.com")
      assert.strictEqual(yield* domainOf("Zarbly", "us"), "zarbly.com")
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("is not that of a site of some rank which alone calls itself so", () =>
    Effect.gen(function* () {
      yield* put(entry("evil.example", { rank: 900_000, told: { rank: { by: "tranco", atMillis: 0 } } }))
      yield* put(entry("evil.example", { name: "Quuxly", country: "US", source: "read" }))
      yield* put(entry("quuxly.com", { rank: 90 }))
      assert.strictEqual(yield* domainOf("Quuxly"), "quuxly.com")
      assert.strictEqual(yield* domainOf("Quuxly", "us"), "quuxly.com")
      yield* put(entry("quuxly.com", { name: "Quuxly" }))
      assert.strictEqual(yield* domainOf("Quuxly", "us"), "quuxly.com")
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("of brands that nobody ranked is that of whom a list knows, and then of whose domain it is", () =>
    Effect.gen(function* () {
      yield* put(
        entry("aaa.example", { name: "Quuxly", source: "read" }),
        entry("quuxly.com", { name: "Quuxly", source: "read" })
      )
      assert.strictEqual(yield* domainOf("Quuxly"), "quuxly.com")
      yield* put(entry("the-quuxly.example", { name: "Quuxly", ids: [{ kind: "cik", code: "1" }] }))
      assert.strictEqual(yield* domainOf("Quuxly"), "the-quuxly.example")
      // Its own site says so, too.
      yield* put(entry("the-quuxly.example", { name: "Quuxly", source: "read" }))
      assert.strictEqual(yield* domainOf("Quuxly"), "the-quuxly.example")
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("means the brand of the country that is asked for, where one is called so", () =>
    Effect.gen(function* () {
      yield* put(
        entry("quuxly.com", { rank: 90 }),
        entry("quuxly.de", { name: "Quuxly", rank: 500, country: "DE" }),
        entry("quuxly.fr", { name: "Quuxly", rank: 400, country: "FR" })
      )
      assert.strictEqual(yield* domainOf("Quuxly"), "quuxly.com")
      assert.strictEqual(yield* domainOf("Quuxly", "de"), "quuxly.de")
      assert.strictEqual(yield* domainOf("Quuxly", "it"), "quuxly.com")
      yield* put(entry("quuxly.es", { name: "Quuxly", rank: 9 }))
      assert.strictEqual(yield* domainOf("Quuxly"), "quuxly.es", "which lists rank before")
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("is not that of a brand which is called otherwise, and no article is one", () =>
    Effect.gen(function* () {
      yield* put(entry("quuxly.com", { name: "Zarb", rank: 9 }), entry("the.com", { rank: 90 }))
      assert.isNull(yield* domainOf("Quuxly"))
      assert.isNull(yield* domainOf("The Company"))
      assert.isNull(yield* domainOf("The Limited"))
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("of one word and a legal form is not that of a brand with a longer name", () =>
    Effect.gen(function* () {
      yield* put(
        entry("burgers.example", { name: "Honest Burgers", rank: 40 }),
        entry("teas.example", { name: "Northern Quay Teas", rank: 50 })
      )
      assert.isNull(yield* domainOf("Honest Co"))
      assert.strictEqual(yield* domainOf("Honest"), "burgers.example")
      assert.strictEqual(yield* domainOf("Northern Quay Ltd"), "teas.example")
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("may be some words of a longer one, in any order, and none of what a brand is called besides", () =>
    Effect.gen(function* () {
      yield* put(
        entry("one.example", { name: "Bright Smile Dental", rank: 9 }),
        entry("two.example", { name: "Molar", aliases: ["Bright Smile Molar"], rank: 5 })
      )
      assert.strictEqual(yield* domainOf("smile bright"), "one.example")
      assert.strictEqual(yield* domainOf("Bright Smile Molar"), "two.example")
      assert.strictEqual((yield* findByWords("smile molar", null))?.domain, undefined)
    }).pipe(Effect.provide(Memory.layer))
  )
})

describe("a ticker", () => {
  it.effect("means the brand of which a list says so, and not a site that says so of itself", () =>
    Effect.gen(function* () {
      const symbols = [{ kind: "ticker", code: "QUUX", exchange: "NASDAQ" }] as const
      const domain = resolveBrand({ _tag: "Ticker", ticker: "quux", exchange: "NASDAQ" })
      yield* put(entry("aaa.example", { rank: 900_000, told: { rank: { by: "tranco", atMillis: 0 } } }))
      yield* put(entry("aaa.example", { name: "Aaa", symbols, source: "read" }))
      assert.strictEqual(yield* domain, "aaa.example")
      yield* put(entry("quuxly.com", { name: "Quuxly", symbols, ids: [{ kind: "cik", code: "1" }] }))
      assert.strictEqual(yield* domain, "quuxly.com")
    }).pipe(
      Effect.provide([Memory.layer, Layer.mock(DomainNames, { registrable: () => null }), Layer.mock(EmailDomains, {})])
    )
  )
})
