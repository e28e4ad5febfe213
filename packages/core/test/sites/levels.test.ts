import { assert, describe, it } from "@effect/vitest"
import { startable } from "../../src/sites/domain/levels.ts"

const startableOf = (waiting: ReadonlyArray<number>, maxDepth: number | null, underWay: number | null) =>
  startable(
    waiting.map((depth) => ({ depth })),
    { maxDepth, underWay }
  ).map(({ depth }) => depth)

describe("levels of a crawl", () => {
  it("wait for those above them, among pages that wait and among those under way", () => {
    assert.deepStrictEqual(startableOf([1, 1, 2], 5, null), [1, 1])
    assert.deepStrictEqual(startableOf([2, 1, 2], 5, null), [1])
    assert.deepStrictEqual(startableOf([2, 2], 5, 1), [])
    assert.deepStrictEqual(startableOf([1, 2], 5, 2), [1])
    assert.deepStrictEqual(startableOf([3, 4], 5, null), [3])
    assert.deepStrictEqual(startableOf([], 5, null), [])
  })

  it("do not wait when they are the last: they lead nowhere", () => {
    assert.deepStrictEqual(startableOf([4, 5], 5, null), [4, 5])
    assert.deepStrictEqual(startableOf([5], 5, 4), [5])
    assert.deepStrictEqual(startableOf([5], 5, 3), [])
    assert.deepStrictEqual(startableOf([1], 1, 0), [1])
    // Whatever was found below a limit that was larger once.
    assert.deepStrictEqual(startableOf([6, 7], 5, null), [])
  })

  it("do not wait where there is no limit of depth", () => {
    assert.deepStrictEqual(startableOf([3, 1, 9], null, 0), [3, 1, 9])
  })
})
