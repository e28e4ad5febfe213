import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { textChange } from "../../src/monitors/domain/Diff.ts"
import { describeChange, headlineOf, summaryOf } from "../../src/monitors/domain/describeChange.ts"
import { clip, readable } from "../../src/monitors/domain/readable.ts"
import { ToldEdit } from "../../src/monitors/domain/TextChange.ts"
import { excerptMaxLength } from "../../src/monitors/domain/tellChange.ts"
import { wordsOf } from "../../src/monitors/domain/words.ts"

const quotesOf = (edit: ToldEdit): ReadonlyArray<string> =>
  edit._tag === "Changed" ? [edit.quotes.before, edit.quotes.after] : edit.quotes

const headline = (before: string, after: string): string => headlineOf(textChange(before, after))

const filler = (count: number, word = "row") =>
  Array.from(
    { length: count },
    (_, index) => `The ${word} that stands in place ${String.fromCharCode(97 + (index % 26))}${index}.`
  )

describe("what is told of a change", () => {
  it("shows what differs, however far behind in its line it stands", () => {
    for (const length of [500, 5_000, 1_000_000]) {
      const line = (place: string) =>
        `${"a word and ".repeat(length / 11)}the fair is in ${place} this year${" and so on".repeat(length / 10)}`
      const change = textChange(`Fair\n${line("Ghent")}\nEnd`, `Fair\n${line("Bruges")}\nEnd`)
      assert.strictEqual(headlineOf(change), "Fair: Ghent → Bruges")
      const [before, after] = change.edits.flatMap(quotesOf)
      assert.include(before, "the fair is in Ghent this year")
      assert.include(after, "the fair is in Bruges this year")
      assert.include(change.removed.excerpt, "in Ghent this")
      assert.include(change.added.excerpt, "in Bruges this")
      assert.isAtMost(change.added.excerpt.length, excerptMaxLength)
    }
  })

  it("says what one of several changes is about, where its lines do not say so themselves", () => {
    const said = (...pairs: ReadonlyArray<readonly [before: string, after: string]>) => {
      const text = (side: 0 | 1) => pairs.map((pair) => pair[side]).join("\n\nWe sell pots made by hand.\n\n")
      return describeChange("Shop", textChange(text(0), text(1))).summary
    }
    const long = "plans › Professional and larger teams › yearly_price_with_everything"
    assert.strictEqual(
      said(["plans › Solo › price: $24", "plans › Solo › price: $19"], [`${long}: $5`, `${long}: $6`]),
      `Changed "plans › Solo › price: $24" to "plans › Solo › price: $19". Changed "${long}: $5" to "${long}: $6".`
    )
    assert.strictEqual(
      said(["Solo\n$24", "Solo\n$19"], ["Process Pro: 3", "Process Pro: 4"]),
      'Changed "$24" to "$19" (Solo). Changed "Process Pro: 3" to "Process Pro: 4".'
    )
  })

  it("tells each word once where changes stand side by side", () => {
    assert.strictEqual(
      headline(
        "Policy\nYou may return items within 30 days. Refunds take a week. Contact us at help@x.example.",
        "Policy\nYou may return items within 14 days. Contact us at help@x.example."
      ),
      "Policy: 30 days. Refunds take a week. → 14 days."
    )
    assert.strictEqual(headline("Times\n1 | 2", "Times\n2 | 1"), "Times: 1 | 2 → 2 | 1")
  })

  it("is no more about a word that only begins a longer one", () => {
    const about = (name: string, before: string, after: string) =>
      summaryOf({
        ...textChange("a", "b"),
        edits: [ToldEdit.cases.Changed.make({ about: name, words: [{ before, after }], quotes: { before, after } })],
        counts: { changed: 2, added: 0, removed: 0, moved: 0 }
      })
    assert.include(about("Pro", "Process: 3", "Process: 4"), " (Pro).")
    assert.include(about("Pro", "Pro: 3", "Team: 4"), " (Pro).")
    assert.notInclude(about("Pro", "Pro: 3", "Pro: 4"), "(")
  })

  it("names no difference where a long line was only read to a point", () => {
    const line = (word: string) => `${word} ${"and some more of it ".repeat(1_000)}`
    assert.strictEqual(headline(`x\n${line("Tea")}`, `x\n${line("Coffee, cake")}`), "x: Tea → Coffee, cake")
  })

  it("is called by what keeps its sense without the rest of its line, and by the label above an amount", () => {
    const page = (line: string) => `Blue Pot Shop\nWe sell pots made by hand in the valley.\n${line}\nCome and see us.`
    const titles = [
      ["Not in Paris", "Not in Rome", "Blue Pot Shop: Paris → Rome"],
      ["Up to 5 guests", "Up to 6 guests", "Blue Pot Shop: 5 guests → 6 guests"],
      ["Sign up by 5 May", "Sign up by 9 May", "Blue Pot Shop: 5 May → 9 May"],
      ["Nur bis 5. Mai", "Nur bis 9. Mai", "Blue Pot Shop: 5 → 9"],
      ["Due by 5 May", "Due by 6 May", "Due: 5 May → 6 May"],
      ["Model: X200\n$500", "Model: X200\n$600", "Model: X200: $500 → $600"],
      ["Author: Ann\nPrice: $5", "Author: Ann\nPrice: $6", "Price: $5 → $6"],
      ["Pool: closed", "Pool open if weather permits", "Pool: closed → open if weather permits"],
      ["Loss: (120)", "Loss: 120", "Loss: (120) → 120"],
      ["Loss: 120", "Loss: (120)", "Loss: 120 → (120)"]
    ] as const
    for (const [before, after, title] of titles) assert.strictEqual(headline(page(before), page(after)), title)
  })

  it.each([
    ["Status: not available", "Status: available", "Status: not available → available"],
    ["Status: available", "Status: not available", "Status: available → not available"],
    ["Status:", "Status: ok", "Status: → Status: ok"],
    ['"version": "1.0",', '"version": "1.1",', "version: 1.0 → 1.1"],
    ['"b": 2', '"b": 2,', '"b": 2 → "b": 2,']
  ])("names what changed once, and no mark without its word: %s, %s", (before, after, title) => {
    assert.strictEqual(headlineOf(textChange(`{\n${before}\n}`, `{\n${after}\n}`)), title)
  })

  it.each([
    [["Mug, now 9 €", "Bowl, now 12 €"], "Bowl, now 14 €", "Bowl: 12 € → 14 €"],
    [["Mug", "Bowl, now 12 €"], "Bowl, now 14 €", "Bowl: 12 € → 14 €"],
    [["Room 1 is free", "Room 2 is taken"], "Room 2 is free", "Room 2: taken → free"],
    [["Library opens at nine", "Pool opens at ten"], "Pool opens at noon", "Pool opens: ten → noon"],
    [["EU region: up", "US region is operational"], "US region is degraded", "US region: operational → degraded"],
    [["Ceramic engineer in London", "Glaze chemist in Leeds"], "Glaze chemist in Bath", "Glaze chemist: Leeds → Bath"],
    [["Contact: Ann Reed", "Office in Graz"], "Office in Linz", "Office: Graz → Linz"],
    [["Das Zimmer ab 90 €", "Suite ab 150 €"], "Suite ab 160 €", "Suite: 150 € → 160 €"],
    [["Blue Mug", "The price is 12 €"], "The price is 14 €", "Blue Mug: 12 € → 14 €"],
    [["Blue Mug", "Join the 2,000 users"], "Join the 3,000 users", "Blue Mug: 2,000 users → 3,000 users"],
    [["Blue Mug", "12 €"], "14 €", "Blue Mug: 12 € → 14 €"],
    [["Step 2: Glaze", "1000 °C"], "1100 °C", "Step 2: Glaze: 1000 °C → 1100 °C"],
    [["Contact: Ann Reed", "12 €"], "14 €", "12 € → 14 €"],
    [["Blue Mug", "Out of stock"], "In stock", "Blue Mug: Out of stock → In stock"]
  ])("is of the line itself, and of no other that stands beside it: %s, %s", (lines, now, title) => {
    assert.strictEqual(headline(lines.join("\n"), [...lines.slice(0, -1), now].join("\n")), title)
  })

  it("is the new price before the new date of the page", () => {
    const page = (date: string, price: string) => `Shop\nLast updated: ${date}\nTea\n${price}\nImprint`
    assert.strictEqual(
      headline(page("March 3, 2026", "4 €"), page("March 9, 2026", "5 €")),
      "Tea: 4 € → 5 €; Last updated: March 3, 2026 → March 9, 2026"
    )
  })

  it("says when nobody can see the difference", () => {
    const change = textChange("Tea\nten euros", "Tea\nten\u00a0eu\u200bros")
    assert.strictEqual(headlineOf(change), "Tea: only spaces or signs that nobody sees differ")
    assert.match(describeChange("Shop", change).summary, /^Only spaces or signs that nobody sees differ in /)
  })

  it("calls a line moved that stands elsewhere, and not one that stands there many times", () => {
    const list = ["Alpha team, Oslo", "Bravo team, Rome", "Charlie team, Bonn", "Delta team, Lund", "Echo team, Nice"]
    const moved = [...list.slice(1), list[0]!]
    assert.match(headline(list.join("\n"), moved.join("\n")), /^Moved: Alpha team, Oslo$/)
    const { counts } = textChange("Apply\na b c\nApply\nd e f\ng h i", "a b c\nApply\nd e f\ng h i\nApply")
    assert.strictEqual(counts.moved, 0)
  })

  it("says that most is new when little of a page is left", () => {
    const change = textChange(
      filler(30, "old").join("\n"),
      Array.from({ length: 30 }, (_, index) => `Fresh words ${index}`.repeat(3)).join("\n")
    )
    assert.match(headlineOf(change), /^Most of it is new: Fresh words/)
  })

  it("tells what is left out of a summary, and that there is much more", () => {
    const before = filler(3_000)
    const after = before.map((line, index) => (index % 2 === 0 ? line.replace("stands", "sits") : line))
    const change = textChange(before.join("\n"), after.join("\n"))
    assert.isTrue(change.isMore)
    assert.match(headlineOf(change), / and much more$/)
    assert.match(describeChange("Shop", change).summary, /Much more differs\./)
    const few = textChange(before.slice(0, 20).join("\n"), after.slice(0, 20).join("\n"))
    assert.match(headlineOf(few), / and 9 more$/)
    assert.match(describeChange("Shop", few).summary, /6 more things differ\.$/)
    const five = textChange(before.slice(0, 10).join("\n"), after.slice(0, 10).join("\n"))
    assert.match(describeChange("Shop", five).summary, /\. 1 more thing differs\.$/)
  })

  it("keeps text that is read from right to left apart from its own words", () => {
    const title = headline("שלום\nמחיר 45 ₪", "שלום\nמחיר 52 ₪")
    assert.strictEqual(title, "\u2066\u2068מחיר\u2069: 45 ₪ → 52 ₪\u2069")
  })

  const piece = fc.constantFrom(
    "Tea",
    "10 €",
    "12 €",
    "$1,299.00",
    "2026-11-22",
    "9:00–17:00",
    "👩‍👩‍👧‍👦",
    "🏳️‍🌈",
    "漢字",
    "שלום",
    "\u202E",
    "\u0000",
    "\u200b",
    "e\u0301",
    `x${"\u0301".repeat(300)}`,
    "\u001b[31m",
    "“",
    "”",
    "#",
    "1",
    ".",
    "word ".repeat(60)
  )
  const line = fc.array(piece, { maxLength: 6 }).map((some) => some.join(" "))
  const texts = fc.array(line, { maxLength: 14 }).map((some) => some.join("\n"))

  it("is short, on one line and the same every time, whatever the texts say", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        fc.pre(before !== after)
        const change = textChange(before, after)
        const { summary, title } = describeChange("Shop", change)
        assert.deepStrictEqual(describeChange("Shop", textChange(before, after)), describeChange("Shop", change))
        for (const text of [title, summary, ...change.edits.flatMap(quotesOf)]) {
          assert.isTrue(text.isWellFormed())
          assert.notMatch(text, /[\p{Cc}\u202A-\u202E\u200B]/u)
        }
        assert.isAtMost(title.length, 600)
        assert.isAtMost(summary.length, 4_000)
        for (const edit of change.edits) {
          if (edit._tag !== "Changed" || edit.words.length === 0) continue
          assert.notStrictEqual(edit.quotes.before, edit.quotes.after)
          for (const words of edit.words) assert.notStrictEqual(words.before, words.after)
        }
      }),
      { numRuns: 100 }
    )
  }, 60_000)
})

