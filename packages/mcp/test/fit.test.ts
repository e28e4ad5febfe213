import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { callMark, decodeCursor, encodeCursor } from "../src/answers/cursor.ts"
import { bytesOf, fit, type Position } from "../src/answers/fit.ts"

const record = (items: ReadonlyArray<unknown>) => ({ total: items.length, data: items, request_id: "r" })

/** All parts of a record, as a client gets them one after the other. */
const parts = (value: unknown, bytes: number) => {
  const found: Array<Record<string, unknown>> = []
  let from: Position | null = null
  do {
    const part: ReturnType<typeof fit> = fit(value, bytes, from)
    found.push(part.value as Record<string, unknown>)
    from = part.next
  } while (from !== null && found.length < 10_000)
  return found
}

describe("what fits a budget", () => {
  it("is the whole record where there is room", () => {
    const whole = record([{ a: 1 }, { a: 2 }])
    assert.deepStrictEqual(fit(whole, 1_000, null), { value: whole, next: null, leftOut: [] })
  })

  it("is whole items, and every item once over all parts", () => {
    const items = Array.from({ length: 300 }, (_, id) => ({ id, text: "x".repeat(id % 90) }))
    const told = parts(record(items), 1_500)
    assert.isAbove(told.length, 5)
    for (const part of told) assert.isAtMost(bytesOf(part), 1_500)
    assert.deepStrictEqual(
      told.flatMap(({ data }) => data as ReadonlyArray<unknown>),
      items
    )
  })

  it.prop(
    "is every character of a text once over all parts",
    [Schema.String, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))],
    ([text, times]) => {
      const long = `${text}\n\n`.repeat(times) + "tail ".repeat(400)
      const told = parts({ markdown: long, url: "u" }, 700)
      assert.strictEqual(told.map(({ markdown }) => markdown).join(""), long)
    }
  )

  it("never cuts between the halves of a character", () => {
    const told = parts({ markdown: "🐦".repeat(2_000) }, 600)
    for (const { markdown } of told) assert.isTrue((markdown as string).isWellFormed())
  })

  it("cuts an item that is too large alone, says so, and goes on with the next", () => {
    const long = "a b ".repeat(5_000)
    const whole = record([
      { id: 1, text: long },
      { id: 2, text: long }
    ])
    const first = fit(whole, 2_000, null)
    assert.isAtMost(bytesOf(first.value), 2_000)
    assert.lengthOf(first.leftOut, 1)
    assert.match(first.leftOut[0]!, /^data\.0\.text: \d+ of 20000 characters$/)
    assert.deepStrictEqual(first.next, { path: ["data"], skip: 1 })
    const second = fit(whole, 2_000, first.next)
    assert.strictEqual((second.value as { data: ReadonlyArray<{ id: number }> }).data[0]?.id, 2)
    assert.isNull(second.next)
  })

  it("goes on within the one text that takes nearly all room", () => {
    const { leftOut, next, value } = fit(
      record([
        { id: 1, text: "a b ".repeat(5_000) },
        { id: 2, text: "short" }
      ]),
      2_000,
      null
    )
    assert.deepStrictEqual(next?.path, ["data", 0, "text"])
    assert.deepStrictEqual(leftOut, [])
    assert.strictEqual((value as { data: ReadonlyArray<{ text: string }> }).data[1]?.text, "short")
  })

  it("fits records that have neither a long list nor a long text", () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, index]))
    const { leftOut, value } = fit({ wide }, 3_000, null)
    assert.isAtMost(bytesOf(value), 3_000)
    assert.lengthOf(leftOut, 1)
  })

  it("takes a position that means nothing as the beginning", () => {
    const whole = record([{ a: 1 }])
    assert.deepStrictEqual(fit(whole, 1_000, { path: ["nothing", "here"], skip: 7 }).value, whole)
  })
})

describe("a record made to be hard to fit", () => {
  const texts = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "y".repeat(length)]))
  const deep = Array.from({ length: 30 }).reduce<object>((inner) => ({ a: inner, b: "q".repeat(50_000) }), {})

  for (const [name, hard] of [
    ["hundreds of texts", { markdown: "x", meta: texts(500, 9_000) }],
    [
      "hundreds of lists",
      Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`l${n}`, Array(100).fill("u".repeat(100))]))
    ],
    ["thousands of fields", texts(5_000, 390)],
    ["texts at every depth", deep],
    ["marks that are written as six", { html: "\u0001".repeat(1_000_000), markdown: '"\\'.repeat(500_000) }]
  ] as const) {
    it(`keeps the budget in a bounded time: ${name}`, () => {
      const began = process.cpuUsage()
      const { value } = fit(hard, 15_000, null)
      const { user } = process.cpuUsage(began)
      assert.isAtMost(bytesOf(value), 15_000)
      assert.isAbove(bytesOf(value), 500)
      // It was two minutes; on a machine of its own it is a tenth of a second.
      assert.isBelow(user / 1_000, 3_000)
    })
  }

  it("is measured as it is written", () => {
    for (const value of [
      {},
      [],
      [1, null, "é"],
      { a: { b: [[], {}] }, "\n": "\u0001" },
      "x",
      null,
      { a: undefined, b: 1 }
    ])
      assert.strictEqual(bytesOf(value), Buffer.byteLength(JSON.stringify(value)))
  })
})

describe("a cursor", () => {
  const call = callMark("scrape", { url: "https://a.example" })

  it("says where the answer to the same call ended", () => {
    const cursor = { call, page: "next", position: { path: ["data", 0, "text"], skip: 12 } }
    assert.deepStrictEqual(decodeCursor(encodeCursor(cursor), call), cursor)
  })

  it("is none for another call, and none when it was tampered with", () => {
    const text = encodeCursor({ call, page: null, position: null })
    assert.isNull(decodeCursor(text, callMark("scrape", { url: "https://b.example" })))
    assert.isNull(decodeCursor("kw1.%%%", call))
    assert.isNull(
      decodeCursor(`kw1.${Buffer.from(JSON.stringify([call, null, ["a"], -1])).toString("base64url")}`, call)
    )
    assert.isNull(decodeCursor("", call))
  })

  it("does not depend on the order of arguments", () => {
    assert.strictEqual(callMark("t", { a: 1, b: 2 }), callMark("t", { b: 2, a: 1 }))
  })
})
