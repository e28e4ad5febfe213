import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { BrandEntry } from "../../src/brands/domain/BrandEntry.ts"
import { keysOfCompany } from "../../src/news/domain/keysOfCompany.ts"
import { matchOf, matchWeight } from "../../src/news/domain/matchWeight.ts"
import { keyOf, mentionsOf } from "../../src/news/domain/mentionsOf.ts"

const brand = (name: string, domain: string, symbols: BrandEntry["symbols"] = []): BrandEntry => ({
  ...{ name, domain, symbols, aliases: [], description: null, country: null, language: null, logo: null, rank: null },
  ...{ ids: [], told: {}, source: "imported", updatedAt: DateTime.makeUnsafe(0) }
})

/** How an article with this title speaks of a company that the index knows. */
const matched = (title: string, known: BrandEntry, excerpt: string | null = null) => {
  const mentions = mentionsOf({
    ...{ url: "https://paper.example/1", title, excerpt, language: null, imageUrl: null, authors: [] },
    ...{ publishedAt: null, type: "editorial", labels: [], linkedDomains: [] },
    source: { name: "Paper", domain: "paper.example", country: null, isDirect: true }
  })
  const weights = new Map(mentions.map(({ key, weight }) => [key, weight]))
  const worths = keysOfCompany({ _tag: "Domain", domain: known.domain }, known.domain, known, 24).flatMap(
    ({ factor, key }) => (weights.has(key) ? [matchWeight(weights.get(key)!, factor)] : [])
  )
  return worths.length === 0 ? null : matchOf(Math.max(...worths))
}

const apple = brand("Apple Inc.", "apple.com", [{ kind: "ticker", code: "AAPL", exchange: "NASDAQ" }])
const siemens = brand("Siemens AG", "siemens.com")

describe("whom an article speaks of", () => {
  it("a name that is an ordinary word is surer where it does what companies do", () => {
    assert.isAbove(matched("Apple unveils thinner laptops", apple)!.confidence, 0.6)
    assert.isAbove(matched("Apple to open a plant in Texas", apple)!.confidence, 0.6)
    assert.isBelow(matched("Apple harvest in Normandy hit by late frost", apple)!.confidence, 0.4)
    assert.isNull(matched("Why an apple a day may help after all", apple))
  })

  it("who writes nothing but capitals is not read for ever, and who names many is", () => {
    const padded = (many: number) => `${"A. ".repeat(many)}Siemens.`
    assert.isNotNull(matched("Photos", siemens, padded(150)))
    assert.isNull(matched("Photos", siemens, padded(250)))
    const names = Array.from({ length: 20 }, (_, n) => `${String.fromCharCode(65 + n)}dalan Works`)
    assert.isNotNull(matched("Who exhibits", siemens, `${names.join(", ")}, Siemens and more`))
  })

  it("another organization that has the name in its own is not the company", () => {
    const other = matched("Siemens Energy wins grid order in Scotland", siemens)!
    assert.deepInclude(other, { level: "secondary" })
    assert.isBelow(other.confidence, 0.4)
    assert.deepInclude(matched("Siemens wins grid order in Scotland", siemens), { level: "primary" })
    assert.deepInclude(matched("Siemens Energy hebt Prognose an", brand("Siemens Energy AG", "siemens-energy.com")), {
      level: "primary"
    })
  })

  it("a sign of money before a ticker means the share that is traded in the United States", () => {
    assert.deepInclude(matched("$AAPL breaks its average", apple), { level: "primary" })
    const elsewhere = brand("Lapland Paper Oyj", "laplandpaper.fi", [{ kind: "ticker", code: "AAPL", exchange: "HEL" }])
    assert.isNull(matched("$AAPL breaks its average", elsewhere))
  })

  it("a name of several scripts is one", () => {
    const toyota = (name: string) => matched("トヨタ自動車が新型車を発表", brand(name, "toyota.example"))
    assert.deepInclude(toyota("トヨタ自動車"), { level: "primary" })
    assert.deepInclude(toyota("トヨタ自動車株式会社"), { level: "primary" })
    assert.deepInclude(toyota("トヨタ"), { level: "primary" })
    assert.deepInclude(matched("NTTデータ株式会社、増収", brand("NTTデータ", "nttdata.example")), { level: "primary" })
    assert.isNull(toyota("日産自動車"))
  })

  it("a site that it links to is what the title is about where that names it", () => {
    const linked = (title: string) => {
      const mentions = mentionsOf({
        ...{ url: "https://paper.example/1", title, excerpt: null, language: null, imageUrl: null, authors: [] },
        ...{ publishedAt: null, type: "editorial", labels: [], linkedDomains: ["petrelis.example"] },
        source: { name: "Paper", domain: "paper.example", country: null, isDirect: true }
      })
      const { weight } = mentions.find(({ key }) => key === keyOf.domain("petrelis.example"))!
      return matchOf(matchWeight(weight, 1_000))
    }
    assert.strictEqual(linked("Petrelis opens a plant").level, "primary")
    assert.strictEqual(linked("A plant opens in Leeds").level, "secondary")
  })

  it("a legal form with dots is one", () => {
    assert.deepInclude(matched("Orange lance une offre", brand("Orange S.A.", "orange.com")), { level: "primary" })
    assert.deepInclude(matched("Ferrovia vende le sue quote", brand("Ferrovia S.p.A.", "ferrovia.it")), {
      level: "primary"
    })
  })
})
