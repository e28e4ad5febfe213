/** Goals about states that data and pages say by yes and no: `in_stock: true`, "Sold out: No". */
import { assert, describe, it } from "@effect/vitest"
import type { DataObject } from "../../../src/extraction/domain/DataShape.ts"
import { dataDifference } from "../../../src/monitors/dataDifference.ts"
import { dataLines } from "../../../src/monitors/domain/dataLines.ts"
import { isTold } from "../../../src/monitors/domain/Judgement.ts"
import { conditionsOf } from "../../../src/monitors/domain/judging/goal.ts"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"
import { checkPairs } from "./onPages.ts"

const url = "https://shop.example/mug"

type Case = readonly [goal: string, before: DataObject, after: DataObject, told: boolean]

const checkData = (cases: ReadonlyArray<Case>) => {
  const wrong = cases.flatMap(([goal, before, after, told]) => {
    const [was, now] = [before, after].map((data) => dataLines(data, [], url))
    const judgement = judgeChange({ goal, targetType: "extract", ...dataDifference(url, was!, now!) })
    return isTold(judgement, 0.75) === told
      ? []
      : [`${goal}: ${JSON.stringify(before)} → ${JSON.stringify(after)}: ${judgement.reasons.join("; ")}`]
  })
  assert.deepStrictEqual(wrong, [])
}

/** Both ways of one flag, each with what its goal is told. */
const turns = (goal: string, name: string, whenTrue: boolean, whenFalse: boolean): ReadonlyArray<Case> => [
  [goal, { title: "Mug", price: 9, [name]: false }, { title: "Mug", price: 9, [name]: true }, whenTrue],
  [goal, { title: "Mug", price: 9, [name]: true }, { title: "Mug", price: 9, [name]: false }, whenFalse]
]

describe("a flag of data", () => {
  it("says the state that it is called, and its opposite, however its name is spelled", () => {
    for (const name of ["in_stock", "inStock", "in-stock", "InStock", "IN_STOCK", "is_in_stock", "instock", "In stock"])
      checkData([...turns("back in stock", name, true, false), ...turns("sold out", name, false, true)])
    for (const name of [
      "available",
      "is_available",
      "isAvailable",
      "item_available",
      "available_now",
      "verfuegbar",
      "disponible"
    ])
      checkData([...turns("available again", name, true, false), ...turns("when it sells out", name, false, true)])
    for (const name of ["sold_out", "isSoldOut", "out-of-stock", "soldout", "unavailable", "ausverkauft", "epuise"])
      checkData([
        ...turns("Tell me when it is back in stock", name, false, true),
        ...turns("sold out", name, true, false)
      ])
  })

  it("says any state that words say", () => {
    checkData([
      ...turns("when the shop opens", "is_open", true, false),
      ...turns("when the shop closes", "isOpen", false, true),
      ...turns("registration opens", "registration_open", true, false),
      ...turns("when registration is closed", "registrationClosed", true, false),
      ...turns("tell me when it is on sale", "on_sale", true, false),
      ...turns("no longer on sale", "on_sale", false, true),
      ...turns("when it is discontinued", "discontinued", true, false),
      ...turns("when the concert is cancelled", "cancelled", true, false),
      ...turns("when the API goes down", "operational", false, true),
      ...turns("when the API is back up", "api_operational", true, false),
      ...turns("when the API is deprecated", "deprecated", true, false),
      ...turns("when the room is vacant again", "available", true, false),
      ...turns("when a ticket is available", "tickets_available", true, false),
      ...turns("back in stock", "has_stock", true, false)
    ])
  })

  it("says nothing of another state, nor of what is had beside the thing", () => {
    checkData([
      ...turns("back in stock", "on_sale", false, false),
      ...turns("back in stock", "discontinued", false, false),
      ...turns("sold out", "discontinued", true, false),
      ...turns("back in stock", "vegan", false, false),
      ...turns("back in stock", "verified", false, false),
      ...turns("back in stock", "is_open", false, false),
      ...turns("when the shop opens", "in_stock", false, false),
      ...turns("back in stock", "gift_wrap_available", false, false),
      ...turns("available again", "pickup_available", false, false),
      ...turns("available again", "free_shipping_available", false, false),
      ...turns("when the shop opens", "comments_open", false, false),
      ...turns("available again", "financingAvailable", false, false),
      ...turns("available again", "notify_when_available", false, false),
      ...turns("sold out", "hide_when_sold_out", false, false),
      ...turns("back in stock", "was_in_stock", false, false),
      ...turns("when the shop closes", "closed_captions", false, false),
      ...turns("when pickup is available", "pickup_available", true, false)
    ])
  })

  it("is of its own row alone", () => {
    const rows = (mug: boolean, cup: boolean): DataObject => ({
      products: [
        { name: "Blue mug", in_stock: mug, price: 9 },
        { name: "Tea cup", in_stock: cup, price: 7 }
      ]
    })
    checkData([
      ["when the blue mug is back in stock", rows(false, false), rows(true, false), true],
      ["when the blue mug is back in stock", rows(false, false), rows(false, true), false],
      ["when the tea cup is sold out", rows(true, true), rows(true, false), true],
      ["when the tea cup is sold out", rows(true, true), rows(false, true), false],
      ["any product is sold out", rows(true, true), rows(false, true), true]
    ])
  })

  it("may be named by the goal as the schema names it", () => {
    checkData([
      ...turns("when in_stock becomes true", "in_stock", true, false),
      ...turns("when in_stock is false", "in_stock", false, true),
      ...turns("`isSoldOut` changes to false", "isSoldOut", false, true),
      ...turns("in_stock", "in_stock", true, false)
    ])
    assert.strictEqual(conditionsOf("when my iPhone is cheaper")[0]!.text, "a price falls, of “iPhone”")
  })

  it("may be a text that names a state as programs do", () => {
    const of = (availability: string): DataObject => ({ title: "Mug", availability })
    checkData([
      ["back in stock", of("OutOfStock"), of("InStock"), true],
      ["back in stock", of("https://schema.org/OutOfStock"), of("https://schema.org/InStock"), true],
      ["back in stock", of("out_of_stock"), of("in_stock"), true],
      ["sold out", of("InStock"), of("SoldOut"), true],
      ["sold out", of("OutOfStock"), of("InStock"), false],
      ["back in stock", of("OutOfStock"), of("PreOrder"), false]
    ])
  })
})

