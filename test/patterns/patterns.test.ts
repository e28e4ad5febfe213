/**
 * Observed: how long each regular expression of the product takes for texts that are made against it. One that takes the square
 * of its text or more is mended, or stands in `boundedPatterns.ts` with what bounds the texts that it sees.
 */
import { assert, describe, it } from "@effect/vitest"
import { boundedPatterns, longestFor } from "./boundedPatterns.ts"
import { type FoundPattern, keyOf, literalPatterns, madePatterns, patternsIn } from "./foundPatterns.ts"
import { paceOf } from "./paceOf.ts"

const bounded = new Set(boundedPatterns.map(keyOf))

/** As much of a pattern as one needs to find it. */
const shownLength = 200

/** Those that are slow and not listed, with the text that shows it. `longestOf` tells how long that may be. */
const slowOf = (found: ReadonlyArray<FoundPattern>, longestOf?: (file: string) => number): ReadonlyArray<string> => {
  const different = new Map(found.map((one) => [keyOf(one), one]))
  return [...different.values()].flatMap((one) => {
    const look = () => paceOf(one.pattern, longestOf?.(one.file))
    // Some of 17,000 characters took fifteen times as long at all looks of one moment, and not at those of the next.
    const pace = bounded.has(keyOf(one)) || look() === null ? null : look()
    if (pace === null) return []
    const { length, millis, text, timesPlain } = pace
    return [
      `${keyOf(one).slice(0, shownLength)} takes ${millis.toFixed(1)} ms for ${length} characters of ${JSON.stringify(text)}, ${timesPlain.toFixed(1)} times what /\\s+$/ does`
    ]
  })
}

describe("the regular expressions of the product", () => {
  it("take a time that grows with their texts, or see short ones alone", { timeout: 400_000 }, () => {
    const found = literalPatterns()
    assert.isAbove(found.length, 1_000)
    assert.deepStrictEqual(slowOf(found), [])
    const there = new Set(found.map(keyOf))
    assert.deepStrictEqual(
      [...bounded].filter((key) => !there.has(key)),
      [],
      "is listed, and stands nowhere"
    )
  })

  it("take it too where modules make them of constants", { timeout: 400_000 }, async () => {
    const { found, unseen } = await madePatterns()
    assert.isAbove(found.length, 50)
    assert.deepStrictEqual(unseen, [], "makes expressions that `callMakers.ts` calls for none of")
    assert.deepStrictEqual(slowOf(found, longestFor), [])
  })
})

describe("the pace of a regular expression", () => {
  const slow: ReadonlyArray<RegExp> = [
    // A page of 2 KB held the server for ten seconds, and one of 20 KB for one.
    /^\s*(\d*)(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?(["']?)(.+)$/i,
    /\s*,*\s*(\S*[^\s,])(?:\s+([\d.]+)[wxh])?\s*(?:,|$)/gy,
    /\s+$/,
    /^(?:a+)+$/,
    /^(?:\d|\d\d)*!$/,
    /(["'])(?:\\.|[^\\])*?\1;/,
    // A page of 368 bytes held the server without end: two ways to read each mark of a number, in what is looked at behind it.
    /\$(?!\s\d+(?:[.' ]\d{3}(?!\d)|[.,]\d+)*(?!\d|[.,']\d))/,
    /\d+(?:[.' ]\d{3}(?!\d)|[.,]\d+)*(?!\d|[.,']\d)/,
    /<[^>]*>/g,
    /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u,
    /[[\p{L}--[a-z]]\d]+!/v,
    // One heading of 400 characters held the server without end.
    /(?: (?:vs\.?|alternatives?|alternativen?|reviews?|in|for)|['’]s)+$/iu,
    // A goal of 200 characters: the last of many words is one of them twice.
    /not(?:\s+(?:be|been|to|the|an?|still|all|fully|really|in|im|noch|so|als|de|du|este|esta|hay|es|sea|esta))*\s*$/u,
    /^(?:\p{Extended_Pictographic}|\p{Emoji_Component})+$/u,
    /(?:to be (?:announced|confirmed)|^\W*[–—-]+\W*$|not yet)/iu,
    /\s*(?:株式会社|㈱)\s*$/u
  ]
  const steady: ReadonlyArray<RegExp> = [
    /(?<!\s)\s+$/,
    /^\s*(\d*)/,
    /[^\s,]+/g,
    /(?:(?<!\s)\s+)?[,;]\s*/,
    /\b[a-z]{1,20}\b:/i,
    /^[^[\]()\n]{1,200}$/u
  ]

  it.each(slow)("of %s is told", (pattern) => {
    assert.isNotNull(paceOf(pattern))
  })

  it.each(steady)("of %s is nothing to tell", (pattern) => {
    assert.isNull(paceOf(pattern))
  })

  it("tells steep growth before it takes long", () => {
    assert.strictEqual(paceOf(slow[0]!)?.growth, "steep")
    assert.strictEqual(paceOf(/^(?:a|aa)+$/)?.growth, "steep")
    assert.strictEqual(paceOf(/\s+$/)?.growth, "square")
  })

  it("is asked of what a source writes between slashes, and not of texts and comments", () => {
    const source = "// /a+b+/\nconst one = /a+$/g, other = '/b+$/', third = c / d+e / f"
    assert.deepStrictEqual(patternsIn("some.ts", source).map(keyOf), ["some.ts /a+$/g"])
  })
})
