import { assert, describe, it } from "@effect/vitest"
import { askedTerms, domainTerms, nameTerms } from "../../src/brands/domain/searchTerms.ts"

describe("words that find a brand", () => {
  it.each([
    ["Coca-Cola", ["coca", "cola", "cocacola"]],
    ["L’Oréal", ["loreal"]],
    ["McDonald's", ["mcdonalds"]],
    ["AT&T Inc.", ["at", "t", "inc", "attinc"]],
    ["Łódź Æther", ["lodz", "aether", "lodzaether"]],
    ["Große Straße", ["grosse", "strasse", "grossestrasse"]],
    ["İstanbul", ["istanbul"]],
    ["株式会社", ["株式会社"]],
    ["…", []]
  ])("of the name %s", (name, words) => {
    assert.deepStrictEqual(nameTerms({ name, aliases: [] }), words)
  })

  it("are those of all its names, each once, and of long names the first", () => {
    assert.deepStrictEqual(nameTerms({ name: "X", aliases: ["Twitter", "X Corp"] }), ["x", "twitter", "corp", "xcorp"])
    assert.deepStrictEqual(nameTerms({ name: null, aliases: [] }), [])
    assert.lengthOf(nameTerms({ name: Array.from({ length: 500 }, (_, n) => `w${n}`).join(" "), aliases: [] }), 31)
    assert.strictEqual(nameTerms({ name: "𝒳".repeat(5_000), aliases: [] })[0]?.length, 100)
  })

  it("are a domain whole and its first label, without hyphens", () => {
    assert.deepStrictEqual(domainTerms("coca-cola.co.uk"), ["cocacola.co.uk", "cocacola"])
    assert.deepStrictEqual(domainTerms("localhost"), ["localhost"])
  })
})

describe("what somebody typed", () => {
  it.each([
    [" Nik ", ["nik"], "nik"],
    ["coca cola", ["coca", "cola"], "cocacola"],
    ["nike.com", ["nike", "com"], "nike.com"],
    ["https://user@www.coca-cola.com:8080/about?a=1#b", ["https", "user", "www", "coca", "cola", "com", "8080"], null],
    ["https://www.Coca-Cola.com:8080/about?a=1#b", ["coca", "cola", "com"], "cocacola.com"],
    ["www.nike.com.", ["nike", "com"], "nike.com"],
    ["Müller.example", ["muller", "example"], "xnmllerkva.example"],
    ["1.1.1.1", ["1", "1", "1", "1"], "1.1.1.1"],
    ["3.14", ["3", "14"], "3.14"],
    ["nike.c", ["nike", "c"], "nike.c"],
    ["!?", [], ""]
  ])("%s is read", (query, words, domain) => {
    const asked = askedTerms(query)
    assert.deepStrictEqual(asked.words.slice(0, words.length), words)
    if (domain !== null) assert.strictEqual(asked.domain, domain)
  })
})
