/** What a short text says by itself that it is. */
import { assert, describe, it } from "@effect/vitest"
import { praiseIn, pricesIn, saidKinds } from "../../src/extraction/domain/saidKinds.ts"

const names = (text: string) => saidKinds(text, "en").map(({ name }) => name)

describe("opening hours", () => {
  it("are one range or several with something between them", () => {
    for (const text of [
      "9-17",
      "9:00 – 17:00",
      "9 am to 5 pm",
      "9am-5pm",
      "09:00–12:30 14:00–18:00",
      "9:00 - 12:00, 14:00 - 18:00",
      "9h-12h / 14h-18h",
      "9–12 Uhr und 14–18 Uhr",
      "9-12;14-18"
    ])
      assert.include(names(text), "opening hours", text)
  })

  it("are no figures in a row, and none of another length than people write", () => {
    for (const text of ["1-111-111", "9-1714-18", "9-17 and more", `1-2${", 3-4".repeat(40)}`])
      assert.notInclude(names(text), "opening hours", text)
  })

  it("are read in a time that grows no faster than the text", () => {
    const before = performance.now()
    for (const row of ["-111", "-1 ", "-1 1", "-1 ,1", " - 1 , 1", "-1h1", "-1 am 1"])
      for (const most of [60, 290]) saidKinds(`1${row.repeat(Math.floor(most / row.length))}x`, "en")
    assert.isBelow(performance.now() - before, 500)
  })
})

describe("an amount by itself", () => {
  it("is a price with its sign, or with the name of its money where it says nothing else", () => {
    for (const text of ["$25", "from $25", "25 Euro", "ab 25 Euro", "25 dollars", "from 25 dollars", "$20 – $35"])
      assert.include(names(text), "price", text)
    for (const text of ["A fine of 25 euros", "We gave 100 dollars.", "Euro 6", "Euro 2024"])
      assert.notInclude(names(text), "price", text)
  })
})

describe("prices beside each other", () => {
  it("are told apart where each says for whom it is", () => {
    const parts = ["€24 advance", "€28 on the door"]
    assert.deepStrictEqual(pricesIn(parts.join(" / "), "en"), parts)
    assert.lengthOf(pricesIn("Adults £10 / Children £5 / Students £7", "en"), 3)
    for (const text of [
      "$29 / month",
      "24 € / 28 €",
      "5 USD / 4 EUR",
      "was £30 / now £20",
      "£10 net / £12 incl. VAT and more / from the shop",
      "Adults £10 / free for children",
      "£5 – £9 adults / £3 children"
    ])
      assert.deepStrictEqual(pricesIn(text, "en"), [text], text)
  })
})

describe("a mark with a word of praise", () => {
  it("is told with how many gave it", () => {
    assert.deepStrictEqual(praiseIn("8.9 Fabulous · 1,204 reviews"), { value: "8.9", count: "1,204" })
    assert.deepStrictEqual(praiseIn("9,1 Hervorragend (312 Bewertungen)"), { value: "9,1", count: "312" })
    for (const text of [
      "1.5 baths · 120 reviews",
      "8.9 Fabulous",
      "4 beds · 12 reviews",
      "2.5 good reasons · 12 reviews"
    ])
      assert.isUndefined(praiseIn(text), text)
  })
})
