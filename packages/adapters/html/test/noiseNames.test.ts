import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { beginsLikeHeadInAnyScript, isAdLabel, isBadge, isHeadOfNoise, isHeadOfRelated } from "../src/noise/heads.ts"
import { hintOfNames } from "../src/noise/hintOfNames.ts"
import { hintOfEach } from "../src/noise/noiseNames.ts"

const words = (
  "ad ads adSlot Ads AD sponsored content related posts Posts article share icons x X view views count byline meta author " +
  "entry date time ago dateline box flex 2 300x250 300X250 2col x2 a B wrap twitter a2a -- hoc pricing é İ liKe ſhare ad\u00a0b"
).split(" ")

/** Words as names put them together. */
const name = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom("", "-", "_", "__", ":", "1")), { maxLength: 5 })
  .map((parts) => parts.flat().join(""))

const value = fc
  .array(fc.tuple(name, fc.constantFrom(" ", "  ", "\n", "\t", "\u00a0")), { maxLength: 6 })
  .map((names) => names.flat().join(""))

describe("names of noise", () => {
  it("say what their words say, however they are cut", () => {
    let telling = 0
    fc.assert(
      fc.property(fc.oneof(value, name, fc.string(), fc.string({ unit: "grapheme" })), (names) => {
        const hint = hintOfNames(names)
        if (hint.kinds.length > 0) telling += 1
        assert.deepStrictEqual(hint, hintOfEach(names), JSON.stringify(names))
      }),
      { numRuns: 20_000 }
    )
    assert.isAbove(telling, 1_000)
  })

  it.each([
    `${" flex".repeat(31)} ad-slot`,
    `${" flex".repeat(30)} ad-slot`,
    `ad-${"box-".repeat(14)}a`,
    `ad-${"box-".repeat(14)}ab`,
    `ad-${"box-".repeat(15)}`
  ])("count up to the same number and length: %s", (names) => {
    assert.deepStrictEqual(hintOfNames(names), hintOfEach(names))
  })
})

const heads =
  "Related articles|related|Publicité|À lire aussi|Mest läst|Läs också|don't miss|Ad|- Advertisement -|関連記事|관련 기사|12 more|More from us|i più letti|Popular|Morel"

describe("heads of noise", () => {
  it("begin with the same words in ASCII and beyond", () => {
    const text = fc
      .tuple(
        fc.constantFrom("", " ", "\n  ", "4 ", "é", "–", "x"),
        fc.constantFrom(...heads.split("|")),
        fc.constantFrom("", " ", ":", "é", " of tea", "\u0301")
      )
      .map((parts) => parts.join(""))
    let found = 0
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ minLength: 2, maxLength: 120 })), (said) => {
        if (said.length < 2) return
        const isHead = isAdLabel(said) || isHeadOfRelated(said) || isBadge(said)
        if (isHeadOfNoise(said)) found += 1
        assert.strictEqual(isHeadOfNoise(said), isHead && beginsLikeHeadInAnyScript(said), JSON.stringify(said))
      }),
      { numRuns: 5_000 }
    )
    assert.isAbove(found, 200)
  })
})
