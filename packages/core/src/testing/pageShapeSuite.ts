import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { ExtractRules } from "../pages/domain/ExtractRules.ts"
import { defaultMarkdown } from "../pages/domain/ScrapeRequest.ts"
import { PageReader, type ShapeRequest } from "../pages/PageReader.ts"

const url = "https://shop.example/teas/index.html"

const nothing: Omit<ShapeRequest, "html"> = {
  sourceUrl: "https://shop.example/teas",
  finalUrl: url,
  includeSelectors: [],
  excludeSelectors: [],
  mainContentOnly: false,
  frames: null,
  markdown: null,
  wantsHtml: false,
  wantsMetadata: false,
  wantsLinks: false,
  wantsImages: false,
  extract: null
}

const shape = (html: ShapeRequest["html"], request: Partial<ShapeRequest> = {}) =>
  PageReader.use((reader) => reader.shape({ ...nothing, html, ...request }))

const markdownOf = (html: ShapeRequest["html"], request: Partial<ShapeRequest> = {}) =>
  Effect.map(shape(html, { markdown: defaultMarkdown, ...request }), ({ markdown }) => markdown)

const lines = (...all: ReadonlyArray<string>) => all.join("\n")

const shop = `<!DOCTYPE html><html lang="en"><head><title>Tea &amp; Co</title>
  <meta name="description" content=" Fine teas "><meta property="og:image" content="/og.png">
  <link rel="canonical" href="/teas/"><link rel="icon" href="/icon.svg"><script>track()</script></head><body>
  <header><a href="/">Tea &amp; Co</a></header><nav><a href="/green#top" rel="nofollow">Green teas</a></nav>
  <main><h1>Teas</h1><p>We ship <b>daily</b>, see <a href="/terms">terms</a>.</p>
  <div class="tea"><h2>Sencha</h2><img src="sencha.jpg" alt="A tin"><p class="price">€12.50</p></div>
  <div class="tea"><h2>Assam</h2><p class="price">€9.00</p></div></main>
  <footer><a href="/terms">Imprint</a></footer></body></html>`

