/** Observed: what becomes of white space. */
import { assert, describe, it } from "@effect/vitest"
import { spaced } from "../src/spaced.ts"

const kinds = [" ", "\n", "\t", "\r", "\f", "\v", "\u00a0", "\u2003", "\u2028", "\u3000", "\ufeff"]

describe("white space", () => {
  it("is one blank, of whatever kinds it is", () => {
    const stretches = [
      "",
      ...kinds,
      ...kinds.flatMap((one) => kinds.map((other) => one + other)),
      "   ",
      " \n ",
      "\n\n\n"
    ]
    for (const stretch of stretches) {
      for (const text of [stretch, `a${stretch}b`, `${stretch}a`, `a${stretch}`, `a b${stretch}c d${stretch}`])
        assert.strictEqual(spaced(text), text.replace(/\s+/g, " "), JSON.stringify(text))
    }
  })

  it("is none where nothing is seen, nor where characters have no width", () => {
    assert.strictEqual(spaced("a\u200bb\u0000c\u180ed"), "a\u200bb\u0000c\u180ed")
    assert.strictEqual(spaced(""), "")
  })
})
