import { assert, describe, it } from "@effect/vitest"
import type { BrandProfile, FactPlace } from "../../src/brands/domain/BrandProfile.ts"
import { indexEntry } from "../../src/brands/domain/indexEntry.ts"

const profileOf = (domain: string, stockAt: FactPlace = "json-ld"): BrandProfile => ({
  ...{ domain, title: "Acme", description: null, slogan: null, colours: [], logos: [], backdrops: [], socials: [] },
  ...{ address: null, stock: { ticker: "ACM", exchange: "NYSE" }, employees: null, email: null, phone: null },
  links: { careers: null, blog: null, pricing: null, contact: null, terms: null, privacy: null },
  ...{ language: null, isAdult: false, isThin: false },
  sources: [{ field: "stock", place: stockAt, url: `https://${domain}/` }]
})

const entryOf = (asked: string, url: string, domain: string) => indexEntry(asked, profileOf(domain), url, 0)

describe("what the index learns of a reading", () => {
  it("is the first page of the domain that was asked for, and nothing of where that leads", () => {
    for (const url of [
      ...[
        "https://acme.example/",
        "https://www.acme.example/en",
        "https://acme.example/de-AT/",
        "https://acme.example/us/en/"
      ],
      ...["https://acme.example/index.html", "https://acme.example/en/home"]
    ]) {
      assert.strictEqual(entryOf("acme.example", url, "acme.example")?.name, "Acme", url)
    }
    assert.isNull(entryOf("evil.example", "https://sites.acme.example/", "acme.example"))
    assert.isNull(entryOf("acme.example", "https://sites.acme.example/view/evil", "acme.example"))
    assert.isNull(entryOf("acme.example", "https://acme.example/evil", "acme.example"))
    assert.isNull(entryOf("127.0.0.1:8080", "http://127.0.0.1:8080/", "127.0.0.1:8080"))
  })

  it("is no share that running text names", () => {
    const symbols = (place: FactPlace) =>
      indexEntry("acme.example", profileOf("acme.example", place), "https://acme.example/", 0)?.symbols
    assert.deepStrictEqual(symbols("text"), [])
    assert.deepStrictEqual(symbols("json-ld"), [{ kind: "ticker", code: "ACM", exchange: "NYSE" }])
  })
})