describe("the words of a line", () => {
  const whole = (text: string) => wordsOf(text).flatMap((word) => (word.kind === "value" ? [word.text] : []))

  it.each([
    ["from US$1,299.00 to 1.249,00 € or 45 990 ₽", ["US$1,299.00", "1.249,00 €", "45 990 ₽"]],
    ["open 9:00–17:00, closed 8 p.m. on", ["9:00–17:00", "8 p.m."]],
    ["March 3, 2026 and 28 February 2027 and 2026-11-22", ["March 3, 2026", "28 February 2027", "2026-11-22"]],
    ["報名截止日期:2026年12月15日 価格4,800円", ["2026年12月15日", "4,800円"]],
    ["2.65 % at -5 °C, €8.21/mo", ["2.65 %", "-5 °C", "€8.21/mo"]]
  ])("keep numbers, prices, dates and times whole: %s", (text, values) => {
    assert.deepStrictEqual(whole(text), values)
  })

  it("are found in scripts that put no space between them", () => {
    assert.deepStrictEqual(
      wordsOf("ต้มยำกุ้ง 150 บาท").map(({ text }) => text),
      ["ต้มยำ", "กุ้ง", "150", "บาท"]
    )
  })

  it("are the same in letters of ASCII, which have a way of their own, as in others", () => {
    const pieces = "abc xyz US A Abcdefghijklmnop 5 22 2026 . , ' - _ & @ $ € % ) : ! ?".split(" ")
    const line = fc.array(fc.constantFrom(...pieces, " ", " ", "\t", " 5, 2026", " 22 2026", "語"), { maxLength: 12 })
    const others: Readonly<Record<string, string>> = { a: "ä", b: "β", c: "ç", x: "ξ", y: "ÿ", z: "ž", A: "Ä", U: "Ü" }
    const cut = (text: string) => wordsOf(text).map(({ from, kind, to }) => `${kind} ${from} ${to}`)
    fc.assert(
      fc.property(line, (parts) => {
        const text = parts.join("")
        assert.deepStrictEqual(cut(text), cut(text.replace(/[abcxyzAU]/g, (letter) => others[letter]!)), text)
      }),
      { numRuns: 2_000 }
    )
  })

  it("stand where they say", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) =>
        wordsOf(text).every((word) => text.slice(word.from, word.to) === word.text)
      )
    )
  })
})

describe("text that is cut", () => {
  it("is cut between characters as people count them", () => {
    assert.strictEqual(clip("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…")
    assert.strictEqual(clip("abcd", 4), "abcd")
    assert.strictEqual(clip("abcde", 4), "abc…")
  })

  it("has no more units than fit, without cutting one character into two", () => {
    assert.strictEqual(clip("abcdef", 10, 3), "ab…")
    assert.strictEqual(clip("a\r\nb\r\nc", 8, 5), "a\r\nb…")
    assert.strictEqual(clip("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, 23), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…")
    assert.strictEqual(clip("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3, 22), "👩‍👩‍👧‍👦👩‍👩‍👧‍👦")
  })

  it("has no more marks on a letter than any script", () => {
    assert.strictEqual(readable(`Z${"\u0301".repeat(900)}o`), `Z${"\u0301".repeat(4)}o`)
  })
})
