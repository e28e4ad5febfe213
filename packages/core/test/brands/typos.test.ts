import { assert, describe, it } from "@effect/vitest"
import {
  deletionsOf,
  isNear,
  keptBeginnings,
  keptDeletions,
  lookedFor,
  nearRanges,
  typosAllowed
} from "../../src/brands/domain/typos.ts"

const letters = ["a", "b", "c"]

/** Every word of up to so many of these letters. */
const wordsUpTo = (length: number): ReadonlyArray<string> =>
  length === 0 ? [""] : ["", ...letters.flatMap((letter) => wordsUpTo(length - 1).map((rest) => letter + rest))]

describe("a word with typos", () => {
  it.each([
    ["nike", "nike", 0, false, true],
    ["nike", "niek", 1, false, true],
    ["nike", "nke", 1, false, true],
    ["nike", "nikes", 1, false, true],
    ["nike", "mike", 1, false, true],
    ["nike", "ekin", 2, false, false],
    ["nikon", "nkio", 2, false, true],
    ["nik", "nikelodeon", 0, true, true],
    ["nkie", "nikelodeon", 1, true, true],
    ["nikelodeon", "nikelode", 1, true, false],
    ["nikelodeon", "nikelode", 2, true, true],
    ["𝒳y", "y", 1, false, true]
  ])("%s is near to %s: %d, %s", (asked, word, typos, isPrefix, expected) => {
    assert.strictEqual(isNear(asked, word, typos, isPrefix), expected)
  })

  it("may have none in two letters and one in four, however many are tolerated", () => {
    const allowed = (word: string) => [0, 1, 2].map((tolerated) => typosAllowed(word, tolerated))
    assert.deepStrictEqual(allowed("hp"), [0, 0, 0])
    assert.deepStrictEqual(allowed("𝒳𝒴"), [0, 0, 0])
    assert.deepStrictEqual(allowed("ibm"), [0, 1, 1])
    assert.deepStrictEqual(allowed("nike"), [0, 1, 1])
    assert.deepStrictEqual(allowed("nikon"), [0, 1, 2])
  })

  it("leaves out as many letters as it may, each way once", () => {
    assert.deepStrictEqual(deletionsOf("aab", 1).toSorted(), ["aa", "aab", "ab"])
    assert.deepStrictEqual(deletionsOf("abc", 2).toSorted(), ["a", "ab", "abc", "ac", "b", "bc", "c"])
  })

  it("has a deletion in common with every word that is near, where that word is looked for", () => {
    const words = wordsUpTo(7).filter((word) => word.length >= 2 && word.length % 7 !== 1)
    const kept = new Map<string, Set<string>>()
    // A share of them: all would take minutes.
    for (const [n, word] of words.entries()) {
      if (n % 11 !== 0) continue
      for (const start of keptBeginnings(word)) {
        for (const deletion of keptDeletions(start)) kept.set(deletion, (kept.get(deletion) ?? new Set()).add(start))
      }
    }
    let near = 0
    for (const asked of ["abcab", "aabbccab", "abcc", "cab", "bcabca", "abacabab"]) {
      const typos = asked.length < 5 ? 1 : 2
      const ranges = lookedFor(asked, typos)
        .flatMap((deletion) => [...(kept.get(deletion) ?? [])])
        .flatMap(nearRanges(asked, typos, true))
      for (const [n, word] of words.entries()) {
        if (n % 11 !== 0 || !isNear(asked, word, typos, true)) continue
        near += 1
        assert.isTrue(
          ranges.some(({ from, to }) => from <= word && word <= to),
          `${asked} ${word}`
        )
      }
    }
    assert.isAbove(near, 50)
  })
})
