import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { LatestCosts } from "../src/LatestCosts.ts"
import { RecordBudget } from "../src/RecordBudget.ts"
import { RecordEnds } from "../src/RecordEnds.ts"

describe("the ends of records", () => {
  it.prop(
    "are the same however the bytes come in pieces",
    [
      Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 }))),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 700 }))
    ],
    ([lengths, sliceBytes]) => {
      const all = Buffer.concat(
        lengths.map((length) => Buffer.from([23, 3, 3, length >> 8, length & 255, ...new Uint8Array(length)]))
      )
      const records = new RecordEnds()
      const ends: Array<number> = []
      for (let from = 0; from < all.length; from += sliceBytes) {
        const slice = all.subarray(from, from + sliceBytes)
        for (let at = 0; at < slice.length; ) {
          at = records.next(slice, at)
          if (records.isEnd) ends.push(from + at)
        }
      }
      let sum = 0
      assert.deepStrictEqual(
        ends,
        lengths.map((length) => {
          sum += 5 + length
          return sum
        })
      )
    }
  )
})

/** How many records pass of so long ones with so much data, up to a number. */
const passing = (most: number, wireBytes: number, dataOf: (record: number) => number) => {
  const budget = new RecordBudget()
  for (let record = 1; record <= most; record++) if (budget.add(wireBytes, dataOf(record)) !== null) return record
  return most
}

describe("records", () => {
  it("may be as many as an honest page has, however it is written", () => {
    for (const [bytes, each] of [
      [10_000, 1],
      [200_000, 1],
      [60_000, 5],
      [1_000_000, 16],
      [2_000_000, 14],
      [20_000_000, 50]
    ] as const) {
      assert.strictEqual(
        passing(bytes / each, each + 22, () => each),
        bytes / each
      )
    }
  })

  it("may be new keys and tickets now and then", () => {
    assert.strictEqual(
      passing(100_000, 27, (record) => (record % 100 === 0 ? 0 : 16_000)),
      100_000
    )
  })

  it("end where they bring nothing, and what others among them bring changes nothing of it", () => {
    for (const told of [1, 1_000, 16_000]) {
      assert.isBelow(
        passing(100_000, 27, (record) => (record % 1_001 === 0 ? told : 0)),
        2_600
      )
    }
  })

  it("end when 20 MB of them are a byte each", () => {
    assert.isBelow(
      passing(20_000_000, 23, () => 1),
      210_000
    )
  })
})

describe("what each cost lately", () => {
  it("is half after ten seconds, and remembered of no one for good", () => {
    const costs = new LatestCosts()
    costs.add("one", 100, 0)
    assert.strictEqual(costs.of("one", 10_000), 50)
    for (let n = 0; n < 1_000; n++) costs.add(`${n}`, 1, 1_000_000 + n * 1_000_000)
    assert.strictEqual(costs.of("one", 0), 0)
  })
})
