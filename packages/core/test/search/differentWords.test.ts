/** Words of a page are cut from its text without folding all of it first. Observed: they are those of the folded text. */
import { assert, describe, it } from "@effect/vitest"
import { differentWords, fold, wordsOf } from "../../src/search/domain/indexTerms.ts"

const expected = (text: string) => [...new Set(wordsOf(fold(text)))]

const isSame = (text: string) => assert.deepStrictEqual([...differentWords(text)], expected(text), JSON.stringify(text))

/** The same numbers every time. */
const makeChance = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const pieces = [
  ...["a", "b", "A", "B", "Ab", "z9", "0", " ", " ", "\n", ".", "-", "'", "_", "@", "[", "`", "{", "\u007f", "="],
  ...["é", "E\u0301", "\u0338", "Σ", "ς", "ß", "İ", "K", "™", "½", "…", "\u00a0", "\u00ad", "\ufb01", "Ａ", "—"],
  ...["値", "段", "ー", "ภาษา", "한", "\u1112\u1161\u11ab", "Ж", "й", "א\u05b0", "\ud83d\ude00", "\ud800", "\udc00"]
]

describe("words of a page", () => {
  it("are those of the folded text, each once and in their order", () => {
    isSame("")
    isSame("Kiln kiln KILN, a kilning of the Kiln-house; kil n")
    isSame("Straße STRASSE strasse, Crème brûlée: CREME")
    isSame("値段は二千円です。値段は ten 円")
    const chance = makeChance(7)
    for (let round = 0; round < 20_000; round++) {
      isSame(Array.from({ length: 1 + chance(14) }, () => pieces[chance(pieces.length)]).join(""))
    }
  })

  it("are those whatever places their letters get, in a moment", () => {
    // Each of these gets the place of its own beginning.
    isSame("potod pot kilnkob kilnmsd kiln")
    // "an" and "c0" have one key by a factor of 31, and so has all that is made of them.
    const words = Array.from({ length: 4_096 }, (_, n) =>
      Array.from({ length: 12 }, (__, bit) => ((n >> bit) & 1 ? "c0" : "aN")).join("")
    )
    const begun = process.cpuUsage().user
    isSame(words.join(" "))
    assert.isBelow(process.cpuUsage().user - begun, 2_000_000)
  })

  it("are found in long texts after short ones, and in short ones after long ones", () => {
    const chance = makeChance(11)
    for (const words of [3, 9_000, 1, 400, 12_000, 2]) {
      isSame(Array.from({ length: words }, () => `${chance(words * 2)}${chance(9) === 0 ? "É" : ""}`).join(" "))
    }
  })
})
