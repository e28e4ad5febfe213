import { assert, describe, it } from "@effect/vitest"
import { type Looked, modeOf, pickLogos } from "../../src/brands/pickLogos.ts"
import type { ImageDescription } from "../../src/pages/ImageReader.ts"

let pictures = 0

const looked = (
  source: string,
  given: Partial<ImageDescription> & { readonly weight?: number; readonly use?: "logo" | "icon" } = {}
): Looked => {
  const { use = "logo", weight = 0.5, ...description } = given
  pictures += 1
  return {
    candidate: { source, kind: "url", use, weight },
    bytes: new Uint8Array(),
    description: {
      ...{
        width: 200,
        height: 50,
        mediaType: "image/png",
        kind: "logo",
        palette: [],
        clearShare: 0.5,
        brightness: 0.2
      },
      // Each looks like no other.
      likeness: (((BigInt(pictures) * 0x9e3779b97f4a7c15n) >> 3n) & 0xffffffffffffffffn).toString(16).padStart(16, "0"),
      ...description
    }
  }
}

const told = (all: ReadonlyArray<Looked>, logo = 4) =>
  pickLogos(all, { logo, icon: 3 }).map(({ candidate }) => candidate.source)

describe("the logos that show a brand", () => {
  const likeness = "00ff00ff00ff00ff"

  it("are drawings before what is painted of them, and the largest of what looks the same", () => {
    const drawing = { likeness: "00ff00ff00ff00fe", mediaType: "image/svg+xml", width: 20, height: 5 }
    assert.deepStrictEqual(told([looked("a.png", { likeness }), looked("a.svg", drawing)]), ["a.svg"])
    assert.deepStrictEqual(told([looked("a.svg", drawing), looked("a.png", { likeness })]), ["a.svg"])
    assert.deepStrictEqual(
      told([looked("small", { likeness }), looked("large", { likeness, width: 400, height: 100 })]),
      ["large"]
    )
  })

  it("come without a ground before those with one, unless these are far surer", () => {
    const printed = (weight: number) => looked("printed", { clearShare: 0, weight })
    assert.deepStrictEqual(told([printed(0.6), looked("clear")]), ["clear", "printed"])
    assert.deepStrictEqual(told([printed(0.9), looked("clear")]), ["printed", "clear"])
  })

  it("have one for each ground, however many there are for one", () => {
    const many = ["a", "b", "c", "d", "e"].map((name) => looked(name, { weight: 0.9 }))
    const dark = looked("dark", { brightness: 0.95, weight: 0.3 })
    assert.deepStrictEqual(modeOf(dark), "dark")
    assert.deepStrictEqual(told([...many, dark], 3), ["a", "b", "dark"])
  })

  it("are followed by icons", () => {
    const icon = looked("icon", { use: "icon", width: 64, height: 64, weight: 1 })
    assert.deepStrictEqual(told([icon, looked("logo")]), ["logo", "icon"])
  })
})
