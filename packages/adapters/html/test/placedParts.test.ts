/** Parts of a page that browsers show elsewhere than its markup keeps them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf, textOf } from "./reading.ts"

const shadow = (tree: string) => `<template shadowrootmode="open">${tree}</template>`

const pages: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  "a shadow tree in place of its host": [`<x-a>${shadow("<p>Tree</p>")}<p>Light</p></x-a>`, "Tree"],
  "what the host holds, in the slots of the tree": [
    `<x-a>${shadow(`<h2><slot name="title">None</slot></h2><slot></slot>`)}<p>Light</p><b slot="title">Title</b></x-a>`,
    "## Title\n\nLight"
  ],
  "what an empty slot has itself": [`<x-a>${shadow("<p><slot>Nothing yet</slot></p>")}</x-a>`, "Nothing yet"],
  "trees in trees, each with its own slots": [
    `<x-a>${shadow(`<x-b>${shadow("<p>Inner</p><slot></slot>")}<slot></slot></x-b>`)}<p>Light</p></x-a>`,
    "Inner\n\nLight"
  ],
  "the host, where its tree shows nothing": [`<x-a>${shadow("<style>p{}</style>")}<p>Light</p></x-a>`, "Light"],
  "what its server sent late": [
    `<p>First</p><template id="B:0"></template><p>Last</p><div hidden id="S:0"><p>Late</p></div>`,
    "First\n\nLate\n\nLast"
  ],
  "the answer that a question opens": [
    `<h3><button aria-expanded="false" aria-controls="a">Refunds?</button></h3><div id="a" hidden>Within 30 days.</div>`,
    "### Refunds?\n\nWithin 30 days."
  ],
  "addresses of mail that were hidden from robots": [
    `<p>Write to <a class="__cf_email__" data-cfemail="54353a3a143f3d383a7a312c3539243831" href="/cdn-cgi/l/email-protection">[email&#160;protected]</a>
     or <span data-cfemail="zz">nobody</span></p>`,
    "Write to [ann@kiln.example](mailto:ann@kiln.example) or nobody"
  ],
  "no menu or dialog that a button opens": [
    `<p>a <button aria-expanded="false" aria-controls="m">Menu</button></p><ul id="m" hidden><li>Home</li></ul>
     <h3><button aria-controls="d">Terms</button></h3><div id="d" role="dialog" hidden>Long terms</div>`,
    "a Menu\n\n### Terms"
  ],
  "no drawer that a link in a heading opens": [
    `<h2><a aria-controls="c">Tea</a></h2><div id="c" hidden>Your cart: 3 items</div>`,
    "## Tea"
  ],
  "the answer that an element in the part of a button opens": [
    `<h2><a role="button" aria-controls="c">Refunds?</a></h2><div id="c" hidden>Within 30 days.</div>
     <div role="heading"><span role="Button" aria-controls="d">Returns?</span></div><div id="d" hidden>Never.</div>`,
    "## Refunds?\n\nWithin 30 days.\n\nReturns?\n\nNever."
  ]
}

describe("a page with parts kept elsewhere", () => {
  it.effect.each(Object.entries(pages))("shows %s", ([, [html, markdown]]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(html), markdown)
      const text = (yield* textOf(html)).replace(/ +/g, " ")
      assert.strictEqual(text, markdown.replace(/#+ |\[|\]\(.*?\)/g, "").replace(/\n+/g, "\n"))
    })
  )

  it.effect("leaves the contents of other templates out", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* markdownOf(`<p>a</p><template><p>b</p></template>`, { mainContentOnly: true }), "a")
      assert.strictEqual(yield* textOf(`<p>a</p><template><p>b</p></template>`), "a")
    })
  )

  it.effect("reads trees in each other, and answers for more than any page has", () =>
    Effect.gen(function* () {
      const nested = (depth: number) =>
        `${`<x-a>${"<template shadowrootmode=open>"}`.repeat(depth)}<p>Deep</p>${"</template></x-a>".repeat(depth)}`
      assert.strictEqual(yield* markdownOf(nested(90)), "Deep")
      assert.isString(yield* markdownOf(nested(20_000)))
    })
  )
})
