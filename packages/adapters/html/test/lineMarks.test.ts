import { assert, describe, it } from "@effect/vitest"
import { textMarkLimits } from "@kittiwake/core/pages/domain/TextMarks"
import { Effect } from "effect"
import { read } from "./reading.ts"

const marksOf = (body: string, request = {}) =>
  Effect.map(read(body, { tellsMarks: true, ...request }), ({ marks }) => marks!)

const headingsOf = (body: string, request = {}) =>
  Effect.map(marksOf(body, request), ({ headings }) => headings.map(({ level, nth, text }) => [level, text, nth]))

describe("what the markup says of lines", () => {
  it.effect("is told where it is wanted, and changes nothing of the text", () =>
    Effect.gen(function* () {
      const page = "<h1>Help</h1><p>Was <del>$80</del> $45.</p>"
      const [plain, marked] = [yield* read(page), yield* read(page, { tellsMarks: true })]
      assert.isUndefined(plain.marks)
      assert.strictEqual(plain.text, marked.text)
      assert.isUndefined((yield* read("Help", { mediaType: "text/plain", tellsMarks: true })).marks)
    })
  )

  it.effect("is the level of each heading, and which of the lines that say the same it is", () =>
    Effect.gen(function* () {
      const page = `<h1>Terms</h1><ul><li>Refunds</li><li>Payment</li></ul>
        <section><h2>Payment</h2><p>30 days.</p></section><section><h2> Refunds
        </h2><p>14 days.</p><h3>Exceptions</h3><p>Refunds</p></section>`
      const expected = [
        [1, "Terms", 0],
        [2, "Payment", 1],
        [2, "Refunds", 1],
        [3, "Exceptions", 0]
      ]
      assert.deepStrictEqual(yield* headingsOf(page), expected)
      // What parse5 builds of it, and what is read of plain markup, say the same.
      assert.deepStrictEqual(yield* headingsOf(`<b><i></b></i>${page}`), expected)
    })
  )

  it.effect("is of the lines that are kept: of main content, and of what selectors find", () =>
    Effect.gen(function* () {
      const page = `<header><h2>Shop</h2></header><nav><h3>Refunds</h3></nav>
        <main><h1>Help</h1><h2>Refunds</h2><p>${"We pay them back. ".repeat(20)}</p><div class="q"><h3>When</h3></div></main>
        <footer><h2>About</h2></footer>`
      assert.deepStrictEqual(yield* headingsOf(page), [
        [1, "Help", 0],
        [2, "Refunds", 0],
        [3, "When", 0]
      ])
      assert.deepStrictEqual(yield* headingsOf(page, { includeSelectors: [".q"] }), [[3, "When", 0]])
    })
  )

  it.effect("is nothing of a heading of several lines, of a long one, or of an empty one", () =>
    Effect.gen(function* () {
      const page = `<h1>Two<br>lines</h1><h2></h2><h2>${"long ".repeat(60)}</h2><h2>Short</h2>`
      assert.deepStrictEqual(yield* headingsOf(page), [[2, "Short", 0]])
    })
  )

  it.effect("is the head of what opens and closes, one level below the heading above it", () =>
    Effect.gen(function* () {
      const page = `<h2>Help</h2><details><summary>Refunds</summary><h4>When</h4><p>Soon.</p></details>
        <details><summary><h5>Hours</h5></summary><p>9 to 17</p></details>`
      assert.deepStrictEqual(yield* headingsOf(page), [
        [2, "Help", 0],
        [3, "Refunds", 0],
        [4, "When", 0],
        [5, "Hours", 0]
      ])
    })
  )

  it.effect("is a heading in a table that lays the page out, and none in a row of values", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* headingsOf("<table><tr><td><h2>Left</h2><p>a<td><h2>Right</h2><p>b</table>"), [
        [2, "Left", 0],
        [2, "Right", 0]
      ])
      assert.deepStrictEqual(yield* headingsOf("<table><tr><td>Left<td>Right</table>"), [])
    })
  )

  it.effect("is what is struck out of a line, in a row of a table too", () =>
    Effect.gen(function* () {
      const page = `<p>Price: <s>$80.00</s> <b>$45.00</b></p><p><del> $9 </del></p>
        <table><tr><td>Pot<td><strike>$12</strike> $10<td>new</table><p>Not <ins>this</ins></p>`
      assert.deepStrictEqual((yield* marksOf(page)).struck, [
        { line: "Price: $80.00 $45.00", text: "$80.00" },
        { line: "$9", text: "$9" },
        { line: "Pot | $12 $10 | new", text: "$12" }
      ])
    })
  )

  it.effect("is bounded, whatever the page is made of", () =>
    Effect.gen(function* () {
      const { headings, struck } = yield* marksOf(
        Array.from({ length: 2_600 }, (_, index) => `<h2>${index}</h2><p><s>$${index}</s> $1</p>`).join("")
      )
      assert.isAtMost(headings.length, textMarkLimits.headings)
      assert.isAtMost(struck.length, textMarkLimits.struck)
      const nested = yield* marksOf(`${"<h2><s>".repeat(1_000)}x`)
      assert.isAtMost(nested.headings.length, 1)
    })
  )
})
