import { assert, describe, it } from "@effect/vitest"
import { mixedLines } from "@kittiwake/core/testing/textComparerSuite"
import fc from "fast-check"
import { compareTexts, textChange } from "../../src/monitors/domain/Diff.ts"
import { type KnownFlicker, knownFlicker } from "../../src/monitors/domain/Flicker.ts"
import { hashOf } from "../../src/monitors/domain/Lines.ts"
import { excerptMaxLength } from "../../src/monitors/domain/tellChange.ts"
import { shapeOf, unstableLines } from "../../src/monitors/domain/Unstable.ts"
import { diffMaxLength } from "../../src/monitors/domain/unifiedDiff.ts"

const unknown = { lines: [], due: [] }

/** What a patch program makes of the earlier text with what the looks agree on. */
const agreedText = (before: string, first: string, second: string): string => {
  const { agreed } = compareTexts({ before, seen: [first, second], known: unknown })
  return agreed === null ? before : patched(before, agreed.change.diff)
}

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

  it("has no line that neither the page as it was nor both looks have, whatever its numbers are", () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, first, second) => {
        const had = new Set(before.split("\n"))
        const asShape = (line: string) => shapeOf(line.replaceAll("…", "0"))
        const [one, other] = [first, second].map((text) => new Set(text.split("\n").map(asShape)))
        return agreedText(before, first, second)
          .split("\n")
          .every((line) => line === "" || had.has(line) || (one!.has(asShape(line)) && other!.has(asShape(line))))
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

  it("is what came alone, when it stands in the place of more lines at one look than at the other", () => {
    for (const seen of [
      ["x\nd", "x\nc\nd"],
      ["x\nc\nd", "x\nd"]
    ]) {
      const { agreed } = compareTexts({ before: "a\nb\nc\nd", seen, known: unknown })
      assert.deepStrictEqual(agreed?.text?.split("\n").toSorted(), ["a", "b", "c", "d", "x"])
      assert.isTrue(agreed?.isVaried, "more looks have to show it")
    }
  })

  it("is what was rewritten with another number of lines, without the line beside it that flickers", () => {
    const page = (banner: string, ...text: ReadonlyArray<string>) => ["Terms", ...text, banner, "Imprint"].join("\n")
    const before = page("Hello", "Old one", "Old two", "Old three")
    const looks = ["Welcome", "Good day"].map((banner) => page(banner, "New one", "New two"))
    assert.strictEqual(agreedText(before, looks[0]!, looks[1]!), "Terms\nNew one\nNew two\nImprint")
    const seen = [...looks, page("Good night", "New one", "New two")]
    const { flicker } = compareTexts({ before, seen, known: unknown })
    assert.strictEqual(flicker.lines.length, 1, "the banner alone is known to flicker")
    const around = (banner: string) =>
      ["Terms", "New one", banner, "New two", "New three", "New four", "Imprint"].join("\n")
    assert.strictEqual(
      agreedText(before, around("Welcome"), around("Good day")),
      "Terms\nNew one\nNew two\nNew three\nNew four\nImprint"
    )
    assert.strictEqual(agreedText(before, page("a", "b"), page("c", "d")), before, "nothing, when they share nothing")
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
    const { added, removed } = textChange("a\nb\nc", "a\nx\nc\nd")
    assert.deepStrictEqual(removed, { count: 1, excerpt: "b" })
    assert.deepStrictEqual(added, { count: 2, excerpt: "x\nd" })
  })

  it("quotes long lines without cutting a character, and counts those it does not quote", () => {
    const { added, edits } = textChange("", Array.from({ length: 9 }, () => "😀".repeat(3_000)).join("\n"))
    assert.strictEqual(added.count, 9)
    const quotes = edits.flatMap((edit) => (edit._tag === "Added" ? edit.quotes : []))
    assert.strictEqual(quotes.length, 3)
    for (const text of [...quotes, added.excerpt]) {
      assert.isTrue(text.isWellFormed())
      assert.isAtMost(text.length, excerptMaxLength)
      assert.match(text, /^😀+…$/u)
    }
  })

  it("is cut so that what is left is a patch, when it is too long to be stored", () => {
    const page = (word: string) =>
      Array.from({ length: 30_000 }, (_, index) => `${index % 3 === 0 ? word : "same"} ${index} ${"x".repeat(90)}`)
    const [before, after] = [page("old"), page("new")]
    const { added, diff, isDiffCut } = textChange(before.join("\n"), after.join("\n"))
    assert.isTrue(isDiffCut)
    assert.isAtMost(diff.length, diffMaxLength)
    assert.isAbove(diff.length, diffMaxLength * 0.9)
    assert.strictEqual(added.count, 10_000)
    // Where the patch ends, the text goes on as it was.
    const made = patched(before.join("\n"), diff).split("\n")
    const end = made.findIndex((line, index) => line !== after[index])
    assert.isAbove(end, 5_000)
    assert.deepStrictEqual(made.slice(end), before.slice(end))
  })

  it.each([90, 5_000, 49_000, 400_000])(
    "is cut behind a change and the lines that a patch wants behind it, of lines of %i characters",
    (length) => {
      for (const every of [1, 9]) {
        const page = (word: string) =>
          Array.from(
            { length: Math.ceil(3_000_000 / length) },
            (_, index) => `${index % every === 0 ? word : "same"} ${index} ${"x".repeat(length)}`
          ).join("\n")
        const [before, after] = [page("old"), page("new")]
        const { diff, isDiffCut } = textChange(before, after)
        assert.isTrue(isDiffCut)
        assert.isAtMost(diff.length, diffMaxLength)
        if (diff === "") {
          assert.isAbove(length, diffMaxLength / 5, "a change with its context fits")
          continue
        }
        patched(before, diff)
        const signs = diff
          .split("\n")
          .slice(0, -1)
          .map((row) => row[0])
        assert.match(signs.slice(signs.lastIndexOf("@")).join(""), /^@ {0,3}[-+](?:[-+ ]*[-+])? {3}$/)
      }
    },
    60_000
  )

  it("is cut where lines that did not change end, with three of them behind the last change", () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const long = "x".repeat(diffMaxLength)
    const after = [...before.slice(0, 5), "changed", ...before.slice(6, 10), long, ...before.slice(10)]
    const { diff, isDiffCut } = textChange(before.join("\n"), after.join("\n"))
    assert.isTrue(isDiffCut)
    const kept = ["line 2", "line 3", "line 4"].map((line) => ` ${line}`)
    const behind = ["line 6", "line 7", "line 8"].map((line) => ` ${line}`)
    assert.deepStrictEqual(diff.split("\n"), ["@@ -3,7 +3,7 @@", ...kept, "-line 5", "+changed", ...behind, ""])
  })

  it("counts in each header the lines that follow", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { diff } = textChange(before, after)
        const rows = diff.split("\n").slice(0, -1)
        rows.forEach((row, at) => {
          const header = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@$/.exec(row)
          if (header === null) return
          const next = rows.findIndex((other, place) => place > at && /^@@ -\d.* @@$/.test(other))
          const body = rows.slice(at + 1, next === -1 ? undefined : next)
          assert.strictEqual(body.filter((line) => !line.startsWith("+")).length, Number(header[1] ?? 1))
          assert.strictEqual(body.filter((line) => !line.startsWith("-")).length, Number(header[2] ?? 1))
        })
      })
    )
  })
})

