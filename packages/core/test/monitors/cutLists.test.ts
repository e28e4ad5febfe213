import { assert, describe, it } from "@effect/vitest"
import type { DataObject } from "../../src/extraction/domain/DataShape.ts"
import { type CutData, cutBefore, heldAtCut, withinLines } from "../../src/monitors/domain/cutLists.ts"
import { dataLines, without } from "../../src/monitors/domain/dataLines.ts"

const parts = (...names: ReadonlyArray<string>): DataObject => ({ parts: names.map((name) => ({ name, price: 5 })) })

const namesIn = (data: DataObject): string =>
  (data.parts as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name).join("")

const cut = (data: DataObject) => ({ data, cut: ["parts"] })
const whole = (data: DataObject) => ({ data, cut: [] })

const held = (now: string, was: string) => {
  const { cut: left, data } = heldAtCut(cut(parts(...now)), cut(parts(...was)))
  assert.deepStrictEqual(left, ["parts"])
  return namesIn(data)
}

describe("a list whose end is not told", () => {
  it("loses no row that was pushed over the end, and gains none that moved in there", () => {
    assert.strictEqual(held("XYABC", "ABCDE"), "XYABCDE")
    assert.strictEqual(held("BCDEF", "ABCDE"), "BCDE")
    assert.strictEqual(held("ABCDE", "ABCDE"), "ABCDE")
  })

  it("tells what came and went before the last row that both looks have", () => {
    assert.strictEqual(held("ACXDE", "ABCDE"), "ACXDE")
    const changed = { parts: [{ name: "A", price: 6 }, { name: "B" }] }
    assert.deepStrictEqual(heldAtCut(cut(changed), cut(parts("A", "B", "C"))).data, {
      parts: [{ name: "A", price: 6 }, { name: "B" }, { name: "C", price: 5 }]
    })
  })

  it("tells only what both looks have where rows do not keep their order", () => {
    assert.strictEqual(held("CAXB", "ABCD"), "CABD")
  })

  it("is another list where nothing is as it was", () => {
    assert.strictEqual(held("XYZ", "ABC"), "XYZ")
  })

  it("keeps as many rows behind the cut as a look tells, however long the list moves on", () => {
    const rowsFrom = (first: number) =>
      parts(...Array.from({ length: 400 }, (_, index) => `row ${String(9_000_000 - first + index)}`))
    let was: CutData = cut(rowsFrom(0))
    for (let look = 1; look <= 60; look++) was = heldAtCut(cut(rowsFrom(look * 100)), was)
    const rows = was.data.parts as ReadonlyArray<unknown>
    assert.isAbove(rows.length, 1_500)
    assert.isAtMost(rows.length, 400 + 5_000)
    for (let look = 61; look <= 120; look++) was = heldAtCut(cut(rowsFrom(look * 100)), was)
    assert.isAtMost((was.data.parts as ReadonlyArray<unknown>).length, rows.length + 100)
  })

  it("stays the same, look after look, while rows come on top", () => {
    let was: CutData = cut(parts(..."ABCDE"))
    for (const now of ["XABCD", "YXABC", "ZYXAB"]) was = heldAtCut(cut(parts(...now)), was)
    assert.strictEqual(namesIn(was.data), "ZYXABECD".replace("ECD", "CDE"))
  })

  it("is told as it stands once it is whole, but for rows that may have stood behind the cut", () => {
    assert.strictEqual(namesIn(heldAtCut(whole(parts(..."ABC")), whole(parts(..."ABCD"))).data), "ABC")
    assert.deepStrictEqual(heldAtCut(whole(parts(..."AB")), cut(parts(..."ABC"))), { data: parts(..."AB"), cut: [] })
    assert.deepStrictEqual(heldAtCut(whole(parts(..."ABCDEF")), cut(parts(..."ABC"))), cut(parts(..."ABC")))
  })

  it("is one of values too, and leaves other properties alone", () => {
    assert.deepStrictEqual(
      heldAtCut(
        { data: { price: 6, tags: ["x", "a", "b"] }, cut: ["tags"] },
        { data: { price: 5, tags: ["a", "b", "c"] }, cut: ["tags"] }
      ).data,
      { price: 6, tags: ["x", "a", "b", "c"] }
    )
  })
})

describe("data within what is compared", () => {
  const long = parts(...Array.from({ length: 3_000 }, (_, index) => `B-${index}`))

  it("has whole rows, and tells which lists go on", () => {
    const { cut, data } = withinLines({ ...long, price: 5 }, false, 5_000)
    assert.deepStrictEqual(cut, ["parts"])
    assert.strictEqual((data.parts as ReadonlyArray<unknown>).length, 1_666)
    assert.strictEqual(data.price, 5)
  })

  it("differs in what came on top alone, and in nothing where a row behind the cut differs", () => {
    const linesOf = (data: DataObject) => dataLines(data, [], "https://acme.example/")
    const before = withinLines(long, false, 5_000)
    const rows = long.parts as ReadonlyArray<DataObject>
    const came = withinLines({ parts: [{ name: "NEW1", price: 5 }, { name: "NEW2", price: 5 }, ...rows] }, false, 5_000)
    const [was, now] = [linesOf(before.data), linesOf(heldAtCut(came, before).data)]
    assert.deepStrictEqual(without(was, now), [])
    assert.deepStrictEqual(
      without(now, was).map(({ text }) => text),
      ["parts › NEW1", "parts › NEW1 › price: 5", "parts › NEW2", "parts › NEW2 › price: 5"]
    )
    const behind = withinLines({ parts: rows.with(2_900, { name: "B-2900", price: 6 }) }, false, 5_000)
    assert.deepStrictEqual(without(linesOf(heldAtCut(behind, before).data), was), [])
    const ahead = withinLines({ parts: rows.with(900, { name: "B-900", price: 6 }) }, false, 5_000)
    assert.deepStrictEqual(
      without(linesOf(heldAtCut(ahead, before).data), was).map(({ text }) => text),
      ["parts › B-900 › price: 6"]
    )
  })

  it("is all of it where it fits", () => {
    const data = { ...parts("A", "B"), price: 5, none: [] }
    assert.deepStrictEqual(withinLines(data, false, 5_000), { data, cut: [] })
    assert.deepStrictEqual(withinLines(data, true, 5_000), { data, cut: ["parts"] })
    assert.deepStrictEqual(withinLines(data, false, 2), { data, cut: ["parts"] })
  })

  it("was cut at a thousand rows before it said so", () => {
    assert.deepStrictEqual(cutBefore(parts(..."AB"), undefined), [])
    assert.deepStrictEqual(cutBefore({ parts: Array.from({ length: 1_000 }, () => "a") }, undefined), ["parts"])
    assert.deepStrictEqual(cutBefore({ parts: Array.from({ length: 1_000 }, () => "a") }, []), [])
  })
})
