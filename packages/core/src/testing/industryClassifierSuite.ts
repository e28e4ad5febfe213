/** What `IndustryClassifier` promises, run against rules and a model over them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { industrySchemes } from "../industries/domain/IndustryScheme.ts"
import type { SiteWords } from "../industries/domain/SiteWords.ts"
import { IndustryClassifier } from "../industries/IndustryClassifier.ts"

/** What a site says, as little as the test needs. */
export const saying = (words: Partial<SiteWords>): SiteWords => ({
  title: "",
  description: "",
  headings: "",
  structured: "",
  text: "",
  navigation: "",
  language: "en",
  statedCodes: [],
  ...words
})

/** Businesses of which no list that is worth having says anything else: the beginnings of their codes. */
const known = [
  {
    words: { title: "Family dentist", text: "Our dentists offer fillings, crowns and root canals." },
    codes: { naics_2022: "621210", original_sic: "8021", latest_sec: "80" }
  },
  {
    words: { title: "Law firm", text: "Attorneys at law. Our lawyers represent you in court." },
    codes: { naics_2022: "541110", original_sic: "8111", latest_sec: "8111" }
  },
  {
    words: { title: "A hotel by the sea", text: "Hotel rooms with breakfast. Check in from three." },
    codes: { naics_2022: "721110", original_sic: "7011", latest_sec: "70" }
  }
] as const

/** Runs every promise of the port. */
export const suite = (name: string, layer: Layer.Layer<IndustryClassifier>) =>
  describe(`IndustryClassifier (${name})`, () => {
    const usual = { leftMillis: 30_000, count: { atLeast: 1, atMost: 5 } }

    for (const scheme of industrySchemes) {
      it.effect(`finds what a site plainly is in ${scheme}`, () =>
        Effect.gen(function* () {
          const { classify } = yield* IndustryClassifier
          for (const { codes, words } of known) {
            const { fits } = yield* classify({ ...usual, scheme, words: saying(words) })
            assert.isTrue(
              fits[0]?.industry.code.startsWith(codes[scheme]),
              `${words.title}: ${fits[0]?.industry.title}`
            )
          }
        }).pipe(Effect.provide(layer))
      )

      it.effect(`gives as many codes of ${scheme} as are wanted, each once, and the same again`, () =>
        Effect.gen(function* () {
          const { classify } = yield* IndustryClassifier
          const words = saying(known[0].words)
          for (const count of [
            { atLeast: 1, atMost: 1 },
            { atLeast: 3, atMost: 3 },
            { atLeast: 1, atMost: 10 }
          ]) {
            const { fits } = yield* classify({ ...usual, scheme, words, count })
            assert.isTrue(fits.length >= count.atLeast && fits.length <= count.atMost, `${fits.length}`)
            assert.strictEqual(new Set(fits.map(({ industry }) => industry.code)).size, fits.length)
            assert.deepStrictEqual((yield* classify({ ...usual, scheme, words, count })).fits, fits)
          }
        }).pipe(Effect.provide(layer))
      )
    }

    it.effect("finds nothing where a site says nothing", () =>
      Effect.gen(function* () {
        const { classify } = yield* IndustryClassifier
        const { fits } = yield* classify({ ...usual, scheme: "naics_2022", words: saying({ text: "?! 1234 zzzqqq" }) })
        assert.deepStrictEqual(fits, [])
      }).pipe(Effect.provide(layer))
    )

    it.effect("is done with the longest site there can be in no time to speak of", () =>
      Effect.gen(function* () {
        const { classify } = yield* IndustryClassifier
        const text = Array.from({ length: 5_000 }, (_, index) => `word${index} dental office`).join(" ")
        const { fits } = yield* classify({
          ...usual,
          scheme: "original_sic",
          words: saying({ text: text.slice(0, 40_000) })
        })
        assert.isTrue(fits[0]?.industry.code.startsWith("80"), fits[0]?.industry.title)
      }).pipe(Effect.provide(layer))
    )
  })
