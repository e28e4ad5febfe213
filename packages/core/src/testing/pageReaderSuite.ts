import { assert, layer } from "@effect/vitest"
import { Effect, type Layer, Schema } from "effect"
import { PageReader, type ReadRequest } from "../pages/PageReader.ts"
import { suite as shapeSuite } from "./pageShapeSuite.ts"

const read = (body: string, request: Partial<ReadRequest> = {}) =>
  PageReader.use((reader) =>
    reader.read({
      body,
      mediaType: "text/html",
      includeSelectors: [],
      excludeSelectors: [],
      leavesOutNoise: false,
      ...request
    })
  )

const textOf = (body: string, request: Partial<ReadRequest> = {}) =>
  Effect.map(read(body, request), (page) => page.text)

const shop = `<!DOCTYPE html><html><head><title> Tea &amp; Co </title></head><body>
  <header><a href="/">Tea &amp; Co</a></header>
  <nav><a href="/green">Green teas</a></nav>
  <div class="cookie-banner">We use cookies</div>
  <h1>Teas</h1>
  <div class="tea"><h2>Sencha</h2><p class="price">€12.50</p></div>
  <div class="tea"><h2>Assam</h2><p class="price">€9.00</p><p class="note">New harvest</p></div>
  <aside>Related: coffee</aside>
  <footer>Imprint</footer>
</body></html>`

