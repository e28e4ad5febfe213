import { assert, describe, it } from "@effect/vitest"
import { onTheirPages } from "../../src/monitors/domain/quotedPages.ts"

const [pricing, plans] = ["https://a.example/pricing", "https://a.example/plans"]

const line = (url: string) => (text: string) => ({ text, url })
const [priced, planned] = [line(pricing), line(plans)]

/** What is told of one pair of quotes. */
const told = (
  before: string,
  after: string,
  was: ReadonlyArray<ReturnType<typeof priced>>,
  is: ReadonlyArray<ReturnType<typeof priced>>
) => onTheirPages([{ before, after, url: "https://a.example/" }], { before: was, after: is })

describe("quotes of data", () => {
  it("have the page that says them", () => {
    const [was, is] = [
      [planned("plan: Solo"), priced("price: 49")],
      [planned("plan: Duo"), priced("price: 49")]
    ]
    assert.deepStrictEqual(told("plan: Solo", "plan: Duo", was, is), [
      { before: "plan: Solo", after: "plan: Duo", url: plans }
    ])
    assert.deepStrictEqual(told("", "plan: Duo", was, is), [{ before: "", after: "plan: Duo", url: plans }])
    assert.deepStrictEqual(told("Solo", "", was, is), [{ before: "Solo", after: "", url: plans }])
  })

  it("are of the values as pages write them", () => {
    const [was, is] = [
      [{ ...priced("price: 49"), said: "price: $49" }],
      [{ ...priced("price: 59"), said: "price: $59" }]
    ]
    assert.deepStrictEqual(told("price: $49", "price: $59", was, is), [
      { before: "price: $49", after: "price: $59", url: pricing }
    ])
  })

  it("that span lines of several pages are parted", () => {
    const was = [planned("plan: Solo"), planned("plan: Tiny"), priced("price: 49")]
    const is = [planned("plan: Duo"), planned("plan: Tinier"), priced("price: 59")]
    const all = (lines: ReadonlyArray<{ readonly text: string }>) => lines.map(({ text }) => text).join("\n")
    assert.deepStrictEqual(told(all(was), all(is), was, is), [
      { before: "plan: Solo\nplan: Tiny", after: "plan: Duo\nplan: Tinier", url: plans },
      { before: "price: 49", after: "price: 59", url: pricing }
    ])
    assert.deepStrictEqual(told("Tiny\nprice: 4", "", was, is), [
      { before: "Tiny", after: "", url: plans },
      { before: "price: 4", after: "", url: pricing }
    ])
  })

  it("whose sides stand on different pages are told as two", () => {
    assert.deepStrictEqual(told("price: 49", "price: 59", [priced("price: 49")], [planned("price: 59")]), [
      { before: "price: 49", after: "", url: pricing },
      { before: "", after: "price: 59", url: plans }
    ])
  })

  it("that stand in several lines are of one that differs, and of one page where they may be", () => {
    const [was, is] = [
      [planned("a: 49"), priced("b: 49"), planned("c: 10")],
      [planned("a: 49"), priced("b: 59"), planned("c: 10")]
    ]
    assert.deepStrictEqual(told("49", "59", was, is), [{ before: "49", after: "59", url: pricing }])
    const [twice, once] = [
      [planned("a: 49"), priced("b: 49")],
      [planned("a: 50"), priced("b: 59")]
    ]
    assert.deepStrictEqual(told("49", "59", twice, once), [{ before: "49", after: "59", url: pricing }])
  })

  it("that are whole lines are of no line that has them within it", () => {
    const [was, is] = [49, 59].map((price) => [priced(`list_price: ${price}`), planned(`price: ${price}`)])
    assert.deepStrictEqual(told("price: 49", "price: 59", was!, is!), [
      { before: "price: 49", after: "price: 59", url: plans }
    ])
    const [rows, others] = [
      [priced("plans › Pro Legacy"), planned("plans › Pro"), planned("plans › Pro › region: EU")],
      [planned("plans › Team"), planned("plans › Team › region: EU"), priced("plans › Zed")]
    ]
    assert.deepStrictEqual(told("plans › Pro", "", rows, others), [{ before: "plans › Pro", after: "", url: plans }])
    const two = "plans › Pro\nplans › Pro › region: EU"
    assert.deepStrictEqual(told(two, "", rows, others), [{ before: two, after: "", url: plans }])
  })

  it("are of the line that differs, however many that do not have them before it", () => {
    const same = Array.from({ length: 60 }, (_, index) => planned(`a${index}: 49`))
    const [was, is] = [
      [...same, priced("b: 49")],
      [...same, priced("b: 59")]
    ]
    assert.deepStrictEqual(told("49", "", was, is), [{ before: "49", after: "", url: pricing }])
    assert.deepStrictEqual(told("49", "", same, same), [{ before: "49", after: "", url: plans }])
  })

  it("that stand in no line are of the whole", () => {
    const found = told("elsewhere", "price: 59", [priced("price: 49")], [priced("price: 59")])
    assert.deepStrictEqual(found, [{ before: "elsewhere", after: "price: 59" }])
  })
})
