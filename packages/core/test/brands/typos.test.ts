import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import {
  deletionsOf,
  fewestLetters,
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

  it("is looked for where every word stands that is near, whatever was mistyped", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), minLength: 5, maxLength: 12, size: "max" })
    const changes = fc.array(fc.tuple(fc.constantFrom("swap", "drop", "put"), fc.nat(12)), {
      minLength: 1,
      maxLength: 2
    })
    let near = 0
    fc.assert(
      fc.property(word, changes, fc.nat(12), fc.boolean(), (kept, typed, length, isPrefix) => {
        const asked = typed
          .reduce((text, [kind, place]) => {
            const at = place % text.length
            const [before, letter, after] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)]
            if (kind === "swap") return before + after.slice(0, 1) + letter + after.slice(1)
            return kind === "drop" ? before + after : `${before}e${letter}${after}`
          }, kept)
          .slice(0, isPrefix ? Math.max(5, length) : 14)
        const typos = typosAllowed(asked, 2)
        if (typos === 0 || !isNear(asked, kept, typos, isPrefix)) return
        near += 1
        const wanted = new Set(lookedFor(asked, typos))
        const starts = keptBeginnings(kept)
          .filter((one) => keptDeletions(one).some((left) => wanted.has(left)))
          .filter((one) => one.length >= fewestLetters(asked, typos))
        const ranges = starts.flatMap(nearRanges(asked, typos, isPrefix))
        assert.isTrue(
          ranges.some(({ from, to }) => from <= kept && kept <= to),
          `${asked} ${kept}`
        )
      }),
      { numRuns: 10_000, seed: 86 }
    )
    assert.isAbove(near, 5_000)
  })

  it("is not looked for among words that go on otherwise after both typos", () => {
    const at = (start: string) => nearRanges("kittiwakes", 2, true)(start)
    assert.deepStrictEqual(
      at("kittiw").map(({ from }) => from),
      ["kittiw"]
    )
    assert.deepStrictEqual(
      at("kjttjw").map(({ from }) => from),
      ["kjttjwakes"]
    )
    assert.deepStrictEqual(nearRanges("kittiwakes", 2, false)("kjttjw"), [{ from: "kjttjwakes", to: "kjttjwakes" }])
    assert.deepStrictEqual(at("kjttjx"), [])
    assert.include(
      // One letter mistaken, and the last of them swapped with that which follows.
      at("kjttia").map(({ from }) => from),
      "kjttiawkes"
    )
  })
})
