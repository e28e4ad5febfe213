import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { fontFacesOf } from "../../src/pages/domain/fontFaces.ts"

const base = "https://acme.example/css/site.css"
const only = (css: string) => fontFacesOf(css, base)[0]

describe("fonts of a style sheet", () => {
  it("have the file that browsers of today take", () => {
    const css = `@font-face{font-family:'Acme Sans';font-style:normal;font-weight:600;
      src:url("a.eot?#iefix") format("embedded-opentype"),url(../f/a.woff2) format('woff2'),url(a.ttf)}`
    assert.deepStrictEqual(fontFacesOf(css, base), [
      {
        family: "Acme Sans",
        isUpright: true,
        weights: [600, 600],
        url: "https://acme.example/f/a.woff2",
        isLatin: true
      }
    ])
    assert.strictEqual(
      only("@font-face{font-family:A;src:url(a.ttf),url(a.woff)}")?.url,
      "https://acme.example/css/a.woff"
    )
  })

  it("have what a block says last, and names of formats as they were called before", () => {
    const twice = "font-family:B;font-family:A;font-weight:300;font-weight:700;src:url(a.woff2)"
    assert.deepInclude(only(`@font-face{${twice}}`), { family: "A", weights: [700, 700] })
    const variable = 'url(a.woff) format("woff"),url(b.woff2) format("woff2-variations")'
    assert.strictEqual(only(`@font-face{font-family:A;src:${variable}}`)?.url, "https://acme.example/css/b.woff2")
    const settings = 'font-variation-settings:"wght" 900;-x-font-weight:900'
    assert.deepStrictEqual(only(`@font-face{font-family:A;${settings};src:url(a.woff2)}`)?.weights, [400, 400])
  })

  it("have what a block says up to where something opens that nothing closes, which takes no longer for being said often", () => {
    const open = "font-family:A;src:url(a.woff2);font-style:italic;font-weight:700 (600 900;unicode-range:U+26"
    assert.deepInclude(only(`@font-face{${open}}`), { isUpright: false, weights: [700, 700], isLatin: false })
    assert.deepInclude(only(`@font-face{font-family:"A;B";src:url(a.woff2?x;font-family:C)}`), { family: "A;B" })
    const often = `font-family:A;src:url(a.woff2)${";src:(".repeat(1_300)}`
    assert.strictEqual(only(`@font-face{${often}}`)?.family, "A")
  })

  it("are looked for among the first files of a block, and beside no address that is longer than any", () => {
    const css = `@font-face{font-family:A;src:${"url(a.ttf),".repeat(20)}url(a.woff2)}`
    assert.strictEqual(only(css)?.url, "https://acme.example/css/a.ttf")
    assert.deepStrictEqual(fontFacesOf(css, `https://acme.example/${"a/".repeat(1_100)}`), [])
  })

  it("have the weights they are for, and a style", () => {
    assert.deepStrictEqual(only("@font-face{font-family:A;font-weight:100 900;src:url(a.woff2)}")?.weights, [100, 900])
    assert.deepStrictEqual(only("@font-face{font-family:A;font-weight:bold;src:url(a.woff2)}")?.weights, [700, 700])
    assert.strictEqual(only("@font-face{font-family:A;font-style:italic;src:url(a.woff2)}")?.isUpright, false)
    assert.strictEqual(only("@font-face{font-family:A;font-style:oblique 10deg;src:url(a.woff2)}")?.isUpright, false)
    assert.strictEqual(
      only("@font-face{font-family:A;font-style:oblique 0deg 10deg;src:url(a.woff2)}")?.isUpright,
      true
    )
  })

  it("have the letters of English unless their range says otherwise", () => {
    const latin = (range: string) => only(`@font-face{font-family:A;unicode-range:${range};src:url(a.woff2)}`)?.isLatin
    assert.isTrue(latin("U+0000-00FF, U+0131"))
    assert.isTrue(latin("U+0-10FFFF"))
    assert.isTrue(latin("u+??"))
    assert.isFalse(latin("U+0400-045F"))
    assert.isFalse(latin("U+26"))
  })

  it("are none without a file that can be fetched", () => {
    assert.deepStrictEqual(fontFacesOf("@font-face{font-family:A;src:local(Arial)}", base), [])
    assert.deepStrictEqual(fontFacesOf("@font-face{font-family:A;src:url(data:font/woff2;base64,d09GMg==)}", base), [])
    assert.deepStrictEqual(fontFacesOf("@font-face{src:url(a.woff2)}", base), [])
    assert.deepStrictEqual(fontFacesOf("/* @font-face{font-family:A;src:url(a.woff2)} */", base), [])
    assert.deepStrictEqual(fontFacesOf("@font-face{font-family:A;src:url(a.woff2)", base), [])
  })

  it("stand inside other rules as well", () => {
    assert.lengthOf(fontFacesOf("@media screen{@font-face{font-family:A;src:url(a.woff2)} p{color:red}}", base), 1)
  })

  it("cost little whatever is written in place of an address", () => {
    for (const piece of [" ", "url(", "(", "'", "src:("]) {
      const css = `@font-face{font-family:a;src:url(${piece.repeat(8_000 / piece.length)}}`.repeat(100)
      const before = process.cpuUsage()
      assert.deepStrictEqual(fontFacesOf(css, base), [])
      const { user } = process.cpuUsage(before)
      assert.isBelow(user / 1_000, 2_000, piece)
    }
  })

  it("are read of whatever is sent", () => {
    const piece = fc.constantFrom(
      "@font-face",
      "{",
      "}",
      "/*",
      "*/",
      "src:",
      "url(",
      ")",
      "'",
      '"',
      ";",
      "font-family:A",
      "a.woff2",
      " "
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const { url, weights } of fontFacesOf(pieces.join(""), base)) {
          assert.match(url, /^https?:/)
          assert.isAtMost(weights[0], weights[1])
        }
      })
    )
  })
})
