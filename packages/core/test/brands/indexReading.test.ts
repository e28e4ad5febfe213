/** Which of two readings is kept, and what the index learns of the other. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { BrandStore } from "../../src/brands/BrandStore.ts"
import type { BrandProfile } from "../../src/brands/domain/BrandProfile.ts"
import { indexReading } from "../../src/brands/indexReading.ts"
import * as Memory from "../../src/memory/Memory.ts"
import { epoch } from "../../src/testing/builders.ts"

const domain = "acme.example"

const profileOf = (title: string, logo: string, given: Partial<BrandProfile> = {}): BrandProfile => ({
  ...{ domain, title, description: null, slogan: null, colours: [], backdrops: [], socials: [], stock: null },
  ...{ address: null, employees: null, email: null, phone: null, language: null, isAdult: false, isThin: false },
  links: { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null },
  logos: [{ assetId: logo, width: 9, height: 9, colours: [], mode: "light", type: "logo" }],
  sources: [],
  ...given
})

/** What is kept, and the logo of the index, after one reading and another so many days later. */
const keptOf = Effect.fnUntraced(function* (was: Partial<BrandProfile>, is: Partial<BrandProfile>, days = 1) {
  yield* TestClock.setTime(epoch.epochMilliseconds)
  const store = yield* BrandStore
  const read = Effect.fnUntraced(function* (profile: BrandProfile, day: number) {
    const readAtMillis = DateTime.add(epoch, { days: day }).epochMilliseconds
    const url = `https://${domain}/`
    const found = yield* indexReading(domain, null, { profile, readAtMillis, url, isPart: false })
    if (found !== null)
      yield* store.keepProfile({ domain, language: null, ...found.kept }, found.pictures, found.kept.readAt)
  })
  yield* read(profileOf("First", "ast_first", was), 0)
  yield* read(profileOf("Second", "ast_second", is), days)
  const kept = Option.getOrThrow(yield* store.profile(domain, null))
  const entry = Option.getOrThrow(yield* store.byDomain(domain))
  return [kept.profile.title, entry.name, entry.logo]
})

const lacking = { lacksPictures: true } as const

describe("a reading", () => {
  it.effect("takes the place of one before", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* keptOf({}, {}), ["Second", "Second", "ast_second"])
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect(
    "of the first page alone does not take that of all pages, and its pictures are not those of the index",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* keptOf({}, { isThin: true }, 400), ["First", "Second", "ast_first"])
      }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("of all pages takes that of the first", () =>
    Effect.gen(function* () {
      const all = yield* keptOf({ isThin: true }, lacking)
      assert.deepStrictEqual(all, ["Second", "Second", "ast_second"])
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("without its pictures does not take that of one with them while that is given", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* keptOf({}, lacking, 90), ["First", "Second", "ast_first"])
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("without its pictures takes that of one without them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* keptOf(lacking, lacking))[0], "Second")
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("without its pictures takes that of one that is too old", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* keptOf({}, lacking, 91))[0], "Second")
    }).pipe(Effect.provide(Memory.layer))
  )
})
