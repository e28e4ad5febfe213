/** Goals that name one thing, and changes of its sibling beside it. */
import { describe, it } from "@effect/vitest"
import { checkPairs } from "./onPages.ts"

const list = (...lines: ReadonlyArray<string>) => `<ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`
const table = (...rows: ReadonlyArray<readonly [string, string]>) =>
  `<table>${rows.map(([one, other]) => `<tr><td>${one}</td><td>${other}</td></tr>`).join("")}</table>`

describe("a goal that names one of several things", () => {
  it.effect("is not told of its sibling", () =>
    checkPairs([
      [
        "the APAC region is down",
        list("EU region is up", "APAC region is up"),
        list("EU region is down", "APAC region is up"),
        false
      ],
      [
        "the APAC region is down",
        list("EU region is up", "APAC region is up"),
        list("EU region is up", "APAC region is down"),
        true
      ],
      [
        "the APAC region is down",
        list("EU region: up", "APAC region: up"),
        list("EU region: down", "APAC region: up"),
        false
      ],
      [
        "the APAC region is down",
        list("EU region: up", "APAC region: up"),
        list("EU region: up", "APAC region: down"),
        true
      ],
      [
        "APAC region down",
        table(["EU region", "Operational"], ["APAC region", "Operational"]),
        table(["EU region", "Down"], ["APAC region", "Operational"]),
        false
      ],
      [
        "APAC region down",
        table(["EU region", "Operational"], ["APAC region", "Operational"]),
        table(["EU region", "Operational"], ["APAC region", "Down"]),
        true
      ],
      [
        "price of the bowl below 10 €",
        list("Mug costs 12 €", "Bowl costs 14 €"),
        list("Mug costs 9 €", "Bowl costs 14 €"),
        false
      ],
      [
        "price of the bowl below 10 €",
        list("Mug costs 12 €", "Bowl costs 14 €"),
        list("Mug costs 12 €", "Bowl costs 9 €"),
        true
      ],
      [
        "price of the bowl below 10 €",
        list("Blue mug 12 €", "Blue bowl 14 €"),
        list("Blue mug 9 €", "Blue bowl 14 €"),
        false
      ],
      [
        "price of the bowl below 10 €",
        list("Blue mug 12 €", "Blue bowl 14 €"),
        list("Blue mug 12 €", "Blue bowl 9 €"),
        true
      ],
      ["price of the bowl below 10 €", list("Mug: 12 €", "Bowl: 14 €"), list("Mug: 9 €", "Bowl: 14 €"), false],
      [
        "price of the bowl below 10 €",
        `<h1>Bowl</h1>${list("Small costs 12 €", "Large costs 14 €")}`,
        `<h1>Bowl</h1>${list("Small costs 9 €", "Large costs 14 €")}`,
        true
      ],
      [
        "price of the bowl below 10 €",
        "<h1>The bowl</h1><p>A bowl of clay.</p><p>Now 12 €</p>",
        "<h1>The bowl</h1><p>A bowl of clay.</p><p>Now 9 €</p>",
        true
      ],
      [
        "price of the kitchen bowl below 10 €",
        list("Mug costs 12 €", "Bowl costs 14 €"),
        list("Mug costs 12 €", "Bowl costs 9 €"),
        true
      ],
      [
        "mug or bowl below 10 €",
        list("Mug costs 12 €", "Bowl costs 14 €"),
        list("Mug costs 9 €", "Bowl costs 14 €"),
        true
      ],
      ["price below 10 €", list("Mug costs 12 €", "Bowl costs 14 €"), list("Mug costs 9 €", "Bowl costs 14 €"), true],
      [
        "bowl back in stock",
        list("Mug is sold out", "Bowl is sold out"),
        list("Mug is in stock", "Bowl is sold out"),
        false
      ],
      [
        "bowl back in stock",
        list("Mug is sold out", "Bowl is sold out"),
        list("Mug is sold out", "Bowl is in stock"),
        true
      ]
    ])
  )
})
