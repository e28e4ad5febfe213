import { assert, describe, it } from "@effect/vitest"
import { leadingStock, stockOfAll, stockOfForm } from "../../src/extraction/domain/readStatus.ts"

const kettle = "gooseneck kettle\ngooseneck kettle – shop"

describe("whether forms of a thing can be had", () => {
  it("is said of them, and not of the thing", () => {
    for (const [text, form, status] of [
      ["Copper (sold out)", "Copper", "sold out"],
      ["Size M – Sold out", "Size M", "Sold out"],
      ["XL (ausverkauft)", "XL", "ausverkauft"],
      ["42 - out of stock", "42", "out of stock"],
      ["Matt Black (in stock)", "Matt Black", "in stock"]
    ] as const)
      assert.deepStrictEqual(stockOfForm(text, kettle), { form, status }, text)
    for (const text of [
      "Sold out",
      "In stock (12)",
      "Gooseneck Kettle – sold out",
      "Online (sold out)",
      "Sorry – sold out",
      "Availability – in stock",
      "This item (out of stock)",
      "In stock – order today",
      "Only 2 left (sold out soon)",
      "Copper (polished)",
      "Cream (+£5.00)"
    ])
      assert.isNull(stockOfForm(text, kettle), text)
  })

  it("is told from what is said of the thing by whole words of its name", () => {
    for (const [form, whole] of [
      ["S", "shirt"],
      ["M", "mug"],
      ["Red", "coloured pot"]
    ] as const) {
      assert.deepStrictEqual(stockOfForm(`${form} – in stock`, whole), { form, status: "in stock" })
      assert.isNull(stockOfForm(`${form} – in stock`, `${whole} ${form.toLowerCase()}\n${whole}`))
    }
    // Scripts that part no words have no whole ones.
    assert.isNull(stockOfForm("ケトル – 在庫あり", "黒ケトル"))
  })

  it("is said of the thing where all say the same", () => {
    assert.strictEqual(stockOfAll(["Black (sold out)", "Copper (sold out)"], kettle), "sold out")
    assert.strictEqual(stockOfAll(["Black (in stock)", "Copper – available"], kettle), "in stock")
    assert.isNull(stockOfAll(["Black", "Copper (sold out)"], kettle))
    assert.isNull(stockOfAll(["Black (in stock)", "Copper (sold out)"], kettle))
    assert.isNull(stockOfAll(["Copper (sold out)", "Black", "Red (sold out)"], kettle))
    assert.isNull(stockOfAll(["Copper (sold out)"], kettle))
    assert.isNull(
      stockOfAll(
        Array.from({ length: 1_000 }, () => "Copper (sold out)"),
        kettle
      )
    )
  })

  it("is told by what a longer text begins with, unless it goes on otherwise", () => {
    assert.isTrue(leadingStock("In stock – order within 3 h 12 min for dispatch today"))
    assert.isFalse(leadingStock("Sold out, sorry: the next ones come in May, so ask us then"))
    assert.isNull(leadingStock("Sold out online – in stock in our shops"))
    assert.isNull(leadingStock("Available in red, blue and green"))
    assert.isNull(leadingStock("In stock"))
    assert.isNull(leadingStock(`In stock – ${"x".repeat(200)}`))
  })
})
