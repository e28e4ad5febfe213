import { assert, describe, it, vi, layer as withLayer } from "@effect/vitest"
import { Effect } from "effect"
import { pdfInMaps, ucs2 } from "../../../core/src/testing/mappedPdf.ts"
import { layer } from "../src/DocumentReader.ts"
import { isIllegible } from "../src/pdf/legibility.ts"
import { read, refusal } from "./reading.ts"

// Processes that read share the processor with every other test.
vi.setConfig({ testTimeout: 180_000 })

/** Each text in the bytes of its map. */
const known = [
  { map: "UniGB-UCS2-H", ordering: "GB1", text: "年度报告与价格", bytes: ucs2("年度报告与价格") },
  { map: "GBK-EUC-H", ordering: "GB1", text: "你好世界", bytes: "c4e3bac3cac0bde7" },
  { map: "90ms-RKSJ-H", ordering: "Japan1", text: "日本語テスト", bytes: "93fa967b8cea836583588367" },
  { map: "UniJIS-UTF16-H", ordering: "Japan1", text: "東京の天気", bytes: ucs2("東京の天気") },
  { map: "KSCms-UHC-H", ordering: "Korea1", text: "안녕하세요", bytes: "bec8b3e7c7cfbcbcbfe4" },
  { map: "ETen-B5-H", ordering: "CNS1", text: "中文測試", bytes: "a4a4a4e5b4fab8d5" },
  // Adobe-Japan1: 843 is あ, 844 ぃ's neighbour; the file says nothing of what they are.
  { map: "Identity-H", ordering: "Japan1", text: "あ", bytes: "034b" }
] as const

withLayer(layer(), { excludeTestServices: true })("character maps of PDF files", (it) => {
  for (const { bytes, map, ordering, text } of known) {
    it.effect(`reads text that is set by ${map}`, () =>
      Effect.gen(function* () {
        const { html } = yield* read("pdf", pdfInMaps([{ map, ordering, bytes }]))
        assert.strictEqual(html.trim(), `<p>${text}</p>`)
      })
    )
  }

  it.effect("reads columns of text that run downwards", () =>
    Effect.gen(function* () {
      const file = pdfInMaps([{ map: "UniJIS-UTF16-V", ordering: "Japan1", bytes: ucs2("東京の天気は晴れです") }])
      assert.include((yield* read("pdf", file)).html, "東京の天気は晴れです")
    })
  )

  it.effect("says of a page that its fonts name no letters, and leaves out what they are not", () =>
    Effect.gen(function* () {
      // Numbers of drawings, and a map that nobody knows.
      for (const [map, bytes] of [
        ["Identity-H", "000300240025000300440045"],
        ["Unheard-Of-H", "00240025"]
      ] as const) {
        const nameless = { map, ordering: "Identity", bytes }
        assert.strictEqual(yield* refusal("pdf", pdfInMaps([nameless])), "letters_unnamed", map)
        const { html } = yield* read("pdf", pdfInMaps([nameless], "A first page that can be read as it is."))
        assert.match(html, /A first page that can be read.*<p>The text of page 2 is missing/s, map)
        assert.notMatch(html, /[$%]/, map)
      }
    })
  )

  it.effect("says so where some of a page is missing, and gives the rest", () =>
    Effect.gen(function* () {
      const page = pdfInMaps([
        { map: "UniJIS-UTF16-H", ordering: "Japan1", bytes: ucs2("東京の天気は晴れのち曇り、夜には雨が降るでしょう") },
        { map: "Unheard-Of-H", ordering: "Identity", bytes: "0024002500260027002800290030003100320033" }
      ])
      const { html } = yield* read("pdf", page)
      assert.match(html, /東京の天気は晴れ.*<p>Some text of page 1 is missing/s)
    })
  )

  it.effect("gives the rest of a page with a sentence that its font has no drawings for, or only numbers of them", () =>
    Effect.gen(function* () {
      const latin = {
        map: "UniJIS-UTF16-H",
        ordering: "Japan1",
        bytes: ucs2("The price of the thing is $42.00 today.")
      }
      for (const bytes of ["0000".repeat(12), "000300240025000300440045", "e001e002e003e004e005"]) {
        const { html } = yield* read("pdf", pdfInMaps([latin, { map: "Identity-H", ordering: "Identity", bytes }]))
        assert.match(html, /The price of the thing is \$42\.00 today.*<p>Some text of page 1 is missing/s, bytes)
        assert.notMatch(html, /\$%|[\ue000-\uf8ff]/, bytes)
      }
      // Bullets and a letter that is missing are no text.
      for (const bytes of ["0003", "000300030003", "f0b7", "0000"]) {
        const { html } = yield* read("pdf", pdfInMaps([latin, { map: "Identity-H", ordering: "Identity", bytes }]))
        assert.include(html, "The price of the thing", bytes)
        assert.notInclude(html, "missing", bytes)
      }
    })
  )

  it.effect("refuses a PDF of which nothing can be read but the numbers of its pages, and says why", () =>
    Effect.gen(function* () {
      const number = { map: "UniJIS-UTF16-H", ordering: "Japan1", bytes: ucs2("12") }
      const lost = { map: "Identity-H", ordering: "Identity", bytes: "0000".repeat(12) }
      assert.strictEqual(yield* refusal("pdf", pdfInMaps([lost, number])), "letters_unnamed")
    })
  )

  it.effect("leaves an empty page alone", () =>
    Effect.gen(function* () {
      const blank = pdfInMaps([{ map: "UniJIS-UTF16-H", ordering: "Japan1", bytes: ucs2("  ") }])
      assert.strictEqual((yield* read("pdf", blank)).html, "")
    })
  )
})

describe("isIllegible", () => {
  const of = (...texts: ReadonlyArray<string>) => isIllegible(texts.map((text) => ({ text })))
  it("knows numbers of drawings, private signs and replacements from text", () => {
    assert.isTrue(of("\u0003$%\u0003DE"))
    assert.isTrue(of("\ue001\ue002\ue003", "and"))
    assert.isTrue(of("\ufffd\ufffd\ufffd a"))
  })
  it("bears three numbers of drawings in a hundred letters, and not four", () => {
    assert.isFalse(of("\u0003".repeat(3), "a".repeat(97)))
    assert.isTrue(of("\u0003".repeat(4), "a".repeat(96)))
  })
  it("takes a list with signs of a symbol font, and a page of nothing, for what they are", () => {
    assert.isFalse(of("\uf0b7", "A first item", "\uf0b7", "A second item"))
    assert.isFalse(of())
    assert.isFalse(of("年度报告", "A\u00adB", "日本語"))
  })
})
