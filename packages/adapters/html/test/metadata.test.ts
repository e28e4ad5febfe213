import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { shape } from "./reading.ts"

const metadataOf = (html: string) => Effect.map(shape(html), ({ metadata }) => metadata!)

const linked = (json: string) => `<script type="application/ld+json">${json}</script>`

describe("metadata", () => {
  it.effect("names fields in camel case and gathers repeats", () =>
    Effect.gen(function* () {
      const metadata = yield* metadataOf(
        `<meta property="og:image:width" content="9"><meta property="og:locale" content="de"><meta property="og:image" content="a.png">
         <meta property="og:image" content="b.png"><meta name="twitter:card" content="summary"><meta name="keywords" content="a, b,,a">
         <meta name="theme-color" content="#fff"><meta name="__proto__" content="x"><meta name="robots" content="noindex">
         <link rel="alternate" hreflang="fr" href="/fr"><link rel="alternate stylesheet" href="/x.css">
         <meta property="article:published_time" content="2026-11-01"><link rel="shortcut icon" href="i.ico">`
      )
      assert.deepStrictEqual(metadata.openGraph, { imageWidth: "9", locale: "de", image: ["a.png", "b.png"] })
      assert.deepStrictEqual(metadata.twitter, { card: "summary" })
      assert.deepStrictEqual(metadata.keywords, ["a", "b"])
      assert.strictEqual(metadata.image, "https://example.com/a/a.png")
      assert.strictEqual(metadata.favicon, "https://example.com/a/i.ico")
      assert.strictEqual(metadata.robots, "noindex")
      assert.strictEqual(metadata.language, "de")
      assert.strictEqual(metadata.publishedTime, "2026-11-01")
      assert.deepStrictEqual(metadata.alternates, [{ href: "https://example.com/fr", hreflang: "fr" }])
      assert.deepStrictEqual(metadata.additionalMeta, {
        "theme-color": "#fff",
        "article:published_time": "2026-11-01"
      })
      assert.notProperty(metadata, "title")
    })
  )

  it.effect("has no address that is cut, and texts cut as ever", () =>
    Effect.gen(function* () {
      const long = (begin: string) => `${begin}${"a".repeat(5_001 - begin.length)}`
      const whole = "https://example.com/b.png"
      const told = "word ".repeat(1_200)
      const metadata = yield* metadataOf(
        `<meta property="og:image" content="${long("https://cdn.example/a?signed=")}"><meta name="twitter:image" content="${whole}">
         <meta property="og:url" content="${long("/a/")}"><meta property="og:video" content="${long("clips/")}">
         <meta property="og:image:secure_url" content="${long("data:image/png;base64,")}"><meta property="og:image:alt" content="${told}">
         <meta name="somewhere" content="${long("//cdn.example/")}"><meta name="description" content="${told}">
         <meta name="keywords" content="${"茶".repeat(5_001)}"><meta name="note" content="${long("https://a.example/ is where ")}">`
      )
      assert.strictEqual(metadata.image, whole)
      assert.deepStrictEqual(metadata.openGraph, { imageAlt: told.slice(0, 5_000).trim() })
      assert.strictEqual(metadata.description?.length, 4_999)
      assert.deepStrictEqual(metadata.keywords, ["茶".repeat(5_000)])
      assert.deepStrictEqual(Object.keys(metadata.additionalMeta ?? {}), ["note"])
    })
  )

  it.effect("parts keywords at the signs of all scripts", () =>
    Effect.gen(function* () {
      const { keywords } = yield* metadataOf(`<meta name="keywords" content="tea; cups，茶、碗, tea"><title>x</title>`)
      assert.deepStrictEqual(keywords, ["tea", "cups", "茶", "碗"])
    })
  )

  it.effect("mends broken linked data, and leaves out what is none", () =>
    Effect.gen(function* () {
      const metadata = yield* metadataOf(
        linked(`{"@type":"Article","author":{"name":"Ana"},"datePublished":"2026-01-02"}`) +
          linked(`{"a": "line\nbreak", 'b': 2,}`) +
          linked("not json at all") +
          linked(`[{"c":1},"text",{"__proto__":{"admin":true},"d":"\\u0000x"}]`) +
          linked(`${`{"a":`.repeat(40)}1${"}".repeat(40)}`)
      )
      assert.strictEqual(metadata.author, "Ana")
      assert.strictEqual(metadata.publishedTime, "2026-01-02")
      assert.deepStrictEqual(metadata.jsonLd?.slice(1), [{ a: "line\nbreak", b: 2 }, { c: 1 }, { d: "x" }])
      assert.notProperty({}, "admin")
    })
  )
})

describe("pictures", () => {
  it.effect("are found wherever a page uses them, in its order", () =>
    Effect.gen(function* () {
      const { images } = yield* shape(
        `<style>@font-face{src:url(f.woff)} .a{background:url("bg.png")}</style><link rel="preload" as="image" href="pre.png">
         <picture><source srcset="w.webp 1x, w2.webp 2x"><img src="p.jpg" alt="P"></picture>
         <svg aria-label="Logo"><path d="M0 0"/></svg><video poster="v.jpg"></video><div style="background:url(d.png)"></div>
         <table background="t.png"></table><object data="o.svg"></object><embed src="e.swf"><img src="data:image/png;base64,AA==">
         <img src="p.jpg"><img src="javascript:x()">`
      )
      const at = (name: string) => `https://example.com/a/${name}`
      assert.deepStrictEqual(
        images.map(({ alt, element, src, type }) => [element, type, src, alt]),
        [
          ["css", "url", at("bg.png"), null],
          ["link", "url", at("pre.png"), null],
          ["source", "url", at("w.webp"), null],
          ["source", "url", at("w2.webp"), null],
          ["img", "url", at("p.jpg"), "P"],
          ["svg", "html", `<svg aria-label="Logo"><path d="M0 0"></path></svg>`, "Logo"],
          ["video", "url", at("v.jpg"), null],
          ["background", "url", at("d.png"), null],
          ["background", "url", at("t.png"), null],
          ["object", "url", at("o.svg"), null],
          ["img", "base64", "data:image/png;base64,AA==", null]
        ]
      )
    })
  )
})

describe("markup", () => {
  it.effect("is the same page when it is read again", () =>
    Effect.gen(function* () {
      const page = `<!DOCTYPE html><html><head><title>A &amp; B</title></head><body><pre>\n\nx</pre><p title="&quot;&lt;">1 &lt; 2&nbsp;</p>
        <svg viewBox="0 0 1 1"><use xlink:href="#a"></use></svg><script>if (a < b && c) {}</script><img src="x.png"></body></html>`
      const once = (yield* shape(page)).html
      assert.strictEqual((yield* shape(once!)).html, once)
      assert.include(once, "if (a < b && c) {}")
      assert.include(once, `<p title="&quot;&lt;">1 &lt; 2&nbsp;</p>`)
      assert.include(once, `xlink:href="#a"`)
    })
  )
})
