/** Which pages are the same under another address. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import type { KnownPage } from "../../src/monitors/domain/Baseline.ts"
import { knownAfter, movedPages } from "../../src/monitors/domain/movedUrls.ts"

const page = (url: string, content: string, title: string | null = null): KnownPage => ({ url, content, title })

const pages = (name: string) =>
  fc.uniqueArray(
    fc.record({
      url: fc.integer({ min: 0, max: 8 }).map((n) => `${name}${n}`),
      content: fc.integer({ min: 0, max: 4 }).map(String),
      title: fc.option(fc.integer({ min: 0, max: 4 }).map(String))
    }),
    { selector: ({ url }) => url }
  )

describe("a page that moved", () => {
  it("says the same as the one that went, or has its title, and no other does", () => {
    assert.deepStrictEqual(movedPages([page("a", "1")], [page("b", "1")]), [{ from: "a", to: "b" }])
    assert.deepStrictEqual(movedPages([page("a", "1", "t")], [page("b", "2", "t")]), [{ from: "a", to: "b" }])
    assert.deepStrictEqual(movedPages([page("a", "1", "t")], [page("b", "2", "t"), page("c", "1", "u")]), [
      { from: "a", to: "c" }
    ])
    assert.deepStrictEqual(movedPages([page("a", "1")], [page("b", "1"), page("c", "1")]), [])
    assert.deepStrictEqual(movedPages([page("a", "1"), page("d", "1")], [page("b", "1")]), [])
    assert.deepStrictEqual(movedPages([page("a", "1")], [page("b", "2")]), [])
  })

  it("is not known by a sign that a page has which stays, nor by its title where there are pages nobody knows", () => {
    const [went, came] = [[page("a", "1", "t")], [page("b", "1", "t")]]
    const moved = (staying: ReadonlyArray<KnownPage>, isPartlyKnown = false) =>
      movedPages(went, came, { staying, isPartlyKnown }).length
    assert.deepStrictEqual(
      [moved([page("c", "2", "u")]), moved([page("c", "2", "t")]), moved([page("c", "1", "u")])],
      [1, 1, 1]
    )
    assert.strictEqual(moved([page("c", "1", "t")]), 0)
    const other = [page("b", "2", "t")]
    assert.strictEqual(movedPages(went, other, { staying: [page("c", "3", "u")], isPartlyKnown: false }).length, 1)
    assert.strictEqual(movedPages(went, other, { staying: [page("c", "3", "t")], isPartlyKnown: false }).length, 0)
    assert.strictEqual(movedPages(went, other, { staying: [], isPartlyKnown: true }).length, 0)
    assert.strictEqual(moved([], true), 1)
  })

  it("is in one pair at most, whatever the pages are", () => {
    fc.assert(
      fc.property(pages("a"), pages("b"), (removed, added) => {
        const moved = movedPages(removed, added)
        assert.strictEqual(new Set(moved.map(({ from }) => from)).size, moved.length)
        assert.strictEqual(new Set(moved.map(({ to }) => to)).size, moved.length)
        for (const { from, to } of moved) {
          const [went, came] = [removed.find(({ url }) => url === from)!, added.find(({ url }) => url === to)!]
          assert.isTrue(went.content === came.content || (went.title !== null && went.title === came.title))
        }
      })
    )
  })

  it("is known while it is listed, by what was read last, and of many the latest are", () => {
    const before = [page("a", "1"), page("b", "1")]
    assert.deepStrictEqual(knownAfter(before, [page("b", "2"), page("c", "3")], ["b", "c"]), [
      page("b", "2"),
      page("c", "3")
    ])
    const many = Array.from({ length: 1_500 }, (_, n) => page(`p${n}`, String(n)))
    const known = knownAfter(
      [],
      many,
      many.map(({ url }) => url)
    )
    assert.deepStrictEqual([known.length, known.at(-1)], [1_000, many.at(-1)])
  })
})
