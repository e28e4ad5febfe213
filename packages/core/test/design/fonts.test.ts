import { assert, describe, it } from "@effect/vitest"
import { displayNameOf, fontLinksOf, fontUsesOf } from "../../src/design/domain/fonts.ts"
import type { FontFace } from "../../src/pages/domain/PageStyles.ts"
import { look, text } from "./looks.ts"

const face = (given: Partial<FontFace> = {}): FontFace => ({
  family: "Inter",
  isUpright: true,
  weights: [400, 400],
  url: "https://acme.example/inter-400.woff2",
  isLatin: true,
  ...given
})

describe("the fonts of a page", () => {
  it("are counted by elements and words, most words first", () => {
    const uses = fontUsesOf(
      look({
        texts: [
          text({ element: "h1", families: ["Lora", "serif"], elements: 1, words: 10 }),
          text({ elements: 5, words: 60 }),
          text({ element: "li", elements: 2, words: 20, weight: 700 })
        ]
      })
    )
    assert.deepStrictEqual(uses, [
      {
        font: "Inter",
        uses: ["p", "li"],
        fallbacks: ["sans-serif"],
        elements: 7,
        words: 80,
        percentElements: 87.5,
        percentWords: 88.89
      },
      {
        font: "Lora",
        uses: ["h1"],
        fallbacks: ["serif"],
        elements: 1,
        words: 10,
        percentElements: 12.5,
        percentWords: 11.11
      }
    ])
  })

  it("have upright files by weight, with the letters of English", () => {
    const google = "https://fonts.gstatic.com/s/inter/v1"
    const links = fontLinksOf(
      look({
        faces: [
          face({ url: `${google}/cyrillic.woff2`, isLatin: false }),
          face({ url: `${google}/latin.woff2` }),
          face({ url: `${google}/bold.woff2`, weights: [700, 700] }),
          face({ url: `${google}/italic.woff2`, isUpright: false, weights: [300, 300] }),
          face({ family: "Unused", url: "https://acme.example/unused.woff2" })
        ]
      })
    )
    assert.deepStrictEqual(links, {
      Inter: {
        type: "google",
        category: "sans-serif",
        files: { "400": `${google}/latin.woff2`, "700": `${google}/bold.woff2` }
      }
    })
  })

  it("that Google serves have its category, whatever else goes by their name", () => {
    const files = (host: string, family: string) => face({ family, url: `https://${host}/a.woff2` })
    const kind = (host: string, family: string) => {
      const faces = [files(host, family)]
      return fontLinksOf(look({ texts: [text({ families: [family] })], faces }))[family]
    }
    for (const [family, category] of [
      ["Roboto", "sans-serif"],
      ["roboto mono", "monospace"],
      ["Playfair Display", "serif"],
      ["Bebas Neue", "sans-serif"],
      ["Lobster", "display"],
      ["Pacifico", "handwriting"],
      ["Constructor", undefined],
      ["constructor", undefined]
    ] as const) {
      assert.strictEqual(kind("fonts.gstatic.com", family)?.category, category, family)
    }
    assert.notProperty(kind("acme.example", "Roboto"), "category")
    assert.notProperty(kind("fonts.gstatic.com", "Constructor"), "category")
  })

  it("of many weights in one file have it under those that the page uses", () => {
    const variable = face({ family: "__acmeSans_3f2a1b", weights: [100, 900], url: "https://acme.example/v.woff2" })
    const families = ["__acmeSans_3f2a1b", "sans-serif"]
    const links = fontLinksOf(
      look({ texts: [text({ families, weight: 450 }), text({ families, weight: 800 })], faces: [variable] })
    )
    assert.deepStrictEqual(links, {
      __acmeSans_3f2a1b: {
        type: "custom",
        files: { "450": variable.url, "800": variable.url },
        displayName: "acme Sans"
      }
    })
  })

  it("of many weights have the usual one, or that next to it, where the page uses none of them", () => {
    const filesOf = (...weights: ReadonlyArray<readonly [number, number]>) => {
      const faces = weights.map((own) => face({ weights: own, url: `https://acme.example/${own.join("-")}.woff2` }))
      return fontLinksOf(look({ texts: [text({ weight: 950 })], faces })).Inter?.files
    }
    assert.deepStrictEqual(filesOf([100, 900]), { "400": "https://acme.example/100-900.woff2" })
    assert.deepStrictEqual(filesOf([500, 900]), { "500": "https://acme.example/500-900.woff2" })
    assert.deepStrictEqual(filesOf([100, 300]), { "300": "https://acme.example/100-300.woff2" })
  })

  it("are the same however their letters are written, and no more than a page can use", () => {
    const spellings = Array.from({ length: 4_000 }, (_, n) =>
      [..."abcdefghijkl"].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join("")
    )
    const texts = Array.from({ length: 200 }, (_, n) => text({ families: spellings.slice(n * 20, n * 20 + 20) }))
    const faces = Array.from({ length: 1_000 }, (_, n) => face({ family: "ABCDEFGHIJKL", weights: [n + 1, n + 1] }))
    const links = fontLinksOf(look({ texts, faces }))
    assert.deepStrictEqual(Object.keys(links), ["abcdefghijkl"])
    assert.isAtMost(Object.keys(links.abcdefghijkl?.files ?? {}).length, 20)
    const [first, ...others] = fontUsesOf(look({ texts }))
    assert.deepStrictEqual([first?.font, first?.words, others], ["abcdefghijkl", 2_000, []])
  })

  it("that every machine has have no files", () => {
    const faces = [face({ family: "sans-serif" }), face({ family: "System-UI" })]
    assert.deepStrictEqual(fontLinksOf(look({ texts: [text({ families: ["system-ui", "sans-serif"] })], faces })), {})
  })

  it("are called as somebody would write them", () => {
    assert.strictEqual(displayNameOf("__Inter_d65c78"), "Inter")
    assert.strictEqual(displayNameOf("acme_Sans-Display"), "acme Sans Display")
    assert.strictEqual(displayNameOf("HelveticaNeue"), "Helvetica Neue")
    assert.strictEqual(displayNameOf("Roboto-woff2"), "Roboto")
    assert.strictEqual(displayNameOf("IBM Plex Sans"), "IBM Plex Sans")
  })
})
