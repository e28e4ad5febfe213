/** Observed: rows as an export reads them, and how far it reads. */
import { assert, describe, it } from "@effect/vitest"
import { pageOf } from "../src/transfer.ts"

describe("an export", () => {
  const bounds = { rows: 4, length: 10 }
  const pagesOf = (lengths: ReadonlyArray<number>) => {
    let read = 0
    function* all(): Generator<{ readonly row: string }, undefined> {
      for (const length of lengths) {
        read += 1
        yield { row: "x".repeat(length) }
      }
      return undefined
    }
    const pages: Array<ReadonlyArray<number>> = []
    for (let rows: Parameters<typeof pageOf>[0] | null = all(); rows !== null; ) {
      const before = read
      const page = pageOf(rows, bounds)
      pages.push(page.rows.map(({ length }) => length))
      // Nothing is read that is not told.
      assert.strictEqual(read - before, page.rows.length)
      rows = page.next
    }
    return pages
  }

  it("reads no row beyond what a page has room for, however small the rows before were", () => {
    assert.deepStrictEqual(pagesOf([1, 1, 1, 1, 1, 1, 9, 9, 9, 9]), [[1, 1, 1, 1], [1, 1, 9], [9, 9], [9]])
    assert.deepStrictEqual(pagesOf([50, 50, 1]), [[50], [50], [1]])
  })

  it("tells a table that ends with a page, and an empty one", () => {
    assert.deepStrictEqual(pagesOf([1, 1, 1, 1]), [[1, 1, 1, 1], []])
    assert.deepStrictEqual(pagesOf([]), [[]])
  })
})
