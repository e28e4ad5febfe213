import { assert, describe, it } from "@effect/vitest"
import { buildStyleGuide } from "../../src/design/domain/buildStyleGuide.ts"
import { box, look, text } from "./looks.ts"

describe("the style guide of a page", () => {
  it("is dark where most words stand on dark ground, whatever the body has", () => {
    const dark = buildStyleGuide(
      look({ texts: [text({ behind: "#0b0d12", color: "#e6e6e6", words: 90 }), text({ words: 10 })] })
    )
    assert.deepInclude(dark, { mode: "dark" })
    assert.deepInclude(dark.colors, { background: "#0b0d12", text: "#e6e6e6" })
    const light = buildStyleGuide(look())
    assert.deepInclude(light, { mode: "light" })
    assert.deepInclude(light.colors, { background: "#ffffff", text: "#222222" })
  })

  it("stands on what its cards lie on, however much they hold", () => {
    const texts = [text({ behind: "#fff8ef", words: 10 }), text({ behind: "#ffffff", words: 90 })]
    const card = box({ kind: "card", background: "#ffffff", behind: "#fff8ef", elements: 3 })
    const of = (boxes: ReadonlyArray<typeof card>) =>
      buildStyleGuide(look({ background: "#fff8ef", texts, boxes })).colors.background
    assert.strictEqual(of([card]), "#fff8ef")
    assert.strictEqual(of([{ ...card, elements: 1 }]), "#ffffff")
    assert.strictEqual(of([{ ...card, behind: "#222222" }]), "#ffffff")
    assert.strictEqual(of([]), "#ffffff")
  })

  it("stands on what the page has where none of its grounds has half of the words", () => {
    const on = (...words: ReadonlyArray<number>) => {
      const grounds = ["#223344", "#445566", "#667788"]
      const texts = words.map((count, index) => text({ behind: grounds[index]!, words: count }))
      return buildStyleGuide(look({ texts })).colors.background
    }
    assert.strictEqual(on(40, 35, 25), "#ffffff")
    assert.strictEqual(on(50, 50), "#ffffff")
    assert.strictEqual(on(51, 49), "#223344")
  })

  it("takes running text for its text, and not headings, links or what stands elsewhere", () => {
    const { colors } = buildStyleGuide(
      look({
        texts: [
          text({ element: "h1", color: "#000000", words: 500 }),
          text({ element: "a", color: "#0055ff", words: 500 }),
          text({ color: "#ffffff", behind: "#101010", words: 100 }),
          text({ color: "#9a3412", behind: "#101010", words: 90 }),
          text({ color: "#fefefe", words: 400 }),
          text({ color: "#7c2d12", behind: "#c0c0c0", words: 110 }),
          text({ color: "#1e3a8a", words: 80 }),
          text({ color: "#333333", words: 60 }),
          text({ color: "#333333", behind: "#f0f0f0", words: 40 })
        ]
      })
    )
    assert.strictEqual(colors.text, "#333333")
  })

  it("has the colour of buttons and links for its accent, and no grey where there is another", () => {
    const cta = box({ background: "#ff5500", color: "#ffffff", elements: 2 })
    const grey = box({ background: "#dddddd", elements: 30 })
    const links = box({ kind: "link", color: "#0055ff", elements: 4 })
    assert.strictEqual(buildStyleGuide(look({ boxes: [grey, cta, links] })).colors.accent, "#ff5500")
    assert.strictEqual(buildStyleGuide(look({ boxes: [grey, links] })).colors.accent, "#0055ff")
    const black = box({ background: "#111111", color: "#ffffff" })
    assert.strictEqual(buildStyleGuide(look({ boxes: [black] })).colors.accent, "#111111")
    assert.strictEqual(buildStyleGuide(look()).colors.accent, "#222222")
  })

  it("has the colour of buttons for its accent where its links are as browsers show them", () => {
    const links = box({ kind: "link", color: "#0000ee", borderColor: "#0000ee", elements: 60 })
    const accentOf = (...boxes: ReadonlyArray<ReturnType<typeof box>>) =>
      buildStyleGuide(look({ boxes: [...boxes, links] })).colors.accent
    const green = box({ background: "#1a7f37", color: "#ffffff", borderColor: "#ffffff" })
    assert.strictEqual(accentOf(green), "#1a7f37")
    assert.strictEqual(accentOf(box({ background: "#111111", color: "#ffffff" })), "#111111")
    assert.strictEqual(accentOf(box({ color: "#b3261e", borderColor: "#b3261e", borderWidth: "1px" })), "#b3261e")
    // Its text is that of a link, as it is where nobody gave it another.
    assert.strictEqual(accentOf(box({ background: "#1a7f37", color: "#0000ee", elements: 9 })), "#1a7f37")
    // Without a colour that somebody chose, that of the links is what stands out.
    assert.strictEqual(accentOf(), "#0000ee")
    assert.strictEqual(accentOf(box({ background: "#efefef", color: "#000000" })), "#0000ee")
    // Who fills buttons with it has chosen it, and so has who gives links a colour near to it.
    assert.strictEqual(accentOf(box({ background: "#0000ee", color: "#ffffff" })), "#0000ee")
    const chosen = box({ kind: "link", color: "#0000ff", elements: 60 })
    assert.strictEqual(buildStyleGuide(look({ boxes: [green, chosen] })).colors.accent, "#0000ff")
  })

  it("lists the colours of the page with their shares, which make the whole", () => {
    const { palette } = buildStyleGuide(
      look({
        paints: [
          { value: "#fffaf5", count: 9_000 },
          { value: "#ff5500", count: 1_000 },
          { value: "#fe5501", count: 1_000 },
          { value: "#ffffff", count: 100_000 }
        ],
        boxes: [box({ background: "#ff5500" })]
      })
    ).colors
    assert.deepStrictEqual(
      palette.map(({ color, roles }) => [color, roles]),
      [
        ["#ffffff", ["background"]],
        ["#fffaf5", ["background"]],
        ["#222222", ["text"]],
        ["#ff5500", ["background", "button"]]
      ]
    )
    assert.approximately(
      palette.reduce((sum, { share }) => sum + share, 0),
      100,
      0.1
    )
  })

  it("has the type that most of each level is set in, whatever its colour", () => {
    const { headings, p } = buildStyleGuide(
      look({
        texts: [
          text({ element: "h2", size: 32, color: "#000000" }),
          text({ element: "h2", size: 32, color: "#ff0000" }),
          text({ element: "h2", size: 20, words: 50 }),
          text({ families: ["Lora", "Georgia", "serif"], size: 18, weight: 350, letterSpacing: "0.2px", words: 90 }),
          text({ element: "div", size: 13, words: 300 })
        ]
      })
    ).typography
    assert.deepStrictEqual(Object.keys(headings), ["h2"])
    assert.strictEqual(headings.h2?.fontSize, "32px")
    assert.deepStrictEqual(p, {
      fontFamily: "Lora",
      fontFallbacks: ["Lora", "Georgia", "serif"],
      fontSize: "18px",
      fontWeight: 350,
      lineHeight: "24px",
      letterSpacing: "0.2px"
    })
    const bare = buildStyleGuide(look({ texts: [text({ element: "div", size: 15 })] })).typography
    assert.strictEqual(bare.p?.fontSize, "15px")
  })

  it("has five steps of spacing, those that are used most", () => {
    const used = buildStyleGuide(
      look({
        gaps: [8, 16, 24, 40, 64]
          .map((px) => ({ px, count: 20 }))
          .concat([
            { px: 25, count: 3 },
            { px: 3, count: 1 }
          ])
      })
    )
    assert.deepStrictEqual(used.elementSpacing, { xs: "8px", sm: "16px", md: "24px", lg: "40px", xl: "64px" })
    const few = buildStyleGuide(
      look({
        gaps: [
          { px: 8, count: 5 },
          { px: 32, count: 5 }
        ]
      })
    ).elementSpacing
    assert.deepStrictEqual(few, { xs: "8px", sm: "16px", md: "32px", lg: "64px", xl: "128px" })
    assert.lengthOf(new Set(Object.values(buildStyleGuide(look()).elementSpacing)), 5)
  })

  it("has a shadow of each size that is used, and none where none is", () => {
    const { shadows } = buildStyleGuide(
      look({
        shadows: [
          { value: "rgba(0, 0, 0, 0) 0px 0px 0px 0px, rgba(0, 0, 0, 0.1) 0px 1px 2px 0px", count: 9 },
          { value: "rgba(0, 0, 0, 0.2) 0px 20px 60px 0px", count: 1 },
          { value: "rgba(0, 0, 0, 0.3) 0px 2px 4px 0px inset", count: 2 },
          { value: "0 4px 16px rgb(0 0 0/.08)", count: 3 },
          { value: "rgba(0, 0, 0, 0) 0px 8px 24px 0px", count: 50 }
        ]
      })
    )
    assert.deepStrictEqual(shadows, {
      sm: "rgba(0, 0, 0, 0) 0px 0px 0px 0px, rgba(0, 0, 0, 0.1) 0px 1px 2px 0px",
      md: "none",
      lg: "0 4px 16px rgb(0 0 0/.08)",
      xl: "rgba(0, 0, 0, 0.2) 0px 20px 60px 0px",
      inner: "rgba(0, 0, 0, 0.3) 0px 2px 4px 0px inset"
    })
  })

  it("has shadows that lie within as well as around among those around", () => {
    const both = "rgba(255, 255, 255, 0.6) 0px 1px 0px 0px inset, rgba(0, 0, 0, 0.2) 0px 4px 8px 0px"
    const { shadows } = buildStyleGuide(look({ shadows: [{ value: both, count: 5 }] }))
    assert.deepStrictEqual([shadows.md, shadows.inner], [both, "none"])
  })

  it("passes over shadows that nobody would write", () => {
    const { shadows } = buildStyleGuide(look({ shadows: [{ value: ",".repeat(200_000), count: 9 }] }))
    assert.deepStrictEqual(new Set(Object.values(shadows)), new Set(["none"]))
    const rem = buildStyleGuide(look({ shadows: [{ value: "0 .5rem 1rem rgba(0,0,0,.15)", count: 1 }] }))
    assert.strictEqual(rem.shadows.lg, "0 .5rem 1rem rgba(0,0,0,.15)")
  })

  it("tells the button that is to be pressed first from the next, and from links", () => {
    const { button } = buildStyleGuide(
      look({
        boxes: [
          box({
            background: "#00000000",
            borderColor: "#cccccc",
            borderWidth: "1px",
            borderStyle: "solid",
            elements: 9
          }),
          box({ background: "#1a73e8", color: "#ffffff", weight: 600, elements: 3, width: 140, height: 48 }),
          box({ kind: "link", color: "#1a73e8", decoration: "underline", decorationColor: "#99bbee", elements: 5 }),
          box({ kind: "link", color: "#222222", elements: 20 })
        ]
      })
    ).components
    assert.deepInclude(button.primary, {
      backgroundColor: "#1a73e8",
      minWidth: "140px",
      minHeight: "48px",
      fontWeight: 600
    })
    assert.deepInclude(button.secondary, { backgroundColor: "transparent", borderColor: "#cccccc", borderWidth: "1px" })
    assert.deepInclude(button.link, { color: "#1a73e8", textDecoration: "underline", textDecorationColor: "#99bbee" })
    assert.notProperty(button.primary, "textDecorationColor")
    assert.include(button.primary?.css, "background-color: #1a73e8;\nborder: 0px none #222222;")
    assert.include(button.primary?.css, "font-family: Inter, sans-serif;")
  })

  it("leaves out what the page has not", () => {
    assert.deepStrictEqual(buildStyleGuide(look()).components, { button: {} })
    const { card, input } = buildStyleGuide(
      look({ boxes: [box({ kind: "card", borderRadius: "12px", color: "#444444" }), box({ kind: "input" })] })
    ).components
    assert.deepInclude(card, { borderRadius: "12px", textColor: "#444444" })
    assert.notProperty(card, "color")
    assert.deepInclude(input, { minHeight: "40px" })
  })
})
