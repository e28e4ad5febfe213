import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf, read, textOf } from "./reading.ts"

/** A list, its Markdown, and what is watched of it. */
const lists: Readonly<Record<string, readonly [string, string, string]>> = {
  backwards: ["<ol reversed><li>a<li>b<li>c</ol>", "3. a\n2. b\n1. c", "3. a\n2. b\n1. c"],
  "backwards from a number": ["<ol reversed start=10><li>a<li>b</ol>", "10. a\n9. b", "10. a\n9. b"],
  "backwards over what is not seen": ["<ol reversed><li>a<li hidden>x<li>b</ol>", "2. a\n1. b", "2. a\n1. b"],
  "backwards, with a number of its own": [
    "<ol reversed><li>a<li value=7>b<li>c</ol>",
    "3. a\n7. b\n6. c",
    "3. a\n7. b\n6. c"
  ],
  "with numbers of their own": ["<ol><li>a<li value=5>b<li>c</ol>", "1. a\n5. b\n6. c", "1. a\n5. b\n6. c"],
  "with the same number twice": ["<ol><li value=1>a<li value=1>b</ol>", "1. a\n1. b", "1. a\n1. b"],
  "from a number": ["<ol start=3><li>a<li>b</ol>", "3. a\n4. b", "a\nb"],
  "in order": ["<ol><li>a<li>b</ol>", "1. a\n2. b", "a\nb"],
  "from below zero": ["<ol start=-1><li>a<li>b<li>c</ol>", "- -1. a\n- 0\\. b\n- 1\\. c", "-1. a\n0. b\n1. c"],
  "from below zero within an item": [
    "<ul><li>x<ol start=-1><li>a<li>b</ol></ul>",
    "- x\n  - -1. a\n  - 0\\. b",
    "x\n-1. a\n0. b"
  ],
  "backwards beyond zero": [
    "<ol reversed start=1><li>a<li>b<li>c</ol>",
    "- 1\\. a\n- 0\\. b\n- -1. c",
    "1. a\n0. b\n-1. c"
  ],
  "from zero": ["<ol start=0><li>a<li>b</ol>", "0. a\n1. b", "a\nb"],
  "up to larger numbers than markers have": [
    "<ol start=999999999><li>a<li>b</ol>",
    "- 999999999\\. a\n- 1000000000. b",
    "a\nb"
  ],
  "below zero behind a list": [
    "<ul><li>x</ul><ol start=-1><li>a<li>b</ol>",
    "- x\n\n* -1. a\n* 0\\. b",
    "x\n-1. a\n0. b"
  ],
  "with what is no number": ["<ol start=x><li value=y>a<li>b</ol>", "1. a\n2. b", "a\nb"],
  "with values and no numbers": ["<ul><li value=5>a<li value=6>b</ul>", "- a\n- b", "a\nb"],
  "that shows no numbers": [`<ol reversed style="list-style: none"><li>a<li>b</ol>`, "1. a\n2. b", "a\nb"],
  "of blocks": ["<ol reversed><li><p>a</p><p>b</p><li><h3>c</h3><li></ol>", "3. a\n\n   b\n2. ### c", "3. a\nb\n2. c"],
  "that begins with an empty item of another": [
    "<ol reversed><li><ul><li></li></ul>a<li>b</ol>",
    "2. a\n1. b",
    "2. a\n1. b"
  ],
  "of which one says nothing": ["<ol reversed><li>a<li></li><li>b</ol>", "3. a\n1. b", "3. a\n1. b"],
  "within one another": [
    "<ol reversed><li>a<ol><li>x<li>y</ol><li>b</ol>",
    "2. a\n   1. x\n   2. y\n1. b",
    "2. a\nx\ny\n1. b"
  ]
}

describe("numbers of lists", () => {
  for (const [name, [html, markdown, text]] of Object.entries(lists)) {
    it.effect(`are those that browsers show: ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* markdownOf(html), markdown)
        assert.strictEqual(yield* textOf(html), text)
        // The same by the tree that browsers build.
        assert.strictEqual(yield* textOf(`<b><p></b>${html}`), text)
      })
    )
  }

  it.effect("stand in cells, before what is struck out, and in regions that are kept", () =>
    Effect.gen(function* () {
      const cell = "<table><tr><th>A<th>B<tr><td><ol reversed><li>x<li>y</ol><td>1</table>"
      assert.strictEqual(yield* markdownOf(cell), "| A | B |\n| --- | --- |\n| 2. x<br>1. y | 1 |")
      const struck = "<main><ol reversed><li><del>$80</del> $45</ol></main>"
      const { marks, text } = yield* read(struck, { tellsMarks: true })
      assert.strictEqual(text, "1. $80 $45")
      assert.deepStrictEqual(marks?.struck, [{ line: "1. $80 $45", text: "$80" }])
      const only = { includeSelectors: [".b"] }
      assert.strictEqual(yield* textOf("<ol reversed><li>a<li class=b>b<li>c</ol>", only), "2. b")
    })
  )

  it.effect("do not hide where lines stand", () =>
    Effect.gen(function* () {
      const html = `<main><div id="ranks"><ol reversed><li>Ana, 1,204 points<li>Bo, 800 points</ol></div></main>`
      const { places } = yield* read(html, { locates: ["2. Ana, 1,204 points", "2. Cy"] })
      assert.deepStrictEqual(places, ["#ranks", null])
    })
  )
})
