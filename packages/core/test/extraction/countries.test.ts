/** Observed: how often tables of names are made for what pages say their languages are. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { countryNamed } from "../../src/extraction/domain/countries.ts"

const letters = [..."abcdefghijklmnopqrstuvwxyz"]

afterEach(() => {
  vi.restoreAllMocks()
})

describe("names of countries", () => {
  it("are made once for a language, whatever other pages say theirs are", () => {
    for (const one of letters) for (const other of letters) countryNamed("Nowhere", one + other)
    const made = vi.spyOn(Intl, "DisplayNames")
    const tongues = ["sv", "hu", "ko", "qa", "en"]
    assert.deepStrictEqual(
      tongues.map((tongue) => countryNamed("Nowhere", tongue)),
      tongues.map(() => null)
    )
    assert.strictEqual(made.mock.calls.length, 0)
    assert.strictEqual(countryNamed("Németország", "hu"), "DE")
    assert.strictEqual(countryNamed("Sydkorea", "sv"), "KR")
    assert.strictEqual(countryNamed("Germany", "qa"), "DE")
    assert.isNull(countryNamed("Németország", "qa"))
  })
})
