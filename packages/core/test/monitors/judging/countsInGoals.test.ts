/** Bounds that count something, and discounts that are written with a minus. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"
import { checkPairs } from "./onPages.ts"

const list = (...lines: ReadonlyArray<string>) =>
  `<h1>Flats</h1><p>All flats of the town.</p><ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`

describe("a count of a goal", () => {
  const [one, other] = ["Mill Lane, 1 bedroom, 40 m², floor 1", "Hill Road, 2 bedrooms, 55 m², floor 2"]
  const added = (line: string) => [list(one, other), list(one, other, line)] as const
  it.effect("is of the number that stands with its noun", () =>
    checkPairs([
      ["at least 3 bedrooms", ...added("Oak Street, 2 bedrooms, 85 m², floor 4"), false],
      ["at least 3 bedrooms", ...added("Oak Street, 3 bedrooms, 85 m², floor 4"), true],
      ["at least 3 bedrooms", ...added("Oak Street, 85 m², floor 4, bedrooms: 2"), false],
      ["at least 3 bedrooms", ...added("Oak Street, 85 m², floor 2, bedrooms: 3"), true],
      ["3+ bedrooms", ...added("Oak Street, 3 bedrooms, 85 m², floor 4"), true],
      ["3+ bedrooms", ...added("Oak Street, 2-bedroom flat, 85 m², floor 4"), false],
      ["at least 3 bedrooms", ...added("Oak Street, 5 rooms, 2 bedrooms, floor 4"), false],
      ["at least 3 bedrooms", ...added("Oak Street, 2 bedrooms 4 bathrooms"), false],
      ["at least 3 bedrooms", ...added("Oak Street, 3 large bedrooms, 1 bathroom"), true],
      ["mindestens 3 Zimmer", ...added("Eichweg, 2 Zimmer, 85 m², 4. Stock"), false],
      ["mindestens 3 Zimmer", ...added("Eichweg, 3 Zimmer, 85 m², 4. Stock"), true],
      ["more than 2 seats", list("Dune, hall 3, 1 seat"), list("Dune, hall 5, 1 seat"), false],
      ["more than 2 seats", list("Dune, hall 3, 1 seat"), list("Dune, hall 3, 4 seats"), true]
    ])
  )

  it.effect("is of the cells below the head that names it", () => {
    const table = (...rows: ReadonlyArray<string>) =>
      `<h1>Flats</h1><table>${["Street|Bedrooms|Area|Floor", ...rows]
        .map(
          (row) =>
            `<tr>${row
              .split("|")
              .map((cell) => `<td>${cell}</td>`)
              .join("")}</tr>`
        )
        .join("")}</table>`
    const rows = ["Mill Lane|1|40|1", "Hill Road|2|55|2"]
    return checkPairs([
      ["at least 3 bedrooms", table(...rows), table(...rows, "Oak Street|2|85|4"), false],
      ["at least 3 bedrooms", table(...rows), table(...rows, "Oak Street|4|85|2"), true]
    ])
  })
})

describe("a discount of a goal", () => {
  const isTold = (goal: string, before: string, after: string) =>
    judgeChange({ goal, url: "", targetType: "page", before: `Kettle\n${before}`, after: `Kettle\n${after}` })
      .isRelevant
  it("is as large as what is written behind a minus", () => {
    for (const goal of [
      "discount of at least 25 %",
      "25 % or more off",
      "mindestens 25 % Rabatt",
      "sconto di almeno 25 %"
    ])
      for (const [was, now] of [
        ["-20%", "-30%"],
        ["−20 %", "−30 %"],
        ["20% off", "30% off"],
        ["Discount: -20 %", "Discount: -30 %"]
      ] as const) {
        assert.isTrue(isTold(goal, was, now), `${goal}: ${was} → ${now}`)
        assert.isFalse(isTold(goal, now, was), `${goal}: ${now} → ${was}`)
        assert.isFalse(isTold(goal, was, now.replace("30", "22")), `${goal}: ${was} → 22`)
      }
    assert.isTrue(isTold("discount of at least 25 %", "$70", "$70 (−30 %)"))
  })

  it("is no other number below zero", () => {
    assert.isFalse(isTold("growth of at least 25 %", "Growth: -20 %", "Growth: -30 %"))
    assert.isTrue(isTold("growth below -25 %", "Growth: -20 %", "Growth: -30 %"))
  })
})
