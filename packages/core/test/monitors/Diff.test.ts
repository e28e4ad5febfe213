import { assert, describe, it } from "@effect/vitest"
import { agreedText, diffMaxLength, textChange } from "@kittiwake/core/monitors/domain/Diff"
import fc from "fast-check"

const lines = fc.array(fc.constantFrom("", "a", "b", "c", "price 10", "price 12", "- x", "+ y", "@@", "é😀\u2028"), {
  maxLength: 12
})
const texts = lines.map((some) => some.join("\n"))

/** What a patch program makes of `before` with a unified diff that shows all of it as context or as a change. */
const patched = (before: string, diff: string): string => {
  const source = before === "" ? [] : before.split("\n")
  const result: Array<string> = []
  let line = 0
  for (const row of diff.split("\n").slice(0, -1)) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(row)
    if (hunk !== null) {
      const start = hunk[2] === "0" ? Number(hunk[1]) : Number(hunk[1]) - 1
      for (; line < start; line++) result.push(source[line]!)
    } else if (row.startsWith("+")) {
      result.push(row.slice(1))
    } else {
      assert.strictEqual(row.slice(1), source[line], "the patch fits where it says")
      if (row.startsWith(" ")) result.push(row.slice(1))
      line++
    }
  }
  for (; line < source.length; line++) result.push(source[line]!)
  return result.join("\n")
}

describe("what two looks agree on", () => {
  it("is what they show, when they show the same", () => {
    fc.assert(fc.property(texts, texts, (before, seen) => agreedText(before, seen, seen) === seen))
  })

  it("is nothing new, when either look shows the page as it was", () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        (before, seen) => agreedText(before, before, seen) === before && agreedText(before, seen, before) === before
      )
    )
  })

  it("has no line that neither the page as it was nor both looks have", () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, first, second) => {
        const [had, one, other] = [before, first, second].map((text) => new Set(text.split("\n")))
        return agreedText(before, first, second)
          .split("\n")
          .every((line) => line === "" || had!.has(line) || (one!.has(line) && other!.has(line)))
      })
    )
  })

  it("is found again by a look that shows nothing else", () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, first, second) => {
        const agreed = agreedText(before, first, second)
        return agreedText(agreed, agreed, second) === agreed
      })
    )
  })

  it("is the price alone, when a banner shows something else at every look", () => {
    const page = (banner: string, price: string) => `${banner}\nTea\n${price}\nImprint`
    assert.strictEqual(
      agreedText(page("Hello", "10 €"), page("Welcome", "12 €"), page("Good day", "12 €")),
      page("Hello", "12 €")
    )
  })

  it("is the price alone, even when the banner stands right beside it", () => {
    const page = (banner: string, price: string) => `${banner}\n${price}\nImprint`
    assert.strictEqual(
      agreedText(page("Hello", "10 €"), page("Welcome", "12 €"), page("Good day", "12 €")),
      page("Hello", "12 €")
    )
  })

  it("is nothing, when a counter is all that moves", () => {
    assert.strictEqual(agreedText("a\n1 online\nb", "a\n2 online\nb", "a\n3 online\nb"), "a\n1 online\nb")
  })
})

describe("the difference that is told", () => {
  it("is a patch that makes the new text of the old one", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        fc.pre(before !== after)
        assert.strictEqual(patched(before, textChange(before, after).diff), after)
      })
    )
  })

  it("names the lines that came and went", () => {
    const change = textChange("a\nb\nc", "a\nx\nc\nd")
    assert.deepStrictEqual(change.removedLines, ["b"])
    assert.deepStrictEqual(change.addedLines, ["x", "d"])
  })

  it("is cut at a line when it is too long to be stored", () => {
    const page = (word: string) =>
      Array.from({ length: 30_000 }, (_, index) => `${word} ${index} ${"x".repeat(40)}`).join("\n")
    const { diff } = textChange(page("old"), page("new"))
    assert.isAtMost(diff.length, diffMaxLength)
    assert.isTrue(diff.endsWith("\n"))
  })
})