describe("texts that cost much to compare", { timeout: 60_000 }, () => {
  const numbered = (count: number, lineOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => lineOf(index)).join("\n")

  it("agree on as many lines as there are", () => {
    const before = numbered(140_000, (index) => `old ${index}`)
    const after = numbered(140_000, (index) => `new ${index}`)
    const agreed = (first: string, second: string) =>
      compareTexts({ before, seen: [first, second], known: unknown }).agreed?.change.added.count
    assert.isUndefined(agreed(`${after}\nfirst`, `${after}\nsecond`))
    assert.strictEqual(agreed(after.replace("new 7\n", "7\n"), after), 139_999)
  })

  it("are told coarsely and say so, and the patch fits all the same", () => {
    const [before, after] = [mixedLines(20_000, 31), mixedLines(20_000, 57)]
    const change = textChange(before, after)
    assert.isTrue(change.isCoarse)
    assert.isFalse(change.isDiffCut)
    assert.strictEqual(patched(before, change.diff), after)
  })

  it("are told to the line when lines only moved, came or went", () => {
    const before = numbered(20_000, (index) => `line ${index}`)
    const lines = before.split("\n")
    const after = [...lines.slice(12_000), "new", ...lines.slice(0, 12_000)].join("\n")
    const change = textChange(before, after)
    assert.isFalse(change.isCoarse)
    assert.strictEqual(change.removed.count, 8_000)
    assert.strictEqual(change.added.count, 8_001)
    assert.strictEqual(patched(before, change.diff), after)
  })

  it("are replaced as a whole between what is alike at both ends, when they have more lines than are told apart", () => {
    const before = `top\n${"a\n".repeat(2_100_000)}end`
    const after = `top\n${"b\n".repeat(2_100_000)}end`
    const change = textChange(before, after)
    assert.isTrue(change.isCoarse)
    assert.isTrue(change.isDiffCut)
    assert.strictEqual(change.added.count, 2_100_000)
    assert.isTrue(change.diff.startsWith("@@ -1,"))
  })

  it("are not told apart line by line when their lines were made to collide", () => {
    const colliding: Array<string> = []
    for (let index = 0; colliding.length < 500; index++) {
      const bytes = new TextEncoder().encode(`${index}`)
      // A table for a thousand lines looks at no more of a hash.
      if ((hashOf(bytes, 0, bytes.length) & 2_047) === 0) colliding.push(`${index}`)
    }
    const [before, after] = [colliding.join("\n"), colliding.toReversed().join("\n")]
    const change = textChange(before, after)
    assert.isTrue(change.isCoarse)
    assert.strictEqual(patched(before, change.diff), after)
  })
})

