import { assert, describe, it } from "@effect/vitest"
import { valuesOf } from "../../../src/monitors/domain/judging/values.ts"

const keys = (line: string) => valuesOf(line).map((value) => `${value.kind} ${value.keys[0]}`)

describe("the values of a line", () => {
  it("are amounts in the ways of many countries", () => {
    for (const line of ["1.234,56 €", "€1,234.56", "1 234,56 EUR", "EUR 1'234.56"]) {
      assert.deepStrictEqual(keys(line), ["money 1234.56 EUR"], line)
    }
    assert.deepStrictEqual(keys("49,- €"), ["money 49 EUR"])
    assert.deepStrictEqual(keys("R$ 1.999,90"), ["money 1999.9 BRL"])
    assert.deepStrictEqual(keys("12,800円"), ["money 12800 JPY"])
    for (const line of ["€1234.567", "1234,567 €"]) assert.deepStrictEqual(keys(line), ["money 1234.567 EUR"], line)
    assert.deepStrictEqual(keys("Rs. 1,23,456"), ["money 123456 INR"])
    assert.deepStrictEqual(keys("1,5 Mio. €"), ["money 1500000 EUR"])
    assert.deepStrictEqual(keys("599 kr"), ["money 599 KR"])
    assert.deepStrictEqual(keys("٣٤٩ €"), ["money 349 EUR"])
    for (const line of ["١٬٢٩٩٫٥٠ €", "１，２９９．５０ €"])
      assert.deepStrictEqual(keys(line), ["money 1299.5 EUR"], line)
    for (const line of ["٢٩٩ ر.س", "299 ر.س.", "SAR 299"]) assert.deepStrictEqual(keys(line), ["money 299 SAR"], line)
    assert.deepStrictEqual(keys("۱۲۵٬۰۰۰ تومان"), ["money 125000 IRT"])
  })

  it("are dates and times, however they are written", () => {
    for (const line of [
      "May 3, 2026",
      "3 May 2026",
      "2026-05-03",
      "3. Mai 2026",
      "3 de mayo de 2026",
      "2026年5月3日"
    ]) {
      assert.deepStrictEqual(keys(line), ["date 2026-05-03"], line)
    }
    for (const line of ["5 pm", "17:00", "17 Uhr", "17h00", "5:00 p.m."]) {
      assert.deepStrictEqual(keys(line), ["time 1020 min"], line)
    }
  })

  it("are no dates where no such day is", () => {
    const lines = [
      "2026-13-45",
      "0000-00-00",
      "2026/99/99",
      "As said in 4.15. of the terms",
      "13月40日",
      "Jan 45",
      "99 May"
    ]
    for (const line of lines) assert.notInclude(keys(line).join(), "date", line)
    assert.include(keys("0000-00-00: now $5"), "money 5 USD")
  })

  it("are shares, measures, counts and versions", () => {
    assert.deepStrictEqual(keys("10 % off"), ["percent 10%"])
    assert.deepStrictEqual(keys("within 14 days"), ["quantity 14 day"])
    assert.deepStrictEqual(keys("innerhalb von 14 Tagen"), ["quantity 14 day"])
    assert.deepStrictEqual(keys("50 GB storage"), ["quantity 50 gb"])
    assert.deepStrictEqual(keys("v2.3.1 is out"), ["version v2.3.1"])
    assert.deepStrictEqual(keys("12k stars"), ["quantity 12000"])
  })
})

describe("two amounts side by side", () => {
  const amounts = (line: string) => valuesOf(line).map(({ amount, kind, unit }) => [kind, amount, unit])

  it("have a sign each, ahead of them or behind", () => {
    for (const [line, unit] of [
      ["$80 $45", "USD"],
      ["£80£45", "GBP"],
      ["80 € 45 €", "EUR"],
      ["€ 80 € 45", "EUR"],
      ["CHF 80.– CHF 45.–", "CHF"],
      ["80 CHF 45 CHF", "CHF"],
      ["Rs. 80 Rs. 45", "INR"],
      ["US$80 US$45", "USD"]
    ] as const)
      assert.deepStrictEqual(
        amounts(line),
        [
          ["money", 80, unit],
          ["money", 45, unit]
        ],
        line
      )
  })

  it("are read to their end, however many there are", () => {
    assert.lengthOf(valuesOf("$1 ".repeat(20_000)), 20_000)
    assert.isAbove(valuesOf(`$${"1".repeat(50_000)} $`).length, 0)
  })
})
