/** Names that strangers write at any length: what is read of them is bounded, so that no pattern goes through more. */
import { assert, describe, it } from "@effect/vitest"
import { guessedDomain, longestName, withoutLegalForm } from "../../src/brands/domain/companyName.ts"
import { joinedName } from "../../src/brands/domain/searchTerms.ts"
import { nameKey, titleParts } from "../../src/brands/domain/titleParts.ts"
import { organizationRelation } from "../../src/people/domain/organizationRelation.ts"
import { listIn, textIn } from "../../src/products/domain/shownRules.ts"

describe("a name that is longer than any", () => {
  const blank = " ".repeat(60_000)

  it("is read as far as names go", () => {
    assert.isNull(withoutLegalForm(`Kiln${blank}Inc`))
    assert.strictEqual(withoutLegalForm(`${"Kiln ".repeat(longestName)}Inc`), null)
    assert.isNull(guessedDomain(`${"k".repeat(longestName)} Inc`))
    assert.strictEqual(nameKey(`Kiln${blank}Inc`), "kiln")
    assert.strictEqual(joinedName(`Kiln${blank}Glaze`), "kiln")
    assert.strictEqual(titleParts(`Kiln${blank}| Glaze`, "kiln.example").name, "Kiln")
    const asked = { name: "Kiln", domain: null }
    assert.strictEqual(organizationRelation(asked, { name: `Kiln${blank}Inc`, domain: null }), "name")
  })

  it("is told no longer than a text of a page is", () => {
    const shown = { name: "k".repeat(60_000), names: ["k".repeat(60_000)] }
    assert.strictEqual(textIn(shown, "name")?.length, 10_000)
    assert.strictEqual(listIn(shown, "names")[0]?.length, 10_000)
  })
})

describe("the state that a register writes behind a name", () => {
  it("is no part of it, whatever blanks part the two", () => {
    for (const name of ["Kiln Inc /DE/", "Kiln Inc/DE", "Kiln Inc   \\DE\\  ", "Kiln Inc /de/"]) {
      assert.strictEqual(withoutLegalForm(name), "kiln", name)
    }
    assert.isNull(withoutLegalForm("Kiln and/or Glaze"))
  })
})