describe("what is known to flicker", () => {
  const hashOfLine = (line: string) => {
    const bytes = new TextEncoder().encode(line)
    return hashOf(bytes, 0, bytes.length)
  }

  it("hides nothing that stands behind it, however often it comes", () => {
    const known = { lines: ["old", "sale"].map(hashOfLine), due: [] }
    const come = (times: number, behind: string) => `top\n${"sale\n".repeat(times)}${behind}end`
    const told = (seen: string) => compareTexts({ before: "top\nold\nend", seen: [seen, seen], known }).agreed
    assert.isNull(told(come(256, "")))
    for (const times of [255, 256, 257, 258, 400]) {
      assert.include(told(come(times, "12 EUR\n"))?.change.diff ?? "", "+12 EUR", `${times} times`)
    }
  })

  it("is left out of the text where nobody keeps it, and what is told beside it is not", () => {
    const known = { lines: ["old", "sale"].map(hashOfLine), due: [] }
    const text = (seen: string, given: Partial<KnownFlicker> = { leavesOutHeld: true }) =>
      compareTexts({ before: "old\nshop\n10 €", seen: [seen], known: { ...known, ...given } }).agreed?.text
    assert.strictEqual(text("sale\nshop\n12 €"), "old\nshop\n12 €")
    assert.isUndefined(text("sale\nshop\n12 €", {}), "what is kept has it")
    assert.isUndefined(text("other\nshop\n12 €"), "it is all that differs")
    assert.isUndefined(text("sale\nshop\n10 €"), "nothing is told")
  })

  it("is told once as many looks in a row have shown it, and not one later", () => {
    const flicker = { lines: [1], held: [{ difference: 5, looks: 12 }] }
    assert.deepStrictEqual(knownFlicker(flicker, 3).due, [])
    assert.deepStrictEqual(knownFlicker(flicker, 4).due, [5])
  })

  it("tells differences apart by what comes, and not by what goes alone", () => {
    const known = { lines: ["old", "sale", "offer"].map(hashOfLine), due: [] }
    const heldBy = (banner: string) => {
      const seen = `top\n${banner}\nend`
      return compareTexts({ before: "top\nold\nend", seen: [seen, seen], known }).flicker.held
    }
    assert.strictEqual(heldBy("sale").length, 1)
    assert.notDeepEqual(heldBy("sale"), heldBy("offer"))
  })
})

