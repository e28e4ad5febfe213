import { assert, describe, it } from "@effect/vitest"
import { kindOfCoverage } from "../../src/news/domain/kindOfCoverage.ts"

const kindOf = (url: string, title = "Petrel grows", labels: ReadonlyArray<string> = [], isOfCompany = false) =>
  kindOfCoverage({ url, title, labels, isOfCompany })

describe("the kind of coverage", () => {
  it("is that of a filing where one is filed, and where its title says so", () => {
    assert.strictEqual(kindOf("https://www.sec.gov/Archives/edgar/data/1/x.htm"), "regulatory_filing")
    assert.strictEqual(kindOf("https://petrel.example/1", "8-K - Petrel Inc. (Filer)"), "regulatory_filing")
    assert.strictEqual(kindOf("https://petrel.example/1", "EQS-Adhoc: Petrel AG hebt Prognose an"), "regulatory_filing")
    assert.strictEqual(kindOf("https://petrel.example/1", "Holding(s) in Company", ["RNS"]), "regulatory_filing")
    assert.strictEqual(kindOf("https://petrel.example/investors/sec-filings/2026"), "regulatory_filing")
    assert.strictEqual(kindOf("https://notsec.gov.example/1"), "editorial")
  })

  it("is that of an advisory before any other", () => {
    assert.strictEqual(kindOf("https://www.cisa.gov/news/1"), "advisory")
    assert.strictEqual(kindOf("https://petrel.example/1", "CVE-2026-12345 in Petrel", [], true), "advisory")
    assert.strictEqual(kindOf("https://petrel.example/press/2", "Petrel recalls 4,000 kettles"), "advisory")
    assert.strictEqual(kindOf("https://petrel.example/security-advisories/7"), "advisory")
    assert.strictEqual(kindOf("https://petrel.example/1", "Petrel recalls its founder"), "editorial")
  })

  it("is that of a press release at wire services, in press rooms, and in the company's own feed", () => {
    assert.strictEqual(kindOf("https://www.prnewswire.com/news-releases/1.html"), "press_release")
    assert.strictEqual(kindOf("https://newsroom.petrel.example/1"), "press_release")
    assert.strictEqual(kindOf("https://petrel.example/en/press-releases/1"), "press_release")
    assert.strictEqual(kindOf("https://petrel.example/blog/1", "x", [], true), "press_release")
    assert.strictEqual(kindOf("https://petrel.example/blog/1", "x", ["Press release"]), "press_release")
    assert.strictEqual(kindOf("https://petrel.example/expression/1"), "editorial")
    assert.strictEqual(kindOf("https://times.example/2026/11/petrel-grows"), "editorial")
  })
})
