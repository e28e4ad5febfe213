/** Which texts state something, and which are titles, headings, links and labels. */
import { assert, describe, it } from "@effect/vitest"
import { isStatement } from "../../src/extraction/domain/isStatement.ts"

describe("a statement", () => {
  it("has a verb and an end", () => {
    for (const [language, text] of [
      ["en", "Kettle K2 costs $89."],
      ["en", "Kiln employs 42 people!"],
      ["en", "When you order before noon, we ship the same day."],
      ["de", "Der Kessel kostet 89 Euro."],
      ["fr", "La bouilloire coûte 89 euros."],
      ["es", "La tetera cuesta 89 euros."],
      ["de", "The kettle is made of steel."],
      ["it", "Il bollitore pesa novecento grammi."],
      ["ja", "価格は八十九ドルです。"]
    ] as const) {
      assert.isTrue(isStatement(text, language), text)
    }
  })

  it("is no title, heading, link or label", () => {
    for (const text of [
      "Why we made Kettle K2",
      "Why we made Kettle K2.",
      "New prices in 2027",
      "Spring teas are here",
      "How much does a kettle cost?",
      "Who made Lamp L5, and when.",
      "A longer text about tea.",
      "Steel, with a wooden handle.",
      "Read more",
      "Kettle K2.",
      "Prices:",
      "Home | Kettle | Cups"
    ]) {
      assert.isFalse(isStatement(text, "en"), text)
    }
    assert.isFalse(isStatement("Alles über den Mohnzopf.", "de"))
    assert.isFalse(isStatement("Une longue histoire du thé.", "fr"))
  })
})
