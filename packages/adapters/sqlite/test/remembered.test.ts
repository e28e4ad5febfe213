import { assert, describe, it } from "@effect/vitest"
import type { Connection } from "../src/Connection.ts"
import { remembered } from "../src/remembered.ts"

const nowhere = {} as Connection

const setUp = (most: number) => {
  const read: Array<string> = []
  const state = { writes: 0, answer: "one" as string | undefined }
  const find = remembered({
    most,
    writes: () => state.writes,
    find: (_, key) => {
      read.push(key)
      return state.answer === undefined ? undefined : `${key} ${state.answer}`
    }
  })
  return { read, state, find: (key: string) => find(nowhere, key) }
}

describe("remembered", () => {
  it("reads a row once while nothing is written", () => {
    const { find, read } = setUp(10)
    assert.deepStrictEqual([find("a"), find("a"), find("b"), find("a")], ["a one", "a one", "b one", "a one"])
    assert.deepStrictEqual(read, ["a", "b"])
  })

  it("reads every row anew after any write", () => {
    const { find, read, state } = setUp(10)
    find("a")
    find("b")
    state.writes = 1
    state.answer = "two"
    assert.deepStrictEqual([find("b"), find("a"), find("a")], ["b two", "a two", "a two"])
    assert.deepStrictEqual(read, ["a", "b", "b", "a"])
  })

  it("keeps no more rows than it may, and drops the one that was read first", () => {
    const { find, read } = setUp(2)
    for (const key of ["a", "b", "c", "c", "b", "a"]) find(key)
    assert.deepStrictEqual(read, ["a", "b", "c", "a"])
  })

  it("asks again for what was not there", () => {
    const { find, read, state } = setUp(2)
    state.answer = undefined
    assert.isUndefined(find("a"))
    state.answer = "one"
    assert.strictEqual(find("a"), "a one")
    assert.deepStrictEqual(read, ["a", "a"])
  })
})
