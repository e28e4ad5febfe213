import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { shape } from "./reading.ts"

describe("text that is given on one line", () => {
  it.effect("has a space where the page breaks a line, and none within a word", () =>
    Effect.gen(function* () {
      const breaks = [
        ["Two<br>lines", "Two lines"],
        ["Two<br/>\n  lines", "Two lines"],
        ["<div>Two</div><div>lines</div>", "Two lines"],
        ["<span>Two<div>lines</div></span>", "Two lines"],
        ["Un<b>believ</b>able", "Unbelievable"],
        ["10<sup>6</sup> H<sub>2</sub>O", "106 H2O"],
        ["long<wbr>word", "longword"],
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

  it.effect("has it in links and cells of Markdown, and in what is extracted too", () =>
    Effect.gen(function* () {
      const page = `<table><tr><th>Two<br>lines</th><th>B</th></tr><tr><td><a href="/x">Two<br>lines</a></td><td>1</td></tr></table>
        <p><a href="/x">Two<br>lines</a></p><dl><dt>Two<br>lines</dt><dd>x</dd></dl>`
      const { extracted, markdown } = yield* shape(page, {
        extract: new Map([["label", { selector: "dt", type: "item", output: { _tag: "Text" } }]])
      })
      assert.notInclude(markdown, "Twolines")
      assert.notInclude(JSON.stringify(extracted), "Twolines")
    })
  )
})
