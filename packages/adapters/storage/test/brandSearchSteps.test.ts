/** Searches for brands in tables of words, held against one who looks at every brand. */
import { assert, describe, it } from "@effect/vitest"
import type { BrandSearch } from "@kittiwake/core/brands/domain/BrandSearch"
import fc from "fast-check"
import { beginningsOf, indexedWords, spellingsOf } from "../../../core/src/brands/domain/indexedWords.ts"
import { exactRange, fewestLetters, lookedFor, nearRanges, nearTo } from "../../../core/src/brands/domain/typos.ts"
import { epoch } from "../../../core/src/testing/builders.ts"
import { naiveSearch } from "../../../core/src/testing/naiveBrands.ts"
import { type BrandStep, brandSearchSteps, type LedTo, type Looked, nothingRead } from "../src/brandSearchSteps.ts"

/** The tables as both databases have them, and what is read of them. */
const tablesOf = (brands: ReadonlyArray<Looked>) => {
  const words = brands.flatMap(indexedWords)
  const spellings = beginningsOf(words).flatMap((one) => [{ ...one, deletion: one.start }, ...spellingsOf(one)])
  let looked = 0

  const rangesIn = (tier: number, word: string, typos: number, isPrefix: boolean) => {
    if (typos === 0) return [exactRange(word, isPrefix)]
    const wanted = new Set(lookedFor(word, typos))
    const found = spellings.filter((one) => one.tier === tier && wanted.has(one.deletion))
    const starts = new Set(found.map(({ start }) => start).filter((one) => one.length >= fewestLetters(word, typos)))
    return [...starts].flatMap(nearRanges(word, typos, isPrefix))
  }

  const near = ({ wanted }: BrandStep & { readonly _tag: "Near" }): ReadonlyArray<LedTo> => {
    const { country, field, isPrefix, language, limit, tiers, typos, word } = wanted
    const isNear = nearTo(word, typos, isPrefix)
    const found = tiers.flatMap((tier) => {
      const ranges = rangesIn(tier, word, typos, isPrefix)
      return words
        .filter((one) => one.tier === tier && one.field === field)
        .filter((one) => (country ?? one.country) === one.country && (language ?? one.language) === one.language)
        .filter((one) => ranges.some(({ from, to }) => from <= one.word && one.word <= to) && isNear(one.word))
    })
    return found.slice(0, limit)
  }

  const search = (wanted: BrandSearch): ReadonlyArray<string> => {
    const steps = brandSearchSteps(wanted)
    let step = steps.next(nothingRead)
    while (step.done !== true) {
      const { value } = step
      if (value._tag === "Look") looked += value.domains.length
      step = steps.next({
        led: value._tag === "Near" ? near(value) : [],
        looked: value._tag === "Look" ? brands.filter(({ domain }) => value.domains.includes(domain)) : []
      })
    }
    return step.value
  }
  return { search, lookedAt: () => looked }
}

// Few letters, so that words are alike; some longer than what is kept of how they begin.
const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 11, size: "max" })
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "))
const country = fc.constantFrom("DE", "FR", null)
const language = fc.constantFrom("german", "french", null)

const brands = fc.uniqueArray(
  fc.record({
    domain: fc.tuple(word, fc.constantFrom(".test", ".co.test")).map((parts) => parts.join("")),
    name: fc.option(phrase),
    aliases: fc.array(phrase, { maxLength: 2 }),
    country,
    language,
    rank: fc.constantFrom(null, 1, 900, 1_001, 5_000, 17_000, 65_000, 300_000, 2_000_000)
  }),
  { selector: ({ domain }) => domain, minLength: 8, maxLength: 14, size: "max" }
)

/** A word with some letters left out, put in, mistaken or swapped. */
const mistyped = (text: string, changes: ReadonlyArray<readonly [number, number, string]>): string =>
  changes.reduce((before, [kind, place, letter]) => {
    const at = place % Math.max(before.length, 1)
    if (kind === 0) return before.slice(0, at) + before.slice(at + 1)
    if (kind === 1) return before.slice(0, at) + letter + before.slice(at)
    if (kind === 2) return before.slice(0, at) + letter + before.slice(at + 1)
    return before.slice(0, at) + before.slice(at + 1, at + 2) + before.slice(at, at + 1) + before.slice(at + 2)
  }, text)

const changes = fc.array(fc.tuple(fc.nat(3), fc.nat(20), fc.constantFrom("a", "b", "c")), { maxLength: 2 })

describe("a search for brands in tables of words", () => {
  it("finds what one who looks at every brand finds", () => {
    let found = 0
    fc.assert(
      fc.property(
        brands,
        fc.record({
          isPrefix: fc.boolean(),
          fields: fc.constantFrom<BrandSearch["fields"]>(["name"], ["domain"], ["name", "domain"]),
          typos: fc.nat(2),
          country: fc.constantFrom("DE", null, null, null),
          language: fc.constantFrom("german" as const, null, null, null)
        }),
        fc.oneof(phrase, fc.nat()),
        changes,
        (some, kept, asked, typos) => {
          const picked = typeof asked === "number" ? some[asked % Math.max(some.length, 1)] : undefined
          // What is typed of a brand that is there, and what is not.
          const text = typeof asked === "string" ? asked : (picked?.name ?? picked?.aliases[0] ?? "abc")
          const query = mistyped(text, typos).replace(/ +/g, " ").trim()
          fc.pre(query !== "")
          const search = { ...kept, query }
          const entries = some.map((one) => ({
            ...{ ...one, description: null, logo: null, symbols: [], ids: [], told: {} },
            ...{ source: "imported" as const, updatedAt: epoch }
          }))
          const domains = tablesOf(some).search(search)
          assert.deepStrictEqual(domains, naiveSearch(entries, search))
          found += domains.length
        }
      ),
      { numRuns: 300, seed: 86 }
    )
    assert.isAbove(found, 100, "searches that find nothing try little")
  })

  it("looks at no brand of thousands that have one of two words, when few have both", () => {
    const made = Array.from({ length: 1_500 }, (_, n) => ({
      ...{ aliases: [], country: null, language: null, rank: n + 300_000 },
      ...{ domain: `d${n}.test`, name: n < 750 ? `maker h${n}` : n === 750 ? "group maker" : `group h${n}` }
    }))
    const { lookedAt, search } = tablesOf(made)
    const asked = { isPrefix: true, fields: ["name"] as const, typos: 1, country: null, language: null }
    assert.deepStrictEqual(search({ ...asked, query: "maker group" }), ["d750.test"])
    assert.strictEqual(lookedAt(), 1)
  })
})
