/** Diagrams and charts that a page draws as SVG. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf } from "./reading.ts"

const drawn = (inside: string, attributes = `viewBox="0 0 9 9"`) => `<p>Up.</p><svg ${attributes}>${inside}</svg>`

const pages: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  "shapes and words, and leaves out what they are named and styled by": [
    drawn(
      `<g class="axis" transform="translate(1,2)"><circle cx="1" r="2" fill="red" id="c"/><text x="3" style="a:b"> May </text></g>`
    ),
    `<svg viewBox="0 0 9 9"><g transform="translate(1,2)"><circle cx="1" r="2" fill="red"></circle><text x="3">May</text></g></svg>`
  ],
  "lines that a style sheet would paint, as lines": [
    drawn(`<path class="line" d="M0,1L2,3"/><path class="area" d="M0,1L2,3Z"/><text>May</text>`),
    `<svg viewBox="0 0 9 9"><path d="M0,1L2,3" fill="none" stroke="currentColor"></path><path d="M0,1L2,3Z" fill="none"></path><text>May</text></svg>`
  ],
  "words with marks of markup and of tables": [
    drawn(`<text>a &lt; b | "c"</text>`),
    `<svg viewBox="0 0 9 9"><text>a &lt; b &#124; &quot;c&quot;</text></svg>`
  ]
}

const nothing: Readonly<Record<string, string>> = {
  "an icon": drawn(`<path d="M0,0L1,1"/>`),
  "a drawing that is hidden": drawn("<text>May</text>", "hidden"),
  "a drawing in a link": `<p>Up.</p><a href="/b"><svg><text>May</text></svg></a>`,
  "a drawing that is too large": drawn(`<text>May</text>${`<path d="M0,0L1,1"/>`.repeat(2_000)}`)
}

describe("a drawing in Markdown with pictures", () => {
  it.effect.each(Object.entries(pages))("keeps %s", ([, [html, markdown]]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(html), `Up.\n\n${markdown}`)
    })
  )

  it.effect.each(Object.entries(nothing))("is not %s", ([, html]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(html), "Up.")
    })
  )

  it.effect("holds nothing that runs or leads elsewhere", () =>
    Effect.gen(function* () {
      const html = drawn(
        `<script>a()</script><foreignObject><img src="x"></foreignObject><image href="/a.png"/><use href="#b"/><a href="javascript:c()">
         <text>d</text></a><text onclick="e()" fill="url(https://f.example)">May</text><style>g{}</style>`,
        `onload="h()"`
      )
      assert.strictEqual(yield* markdownOf(html), "Up.\n\n<svg><text>May</text></svg>")
    })
  )

  it.effect("is left out with the pictures", () =>
    Effect.gen(function* () {
      const markdown = { includeLinks: true, includeImages: false, shortenBase64Images: true }
      assert.strictEqual(yield* markdownOf(drawn("<text>May</text>"), { markdown }), "Up.")
    })
  )
})
