import { assert, describe, it } from "@effect/vitest"
import { linkedPages } from "../../src/companies/domain/CompanyPage.ts"

const link = (text: string, url: string) => ({
  text,
  url: new URL(url, "https://www.a.example/").href,
  nofollow: false
})

const chosen = (...links: ReadonlyArray<readonly [text: string, url: string]>) =>
  linkedPages(
    links.map(([text, url]) => link(text, url)),
    "https://www.a.example/"
  )

describe("pages that a front page leads to", () => {
  it("are the one about the company and the one of what it offers, in many languages", () => {
    for (const [about, offer] of [
      ["About us", "Products"],
      ["Über uns", "Leistungen"],
      ["Qui sommes-nous", "Nos services"],
      ["Quiénes somos", "Servicios"],
      ["O nas", "Oferta"]
    ] as const) {
      const pages = chosen(["Home", "/"], ["Blog", "/blog"], [about, "/x"], [offer, "/y"], ["Privacy", "/privacy"])
      assert.deepStrictEqual(pages, [
        { kind: "about", url: "https://www.a.example/x" },
        { kind: "offer", url: "https://www.a.example/y" }
      ])
    }
  })

  it("are none of another host, none twice, and not the front page itself", () => {
    assert.deepStrictEqual(chosen(["About us", "https://other.example/about"], ["Company", "/#about"]), [])
    assert.deepStrictEqual(chosen(["About our products", "/about/products"]).length, 1)
    assert.deepStrictEqual(chosen(["About", "https://a.example/about"]), [
      { kind: "about", url: "https://a.example/about" }
    ])
  })

  it("are among its first and last links: a page of thousands is not looked at whole", () => {
    const filler = Array.from({ length: 10_000 }, (_, n): readonly [string, string] => [`Item ${n}`, `/items/${n}`])
    const at = (place: number) => chosen(...filler.with(place, ["About us", "/x"]))
    const found = [{ kind: "about", url: "https://www.a.example/x" }]
    assert.deepStrictEqual([at(0), at(1_499), at(1_500), at(9_499), at(9_500)], [found, found, [], [], found])
  })

  it("are told by words among others, and not by parts of words", () => {
    const page = (text: string) => chosen([text, "/x"]).map(({ kind }) => kind)
    assert.deepStrictEqual(
      [
        "More about us",
        "All our products here",
        "Get  to know\nwho we are",
        "Roundabouts",
        "Byproducts",
        "Unser Menu"
      ].map(page),
      [["about"], ["offer"], ["about"], [], [], ["offer"]]
    )
    assert.deepStrictEqual(page(`About ${"x".repeat(60)}`), [])
  })
})