const pairs = (...all: ReadonlyArray<readonly [string, string]>) =>
  `<h1>Mug</h1><dl>${all.map(([name, said]) => `<dt>${name}</dt><dd>${said}</dd>`).join("")}</dl><p>Was this page helpful?</p><p>Yes</p><p>No</p>`
const lines = (...all: ReadonlyArray<string>) => `<h1>Mug</h1>${all.map((line) => `<p>${line}</p>`).join("")}`
const table = (...rows: ReadonlyArray<ReadonlyArray<string>>) =>
  `<h1>Cups</h1><table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`

describe("yes and no on a page", () => {
  it.effect("answer what their label asks, on its line and below it", () =>
    checkPairs([
      ["back in stock", lines("In stock: No", "Price: $9"), lines("In stock: Yes", "Price: $9"), true],
      ["back in stock", lines("In stock: Yes", "Price: $9"), lines("In stock: No", "Price: $9"), false],
      ["back in stock", lines("In stock: No", "Price: $9"), lines("Only 3 left", "Price: $9"), true],
      ["sold out", lines("Sold out: No", "Price: $9"), lines("Sold out: Yes", "Price: $9"), true],
      ["back in stock", lines("Sold out? Yes", "Price: $9"), lines("Sold out? No", "Price: $9"), true],
      ["sold out", lines("Sold out? Yes", "Price: $9"), lines("Sold out? No", "Price: $9"), false],
      [
        "back in stock",
        pairs(["In stock", "No"], ["Colour", "blue"]),
        pairs(["In stock", "Yes"], ["Colour", "blue"]),
        true
      ],
      [
        "wieder verfügbar",
        pairs(["Auf Lager", "Nein"], ["Farbe", "blau"]),
        pairs(["Auf Lager", "Ja"], ["Farbe", "blau"]),
        true
      ],
      ["sold out", pairs(["In stock", "✓"], ["Colour", "blue"]), pairs(["In stock", "✗"], ["Colour", "blue"]), true],
      [
        "when pets are allowed",
        pairs(["Pets allowed", "No"], ["Pool", "Yes"]),
        pairs(["Pets allowed", "Yes"], ["Pool", "Yes"]),
        true
      ],
      ["when an appointment is free", lines("Appointments: No", "Fee: $9"), lines("Appointments: Yes", "Fee: $9"), true]
    ])
  )

  it.effect("say nothing of what another label asks", () =>
    checkPairs([
      ["back in stock", lines("Vegan: No", "In stock: No"), lines("Vegan: Yes", "In stock: No"), false],
      ["back in stock", lines("Refundable: No", "Blue"), lines("Refundable: Yes", "Blue"), false],
      ["back in stock", lines("Gift box available: No", "Blue"), lines("Gift box available: Yes", "Blue"), false],
      ["when a place is available", lines("Waiting list: Yes", "Hall A"), lines("Waiting list: No", "Hall A"), false],
      ["back in stock", pairs(["Vegan", "No"], ["In stock", "No"]), pairs(["Vegan", "Yes"], ["In stock", "No"]), false],
      [
        "when pets are allowed",
        pairs(["Pets allowed", "No"], ["Pool", "No"]),
        pairs(["Pets allowed", "No"], ["Pool", "Yes"]),
        false
      ],
      [
        "when tickets are available",
        lines("Tickets refundable: No", "Hall A"),
        lines("Tickets refundable: Yes", "Hall A"),
        false
      ]
    ])
  )

  it.effect("are told of the row and the column that they stand in", () => {
    const cups = (blue: string, green: string, gift = "Yes") =>
      table(["Cup", "In stock", "Gift box"], ["Blue", blue, gift], ["Green", green, "Yes"])
    return checkPairs([
      ["blue cup back in stock", cups("No", "No"), cups("Yes", "No"), true],
      ["blue cup back in stock", cups("No", "No"), cups("No", "Yes"), false],
      ["blue cup sold out", cups("Yes", "No"), cups("No", "No"), true],
      ["blue cup sold out", cups("Yes", "No"), cups("Yes", "No", "No"), false]
    ])
  })

  it.effect("that ask whether a page was of use stay furniture", () =>
    checkPairs([
      [
        "anything that changes",
        `<h1>Help</h1><p>Turn it off.</p><p>Was this helpful?</p><p>Yes</p>`,
        `<h1>Help</h1><p>Turn it off.</p><p>Was this helpful?</p><p>No</p>`,
        false
      ]
    ])
  )
})