describe("what an owner says of lines that change by themselves", () => {
  const before = "Tea\nVisitor 12 of today\n10 €\nimprint"
  const known = (
    unstable: { pinned?: ReadonlyArray<string>; freed?: ReadonlyArray<string> },
    lines: ReadonlyArray<number> = []
  ) => knownFlicker({ lines, held: [] }, 2, { pinnedLines: unstable.pinned ?? [], freedLines: unstable.freed ?? [] })
  const compared = (seen: string, unstable: Parameters<typeof known>[0], lines: ReadonlyArray<number> = []) =>
    compareTexts({ before, seen: [seen, seen], known: known(unstable, lines) })
  const visitor = before.replace("12 of", "5,013 of")

  it("tells nothing of a pinned line alone, whatever its numbers are, and says that it was pinned", () => {
    assert.isNotNull(compared(visitor, {}).agreed)
    const { agreed, flicker } = compared(visitor, { pinned: ["Visitor 99 of today"] })
    assert.isNull(agreed)
    assert.strictEqual(flicker.isPinned, true)
    assert.deepStrictEqual(flicker.held, [], "it never becomes due")
  })

  it("tells what changes beside a pinned line, in a patch of all that differs", () => {
    const { agreed } = compared(visitor.replace("10 €", "12 €"), { pinned: ["Visitor 1 of today"] })
    assert.include(agreed?.change.diff, "+12 €")
    assert.include(agreed?.change.diff, "+Visitor 5,013 of today")
    assert.deepStrictEqual(
      agreed?.change.edits.map((edit) => (edit._tag === "Changed" ? edit.quotes : edit)),
      [{ before: "10 €", after: "12 €" }]
    )
  })

  it("tells a pinned line that another takes the place of", () => {
    assert.isNotNull(
      compared(before.replace("Visitor 12 of today", "Closed for good"), { pinned: ["Visitor 1 of today"] }).agreed
    )
  })

  it("holds what flickers beside a pinned line no longer than without a pin", () => {
    const lines = ["10 €", "12 €"].map((line) => {
      const bytes = new TextEncoder().encode(line)
      return hashOf(bytes, 0, bytes.length)
    })
    const { flicker } = compared(before.replace("10 €", "12 €"), { pinned: ["Visitor 1 of today"] }, lines)
    assert.strictEqual(flicker.held.length, 1, "it becomes due")
    assert.isUndefined(flicker.isPinned)
    const spaced = before.replace("Visitor 12", "  Visitor 13")
    assert.isNull(compared(spaced, { pinned: ["Visitor 1 of today "] }).agreed, "however it is indented")
  })

  it("hides nothing that stands behind many pinned lines", () => {
    const many = (behind: string) => `${"Visitor 7 of today\n".repeat(300)}${behind}`
    const told = compareTexts({
      before: "end",
      seen: [`${many("12 EUR\n")}end`],
      known: known({ pinned: ["Visitor 1 of today"] })
    })
    assert.isNotNull(told.agreed)
  })

  it("tells a freed line although it is known to flicker, and learns nothing of it", () => {
    const lines = ["Visitor 12 of today", "Visitor 5,013 of today"].map((line) => {
      const bytes = new TextEncoder().encode(line)
      return hashOf(bytes, 0, bytes.length)
    })
    assert.isNull(compared(visitor, {}, lines).agreed)
    assert.isNotNull(compared(visitor, { freed: ["Visitor 0 of today"] }, lines).agreed)
    const takenBack = (unstable: Parameters<typeof known>[0]) =>
      compareTexts({ before, seen: [visitor, before], known: known(unstable) }).flicker.lines.length
    assert.isAbove(takenBack({}), 0)
    assert.strictEqual(takenBack({ freed: ["Visitor 0 of today"] }), 0)
  })

  it("shows which lines of a text are known to flicker or pinned", () => {
    const bytes = new TextEncoder().encode("10 €")
    const remembered = [hashOf(bytes, 0, bytes.length)]
    assert.deepStrictEqual(unstableLines(before, remembered, ["Visitor 3 of today"]), ["Visitor 12 of today", "10 €"])
    assert.deepStrictEqual(unstableLines(before, [], []), [])
  })
})
