import { assert, it } from "@effect/vitest"
import { askedTerms, searchTerms } from "../../src/paging/domain/searchTerms.ts"

it("looks for the words of what is asked, and for signs that no word has where there are none", () => {
  const asked = {
    "Beta €": ["beta"],
    "C++": ["c"],
    "  ": [],
    "": [],
    "€": ["€"],
    " ++ ": ["++"],
    "- -": ["- -"],
    "①": ["1"],
    日本: ["日本"]
  }
  for (const [text, terms] of Object.entries(asked)) assert.deepStrictEqual(askedTerms(text), terms, text)
  assert.deepStrictEqual(searchTerms("€ ++"), [])
})
