/** The beginning of a difference as rows. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { markedDiff } from "../../src/monitors/domain/markedDiff.ts"

const room = { lines: 100, characters: 10_000, lineLength: 500 }

const said = (diff: string, given: Partial<typeof room> = {}) =>
  markedDiff(diff, { ...room, ...given }).rows.map((row) =>
    row.type === "gap"
      ? `⋯${row.lines}`
      : `${row.type[0]}${row.number} ${row.pieces.map(({ isMarked, text }) => (isMarked ? `[${text}]` : text)).join("")}${row.isCut ? "…" : ""}`
  )

describe("a difference as rows", () => {
  it("marks the words that differ between a line and the one in its place, whichever that is", () => {
    const diff =
      "@@ -3,3 +3,4 @@\n Plans\n-Pro: 20 euro\n-Team: 45 euro\n+New: pay once a year\n+Pro: 24 euro\n+Team: 49 euro\n"
    assert.deepStrictEqual(said(diff), [
      "⋯2",
      "a3 Plans",
      "r4 Pro: [20] euro",
      "r5 Team: [45] euro",
      "a4 New: pay once a year",
      "a5 Pro: [24] euro",
      "a6 Team: [49] euro"
    ])
  })

  it("numbers lines where nothing stood before them, and says what was left out between", () => {
    assert.deepStrictEqual(said("@@ -0,0 +1,2 @@\n+a\n+b\n@@ -10 +12 @@\n-c\n+d\n"), [
      "a1 a",
      "a2 b",
      "⋯9",
      "r10 c",
      "a12 d"
    ])
  })

  it("keeps what came before what went where a difference has it so", () => {
    assert.deepStrictEqual(said("@@ -1,2 +1,2 @@\n+Pro: 20 euro\n-Pro: 24 euro\n-Team: 45 euro\n+Team: 49 euro\n"), [
      "a1 Pro: 20 euro",
      "r1 Pro: 24 euro",
      "r2 Team: [45] euro",
      "a2 Team: [49] euro"
    ])
  })

  it("ends where the room does, counts the rest, and breaks no character", () => {
    const diff = `@@ -1,3 +1,3 @@\n-${"x".repeat(9)}😀\n+short\n z\n`
    assert.deepStrictEqual(said(diff, { lineLength: 10 }), [`r1 ${"x".repeat(9)}…`, "a1 short", "a2 z"])
    const { lines, shown } = markedDiff(diff, { ...room, lines: 2 })
    assert.deepStrictEqual([shown, lines], [2, 3])
    assert.deepStrictEqual(markedDiff(diff, { ...room, characters: 3 }).shown, 1)
    assert.deepStrictEqual(markedDiff("", room), { rows: [], shown: 0, lines: 0 })
    assert.deepStrictEqual(markedDiff("no difference", room).rows, [])
  })

  it.prop(
    "says of any lines what they say, marked or not",
    [Schema.Array(Schema.String), Schema.Array(Schema.String)],
    ([before, after]) => {
      const plain = (lines: ReadonlyArray<string>) => lines.map((line) => line.replaceAll("\n", " "))
      const [some, others] = [plain(before), plain(after)]
      const diff = `@@ -${some.length === 0 ? 0 : 1},${some.length} +1,${others.length} @@\n${[...some.map((line) => `-${line}\n`), ...others.map((line) => `+${line}\n`)].join("")}`
      const { rows } = markedDiff(diff, { lines: 1_000, characters: 1_000_000, lineLength: 100_000 })
      assert.deepStrictEqual(
        rows.map((row) => (row.type === "gap" ? "" : row.pieces.map(({ text }) => text).join(""))),
        [...some, ...others]
      )
    }
  )
})
