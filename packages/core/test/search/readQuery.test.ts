/** Queries as they are written, and what is read of them. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { asksForSomething, readQuery } from "../../src/search/domain/readQuery.ts"
import { rewordingsOf, spelled } from "../../src/search/domain/rewordings.ts"
import { longestQuery } from "../../src/search/domain/SearchBounds.ts"

const parts = (text: string) => {
  const { text: _, ...rest } = readQuery(text)
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value.length > 0))
}

describe("reading a query", () => {
  it("tells operators from words", () => {
    assert.deepStrictEqual(
      parts('cheap tea site:Shop.Example -site:www.bad.example intitle:green inurl:"a b" "loose leaf" -bags'),
      {
        words: ["cheap", "tea"],
        phrases: ["loose leaf"],
        without: ["bags"],
        inTitle: ["green"],
        inUrl: ["a b"],
        includeDomains: ["shop.example"],
        excludeDomains: ["bad.example"]
      }
    )
  })

  it("joins what OR stands between, and forgets an OR that joins nothing", () => {
    assert.deepStrictEqual(parts('tea OR "hot coffee" | cocoa price'), {
      words: ["price"],
      anyOf: [["tea", "hot coffee", "cocoa"]]
    })
    assert.deepStrictEqual(parts("OR tea OR"), { words: ["tea"] })
    assert.deepStrictEqual(parts("tea or coffee"), { words: ["tea", "or", "coffee"] })
    assert.deepStrictEqual(parts("site:a.example OR site:b.example"), { includeDomains: ["a.example", "b.example"] })
  })

  it("takes a site with a path as its domain and a part of the address", () => {
    assert.deepStrictEqual(parts("site:https://docs.example/guide/ keys"), {
      words: ["keys"],
      inUrl: ["/guide"],
      includeDomains: ["docs.example"]
    })
    assert.deepStrictEqual(parts("-site:docs.example/old keys"), { words: ["keys"] })
    assert.deepStrictEqual(parts("site:Docs.example:8080 keys"), {
      ...{ words: ["keys"], includeDomains: ["docs.example"], inUrl: ["docs.example:8080"] }
    })
    assert.deepStrictEqual(parts("site:http://docs.example:8080/guide"), {
      ...{ includeDomains: ["docs.example"], inUrl: ["docs.example:8080/guide"] }
    })
    assert.deepStrictEqual(parts("site:https://docs.example:443"), { includeDomains: ["docs.example"] })
    assert.deepStrictEqual(parts("-site:docs.example:8080 keys"), {
      words: ["keys"],
      notAtPorts: ["docs.example:8080"]
    })
    assert.deepStrictEqual(parts("site:*.docs.example"), { includeDomains: ["docs.example"] })
  })

  it("has no errors", () => {
    assert.deepStrictEqual(parts('site: intitle: - "" tea'), { words: ["tea"] })
    assert.deepStrictEqual(parts('"never ends tea'), { words: ["never", "ends", "tea"] })
    assert.deepStrictEqual(parts("“curly quotes” -“no tea”"), { phrases: ["curly quotes"], without: ["no tea"] })
    assert.deepStrictEqual(parts("e-mail up-to-date"), { words: ["e-mail", "up-to-date"] })
    assert.deepStrictEqual(parts("\u0000\u0007"), {})
  })

  it("takes domains of the request by their host, each once", () => {
    const named = {
      includeDomains: ["https://Shop.example/x?y", "shop.example"],
      excludeDomains: [".bad.example", " "]
    }
    const { excludeDomains, includeDomains } = readQuery("tea site:shop.example", named)
    assert.deepStrictEqual([includeDomains, excludeDomains], [["shop.example"], ["bad.example"]])
  })

  it("asks for something unless it only leaves out or joins nothing", () => {
    for (const none of ["-glaze", "OR", "-site:a.example", '""', "-a -b OR"]) {
      assert.isFalse(asksForSomething(readQuery(none)), none)
    }
    for (const some of ["glaze", "site:a.example", "intitle:glaze", "inurl:a", '"a b"', "a OR b", "the", "glaze -a"]) {
      assert.isTrue(asksForSomething(readQuery(some)), some)
    }
  })

  it("looks where the query and the request both say, and nowhere where they agree on nothing", () => {
    const places = (text: string, ...includeDomains: ReadonlyArray<string>) => {
      const query = readQuery(text, { includeDomains, excludeDomains: [] })
      return [query.includeDomains, query.excludeDomains]
    }
    assert.deepStrictEqual(places("tea site:a.example", "a.example", "b.example"), [["a.example"], []])
    assert.deepStrictEqual(places("tea site:a.example OR site:b.example", "b.example"), [["b.example"], []])
    assert.deepStrictEqual(places("tea site:sub.a.example", "a.example"), [["sub.a.example"], []])
    assert.deepStrictEqual(places("tea site:a.example", "sub.a.example"), [["sub.a.example"], []])
    assert.deepStrictEqual(places("tea site:a.example", "nota.example"), [["nota.example"], ["nota.example"]])
  })

  it.prop("reads whatever is written, and what it spells again is read alike", [Schema.String], ([text]) => {
    const once = readQuery(text)
    assert.isAtMost(once.text.length, longestQuery * 2)
    const { includeDomains, excludeDomains, text: _, ...rest } = once
    const plain = [
      ...rest.words,
      ...rest.phrases,
      ...rest.without,
      ...rest.inTitle,
      ...rest.inUrl,
      ...rest.anyOf.flat()
    ]
    if (plain.some((part) => /[-"“”„«»|:]/.test(part))) return
    const again = readQuery(spelled(once))
    assert.deepStrictEqual(
      [...again.words, ...again.phrases, ...again.anyOf.flat()].flatMap((part) => part.split(/\s+/)).length,
      [...rest.words, ...rest.phrases, ...rest.anyOf.flat()].flatMap((part) => part.split(/\s+/)).length
    )
  })

  it("reads hostile queries of the greatest length at once", () => {
    for (const piece of ['"', "-", "OR ", "site:", 'intitle:"', "((((", "%", "\u202e", "a OR "]) {
      const query = readQuery(piece.repeat(longestQuery))
      assert.isAtMost(query.text.length, longestQuery * 2)
    }
  })
})

describe("other wordings", () => {
  const texts = (text: string) => rewordingsOf(readQuery(text)).map((query) => query.text)

  it("drops what asks, turns numbers and quotes few words", () => {
    assert.deepStrictEqual(texts("how do I change the price of batteries?"), [
      "change price batteries",
      "changes prices battery",
      '"change price batteries"'
    ])
  })

  it("keeps what is demanded", () => {
    for (const query of rewordingsOf(readQuery('what are tea prices site:a.example -bags "loose leaf"'))) {
      assert.deepStrictEqual(query.includeDomains, ["a.example"])
      assert.deepStrictEqual(query.without, ["bags"])
      assert.include(query.phrases, "loose leaf")
    }
  })

  it("has none for a query of demands alone, and never the query itself", () => {
    assert.deepStrictEqual(texts('site:a.example "loose leaf"'), [])
    assert.notInclude(texts("tea prices"), "tea prices")
    assert.isAtMost(texts("who sells the best green tea in town").length, 3)
  })
})