/** What `PageReader` promises, run against any adapter. */
export const suite = (name: string, readers: Layer.Layer<PageReader, unknown>) => {
  shapeSuite(name, readers)
  layer(readers)(`PageReader (${name})`, (it) => {
    it.effect("keeps a page's words and drops what stands around them", () =>
      Effect.gen(function* () {
        const page = yield* read(shop)
        assert.strictEqual(page.title, "Tea & Co")
        assert.strictEqual(page.text, "Teas\nSencha\n€12.50\nAssam\n€9.00\nNew harvest")
      })
    )

    it.effect("says so where it has nothing but what stands around", () =>
      Effect.gen(function* () {
        const around = "<nav><a href='/'>Home</a></nav><main>MAIN</main><footer><p>Imprint</p></footer>"
        const { isSurroundings, text } = yield* read(around.replace("MAIN", ""))
        assert.deepStrictEqual([isSurroundings, text.split("\n")], [true, ["Home", "Imprint"]])
        assert.isUndefined((yield* read(around.replace("MAIN", "<p>Tea</p>"))).isSurroundings)
        assert.isUndefined((yield* read("<main></main>")).isSurroundings)
        assert.isUndefined((yield* read(around, { includeSelectors: ["nav"] })).isSurroundings)
      })
    )

    it.effect("sees no scripts, styles, comments, templates and hidden elements", () =>
      Effect.gen(function* () {
        const text = yield* textOf(
          `<p>One</p><script>two()</script><style>p{}</style><!-- three --><template>four</template>
           <p hidden>five</p><p style="display: none">six</p><input type="hidden" value="seven"><noscript>eight</noscript>
           <p>Nine</p>`
        )
        assert.strictEqual(text, "One\nNine")
      })
    )

    it.effect("makes white space and line ends alike where that is asked for, of pages and of plain text", () =>
      Effect.gen(function* () {
        const plain = { mediaType: "text/plain" }
        const body = "  One  two\r\n\r\n\tthree \u00a0 four\rfive  "
        assert.strictEqual(yield* textOf(body, { ...plain, normalizesWhitespace: true }), "One two\nthree four\nfive")
        assert.strictEqual(
          yield* textOf(body, { ...plain, normalizesWhitespace: false }),
          "  One  two\n\n\tthree \u00a0 four\nfive  "
        )
        const page = "<main><h1>Tea</h1><pre>two  words\n\n\nthree   more</pre></main>"
        assert.strictEqual(yield* textOf(page, { normalizesWhitespace: true }), "Tea\ntwo words\nthree more")
      })
    )

    it.effect("puts a block, a list item and a table row on a line each", () =>
      Effect.gen(function* () {
        const text = yield* textOf(
          "<p>One <b>two</b>\nthree<br>four</p><ul><li>five<li>six</ul><table><tr><td>seven<td>eight</table>"
        )
        assert.deepStrictEqual(text.split("\n").slice(0, 4), ["One two three", "four", "five", "six"])
        assert.match(text.split("\n").slice(4).join("\n"), /^seven\W+eight$/)
      })
    )

    it.effect("keeps the lines of preformatted text", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* textOf("<p>Run</p><pre>if x\n  go\n</pre>"), "Run\nif x\n  go")
      })
    )

    it.effect("keeps only the regions asked for, once each and in the order of the page", () =>
      Effect.gen(function* () {
        const includeSelectors = [".price", "h1", ".tea:nth-of-type(3)", "nav"]
        assert.strictEqual(
          yield* textOf(shop, { includeSelectors }),
          "Green teas\nTeas\n€12.50\nAssam\n€9.00\nNew harvest"
        )
      })
    )

    it.effect("drops the regions to leave out, even inside a region to keep", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* textOf(shop, { excludeSelectors: [".price"] }), "Teas\nSencha\nAssam\nNew harvest")
        const both = { includeSelectors: [".tea"], excludeSelectors: [".note", ".tea h2"] }
        assert.strictEqual(yield* textOf(shop, both), "€12.50\n€9.00")
        const same = { includeSelectors: [".tea"], excludeSelectors: [".tea"] }
        assert.strictEqual(yield* textOf(shop, same), "")
      })
    )

    it.effect("tells what each selector finds where that is wanted, and reads no other text for it", () =>
      Effect.gen(function* () {
        const includeSelectors = [".tea", "h1", "#gone"]
        const request = { includeSelectors, excludeSelectors: [".note", "nav", ".none"] }
        const page = yield* read(shop, { ...request, tellsRegions: true })
        assert.deepStrictEqual(page.regions, [
          { selector: ".tea", use: "keep", elements: 2, characters: 22, excerpt: "Sencha €12.50 Assam €9.00" },
          { selector: "h1", use: "keep", elements: 1, characters: 4, excerpt: "Teas" },
          { selector: "#gone", use: "keep", elements: 0, characters: 0, excerpt: "" },
          { selector: ".note", use: "drop", elements: 1, characters: 10, excerpt: "New harvest" },
          // It stands in nothing that is kept, so that nothing is lost with it.
          { selector: "nav", use: "drop", elements: 1, characters: 0, excerpt: "" },
          { selector: ".none", use: "drop", elements: 0, characters: 0, excerpt: "" }
        ])
        const { blocks: _, regions: __, ...same } = page
        assert.deepStrictEqual(same, yield* read(shop, request))
        const main = yield* read(shop, { excludeSelectors: [".note"], tellsRegions: true })
        assert.deepStrictEqual(main.regions, [
          { selector: ".note", use: "drop", elements: 1, characters: 10, excerpt: "New harvest" }
        ])
        assert.deepStrictEqual((yield* read(shop, { tellsRegions: true })).regions, [])
        assert.isUndefined((yield* read(shop)).regions)
      })
    )

    it.effect("tells where lines stand where that is wanted: in the smallest region with a lasting name", () =>
      Effect.gen(function* () {
        const page = `<main><h1>Shop</h1><div class="teas"><p>Sencha</p><p class="price x9f31">Now <b>€12.50</b> a tin</p></div>
          <section id="ads-2"><div class="css-1q8x7f2"><p>Fly to Rome</p></div></section><p hidden>Fly to Oslo</p></main>`
        const locates = ["Sencha", "Now €12.50 a tin", "Fly to Rome", "Shop", "Fly to Oslo", "Nowhere", ""]
        const found = yield* read(page, { locates })
        assert.deepStrictEqual(found.places, ["div.teas", "p.price", "#ads-2", null, null, null, null])
        const plain = yield* read(page)
        assert.isUndefined(plain.places)
        assert.strictEqual(found.text, plain.text)
        assert.deepStrictEqual((yield* read("Sencha", { mediaType: "text/plain", locates: ["Sencha"] })).places, [null])
      })
    )

    it.effect("tells of hidden elements that they are there and say nothing, and that plain text has none", () =>
      Effect.gen(function* () {
        const body = `<p>One</p><p class="late" hidden>two</p><script class="late">three()</script><b>4</b><b>5</b>`
        const request = { includeSelectors: [".late", "b"], tellsRegions: true }
        assert.deepStrictEqual((yield* read(body, request)).regions, [
          { selector: ".late", use: "keep", elements: 2, characters: 0, excerpt: "" },
          { selector: "b", use: "keep", elements: 2, characters: 2, excerpt: "4 5" }
        ])
        const plain = yield* read(body, { ...request, mediaType: "text/plain" })
        assert.deepStrictEqual(
          plain.regions?.map(({ elements }) => elements),
          [0, 0]
        )
      })
    )

    it.effect("leaves out what changes by itself when asked to, and says what it was", () =>
      Effect.gen(function* () {
        const page = `<h1>Teas</h1><p>Sencha comes from Shizuoka, where the harvest begins in the last week of April.</p>
          <div class="ad-slot"><a href="/buy">Cups from 5 € a set</a></div>
          <p>Assam comes from the north-east of India and is picked twice a year, in spring and in summer.</p>
          <table class="ad-slot"><tr><td>Sencha</td><td>€12.50</td></tr></table>
          <div class="related-pricing"><a href="/a">Assam €9.00</a> <a href="/b">Ceylon €8.00</a></div>`
        const quiet = yield* read(page, { leavesOutNoise: true })
        assert.notInclude(quiet.text, "Cups")
        for (const kept of ["Sencha comes", "Assam comes", "€12.50", "€9.00"]) assert.include(quiet.text, kept)
        assert.deepStrictEqual(quiet.leftOut, [
          { kind: "advertisement", pieces: 1, characters: 19, elements: ["div.ad-slot"] }
        ])
        const whole = yield* read(page)
        assert.include(whole.text, "Cups from 5 € a set")
        assert.deepStrictEqual(whole.leftOut, [])
      })
    )

    it.effect("leaves nothing out of regions that were asked for", () =>
      Effect.gen(function* () {
        const counter = `<p>Words that are no region.</p><p class="view-count">1,234 views</p>`
        const request = { includeSelectors: [".view-count"], leavesOutNoise: true }
        const read_ = yield* read(counter, request)
        assert.strictEqual(read_.text, "1,234 views")
        assert.deepStrictEqual(read_.leftOut, [])
      })
    )

    it.effect("keeps what holds most of the page, whatever it is called", () =>
      Effect.gen(function* () {
        const page = `<h1>Small ads</h1><div class="ad">Bicycle, 40 €, as good as new</div><div class="ad">Table, 30 €</div>`
        const { leftOut, text } = yield* read(page, { leavesOutNoise: true })
        assert.strictEqual(text, "Small ads\nBicycle, 40 €, as good as new\nTable, 30 €")
        assert.deepStrictEqual(leftOut, [])
      })
    )

    it.effect("has no text when no region matches", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* textOf(shop, { includeSelectors: ["#gone"] }), "")
        const failed = { includeSelectors: [".tea"], mediaType: "application/json" }
        assert.strictEqual(yield* textOf(`{"error":"try later"}`, failed), "")
      })
    )

    it.effect("refuses selectors that cannot be matched, before and while reading", () =>
      Effect.gen(function* () {
        const reader = yield* PageReader
        yield* reader.checkSelectors([
          "main",
          ".tea > h2",
          "a[href^='/']",
          "li:not(.new):nth-child(2n + 1)",
          "p:has(b)"
        ])
        for (const selector of ["", "p[", "p::before", "p:nope", "> p", "p >", "{}", "p,,b"]) {
          const error = yield* Effect.flip(reader.checkSelectors(["main", selector]))
          assert.strictEqual(error._tag, "InvalidSelector")
          assert.strictEqual(error.selector, selector)
          assert.strictEqual((yield* Effect.flip(read(shop, { includeSelectors: [selector] })))._tag, "InvalidSelector")
          assert.strictEqual((yield* Effect.flip(read(shop, { excludeSelectors: [selector] })))._tag, "InvalidSelector")
        }
      })
    )

    it.effect("reads plain text as it is, and JSON with its values unchanged", () =>
      Effect.gen(function* () {
        const text = "a <b>\n  c &amp; d"
        assert.strictEqual(yield* textOf(text, { mediaType: "text/plain" }), text)
        const json = `{"b":[1,{"2":"x"}],"a":12.50}`
        const read = yield* textOf(json, { mediaType: "application/json" })
        assert.strictEqual(read.replace(/\s/g, ""), json)
        assert.strictEqual(yield* textOf("{not json", { mediaType: "application/vnd.api+json" }), "{not json")
      })
    )

    it.effect("reads a page of unnamed type as HTML", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* textOf("<p>One<p>Two", { mediaType: "" }), "One\nTwo")
        assert.strictEqual(yield* textOf("<p>One</p>", { mediaType: "application/xhtml+xml" }), "One")
      })
    )

    it.effect("refuses what has no text", () =>
      Effect.gen(function* () {
        for (const mediaType of ["image/png", "application/pdf", "application/octet-stream", "video/mp4"]) {
          const error = yield* Effect.flip(read("\u0089PNG", { mediaType }))
          assert.strictEqual(error._tag === "UnreadablePage" ? error.reason : error._tag, "unsupported_content")
        }
      })
    )

    it.effect.prop(
      "gives text that every store keeps, the same to all callers at once",
      [Schema.String, Schema.Literals(["text/html", "text/plain", "application/json", ""])],
      ([words, mediaType]) =>
        Effect.gen(function* () {
          const body = `<title>${words}\0</title><p>${words}\0&#0;&#xD800;\uD800</p>`
          const pages = yield* Effect.all(
            Array.from({ length: 4 }, () => read(body, { mediaType })),
            {
              concurrency: "unbounded"
            }
          )
          for (const page of pages) {
            assert.deepStrictEqual(page, pages[0])
            assert.isFalse(`${page.title}${page.text}`.includes("\0"))
            assert.isTrue(page.text.isWellFormed() && (page.title ?? "").isWellFormed())
          }
        })
    )
  })
}
