/** What sentences say that a thing costs. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readExample } from "../../src/answers/domain/AnswerShape.ts"
import { contentTerms, type Passage } from "../../src/extraction/domain/choosePassages.ts"
import { emptyObject } from "../../src/extraction/domain/DataShape.ts"
import { emptyFields } from "../../src/extraction/domain/emptyFields.ts"
import { priceOfThing } from "../../src/extraction/domain/pricedSentences.ts"

const passage = (text: string, language: string): Passage => {
  const terms = contentTerms(text)
  const url = "https://lake.example/"
  return { url, text, terms: new Set(terms), length: terms.length, isOnTopic: true, language, headings: [] }
}

const price = (thing: string, texts: ReadonlyArray<string>, language = "en", called = "") => {
  const shape = Result.getOrThrow(readExample({ price: 0 }))
  const [field] = emptyFields(shape, emptyObject(shape), new Set(["/price"]))
  const all = texts.map((text) => passage(text, language))
  const call = { terms: new Set(contentTerms(called)), host: "" }
  const work = priceOfThing({ all, withTerm: new Map(), averageLength: 5 }, field!, contentTerms(thing), () => call)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value === null ? "disputed" : (step.value?.value ?? null)
  }
}

describe("the price of a thing", () => {
  it("is the amount that a sentence says the thing costs", () => {
    for (const text of [
      "An annual pass costs €45 and is valid for 12 months.",
      "The annual pass is only €45.",
      "Annual passes are €45 each.",
      "Annual pass: €45"
    ])
      assert.strictEqual(price("annual pass", [text]), 45, text)
    assert.strictEqual(price("student ticket", ["Students pay €9 with a valid card."], "en", "Tickets"), 9)
    assert.strictEqual(price("student ticket", ["Students pay €9 with a valid card."], "en", "Admission"), 9)
    assert.strictEqual(price("Jahreskarte", ["Die Jahreskarte kostet nur 45 €."], "de"), 45)
    assert.strictEqual(price("audio guide", ["L'audio guide coûte 3 €."], "fr"), 3)
  })

  it("is none that is said of something beside it, or of what was", () => {
    for (const text of [
      "Shipping of the annual pass costs €2.",
      "The lost annual pass fee is €10.",
      "Until 2024 the annual pass cost €40.",
      "The annual pass used to cost €40.",
      "An annual pass saves you €30.",
      "The annual pass costs €45, and €60 for two.",
      "A day pass costs €9.",
      "Holders of an annual pass pay €5."
    ])
      assert.isNull(price("annual pass", [text]), text)
    assert.isNull(price("student ticket", ["Students pay €9 for lunch."], "en", "Canteen"))
  })

  it("is none where sentences contradict each other", () => {
    const one = "An annual pass costs €45."
    assert.strictEqual(price("annual pass", [one, "The annual pass is €45."]), 45)
    assert.strictEqual(price("annual pass", [one, "The annual pass is €50."]), "disputed")
  })
})
