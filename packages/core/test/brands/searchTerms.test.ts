import { assert, describe, it } from "@effect/vitest"
import { askedTerms, domainTerms, nameTerms, searchedFor } from "../../src/brands/domain/searchTerms.ts"

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
    ["https://user:word@www.coca-cola.com:8080/about?a=1#b", ["coca", "cola", "com"], "cocacola.com"],
    ["info@google.com", ["google", "com"], "google.com"],
    ["mailto:info@google.com", ["google", "com"], "google.com"],
    ["AT&T @ work", ["at", "t", "work"], "attwork"],
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
    assert.strictEqual(asked.domain, domain)
  })
})

describe("what is searched for", () => {
  const suffixes = ["com", "org", "co.uk", "example"]
  const registrable = (host: string) => {
    const labels = host.split(".")
    const at = labels.findIndex((_, index) => suffixes.includes(labels.slice(index).join(".")))
    return at < 1 ? null : labels.slice(at - 1).join(".")
  }

  it.each([
    ["https://maps.google.com/x", ["google.com"]],
    ["https://www.google.com/x", ["https://www.google.com/x"]],
    ["shop.eu.nike.co.uk/shoes", ["nike.co.uk"]],
    ["maps.google.com:8080", ["google.com"]],
    ["info@mail.google.com", ["google.com"]],
    ["info@google.com", ["info@google.com"]],
    ["https://Laden.Müller.example/", ["Müller.example"]],
    [" en.wikipedia.org ", [" en.wikipedia.org ", "wikipedia.org"]],
    ["www.maps.google.com.", ["www.maps.google.com.", "google.com"]],
    ["amazon.co.uk", ["amazon.co.uk"]],
    ["amazon.co.u", ["amazon.co.u"]],
    ["co.uk", ["co.uk"]],
    ["1.1.1.1", ["1.1.1.1"]],
    ["https://[::1]/x", ["https://[::1]/x"]],
    ["coca cola", ["coca cola"]]
  ])("for %s is told by registered names", (query, searched) => {
    assert.deepStrictEqual(searchedFor(query, registrable), searched)
  })
})
