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
})
