/** Which brand a name means. Observed: domains, over the list that ships and what sites say of themselves. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { BrandStore } from "../../src/brands/BrandStore.ts"
import type { BrandEntry } from "../../src/brands/domain/BrandEntry.ts"
import { findByWords, findCalled } from "../../src/brands/findCalled.ts"
import { takeShippedBrands } from "../../src/brands/takeShippedBrands.ts"
import * as Memory from "../../src/memory/Memory.ts"
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
      // A list that nobody ranks in says what is called so all the same.
      yield* put(entry("quuxly.example", { name: "Quuxly" }))
      assert.strictEqual(yield* domainOf("Quuxly"), "quuxly.com")
      yield* put(entry("zarbly.com", { rank: 90 }), entry("zarbly.example", { name: "Zarbly" }))
      assert.strictEqual(yield* domainOf("Zarbly"), "zarbly.example")
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
