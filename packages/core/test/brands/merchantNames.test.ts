import { assert, describe, it } from "@effect/vitest"
import { merchantNames } from "../../src/brands/domain/merchantNames.ts"

const nowhere = { city: null, country: null }

const names = (text: string, city: string | null = null) => merchantNames(text, { city, country: null }).names[0]

describe("a statement's text", () => {
  it("names the merchant without who settled it, numbers and places", () => {
    assert.strictEqual(names("SQ *BLUE BOTTLE 8837"), "blue bottle")
    assert.strictEqual(names("PAYPAL *SPOTIFY 402935"), "spotify")
    assert.strictEqual(names("POS DEBIT STARBUCKS #1234 SEATTLE", "Seattle"), "starbucks")
    assert.strictEqual(merchantNames("AMZN Mktp US*2K41 AMAZON.COM/BILL", nowhere).domain, "amazon.com")
    assert.deepStrictEqual(merchantNames("12345 67", nowhere), { domain: null, names: [], whole: null })
  })

  it("names merchants whose names begin with a number, have two letters or are shortened", () => {
    assert.strictEqual(names("7-ELEVEN 33211 AUSTIN", "Austin"), "7 eleven")
    assert.strictEqual(names("3M ST PAUL"), "3m st paul")
    assert.include(merchantNames("3M ST PAUL", nowhere).names, "3m")
    assert.include(merchantNames("02 BLUE BOTTLE", nowhere).names, "blue bottle")
    assert.deepStrictEqual(merchantNames("POS HP 4411", nowhere).names, ["hp"])
    assert.deepStrictEqual(merchantNames("BP#8837", nowhere).names, ["bp"])
    assert.deepStrictEqual(
      merchantNames("LA FITNESS", nowhere).names,
      ["la fitness"],
      "two letters of more are no name"
    )
    assert.deepStrictEqual(merchantNames("AMZN Mktp US*2K41X", nowhere).names, ["amazon"])
    assert.deepStrictEqual(merchantNames("COSTCO WHSE #0021", nowhere).names, ["costco"])
    assert.strictEqual(names("WAL-MART #1234"), "wal mart")
    assert.deepStrictEqual(merchantNames("ACE HARDWARE", nowhere).names, ["ace hardware", "ace"])
  })

  it("has a whole name, without the places that somebody said and no others", () => {
    const whole = (text: string, city: string | null, country: string | null) =>
      merchantNames(text, { city, country }).whole
    assert.strictEqual(whole("APPLE VALLEY DENTAL", null, null), "apple valley dental")
    assert.strictEqual(whole("TARGET PRACTICE RANGE TX", null, "US"), "target practice range tx")
    assert.strictEqual(whole("TARGET 00123 SAN DIEGO CA US", "San Diego", "us"), "target")
    assert.strictEqual(whole("A B C D E F G", null, null), "a b c d e f g")
    assert.strictEqual(whole("TOYS R US", null, null), "toys r us")
  })

  it("is read in time, whatever it says", () => {
    const before = process.cpuUsage().user
    for (const text of ["POS ".repeat(125), "a.".repeat(250), "*".repeat(500), "1".repeat(500), "amzn ".repeat(100)])
      merchantNames(text, nowhere)
    assert.isBelow((process.cpuUsage().user - before) / 1_000, 500)
  })
})
