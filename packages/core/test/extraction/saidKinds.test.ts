/** What a short text says by itself that it is. */
import { assert, describe, it } from "@effect/vitest"
import { saidKinds } from "../../src/extraction/domain/saidKinds.ts"

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
