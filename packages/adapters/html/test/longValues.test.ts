/** Observed: what is read of long values and of broken data, and which pages with them are left to a thread. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { doInline, doPageWork } from "../src/PageWork.ts"
import { readSrcset } from "../src/pictures.ts"
import { everything, shape } from "./reading.ts"

const refreshOf = (content: string) =>
  Effect.map(
    shape(`<meta http-equiv="refresh" content="${content.replaceAll('"', "&quot;")}"><p>Moved`),
    ({ facts }) => facts.refreshUrl
  )

describe("a refresh", () => {
  const examples: Readonly<Record<string, string | null>> = {
    "0;url=/next": "https://example.com/next",
    "0; URL = /next": "https://example.com/next",
    "  3  ,  /next  ": "https://example.com/next",
    "0 url=/next": "https://example.com/next",
    "0.5; url='/next' and more": "https://example.com/next",
    '0;url="/next"': "https://example.com/next",
    "0;url='/next": "https://example.com/next",
    "0;/a;b": "https://example.com/a;b",
    "; url=/next": "https://example.com/next",
    "10;url=/next": "https://example.com/next",
    "11;url=/next": null,
    "0": null,
    "0;": null,
    "0;url=": null,
    "5url=/next": null,
    "": null,
    "0;url=javascript:alert(1)": null
  }

  it.effect.each(Object.entries(examples))("of %j leads to %s", ([content, url]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refreshOf(content), url)
    })
  )

  it.effect("is read past blanks, and leads nowhere where it is longer than any address", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refreshOf(`0;${"\n".repeat(4_000)}url=${" ".repeat(4_000)}/next`),
        "https://example.com/next"
      )
      assert.isNull(yield* refreshOf(`0;url=/${"a".repeat(20_000)}`))
      assert.isNull(yield* refreshOf("\n".repeat(2_000)))
    })
  )
})

describe("a set of pictures", () => {
  const examples: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, number]>]> = [
    [
      "/a.png 1x, /b.png 2x",
      [
        ["/a.png", 1],
        ["/b.png", 2]
      ]
    ],
    [
      "/a.png 300w,/b.png 1200w",
      [
        ["/a.png", 300],
        ["/b.png", 1200]
      ]
    ],
    [
      "/a.png, /b.png 1.5x",
      [
        ["/a.png", 1],
        ["/b.png", 1.5]
      ]
    ],
    ["/w_1,h_2/a.png 2x", [["/w_1,h_2/a.png", 2]]],
    [
      " , ,\n/a.png ,, /b.png\t3x ,",
      [
        ["/a.png", 1],
        ["/b.png", 3]
      ]
    ],
    ["/a.png,/b.png", [["/a.png,/b.png", 1]]],
    ["/a.png 20h", [["/a.png", 20]]],
    ["/a.png", [["/a.png", 1]]],
    ["/a.png wide, /b.png", []],
    [
      "data:image/gif;base64,R0 1x, /b.png 2x",
      [
        ["data:image/gif;base64,R0", 1],
        ["/b.png", 2]
      ]
    ],
    [" ", []],
    [",", []],
    ["", []]
  ]

  it.each(examples)("of %j has its addresses", (set, found) => {
    assert.deepStrictEqual(
      readSrcset(set).map(({ address, size }) => [address, size] as const),
      [...found]
    )
  })

  it("has the first fifty", () => {
    assert.strictEqual(readSrcset("a 1x, ".repeat(1_000)).length, 50)
  })
})

describe("pictures in styles", () => {
  const examples: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    [
      `a{background:url("/a.png")} b{background:URL( '/b.png' )} c{background:url( /c.png )}`,
      ["/a.png", "/b.png", "/c.png"]
    ],
    ["a{background:url(/a.png),url(/b.png)}", ["/a.png", "/b.png"]],
    ["/* url(/no.png) */a{background:url(/a.png)}/**/b{}/* url(/open.png)", ["/a.png", "/open.png"]],
    ["@font-face{src:url(/f.png)}a{background:url(/a.png)}@font-face {src:url(/g.png)", ["/a.png", "/g.png"]],
    [`a{background:url("/a.png)} b{background:url(/b.png)}`, ["/b.png"]],
    ["a{background:url(/a b.png)} b{background:url(/b.png)}", ["/b.png"]],
    ["a{background:url()} b{background:url(#c)} d{background:url(/d.woff2)}", []]
  ]

  it.effect.each(examples)("of %j are found", ([css, found]) =>
    Effect.gen(function* () {
      const { images } = yield* shape(`<style>${css}</style><p>Hello`)
      assert.deepStrictEqual(
        images.map(({ src }) => src),
        found.map((path) => `https://example.com${path}`)
      )
    })
  )
})

const inline = (html: string) => doInline({ kind: "shape", request: { ...everything, html } }).kind
const inThread = (html: string) => doPageWork({ kind: "shape", request: { ...everything, html } }, {}).kind
const data = (text: string) => `<script type="application/ld+json">${text}</script>`

describe("a page", () => {
  const costly: Readonly<Record<string, string>> = {
    "a value of 9,000 characters": `<meta name="description" content="${"a ".repeat(4_500)}">`,
    "many values of 2,000": `<img alt="${"a ".repeat(1_000)}">`.repeat(40),
    "a long broken block of data": data(`{"name":"A" ${"“".repeat(9_000)}`),
    "many broken blocks of data": data(`{"name":"${"A".repeat(900)}",}`).repeat(12)
  }
  const cheap: Readonly<Record<string, string>> = {
    "what pages have": `<meta name="description" content="${"a ".repeat(2_000)}">${'<img srcset="/a.png 1x, /b.png 2x" alt="A picture">'.repeat(300)}`,
    "pictures within itself": `<img src="data:image/png;base64,${"A".repeat(100_000)}">`,
    "a broken block of data": data('{"@type":"Product","name":"A",}').repeat(20),
    "long blocks of data": data(
      JSON.stringify({ "@graph": Array.from({ length: 500 }, (_, at) => ({ name: `A ${at}` })) })
    ).repeat(5)
  }

  it.each(Object.entries(costly))("with %s is left to a thread, which reads it", (_, html) => {
    assert.deepStrictEqual([inline(html), inThread(html)], ["costly", "done"])
  })

  it.each(Object.entries(cheap))("with %s is read at once", (_, html) => {
    assert.strictEqual(inline(html), "done")
  })

  it("has broken data mended up to 200,000 characters together", () => {
    const title = (blocks: string) => {
      const answer = doPageWork({ kind: "shape", request: { ...everything, html: blocks } }, {})
      const page = answer.kind === "done" ? answer.page : null
      return page !== null && "metadata" in page ? page.metadata?.jsonLd?.length : undefined
    }
    const block = data(`{"name":"${"A".repeat(90_000)}",}`)
    assert.strictEqual(title(block.repeat(2)), 2)
    assert.strictEqual(title(block.repeat(3)), 2)
    // A name alone says nothing of what stands behind it.
    assert.isUndefined(title(data("{bad")))
  })

  const held: Readonly<Record<string, string>> = {
    "a refresh of blanks": `<meta http-equiv="refresh" content="${"\n".repeat(7_000)}">`,
    "a set of blanks": `<img src="/a.png" srcset="${" ".repeat(7_900)}">`,
    "comments that never end": `<style>${"/* ".repeat(60_000)}</style>`,
    "fonts that never end": `<style>${"@font-face{".repeat(15_000)}</style>`,
    "addresses in styles that never end": `<style>${"url(".repeat(40_000)}</style><style>url("${"url(' ".repeat(10_000)}</style>`,
    "blanks in an address of styles": `<style>url(${" ".repeat(160_000)}</style>`,
    "signs in what is for no scripts": `<noscript>${"&lt; ".repeat(3_500)}</noscript>`.repeat(14),
    "pictures for no scripts that never end": `<noscript>${"&lt;img ".repeat(1_500)}</noscript>`.repeat(20),
    "blanks in code": `<pre>x${" ".repeat(200_000)}x</pre>`
  }

  // Each held the thread that others wait for, up to many seconds.
  it.each(Object.entries(held))("with %s holds nobody up", (_, html) => {
    let shortest = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 5 && shortest > 100; attempt++) {
      const start = performance.now()
      inline(`${html}<p>Hello`)
      shortest = Math.min(shortest, performance.now() - start)
    }
    assert.isBelow(shortest, 300)
  })
})
