import { assert, describe, it } from "@effect/vitest"
import { RE2JS } from "re2js"
import { estimateProgramSize } from "../../../core/src/sites/domain/programSize.ts"

describe("The estimate of a program's size", () => {
  it.each([
    ...["a{1000}", "(?:ab){500}", "(a{10}){10}", "((a{10}){10}){10}", "[a-z]{1,500}", "\\pL{300}", "\\p{Greek}{300}"],
    ...["(?:a|bc){1,200}", "[]a]{100}", "[^]a]{100}", "[[:alpha:]_]{100}", "[\\]{9}]{100}", "a{5,}b{7}", "(?i)abc{50}"],
    ...["\\Q[\\E(a.){300}", "\\Qa{1000}\\E(b){300}", "x{200}\\Q]["]
  ])("of %s is at least two thirds of what it is, and at most thrice", (pattern) => {
    const size = RE2JS.compile(pattern).programSize()
    const estimate = estimateProgramSize(pattern)
    assert.isAtLeast(estimate * 1.5, size)
    assert.isAtMost(estimate, size * 3)
  })

  it("of what only looks like a class that never closes is that of what stands behind it", () => {
    assert.isAbove(estimateProgramSize(`\\Q[\\E(${"a.".repeat(122)}){1000}`), 200_000)
    assert.isAbove(estimateProgramSize(`[(${"a.".repeat(122)}){1000}`), 200_000)
  })

  it("of many classes without an end is not looked for", () => {
    assert.strictEqual(estimateProgramSize("[:".repeat(1_000)), Number.POSITIVE_INFINITY)
    assert.strictEqual(estimateProgramSize("[\\]".repeat(1_000)), Number.POSITIVE_INFINITY)
  })

  it.each(["(", "[", "\\", "a{", "{1000}", "\\p{", "[[:", ")))", "a{999999}{999999}"])(
    "of %s, which may be no pattern, ends",
    (pattern) => {
      assert.isAtLeast(estimateProgramSize(pattern), 0)
    }
  )
})
