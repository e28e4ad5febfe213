/** Which pages of a site take the place of others. */
import { assert, describe, it } from "@effect/vitest"
import { replacedPages } from "../../src/monitors/domain/replacedPages.ts"

const page = (url: string, text: string) => ({
  url,
  text,
  etag: null,
  lastModified: null,
  digest: url,
  isRendered: false
})

describe("a page that takes the place of another", () => {
  it("is the only one that came where one went, whatever they say", () => {
    assert.deepStrictEqual(replacedPages([page("a", "1")], [page("b", "2")]), [{ from: "a", to: "b" }])
    assert.deepStrictEqual(replacedPages([], [page("b", "2")]), [])
  })

  it("is among several one that says the same, and the one that is left on each side", () => {
    const same = { from: "a", to: "b" }
    const [went, came] = [
      [page("a", "1"), page("c", "2")],
      [page("d", "3"), page("b", "1")]
    ]
    assert.deepStrictEqual(replacedPages(went, came), [same, { from: "c", to: "d" }])
    assert.deepStrictEqual(replacedPages(went, [...came, page("e", "4")]), [same])
    assert.deepStrictEqual(replacedPages([...went, page("f", "5")], came), [same])
  })
})
