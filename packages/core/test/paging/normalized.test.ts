/** Text in normal forms: what a stranger can make them cost is bounded, and no writing is changed by that. */
import { assert, describe, it } from "@effect/vitest"
import { normalized } from "../../src/paging/domain/normalized.ts"

const forms = ["NFC", "NFD", "NFKC", "NFKD"] as const

/** The longest run of marks that text comes to, in characters. */
const longestRun = (text: string): number =>
  Math.max(0, ...(text.normalize("NFKD").match(/\p{M}+/gu) ?? []).map(({ length }) => length))

describe("text in a normal form", () => {
  it("has no long runs of marks, whatever becomes a mark", () => {
    for (const unit of ["\u0316\u0301", "\u0301", "\u0301\uff9e", "\uff9f\u0316", "\u0344", "\u{1d165}\u0316"]) {
      for (const form of forms) {
        const made = normalized(`a${unit.repeat(50)}b${unit.repeat(50)}`, form)
        // A mark comes to at most two, each of two units, and the letter may have one of its own.
        assert.isAtMost(longestRun(made), 32, `${form} of ${JSON.stringify(unit)}`)
        assert.match(made, /b/)
      }
    }
  })

  it("is not many times as long, whatever its signs stand for", () => {
    assert.isAtMost(normalized("\ufdfa".repeat(50_000), "NFKC").length, 200_200)
    assert.strictEqual(normalized("\ufdfa", "NFKC"), "\ufdfa".normalize("NFKC"))
  })

  it("is what the language itself makes of it otherwise", () => {
    const written = [
      ...[
        "",
        "plain",
        "Zürich",
        "Ｋｉｔｔｉｗａｋｅ",
        "ﬁne",
        "각",
        "がｶﾞﾊﾟ",
        "שָׁלוֹם",
        "ประเทศไทยน้ำ",
        "สิบหก",
        "क्षत्रिय",
        "Tiếng Việt"
      ],
      ...["👩🏽‍🚀❤️", "བསྒྲུབས", "ﷺ", "e\u0301\u0316\u0323\u0308", "\ud800a", `${"é".repeat(100)}`]
    ]
    for (const text of written)
      for (const form of forms) assert.strictEqual(normalized(text, form), text.normalize(form))
  })

  it("tells every character that becomes a mark where it is written", () => {
    const becoming: Array<string> = []
    for (let code = 0; code < 0x110000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue
      const letter = String.fromCodePoint(code)
      const plain = letter.normalize("NFKD")
      if (plain !== letter && !/\p{M}/u.test(letter) && /^\p{M}+$/u.test(plain)) becoming.push(letter)
    }
    assert.deepStrictEqual(becoming, ["\uff9e", "\uff9f"])
  })
})
