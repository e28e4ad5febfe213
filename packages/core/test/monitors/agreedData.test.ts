import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { DataObject } from "../../src/extraction/domain/DataShape.ts"
import { readDataSchema } from "../../src/extraction/domain/readDataSchema.ts"
import { agreedData, keptData } from "../../src/monitors/domain/agreedData.ts"
import { dataLines } from "../../src/monitors/domain/dataLines.ts"

const plan = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" }, seats: { type: ["integer", "null"] } }
}

const shape = Result.getOrThrow(
  readDataSchema({
    type: "object",
    properties: {
      price: { type: "number" },
      stock: { type: ["string", "null"] },
      note: { type: "string" },
      contact: { type: "object", properties: { email: { type: "string" }, phone: { type: "string" } } },
      plans: { type: "array", items: plan },
      colors: { type: "array", items: { type: "string" } }
    },
    required: ["note"]
  })
)

const agree = (one: DataObject, other: DataObject) => agreedData(shape, one, other)

describe("what two looks agree on", () => {
  it("is all of it where they say the same", () => {
    const data = { price: 5, stock: null, note: "", plans: [{ name: "Solo", price: 5, seats: null }], colors: ["red"] }
    assert.deepStrictEqual(agree(data, structuredClone(data)), { data, left: [] })
  })

  it("is empty where they differ, as what no page says: left out, null, or an empty text", () => {
    const { data, left } = agree({ price: 5, stock: "in", note: "a" }, { price: 6, stock: "out", note: "b" })
    assert.deepStrictEqual(data, { stock: null, note: "" })
    assert.deepStrictEqual(left, ["price", "stock", "note"])
    assert.deepStrictEqual(agree({ price: 5, note: "" }, { note: "" }).data, { stock: null, note: "" })
    assert.deepStrictEqual(agree({ note: "" }, { price: 5, note: "" }).left, ["price"])
  })

  it("has of an object, and of rows of one name in whatever order, what both say of it", () => {
    const { data, left } = agree(
      {
        note: "",
        contact: { email: "a@b.example", phone: "1" },
        plans: [
          { name: "Solo", price: 5, seats: 1 },
          { name: "Team", price: 9, seats: 5 }
        ]
      },
      {
        note: "",
        contact: { email: "a@b.example", phone: "2" },
        plans: [{ name: "Team", price: 8, seats: 5 }, { name: "Gift" }, { name: "Solo", price: 5, seats: 2 }]
      }
    )
    assert.deepStrictEqual(data, {
      stock: null,
      note: "",
      contact: { email: "a@b.example" },
      plans: [
        { name: "Solo", price: 5, seats: null },
        { name: "Team", seats: 5 }
      ]
    })
    assert.deepStrictEqual(left, ["contact › phone", "plans › Solo › seats", "plans › Team › price", "plans › Gift"])
  })

  it("has of a list the values that both have, as often as both have them", () => {
    const { data, left } = agree({ note: "", colors: ["red", "blue", "red"] }, { note: "", colors: ["green", "red"] })
    assert.deepStrictEqual(data, { stock: null, note: "", colors: ["red"] })
    assert.deepStrictEqual(left, ["colors"])
    assert.deepStrictEqual(agree({ note: "", colors: ["red"] }, { note: "", colors: ["blue"] }).data, {
      stock: null,
      note: ""
    })
  })

  it("takes nothing that all objects inherit for a value", () => {
    const odd = Result.getOrThrow(readDataSchema({ type: "object", properties: { constructor: { type: "string" } } }))
    assert.deepStrictEqual(agreedData(odd, {}, {}), { data: {}, left: [] })
  })
})

describe("data of a page that cannot be read", () => {
  const before: DataObject = {
    price: 5,
    note: "old",
    contact: { email: "a@b.example", phone: "1" },
    plans: [
      { name: "Solo", price: 5, seats: 1 },
      { name: "Team", price: 9, seats: 5 }
    ],
    colors: ["red", "blue"]
  }
  const linesOf = (data: DataObject) => dataLines(data, [], "https://a.example/")

  it("is what it said, beside what other pages say now", () => {
    const now: DataObject = { note: "new", plans: [{ name: "Solo", seats: 2 }] }
    const kept = linesOf(before).filter(({ text }) => !/note|seats: 1/.test(text))
    assert.deepStrictEqual(keptData(shape, now, before, kept), {
      price: 5,
      stock: null,
      note: "new",
      contact: { email: "a@b.example", phone: "1" },
      plans: [
        { name: "Solo", price: 5, seats: 2 },
        { name: "Team", price: 9, seats: 5 }
      ],
      colors: ["red", "blue"]
    })
  })

  it("is gone where other pages said it before and say it no more", () => {
    const now: DataObject = { note: "new" }
    assert.deepStrictEqual(keptData(shape, now, before, linesOf({ price: 5 })), { price: 5, stock: null, note: "new" })
    assert.strictEqual(keptData(shape, now, before, []), now)
  })
})
