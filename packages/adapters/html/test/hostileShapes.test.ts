import { assert, describe, it } from "@effect/vitest"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { Duration, Effect, Result } from "effect"
import { layerWith } from "../src/PageReader.ts"
import { shape } from "./reading.ts"

const numbered = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join("")

/** Pages that would cost a careless writer minutes or gigabytes. */
const pages: Readonly<Record<string, string>> = {
  "40,000 nested divs": `${"<div>".repeat(40_000)}x`,
  "nested quotations and lists around much text": `${"<blockquote><ul><li>".repeat(130)}${"<p>word</p>".repeat(20_000)}`,
  "nested formatting": numbered(2_000, (index) => `<b id=${index}><i>`) + "<p>x".repeat(100),
  "nested tables": "<table><tr><td>x".repeat(5_000),
  "spans of a million columns and rows": `<table>${'<tr><td colspan="1000000" rowspan="1000000">x</td></tr>'.repeat(2_000)}</table>`,
  "unclosed links around blocks": `x${"<a href=/x><div>".repeat(5_000)}`,
  "20,000 links and pictures": numbered(20_000, (index) => `<a href="/${index}"><img src="/${index}.png"></a>`),
  "a base that runs something": `<base href="javascript:alert(1)"><a href="x">y</a>`,
  "a srcset of 1 MB": `<img srcset="${"a 1x, ".repeat(180_000)}">`,
  "a data address of 5 MB": `<img src="data:image/png;base64,${"A".repeat(5_000_000)}">`,
  "5 MB of linked data": `<script type="application/ld+json">{"a":"${"x".repeat(5_000_000)}"}</script>`,
  "broken linked data in 5,000 blocks": `<script type="application/ld+json">{"a":[1,}</script>`.repeat(5_000),
  "deep linked data": `<script type="application/ld+json">${"[".repeat(100_000)}</script>`,
  "footnotes that lead to each other": numbered(
    3_000,
    (index) => `<p id="fn${index}"><sup><a href="#fn${(index * 7) % 3_000}">1</a></sup></p>`
  ),
  "words that look like lines of boilerplate": `<p>${"Aa ".repeat(70)}</p>`.repeat(500),
  "special characters": `<p>${"*_`[]<&~\\".repeat(20_000)}</p>`,
  "capitals after by": `<p>by ${"A".repeat(110)}</p>`.repeat(300),
  "one text of 3 MB": `<p>${"lorem ipsum ".repeat(250_000)}</p>`,
  "a million marks on one letter": `<p>e${"\u0301".repeat(1_000_000)}</p>`,
  "right-to-left and line separators": "<p>\u202eabc\u2028def\u2029ghi</p>",
  "formulas inside formulas": `<math>${"<msqrt>".repeat(300)}x`,
  "code inside code": `${"<pre><code>".repeat(2_000)}x\n\`\`\``
}

describe("hostile pages", () => {
  it.effect.each(Object.entries(pages))(
    "are shaped in time: %s",
    ([, page]) =>
      Effect.gen(function* () {
        for (const mainContentOnly of [false, true]) {
          const result = yield* Effect.result(shape(page, { mainContentOnly }))
          const text = Result.isSuccess(result) ? `${result.success.markdown}${result.success.html}` : ""
          if (Result.isFailure(result)) {
            assert.strictEqual(result.failure._tag === "UnreadablePage" ? result.failure.reason : "", "too_complex")
          }
          assert.isTrue(text.isWellFormed() && !text.includes("\0"))
          assert.isBelow(text.length, 60_000_000)
        }
      }),
    120_000
  )

  it.effect(
    "are read whole where one paragraph has 80,000 marks",
    () =>
      Effect.gen(function* () {
        const { markdown } = yield* shape(`<p>${`a<b>"x"</b>`.repeat(80_000)}a`)
        assert.strictEqual(markdown, `${`a"**x**"`.repeat(80_000)}a`)
      }),
    120_000
  )

  it.effect.each([
    ["40,000 formulas beside each other", `<p>${"<i class=MathJax>x</i>".repeat(40_000)}</p>`],
    [
      "15,000 marks that hide their notes",
      `<p>${numbered(15_000, (index) => `a <sup class=note>${index % 900}<span class="note sidenote" hidden>b</span></sup>`)}</p>`
    ],
    [
      "8,000 marks of one numbered list",
      `<p>${numbered(8_000, (index) => `<sup><a href="#x${index}">${(index + 3) % 9_999}</a></sup>`)}</p><ol>${numbered(8_000, (index) => `<li id="x${index}">word`)}</ol>`
    ]
  ] as const)(
    "are written in time: %s",
    ([, page]) =>
      Effect.gen(function* () {
        assert.isNotEmpty((yield* shape(page)).markdown)
      }),
    120_000
  )

  it.effect(
    "are cleaned in time where one picture has 30,000 captions",
    () =>
      Effect.gen(function* () {
        const told = `<p>${"We tell here how our kilns are, all day and all night. ".repeat(20)}</p>`
        const figure = `<figure>${"<figcaption>a</figcaption>".repeat(30_000)}</figure>`
        const { markdown } = yield* shape(`<article>${told}${figure}${told}</article>`, {
          mainContentOnly: true,
          wantsHtml: false,
          markdown: { includeLinks: true, includeImages: false, shortenBase64Images: true }
        })
        assert.isBelow((markdown ?? "").length, 3_000)
      }),
    120_000
  )

  it.effect("resolve nothing against a base that runs something", () =>
    Effect.gen(function* () {
      const { links, markdown } = yield* shape(pages["a base that runs something"]!)
      assert.strictEqual(markdown, "[y](https://example.com/a/x)")
      assert.strictEqual(links[0]?.url, "https://example.com/a/x")
    })
  )

  it.live(
    "are given up on past the deadline, and small ones are read on",
    () =>
      Effect.gen(function* () {
        const reader = yield* PageReader
        const request = {
          body: `<p>${"<i>a</i>".repeat(60_000)}`,
          mediaType: "text/html",
          excludeSelectors: [],
          leavesOutNoise: true
        }
        const error = yield* Effect.flip(reader.read({ ...request, includeSelectors: [] }))
        assert.strictEqual(error._tag === "UnreadablePage" ? error.reason : error._tag, "too_complex")
        assert.strictEqual((yield* reader.read({ ...request, body: "<p>Next</p>", includeSelectors: [] })).text, "Next")
      }).pipe(
        Effect.provide(
          layerWith({ threads: 1, background: 0, large: 0, deadline: Duration.millis(1), heapMegabytes: 256 })
        )
      ),
    120_000
  )

  it.effect(
    "are given up on when they need too much memory",
    () =>
      Effect.gen(function* () {
        const reader = yield* PageReader
        const body = "<i>a</i>".repeat(240_000)
        const error = yield* Effect.flip(
          reader.read({
            body,
            mediaType: "text/html",
            includeSelectors: [],
            excludeSelectors: [],
            leavesOutNoise: true
          })
        )
        assert.strictEqual(error._tag === "UnreadablePage" ? error.reason : error._tag, "too_complex")
      }).pipe(
        Effect.provide(
          layerWith({ threads: 1, background: 0, large: 0, deadline: Duration.minutes(1), heapMegabytes: 24 })
        )
      ),
    120_000
  )
})
