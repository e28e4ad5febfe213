import { assert, describe, it } from "@effect/vitest"
import type { PageMetadata } from "@kittiwake/core/pages/domain/PageMetadata"
import { siteWordsOf } from "../../src/industries/domain/SiteWords.ts"

const page = (metadata: Partial<PageMetadata>, markdown = "", texts: ReadonlyArray<string> = []) => ({
  metadata: { sourceUrl: "https://a.example/", finalUrl: "https://a.example/", ...metadata },
  markdown,
  links: texts.map((text, index) => ({ url: `https://a.example/${index}`, text, nofollow: false }))
})

describe("what a site says of itself", () => {
  it("is told by where it says it, the first page its language and its navigation", () => {
    const words = siteWordsOf([
      page(
        {
          title: "A",
          description: "Bread",
          language: "de-AT",
          keywords: ["rolls"],
          headings: [{ level: 1, text: "Fresh" }],
          openGraph: { title: "Bread", "og:title": "Oven" }
        },
        "# Fresh\n[Our **bread**](https://a.example/bread) ![oven](o.png) https://b.example/x",
        ["Shop", "Shop", "Team"]
      ),
      page(
        {
          title: "B",
          description: "Bread",
          language: "en",
          openGraph: { "og:description": "Since 1900" },
          headings: [
            { level: 1, text: "Fresh" },
            { level: 2, text: "Daily" }
          ],
          keywords: ["cakes"]
        },
        "Second _line_",
        ["Elsewhere"]
      ),
      page({ title: "A" })
    ])
    assert.deepStrictEqual(
      { ...words, text: words.text.replace(/\s+/g, " ").trim() },
      {
        title: "A\nB",
        description: "Bread\nrolls\nOven\ncakes\nSince 1900",
        headings: "Fresh\nDaily",
        structured: "",
        text: "Fresh Our bread oven Second line",
        navigation: "Shop\nTeam",
        language: "de",
        statedCodes: []
      }
    )
  })

  it("has the kinds and subjects of its JSON-LD, and none that any site has", () => {
    const jsonLd = [
      {
        "@type": ["Organization", "https://schema.org/AutoRepair"],
        name: "Mike",
        knowsAbout: ["Brakes", { "@type": "Thing", name: "Clutches" }],
        naics: ["811111", "Codes 811114 and 9111219", 811121],
        additionalType: "https://www.productontology.org/id/Car_wash",
        slogan: "Brakes",
        award: "Best of 2019",
        brand: { name: "Elsewhere", category: "Tyres" },
        makesOffer: { "@type": "Offer", itemOffered: { "@type": "Service", serviceType: "Oil change" } }
      },
      { "@type": "WebSite", potentialAction: { "@type": "SearchAction" } }
    ]
    const { statedCodes, structured } = siteWordsOf([page({ jsonLd: jsonLd as never })])
    assert.deepStrictEqual(structured.split("\n"), [
      "Auto Repair",
      "Brakes",
      "Clutches",
      "Car wash",
      "Tyres",
      "Oil change"
    ])
    assert.deepStrictEqual(statedCodes, ["811111", "811114", "811121"])
  })

  it("is cut, however much there is and however deep it lies", () => {
    let nested: Record<string, unknown> = { "@type": "Bakery" }
    for (let depth = 0; depth < 50; depth++) nested = { part: nested }
    const wide = {
      "@type": "Hotel",
      parts: Array.from({ length: 100_000 }, () => ({ "@type": "Winery", slogan: "x".repeat(9_000) }))
    }
    const words = siteWordsOf([
      page({ title: "t".repeat(9_000), jsonLd: [nested, wide] as never }, "word ".repeat(100_000), ["n".repeat(500)])
    ])
    assert.notInclude(words.structured, "Bakery")
    assert.include(words.structured, "Hotel")
    const things = (last: number) =>
      Array.from({ length: 600 }, (_, n) => ({ "@type": n === last ? "Winery" : "Offer" }))
    assert.strictEqual(siteWordsOf([page({ jsonLd: things(490) as never })]).structured, "Winery")
    assert.strictEqual(siteWordsOf([page({ jsonLd: things(510) as never })]).structured, "")
    for (const [place, most] of [
      ["title", 400],
      ["structured", 4_000],
      ["text", 40_000],
      ["navigation", 80]
    ] as const) {
      assert.isAtMost(words[place].length, most, place)
    }
  })

  it("costs no more for brackets that end nowhere", () => {
    for (const piece of ["[", "![", "[a]("]) {
      const hostile = page({}, piece.repeat(40_000 / piece.length))
      const before = process.cpuUsage()
      siteWordsOf([hostile, hostile, hostile])
      const { system, user } = process.cpuUsage(before)
      // Begun anew at each bracket it was 0.7 s.
      assert.isBelow((system + user) / 1_000, 150, piece)
    }
  })
})