/** What `PageReader.shape` promises, run against any adapter; `pageReaderSuite` runs it too. */
export const suite = (name: string, readers: Layer.Layer<PageReader, unknown>) =>
  layer(readers)(`PageReader.shape (${name})`, (it) => {
    it.effect("makes nothing that is not asked for", () =>
      Effect.gen(function* () {
        const { facts: _, ...page } = yield* shape(shop)
        assert.deepStrictEqual(page, {
          markdown: null,
          html: null,
          metadata: null,
          links: [],
          images: [],
          extracted: null
        })
      })
    )

    it.effect("keeps headings, paragraphs and strong words, and resolves links", () =>
      Effect.gen(function* () {
        assert.strictEqual(
          yield* markdownOf(shop, { mainContentOnly: true }),
          lines(
            ...["# Teas", "", "We ship **daily**, see [terms](https://shop.example/terms).", "", "## Sencha", ""],
            ...["€12.50", "", "## Assam", "", "€9.00"]
          )
        )
      })
    )

    it.effect("reads bytes as the text that they are, in UTF-8 or as they are said to be encoded", () =>
      Effect.gen(function* () {
        const expected = yield* markdownOf(shop)
        assert.strictEqual(yield* markdownOf(new TextEncoder().encode(shop)), expected)
        const utf16 = new Uint8Array(Uint16Array.from(shop, (unit) => unit.charCodeAt(0)).buffer)
        assert.strictEqual(yield* markdownOf(utf16, { charset: "utf-16le" }), expected)
        const cyrillic = Uint8Array.of(...new TextEncoder().encode("<p>"), 0xd7, 0xe0, 0xe9)
        assert.strictEqual(yield* markdownOf(cyrillic, { charset: "windows-1251" }), "Чай")
      })
    )

    it.effect("keeps the whole page without main content only", () =>
      Effect.gen(function* () {
        const markdown = (yield* markdownOf(shop)) ?? ""
        for (const piece of ["Green teas", "Imprint", "€9.00"]) assert.include(markdown, piece)
        assert.notInclude(markdown, "track()")
      })
    )

    it.effect("writes links as text and leaves pictures out unless asked", () =>
      Effect.gen(function* () {
        const plain = { ...defaultMarkdown, includeLinks: false }
        const html = `<p>See <a href="/terms">terms</a>.</p><img src="tin.jpg" alt="A tin">`
        assert.strictEqual(yield* markdownOf(html, { markdown: plain }), "See terms.")
        assert.strictEqual(
          yield* markdownOf(html, { markdown: { ...plain, includeImages: true } }),
          lines("See terms.", "", "![A tin](https://shop.example/teas/tin.jpg)")
        )
      })
    )

    it.effect("keeps nested lists, numbers, tasks, code and its language, quotations and tables", () =>
      Effect.gen(function* () {
        const html = `<ol start="3"><li>three<ul><li>inner</li></ul></li><li>four</li></ol>
          <ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>
          <pre><code class="language-ts">let a = "\`\`\`"\n  b()</code></pre><blockquote><p>Said</p></blockquote>
          <table><tr><th>Plan</th><th align="right">Price</th></tr><tr><td colspan="2">All a|b</td></tr></table>`
        assert.strictEqual(
          yield* markdownOf(html),
          lines(
            ...["3. three", "   - inner", "4. four", "", "- [x] done", "- [ ] open", ""],
            ...["````ts", 'let a = "```"', "  b()", "````", "", "> Said", ""],
            ...["| Plan | Price |", "| --- | --: |", "| All a\\|b |  |"]
          )
        )
      })
    )

    it.effect("escapes what would become markup, and leaves prices and names alone", () =>
      Effect.gen(function* () {
        const html = "<p>1. *not* a_list_ snake_case $5 &lt;b&gt; [x](y)</p><p># no heading</p>"
        assert.strictEqual(
          yield* markdownOf(html),
          lines("1\\. \\*not\\* a_list\\_ snake_case $5 \\<b> [x\\](y)", "", "\\# no heading")
        )
      })
    )

    it.effect("drops scripts, hidden elements and addresses that run something", () =>
      Effect.gen(function* () {
        const html = `<p>One<script>two()</script><span hidden>three</span></p><template>four</template>
          <a href="javascript:five()">six</a><style>seven{}</style>`
        assert.strictEqual(yield* markdownOf(html), lines("One", "", "six"))
      })
    )

    it.effect("keeps regions by selectors, and has empty Markdown where none matches", () =>
      Effect.gen(function* () {
        const includeSelectors = [".price"]
        assert.strictEqual(yield* markdownOf(shop, { includeSelectors }), lines("€12.50", "", "€9.00"))
        assert.strictEqual(
          yield* markdownOf(shop, { includeSelectors: [".tea"], excludeSelectors: ["h2"] }),
          lines("€12.50", "", "€9.00")
        )
        assert.strictEqual(yield* markdownOf(shop, { includeSelectors: ["#gone"] }), "")
        const gone = { includeSelectors: ["#gone"], mainContentOnly: true, wantsHtml: true }
        assert.strictEqual((yield* shape(shop, gone)).html, "")
      })
    )

    it.effect("gives back the markup of what is kept", () =>
      Effect.gen(function* () {
        const html = (yield* shape(shop, { wantsHtml: true })).html ?? ""
        assert.include(html, "<script>track()</script>")
        assert.include(html, `<a href="/">Tea &amp; Co</a>`)
        const kept = yield* shape(shop, { wantsHtml: true, includeSelectors: [".tea:last-of-type"] })
        assert.strictEqual(kept.html, `<div class="tea"><h2>Assam</h2><p class="price">€9.00</p></div>`)
      })
    )

    it.effect("tells links and pictures of the whole page, absolute, each once", () =>
      Effect.gen(function* () {
        const page = yield* shape(shop, { wantsLinks: true, wantsImages: true, includeSelectors: [".price"] })
        assert.deepStrictEqual(page.links, [
          { url: "https://shop.example/", text: "Tea & Co", nofollow: false },
          { url: "https://shop.example/green", text: "Green teas", nofollow: true },
          { url: "https://shop.example/terms", text: "terms", nofollow: false }
        ])
        assert.deepStrictEqual(page.images, [
          { src: "https://shop.example/og.png", type: "url", element: "meta", alt: null },
          { src: "https://shop.example/icon.svg", type: "url", element: "link", alt: null },
          { src: "https://shop.example/teas/sencha.jpg", type: "url", element: "img", alt: "A tin" }
        ])
      })
    )

    it.effect("tells what the page says about itself, and leaves out what it does not", () =>
      Effect.gen(function* () {
        const { metadata } = yield* shape(shop, { wantsMetadata: true })
        assert.strictEqual(metadata?.sourceUrl, "https://shop.example/teas")
        assert.strictEqual(metadata?.finalUrl, url)
        assert.strictEqual(metadata?.title, "Tea & Co")
        assert.strictEqual(metadata?.description, "Fine teas")
        assert.strictEqual(metadata?.language, "en")
        assert.strictEqual(metadata?.canonicalUrl, "https://shop.example/teas/")
        assert.deepStrictEqual(metadata?.openGraph, { image: "/og.png" })
        assert.deepStrictEqual(metadata?.headings, [
          { level: 1, text: "Teas" },
          { level: 2, text: "Sencha" },
          { level: 2, text: "Assam" }
        ])
        assert.notProperty(metadata, "author")
        assert.notProperty(metadata, "jsonLd")
      })
    )

    it.effect("finds fields by rules in what is kept, nested ones inside their element", () =>
      Effect.gen(function* () {
        const extract: ExtractRules = new Map([
          ["title", { selector: "h1", type: "item", output: { _tag: "Text" } }],
          ["home", { selector: "a", type: "item", output: { _tag: "Attribute", name: "href" } }],
          ["gone", { selector: ".gone", type: "item", output: { _tag: "Text" } }],
          ["none", { selector: ".gone", type: "list", output: { _tag: "Text" } }],
          [
            "teas",
            {
              selector: ".tea",
              type: "list",
              output: {
                _tag: "Fields",
                rules: new Map([
                  ["name", { selector: "h2", type: "item", output: { _tag: "Text" } }],
                  ["image", { selector: "img", type: "item", output: { _tag: "Attribute", name: "src" } }]
                ])
              }
            }
          ]
        ])
        const { extracted } = yield* shape(shop, { extract, excludeSelectors: ["h1"] })
        assert.deepStrictEqual(extracted, {
          title: null,
          home: "/",
          gone: null,
          none: [],
          teas: [
            { name: "Sencha", image: "sencha.jpg" },
            { name: "Assam", image: null }
          ]
        })
      })
    )

    it.effect("keeps words of two lines apart in the text of a field", () =>
      Effect.gen(function* () {
        const html = `<div class="at">Mill Lane<br>York<p>YO1 7HH</p><p>mill@york.example</p>e<b>asy</b></div>`
        const extract: ExtractRules = new Map([["at", { selector: ".at", type: "item", output: { _tag: "Text" } }]])
        const { extracted } = yield* shape(html, { extract })
        assert.deepStrictEqual(extracted, { at: "Mill Lane York YO1 7HH mill@york.example easy" })
      })
    )

    it.effect("keeps the lines of a field where lines are wanted, and no more than so much of them", () =>
      Effect.gen(function* () {
        const html = `<div class="at">Mill
          Lane<br>York<p>YO1 <b>7HH</b></p><table><tr><th>Tel</th><td>01904</td></tr></table><script>x</script></div>`
        const linesOf = (most: number): ExtractRules =>
          new Map([["at", { selector: ".at", type: "item", output: { _tag: "Lines", most } }]])
        const whole = yield* shape(html, { extract: linesOf(1_000) })
        assert.deepStrictEqual(whole.extracted, { at: "Mill Lane\nYork\nYO1 7HH\nTel\n01904" })
        const cut = yield* shape(html, { extract: linesOf(3) })
        assert.deepStrictEqual(cut.extracted, { at: "Mi" })
      })
    )

    it.effect("puts the documents of frames in their places, and names those that are left", () =>
      Effect.gen(function* () {
        const html = `<p>Before</p><iframe src="/inner.html"></iframe><iframe src="/other.html"></iframe><p>After</p>`
        const bare = yield* shape(html, { markdown: defaultMarkdown })
        assert.strictEqual(bare.markdown, lines("Before", "", "After"))
        assert.deepStrictEqual(bare.facts.frameUrls, [
          "https://shop.example/inner.html",
          "https://shop.example/other.html"
        ])
        const frames = [{ url: "https://shop.example/inner.html", html: "<p>Inside <a href='x'>x</a></p>" }]
        const framed = yield* shape(html, { markdown: defaultMarkdown, frames })
        assert.strictEqual(framed.markdown, lines("Before", "", "Inside [x](https://shop.example/x)", "", "After"))
        assert.deepStrictEqual(framed.facts.frameUrls, ["https://shop.example/other.html"])
      })
    )

    it.effect("tells whether a page needs its scripts", () =>
      Effect.gen(function* () {
        const app = `<div id="root"></div><noscript>Please enable JavaScript</noscript><script src="/a.js"></script>
          <meta http-equiv="refresh" content="3; url=/next">`
        const { facts } = yield* shape(app)
        assert.isTrue(facts.hasEmptyRoot)
        assert.isTrue(facts.asksForScripts)
        assert.strictEqual(facts.scripts, 1)
        assert.strictEqual(facts.textLength, 0)
        assert.strictEqual(facts.refreshUrl, "https://shop.example/next")
        const { facts: plain } = yield* shape(`<p>Hello</p><input type="password">`)
        assert.isFalse(plain.hasEmptyRoot || plain.asksForScripts || plain.awaitsScripts)
        assert.isTrue(plain.hasPasswordField)
        assert.strictEqual(plain.refreshUrl, null)
        assert.strictEqual(plain.textLength, 5)
        const busy = `<main><h1>Teas</h1><ul aria-busy="true"></ul></main><footer>${"About us. ".repeat(30)}</footer>`
        assert.isTrue((yield* shape(`${busy}<script src="/a.js"></script>`)).facts.awaitsScripts)
        assert.isFalse((yield* shape(busy)).facts.awaitsScripts, "nothing would fill it")
      })
    )

    it.effect("refuses selectors that cannot be matched, those of rules too", () =>
      Effect.gen(function* () {
        const rule = { selector: "p[", type: "item", output: { _tag: "Text" } } as const
        for (const request of [
          { includeSelectors: ["p["] },
          { excludeSelectors: ["p["] },
          { extract: new Map([["a", rule]]) }
        ]) {
          assert.strictEqual((yield* Effect.flip(shape(shop, request)))._tag, "InvalidSelector")
        }
      })
    )

    it.effect(
      "gives all callers at once the same of a page too large to be read beside others",
      () =>
        Effect.gen(function* () {
          const html = `<h1>Long</h1>${"<p>word <a href='/x'>link</a></p>".repeat(9_000)}`
          const request = { markdown: defaultMarkdown, wantsLinks: true }
          const pages = yield* Effect.all(
            Array.from({ length: 3 }, () => shape(html, request)),
            { concurrency: "unbounded" }
          )
          for (const page of pages) assert.deepStrictEqual(page, pages[0])
          assert.strictEqual(pages[0]?.markdown?.split("\n").length, 18_001)
          assert.strictEqual(pages[0]?.links.length, 1)
        }),
      // Threads take a while to start on a machine that is busy.
      30_000
    )
  })
