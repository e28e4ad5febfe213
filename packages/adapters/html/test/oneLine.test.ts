import { assert, describe, it } from "@effect/vitest"
import type { ExtractRule } from "@kittiwake/core/pages/domain/ExtractRules"
import { Effect } from "effect"
import { shape, textOf } from "./reading.ts"

describe("text that is given on one line", () => {
  it.effect("has a space where the page breaks a line, and none within a word", () =>
    Effect.gen(function* () {
      const breaks = [
        ["Two<br>lines", "Two lines"],
        ["Two<br/>\n  lines", "Two lines"],
        ["<div>Two</div><div>lines</div>", "Two lines"],
        ["<span>Two<div>lines</div></span>", "Two lines"],
        ["Un<b>believ</b>able", "Unbelievable"],
        ["10<sup>6</sup> H<sub>2</sub>O", "10^6 H2O"],
        ["Only $19<sup>99</sup> a month", "Only $19.99 a month"],
        ["Only $<b>1,019</b><sup>99</sup>", "Only $1,019.99"],
        ["19<sup>99</sup> €", "19.99 €"],
        ["Super 1,63<sup>9</sup> €", "Super 1,63⁹ €"],
        ["$12<span class=cents>99</span>", "$12.99"],
        ["12<small>99</small> €", "12.99 €"],
        ["Room 12<small>99</small>", "Room 1299"],
        ["The 21<sup>st</sup> of May, 4 m<sup>2</sup>", "The 21st of May, 4 m2"],
        ["2026 <sup>1</sup>", "2026 1"],
        ["long<wbr>word", "longword"],
        [`Two lines<span style="display: none">!</span><i hidden> more</i>`, "Two lines"],
        ["<b hidden>Two lines</b>", "Two lines"],
        ["Two <script>bad()</script><style>a{}</style>lines", "Two lines"],
        [`Two<noscript><img src="x.png"></noscript> lines`, "Two lines"]
      ] as const
      for (const [inside, text] of breaks) {
        const { links, metadata } = yield* shape(`<h1>${inside}</h1><a href="/x">${inside}</a>`)
        assert.deepStrictEqual(metadata?.headings, [{ level: 1, text }], inside)
        assert.strictEqual(metadata?.title, text, inside)
        assert.strictEqual(links[0]?.text, text, inside)
      }
    })
  )

  it.effect(
    "has one where a field or a place of a drawing stands between words, and between figures one of which is struck out",
    () =>
      Effect.gen(function* () {
        const apart = [
          ["A<input type=radio>B", "A B"],
          ["A<input type=hidden>B", "AB"],
          ["A<textarea>typed</textarea>B", "A B"],
          ["A<progress value=1></progress>B", "A B"],
          ["<svg><text>Jan</text><text>Feb</text></svg>", "Jan Feb"],
          ["<svg><text><tspan x=0 dy=1em>Two</tspan><tspan x=0 dy=1em>lines</tspan></text></svg>", "Two lines"],
          ["<svg><text>One <tspan class=b>wo</tspan>rd</text></svg>", "One word"],
          ["A<input type=checkbox>.", "A."],
          ["A<textarea></textarea> B", "A B"],
          ["<svg><text>0</text><text>−5</text></svg>", "0 −5"],
          ["<s>10</s>8 EUR", "10 8 EUR"],
          ["<del>$10</del>$8", "$10 $8"],
          ["co<del>u</del>lor <s>a</s>b", "coulor ab"]
        ] as const
        for (const [inside, text] of apart) {
          assert.strictEqual(yield* textOf(`<p>${inside}</p>`), text, inside)
          assert.strictEqual(yield* textOf(`<b><p></b>${inside}`), text, inside)
        }
        const { links, markdown } = yield* shape(
          "<p>A<input type=radio>B<textarea>x</textarea>C</p><a href=/x>A<input>B</a>"
        )
        assert.strictEqual(markdown, "A B C\n\n[A B](https://example.com/x)")
        assert.strictEqual(links[0]?.text, "A B")
      })
  )

  it.effect("has it in links and cells of Markdown, and in what is extracted too", () =>
    Effect.gen(function* () {
      const page = `<table><tr><th>Two<br>lines</th><th>B</th></tr><tr><td><a href="/x">Two<br>lines</a></td><td>1</td></tr></table>
        <p><a href="/x">Two<br>lines</a></p><dl><dt>Two<br>lines</dt><dd>x</dd></dl>`
      const rule: ExtractRule = { selector: "dt", type: "item", output: { _tag: "Text" } }
      const { extracted, markdown } = yield* shape(page, { extract: new Map([["label", rule]]) })
      assert.notInclude(markdown, "Twolines")
      assert.notInclude(JSON.stringify(extracted), "Twolines")
    })
  )
})
