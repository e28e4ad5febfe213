/** Ports of the domains that a request names beside its query. */
import { assert, describe, it } from "@effect/vitest"
import { fitsQuestion } from "../../src/search/domain/fitsQuestion.ts"
import { readQuery } from "../../src/search/domain/readQuery.ts"

const fits = (
  url: string,
  includeDomains: ReadonlyArray<string>,
  excludeDomains: ReadonlyArray<string> = [],
  text = "kiln"
) =>
  fitsQuestion(
    { query: readQuery(text, { includeDomains, excludeDomains }), publishedSince: null, country: null, count: 10 },
    { url, title: "Kiln", description: "", publishedAt: null }
  )

describe("a domain with a port", () => {
  it("means its pages at this port alone, whoever else is named", () => {
    for (const others of [[], ["glaze.example"], ["glaze.example:9000"]]) {
      const named = ["wiki.example:8080", ...others]
      assert.isTrue(fits("http://wiki.example:8080/kiln", named))
      assert.isTrue(fits("http://en.wiki.example:8080/kiln", named))
      assert.isFalse(fits("http://wiki.example/kiln", named))
      assert.isFalse(fits("http://wiki.example:9000/kiln", named))
    }
    assert.isTrue(fits("https://glaze.example:444/kiln", ["wiki.example:8080", "glaze.example"]))
    assert.isFalse(fits("https://glaze.example/kiln", ["wiki.example:8080", "glaze.example:9000"]))
    assert.isTrue(fits("http://127.0.0.1:8080/kiln", ["127.0.0.1:8080"]))
  })

  it("means every port where it is named without one too, or with the usual one", () => {
    assert.isTrue(fits("http://wiki.example/kiln", ["wiki.example:8080", "wiki.example"]))
    assert.isTrue(fits("http://wiki.example:9000/kiln", ["wiki.example:443"]))
    assert.isTrue(fits("http://wiki.example:8080/kiln", ["https://wiki.example/a"]))
  })

  it("is left out at this port alone", () => {
    for (const [excluded, text] of [
      [["wiki.example:8080"], "kiln"],
      [[], "kiln -site:wiki.example:8080"]
    ] as const) {
      assert.isFalse(fits("http://wiki.example:8080/kiln", [], excluded, text))
      assert.isTrue(fits("http://wiki.example/kiln", [], excluded, text))
      assert.isTrue(fits("http://wiki.example:18080/kiln", [], excluded, text))
    }
  })
})
