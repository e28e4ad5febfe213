/** Observed: how many large rows one page of a list has room for. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { madeWithin, pageBytes, partWithin, wholePart } from "../../src/paging/domain/Page.ts"

const at = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
const rows = (...sizes: ReadonlyArray<number>) => sizes.map((bytes, index) => ({ bytes, id: `row ${index}` }))

const cut = (...sizes: ReadonlyArray<number>) => {
  const part = partWithin(
    wholePart(rows(...sizes)),
    ({ bytes }) => bytes,
    ({ id }) => ({ at, id })
  )
  return [part.rows.length, part.endedAt?.id ?? null]
}

const made = (...sizes: ReadonlyArray<number>) => {
  const seen: Array<number> = []
  const make = (row: { readonly bytes: number }) => {
    seen.push(row.bytes)
    return row.bytes
  }
  const { isCut, rows: kept } = madeWithin(rows(...sizes), make, (bytes) => bytes)
  return [kept.length, isCut, seen.length]
}

describe("the room of a page", () => {
  it("is what rows have together, to the byte, and ends with the last one that had room", () => {
    assert.deepStrictEqual(cut(pageBytes - 1, 1), [2, null])
    assert.deepStrictEqual(cut(pageBytes - 1, 2), [1, "row 0"])
    assert.deepStrictEqual(cut(1, pageBytes - 1, 1, 1), [2, "row 1"])
    assert.deepStrictEqual(made(pageBytes - 1, 1), [2, false, 2])
    assert.deepStrictEqual(made(pageBytes - 1, 2, 1), [1, true, 2])
  })

  it("is enough for one row, however large, and for none where there is none", () => {
    assert.deepStrictEqual(cut(2 * pageBytes), [1, null])
    assert.deepStrictEqual(cut(2 * pageBytes, 1), [1, "row 0"])
    assert.deepStrictEqual(cut(), [0, null])
    assert.deepStrictEqual(made(2 * pageBytes), [1, false, 1])
    assert.deepStrictEqual(made(2 * pageBytes, 1), [1, true, 2])
    assert.deepStrictEqual(made(), [0, false, 0])
  })
})
