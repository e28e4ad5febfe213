import { assert, describe, it } from "@effect/vitest"
import { seriesMost, seriesOf, trendOf, valueOf } from "../app/screens/monitors/values.ts"

const at = (day: number) => `2026-05-${String(day).padStart(2, "0")}T10:00:00.000Z`

const change = (day: number, removed: ReadonlyArray<string>, added: ReadonlyArray<string>) => ({
  id: `chg_${day}`,
  detected_at: at(day),
  diff: ["@@ -1,2 +1,2 @@", " Pro", ...removed.map((one) => `-${one}`), ...added.map((one) => `+${one}`)].join("\n")
})

const told = (...args: Parameters<typeof seriesOf>) =>
  seriesOf(...args).map(({ name, points, unit }) => ({
    name: `${unit.before}${name}${unit.after}`,
    values: points.map(({ value }) => value)
  }))

describe("numbers as pages write them", () => {
  it("are read by their own marks", () => {
    const written: ReadonlyArray<readonly [string, number | null]> = [
      ["24", 24],
      ["0.5", 0.5],
      ["19,99", 19.99],
      ["1,234", 1_234],
      ["1.234", 1_234],
      ["0.125", 0.125],
      ["1,234.56", 1_234.56],
      ["1.234,56", 1_234.56],
      ["1 234,5", 1_234.5],
      ["1234,5", 1_234.5],
      ["1’234’567", 1_234_567],
      ["12,345,678", 12_345_678],
      ["1234.567", 1_234.567],
      ["12.05.2026", null],
      ["1.2.3", null]
    ]
    for (const [text, value] of written) assert.strictEqual(valueOf(text), value, text)
  })
})

describe("values over time", () => {
  it("join what one change after another told of the same line", () => {
    const changes = [
      change(9, ["Pro | $24 a month"], ["Pro | $22 a month"]),
      change(3, ["Pro | $20 a month"], ["Pro | $24 a month"])
    ]
    const [pro] = seriesOf(changes, at(1))
    assert.deepStrictEqual(pro?.unit, { before: "$", after: "" })
    assert.strictEqual(pro?.name, "Pro | … a month")
    assert.deepStrictEqual(pro?.points, [
      { at: at(1), value: 20, changeId: null },
      { at: at(3), value: 24, changeId: "chg_3" },
      { at: at(9), value: 22, changeId: "chg_9" }
    ])
    assert.deepStrictEqual(trendOf(pro ?? { points: [] }), {
      ...{ first: 20, last: 22, least: 20, most: 24, way: "up", share: 0.1 }
    })
    // Since when the first was so is not always known.
    assert.deepStrictEqual(told(changes, null), [{ name: "$Pro | … a month", values: [24, 22] }])
  })

  it("are called by their names where a monitor reads data, and have the unit that stands beside them", () => {
    assert.deepStrictEqual(
      told(
        [
          change(
            2,
            ["plans › Pro › stock: 12", "Tee 9,50 €", "Rabatt: 5 %"],
            ["plans › Pro › stock: 7", "Tee 10 €", "Rabatt: 8 %"]
          )
        ],
        at(1)
      ),
      [
        { name: "plans › Pro › stock", values: [12, 7] },
        { name: "Tee … €", values: [9.5, 10] },
        { name: "Rabatt %", values: [5, 8] }
      ]
    )
  })

  it("are read of the quotes of a judgement where a change has no lines", () => {
    const evidence = [{ before: "Price 10 EUR", after: "Price 12 EUR" }]
    assert.deepStrictEqual(told([{ id: "chg", detected_at: at(2), evidence }], at(1)), [
      { name: "Price … EUR", values: [10, 12] }
    ])
  })

  it("are not told where it is not sure which is which, or what moved is no number", () => {
    for (const [removed, added] of [
      [
        ["Price 10", "Price 20"],
        ["Price 11", "Price 21"]
      ],
      [["Price 10"], ["Sold out"]],
      [["From 10 to 12 pm"], ["From 9 pm"]],
      [["Price 10 today"], ["Price 12 tomorrow"]],
      [["As of 12.05.2026"], ["As of 13.05.2026"]],
      [["Price 10"], ["Price 10"]],
      [[`${"x".repeat(600)} 1`], [`${"x".repeat(600)} 2`]]
    ] as const)
      assert.deepStrictEqual(told([change(2, removed, added)], at(1)), [], removed[0])
    assert.deepStrictEqual(told([{ id: "chg", detected_at: at(2) }], at(1)), [])
  })

  it("have a most, and are done with what is huge", () => {
    const lines = (by: number) =>
      Array.from({ length: 4_000 }, (_, n) => `Row ${"a".repeat((n % 26) + 1)}${n % 7}x: ${n + by}`)
    assert.isAtMost(seriesOf([change(2, lines(0), lines(1))], at(1)).length, seriesMost)
    const names = Array.from({ length: 40 }, (_, n) =>
      String.fromCodePoint(97 + (n % 26)).repeat(1 + Math.floor(n / 26))
    )
    const rows = (by: number) => names.map((name, n) => `${name}: ${n + by}`)
    assert.strictEqual(seriesOf([change(2, rows(0), rows(1))], at(1)).length, seriesMost)
  })
})
