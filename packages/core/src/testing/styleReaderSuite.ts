/** What `StyleReader` promises, run against any adapter. */
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, type Layer } from "effect"
import { StyleReader } from "../design/StyleReader.ts"

const url = "https://acme.example/about/"

const read = (html: string, css = "", colorScheme: "light" | "dark" = "light") =>
  StyleReader.use((reader) =>
    reader.read({
      html: `<!DOCTYPE html><html><head><link rel="stylesheet" href="/site.css"></head><body>${html}</body></html>`,
      url,
      sheets: [{ url: "https://acme.example/site.css", css }],
      colorScheme
    })
  )

/** The first text of an element. */
const textIn = (html: string, css: string, element = "p") =>
  Effect.map(read(html, css), ({ texts }) => texts.find((text) => text.element === element))

/** Runs every promise of the port. */
export const suite = (name: string, readers: Layer.Layer<StyleReader, unknown>) =>
  layer(readers, { timeout: Duration.minutes(1), excludeTestServices: true })(`StyleReader (${name})`, (it) => {
    it.effect("names the style sheets of a page in its order", () =>
      Effect.gen(function* () {
        const html = `<base href="https://cdn.example/"><link rel=stylesheet href="/a.css"><style>p{color:red}</style>
          <link rel="stylesheet" media="print" href="print.css"><link rel="alternate stylesheet" href="other.css">
          <link rel="icon" href="icon.png"><link rel="preload" as="style" href="b.css"><link rel="stylesheet" href="a.css">
          <link rel="stylesheet" href="data:text/css,p{}">`
        assert.deepStrictEqual(yield* StyleReader.use((reader) => reader.sheets({ html, url })), [
          "https://cdn.example/a.css",
          "https://cdn.example/b.css"
        ])
      })
    )

    it.effect("tells what applies: importance, specificity, order, and what is inherited", () =>
      Effect.gen(function* () {
        const html = `<main id="m" class="a b"><p>Two words</p></main>`
        const colorBy = (css: string) => Effect.map(textIn(html, css), (text) => text?.color)
        assert.strictEqual(yield* colorBy("main{color:#111111} main p{color:#222222} p{color:#333333}"), "#222222")
        assert.strictEqual(yield* colorBy("p{color:#333333} p{color:#444444}"), "#444444")
        assert.strictEqual(yield* colorBy(".a p{color:#111111} #m p{color:#222222} .a.b p{color:#333333}"), "#222222")
        assert.strictEqual(yield* colorBy("p{color:#111111 !important} #m p{color:#222222}"), "#111111")
        assert.strictEqual(yield* colorBy("#m{color:#abcdef}"), "#abcdef")
        assert.strictEqual(yield* colorBy("@layer base{#m p{color:#111111}} p{color:#222222}"), "#222222")
        assert.strictEqual(yield* colorBy(":where(#m) p{color:#111111} p{color:#222222}"), "#222222")
        assert.strictEqual(yield* colorBy("main{& p{color:#5a5a5a}}"), "#5a5a5a")
        const inline = yield* textIn(`<p style="color:#123456">Two words</p>`, "body p{color:#222222}")
        assert.strictEqual(inline?.color, "#123456")
      })
    )

    it.effect("passes over what holds elsewhere, or only while somebody does something", () =>
      Effect.gen(function* () {
        const colorBy = (css: string) =>
          Effect.map(textIn("<p>Two words</p>", `p{color:#111111} ${css}`), (text) => text?.color)
        for (const query of [
          "print",
          "(max-width: 600px)",
          "(width < 60rem)",
          "(2000px <= width)",
          "(600px > width)",
          "(1920px < width)",
          "(prefers-color-scheme: dark)",
          "not all"
        ]) {
          assert.strictEqual(yield* colorBy(`@media ${query}{p{color:#222222}}`), "#111111", query)
        }
        for (const query of [
          "screen",
          "screen and (min-width: 40em)",
          "(600px <= width)",
          "(600px < width < 2000px)",
          "(1920px >= width)",
          "(2000px > width >= 600px)",
          "(1920px = width)",
          "print, all",
          "not print"
        ]) {
          assert.strictEqual(yield* colorBy(`@media ${query}{p{color:#222222}}`), "#222222", query)
        }
        assert.strictEqual(yield* colorBy("@supports (display: grid){p{color:#222222}}"), "#222222")
        assert.strictEqual(yield* colorBy("@supports not (display: grid){p{color:#222222}}"), "#111111")
        for (const rule of ["p:hover", "p::before", "p:focus-visible", "[", "p >"]) {
          assert.strictEqual(yield* colorBy(`${rule}{color:#222222}`), "#111111", rule)
        }
        const css =
          "body{background:#ffffff;color:#000000} @media (prefers-color-scheme:dark){body{background:#101010;color:#eeeeee}}"
        assert.strictEqual((yield* read("<p>Two words</p>", css)).background, "#ffffff")
        const dark = yield* read("<p>Two words</p>", css, "dark")
        assert.deepStrictEqual(
          [dark.background, dark.texts[0]?.color, dark.texts[0]?.behind],
          ["#101010", "#eeeeee", "#101010"]
        )
      })
    )

    it.effect("reads variables, lengths and colours as browsers do", () =>
      Effect.gen(function* () {
        const css = `:root{--step:8px;--brand:hsl(217 91% 60%);--size:calc(1rem + var(--step));--none:;font-size:62.5%}
          p{font:600 var(--size)/1.5 'Acme Sans', sans-serif;color:var(--brand);letter-spacing:.05em}
          .b{background:var(--missing, rgb(255 85 0 / 50%));padding:1rem 2rem;border-radius:.5rem;display:block}
          h1{font-size:clamp(2rem, 5vw, 64px)} li{color:var(--nowhere)} ul{color:#777777}`
        const html = `<h1>One</h1><p>Two words</p><button class="b">Buy now</button><ul><li>Item</li></ul>`
        const { boxes, texts } = yield* read(html, css)
        const of = (element: string) => texts.find((text) => text.element === element)
        assert.deepInclude(of("p"), {
          families: ["Acme Sans", "sans-serif"],
          size: 18,
          weight: 600,
          lineHeight: "27px",
          letterSpacing: "0.9px",
          color: "#3c83f6"
        })
        assert.strictEqual(of("h1")?.size, 64)
        assert.strictEqual(of("li")?.color, "#777777")
        assert.deepInclude(
          boxes.find(({ kind }) => kind === "button"),
          {
            background: "#ff550080",
            padding: "10px 20px",
            borderRadius: "5px"
          }
        )
      })
    )

    it.effect("tells weights that are said by those they stand in", () =>
      Effect.gen(function* () {
        const weightOf = (said: string, above: number) =>
          Effect.map(
            textIn("<main><p>Two words</p></main>", `main{font-weight:${above}} p{font-weight:${said}}`),
            (text) => text?.weight
          )
        const expected = [
          [50, 400, 50],
          [349, 400, 100],
          [350, 700, 100],
          [549, 700, 100],
          [550, 900, 400],
          [749, 900, 400],
          [750, 900, 700],
          [950, 950, 700]
        ] as const
        for (const [above, bolder, lighter] of expected) {
          assert.strictEqual(yield* weightOf("bolder", above), bolder, `bolder in ${above}`)
          assert.strictEqual(yield* weightOf("lighter", above), lighter, `lighter in ${above}`)
        }
      })
    )

    it.effect("reads what frameworks write as browsers do", () =>
      Effect.gen(function* () {
        const lineOf = (css: string, element = "h1") =>
          Effect.map(
            read("<h1>One</h1><p>Two words</p>", css),
            ({ texts }) => texts.find((text) => text.element === element)?.lineHeight
          )
        assert.strictEqual(yield* lineOf("body{line-height:1.5} h1{font-size:48px}"), "72px")
        assert.strictEqual(yield* lineOf("body{line-height:24px} h1{font-size:48px}"), "24px")
        const tailwind = `@layer properties{*{--tw-leading:initial}} :root{--leading:calc(1.25/.875)}
          p{font-size:14px;line-height:var(--tw-leading,var(--leading))}`
        assert.strictEqual(yield* lineOf(tailwind, "p"), "20px")
        const colorBy = (css: string) => Effect.map(textIn("<p>Two words</p>", css), (text) => text?.color)
        assert.strictEqual(yield* colorBy("p{color:#ff0000;color:notacolor(1)}"), "#ff0000")
        assert.strictEqual(yield* colorBy("p{color:color-mix(in oklab, #000000 50%, transparent)}"), "#00000080")
        assert.strictEqual(yield* colorBy("p{color:#ff0000 !important;color:#00ff00 !important}"), "#00ff00")
        const { boxes } = yield* read(
          '<button class="b">Buy now</button>',
          ":root{--w:1px;--c:#cccccc} .b{border:var(--w) solid var(--c);box-shadow:0 .5rem 1rem rgba(0,0,0,.15)}"
        )
        assert.deepInclude(boxes[0], { borderWidth: "1px", borderColor: "#cccccc" })
        const { texts } = yield* read("<h1><span>Two <em>words</em></span></h1>", "")
        assert.deepStrictEqual(
          texts.map(({ element, words }) => [element, words]),
          [["h1", 2]]
        )
      })
    )

    it.effect("tells buttons, links, inputs and cards apart", () =>
      Effect.gen(function* () {
        const css = `.btn{display:inline-block;background:#1a73e8;color:#ffffff;padding:12px 24px;border-radius:8px}
          .ghost{border:1px solid #cccccc;padding:8px 16px} .card{box-shadow:0 1px 2px rgba(0,0,0,.2);border-radius:12px;padding:24px}
          a{color:#0055ff} input{border:1px solid #dddddd}`
        const html = `<a class="btn" href="/buy">Buy</a><a class="ghost" href="/demo">Demo</a><p>Read <a href="/more">more</a></p>
          <div class="card">A card with some words.</div><input type="email"><input type="hidden"><a class="btn" href="/x"></a>`
        const { boxes, shadows } = yield* read(html, css)
        assert.deepStrictEqual(boxes.map(({ background, kind }) => [kind, background]).toSorted(), [
          ["button", "#00000000"],
          ["button", "#1a73e8"],
          ["card", "#00000000"],
          ["input", "#ffffff"],
          ["link", "#00000000"]
        ])
        assert.deepInclude(
          boxes.find(({ kind }) => kind === "link"),
          { color: "#0055ff", decoration: "underline" }
        )
        assert.deepStrictEqual(shadows, [{ value: "0 1px 2px rgba(0,0,0,.2)", count: 1 }])
      })
    )

    it.effect("reads what shorthands of a button inherit, round corners, and attributes of old markup", () =>
      Effect.gen(function* () {
        const css = "main{font:600 18px Acme} button{font:inherit;border-radius:calc(infinity * 1px)}"
        const html = `<main><button>Buy now</button></main><table bgcolor="ffffcc"><tr><td bgcolor="#003366">
          <font face="Comic Sans MS, cursive" size="5" color="#ff0000">Old words</font></td><td>New words</td></tr></table>`
        const { boxes, texts } = yield* read(html, css)
        assert.deepInclude(boxes[0], { families: ["Acme"], size: 18, weight: 600, borderRadius: "33554400px" })
        assert.deepInclude(
          texts.find(({ element }) => element === "font"),
          { families: ["Comic Sans MS", "cursive"], size: 24, color: "#ff0000", behind: "#003366" }
        )
        assert.strictEqual(texts.find(({ element }) => element === "td")?.behind, "#ffffcc")
      })
    )

    it.effect(
      "takes links that hold a heading and a text for cards, and leaves out what stands in front of the page",
      () =>
        Effect.gen(function* () {
          const css = "a{background:#eeeeee;padding:8px} div button{background:#00aa00}"
          const html = `<a href="/pie"><h2>Leek pie</h2><p>Forty minutes and a good deal of butter.</p></a><a href="/go"><h3>Go</h3></a>
          <div role="dialog"><button>Subscribe</button></div><div id="cookie-banner"><button>Accept</button></div>
          <div class="x Cookie-Notice"><button>Accept</button></div><p>Words</p>`
          const { boxes, texts } = yield* read(html, css)
          assert.deepStrictEqual(boxes.map(({ kind }) => kind).toSorted(), ["button", "card"])
          assert.notInclude(
            texts.map(({ element }) => element),
            "button"
          )
        })
    )

    it.effect("tells of nothing that is not displayed", () =>
      Effect.gen(function* () {
        const html = `<p>Seen</p><p hidden>Not</p><div class="gone"><p>Not</p></div><p style="visibility:hidden">Not</p><script>no()</script>`
        const { texts } = yield* read(html, ".gone{display:none}")
        assert.deepStrictEqual(
          texts.map(({ element, elements, words }) => [element, elements, words]),
          [["p", 1, 1]]
        )
      })
    )

    it.effect("tells where the fonts are", () =>
      Effect.gen(function* () {
        const { faces } = yield* read("<p>Two words</p>", "@font-face{font-family:Acme;src:url(acme.woff2)}")
        assert.deepStrictEqual(faces, [
          {
            family: "Acme",
            isUpright: true,
            weights: [400, 400],
            url: "https://acme.example/acme.woff2",
            isLatin: true
          }
        ])
      })
    )

    it.effect("reads broken and hostile sheets as far as they go, and ends", () =>
      Effect.gen(function* () {
        const css = [
          "}}} p{color:#111111",
          "p{color:#111111;} @media screen{{{{",
          `:root{${Array.from({ length: 40 }, (_, n) => `--v${n}:var(--v${n + 1}) var(--v${n + 1})`).join(";")}} p{color:var(--v0,#111111)}`,
          ":root{--a:var(--b);--b:var(--a)} p{color:var(--a,#111111)}",
          `p{color:#111111;width:calc(${"(".repeat(5_000)}1px}`,
          `${"@media screen{".repeat(3_000)}p{color:#222222}`,
          `p{color:#111111} ${"a ".repeat(5_000)}{color:#222222}`,
          "p{color:var(constructor,#111111)}",
          "p{constructor:x;color:#111111;font-size:1constructor}",
          "p{font-size:1e999px}",
          `p{${"& & & & & & & & & &{".repeat(15)}color:#222222`,
          `p{box-shadow:${",".repeat(100_000)}}`
        ]
        for (const sheet of css) {
          const { texts } = yield* read("<p>Two words</p>", sheet)
          assert.lengthOf(texts, 1, sheet.slice(0, 40))
          assert.isTrue(
            texts.every(({ size }) => Number.isFinite(size)),
            sheet.slice(0, 40)
          )
        }
        const many = Array.from({ length: 20_000 }, (_, n) => `.c${n} .d${n}{color:#222222}`).join("")
        assert.strictEqual(
          (yield* textIn(`${"<div>".repeat(2_000)}<p>Two words</p>`, `${many} p{color:#111111}`))?.color,
          "#111111"
        )
      })
    )

    it.effect("gives the same styles each time", () =>
      Effect.gen(function* () {
        const css = "p{color:#222222;margin:8px} a{color:#0055ff}"
        const html = "<p>Two words <a href=/x>more</a></p>".repeat(20)
        assert.deepStrictEqual(yield* read(html, css), yield* read(html, css))
      })
    )
  })
