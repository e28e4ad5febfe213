import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { markdownOf, shape, textOf } from "./reading.ts"

const folder = new URL("../../../../bench/quality/pages/", import.meta.url)

const expected: Readonly<
  Record<string, { readonly keep: ReadonlyArray<string>; readonly drop: ReadonlyArray<string> }>
> = JSON.parse(readFileSync(new URL("expected.json", folder), "utf8"))

const main = (html: string) => markdownOf(html, { mainContentOnly: true })

const sentence = "The frame moves with you, and the rain cover hides in the base, so that nothing gets wet on the way. "

describe("main content of pages that are no articles", () => {
  it.effect.each(Object.entries(expected))("keeps what a %s page is read for, and drops the rest", ([name, pieces]) =>
    Effect.gen(function* () {
      const page = readFileSync(new URL(`${name}.html`, folder), "utf8")
      const { html } = yield* shape(page, { mainContentOnly: true })
      const text = (yield* textOf(html ?? "", { includeSelectors: ["html"] })).replace(/\s+/g, " ")
      for (const piece of pieces.keep) assert.include(text, piece)
      for (const piece of pieces.drop) assert.notInclude(text, piece)
    })
  )
})

describe("main content of articles", () => {
  it.effect("is the article without what is strewn in", () =>
    Effect.gen(function* () {
      const paragraph = `<p>${sentence.repeat(3)}</p>`
      const page = `<meta property="og:type" content="article"><nav><a href="/">Home</a></nav><div class="wrap"><article>
        <h1>Packs</h1><p>By Ana Prado</p>${paragraph}<div class="share-buttons"><a href="#">Tweet</a></div>${paragraph}
        <p>Advertisement</p><div class="related-posts"><h3>Related</h3><ul><li><a href="/b">Belts</a></li></ul></div>${paragraph}
        </article><div id="comments"><p>First! ${sentence}</p></div></div><footer>Imprint</footer>`
      const text = sentence.repeat(3).trim()
      assert.strictEqual(yield* main(page), ["# Packs", text, text, text].join("\n\n"))
    })
  )

  it.effect("keeps notes that stand elsewhere", () =>
    Effect.gen(function* () {
      const page = `<article><p>${sentence.repeat(8)}<a class="footnote-ref" href="#fn1">1</a></p></article>
        <aside class="footnotes" style="display:none"><ol><li id="fn1">Tested in Iceland.</li></ol></aside>`
      assert.include(yield* main(page), "[^1]: Tested in Iceland.")
    })
  )

  it.effect("is looked for in what the selectors keep", () =>
    Effect.gen(function* () {
      const page = `<div id="a"><nav>Menu</nav><p>${sentence}</p></div><div id="b"><p>${sentence.repeat(20)}</p></div>`
      assert.strictEqual(yield* markdownOf(page, { mainContentOnly: true, includeSelectors: ["#a"] }), sentence.trim())
    })
  )

  it.effect("is empty on an empty page", () =>
    Effect.gen(function* () {
      for (const page of ["", "<body></body>", "<script>1</script>"]) assert.strictEqual(yield* main(page), "")
    })
  )
})
