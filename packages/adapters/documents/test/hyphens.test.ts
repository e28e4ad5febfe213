import { assert, describe, it } from "@effect/vitest"
import { joinRuns, textOfRuns } from "../src/pdf/Row.ts"

const run = (text: string) => [{ text, href: null }]
const joined = (line: string, next: string) => textOfRuns(joinRuns(run(line), run(next)))

describe("a hyphen at the end of a line", () => {
  it("goes where it cut a word in two", () => {
    assert.strictEqual(joined("an impor-", "tant matter"), "an important matter")
    assert.strictEqual(joined("der Miet-", "wohnung"), "der Mietwohnung")
    assert.strictEqual(joined("an elf-", "ish and self-"), "an elfish and self-")
    assert.strictEqual(joined("is self-", "ish"), "is selfish")
    assert.strictEqual(joined("the Nether-", "andes"), "the Netherandes")
    assert.strictEqual(joined("im Ab-", "undzu"), "im Abundzu")
  })

  it("stays in addresses", () => {
    assert.strictEqual(joined("see https://a.example/open-", "data/all"), "see https://a.example/open-data/all")
    assert.strictEqual(joined("see www.some-", "name.example"), "see www.some-name.example")
    assert.strictEqual(joined("to info@some-", "name.example"), "to info@some-name.example")
  })

  it("stays, with a space, ahead of a word that joins two", () => {
    assert.strictEqual(joined("die Ein-", "und Ausfuhr"), "die Ein- und Ausfuhr")
    assert.strictEqual(joined("the pre-", "and post-war years"), "the pre- and post-war years")
    assert.strictEqual(joined("EIN-", "UND AUSFUHR"), "EIN- UND AUSFUHR")
  })

  it("stays ahead of figures and capitals, and between figures", () => {
    assert.strictEqual(joined("from 2019-", "2021 on"), "from 2019-2021 on")
    assert.strictEqual(joined("in Rhein-Main-", "Region"), "in Rhein-Main-Region")
    assert.strictEqual(joined("the E-", "Mail"), "the E-Mail")
    assert.strictEqual(joined("Covid-", "19"), "Covid-19")
    assert.strictEqual(joined("a size of 10-", "inch"), "a size of 10-inch")
  })

  it("stays in words that are written with one", () => {
    assert.strictEqual(joined("for self-", "employment"), "for self-employment")
    assert.strictEqual(joined("a non-", "refundable fee"), "a non-refundable fee")
    assert.strictEqual(joined("is canon-", "ical"), "is canonical")
  })

  it("stays in compounds that have another one, behind one capital, and in pairs that are seldom one word", () => {
    assert.strictEqual(joined("her mother-in-", "law says"), "her mother-in-law says")
    assert.strictEqual(joined("a state-of-the-", "art kettle"), "a state-of-the-art kettle")
    assert.strictEqual(joined("an X-", "ray of it"), "an X-ray of it")
    assert.strictEqual(joined("a (T-", "shirt)"), "a (T-shirt)")
    assert.strictEqual(joined("a long-", "term lease"), "a long-term lease")
    assert.strictEqual(joined("works part-", "time"), "works part-time")
    assert.strictEqual(joined("is user-", "friendly"), "is user-friendly")
    assert.strictEqual(joined("a long-stand-", "ing rule"), "a long-standing rule")
    assert.strictEqual(joined("im Rhein-Main-Ge-", "biet"), "im Rhein-Main-Gebiet")
    assert.strictEqual(joined("the longi-", "tude"), "the longitude")
    assert.strictEqual(joined("a part-", "ner"), "a partner")
  })

  it("is a dash with spaces where it stands alone", () => {
    assert.strictEqual(joined("Total -", "5 pieces"), "Total - 5 pieces")
  })
})
