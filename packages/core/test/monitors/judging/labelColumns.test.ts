/** Observed: goals that name a row by what the head of its column says, and plans beside one that is asked for. */
import { describe, it } from "@effect/vitest"
import { check, checkPairs } from "./onPages.ts"

const table = (head: string, ...rows: ReadonlyArray<string>): string =>
  `<h1>Site</h1><p>Some words of introduction that stay.</p><table>${[head, ...rows]
    .map(
      (row, at) =>
        `<tr>${row
          .split("|")
          .map((cell) => (at === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`))
          .join("")}</tr>`
    )
    .join("")}</table>`

const row = (goal: string, head: string, other: string, was: string, now: string, told: boolean) =>
  [goal, table(head, other, was), table(head, other, now), told] as const

describe("the head of the first column", () => {
  it.effect("says with the name of a row what is asked for", () =>
    checkPairs([
      row("size 43 back in stock", "Size|Stock", "42|In stock", "43|Sold out", "43|In stock", true),
      row("size M back in stock", "Size|Stock", "S|In stock", "M|Sold out", "M|In stock", true),
      row("color black available", "Color|Availability", "White|Available", "Black|Sold out", "Black|Available", true),
      row("room 12 available", "Room|Status", "11|Occupied", "12|Occupied", "12|Available", true),
      row("Größe 43 wieder lieferbar", "Größe|Bestand", "42|Lieferbar", "43|Ausverkauft", "43|Lieferbar", true),
      row("Linie 7 gestört", "Linie|Status", "6|planmäßig", "7|planmäßig", "7|Störung", true),
      row("taille 43 de nouveau en stock", "Taille|Stock", "42|En stock", "43|Épuisé", "43|En stock", true),
      row("price of size L below $20", "Size|Price", "M|$24", "L|$26", "L|$18", true),
      row("lift Nord open", "Lift|Status", "Süd|open", "Nord|closed", "Nord|open", true)
    ])
  )

  it.effect("says nothing of a row of another name, or without one", () =>
    checkPairs([
      row("size 43 back in stock", "Size|Stock", "43|Sold out", "42|Sold out", "42|In stock", false),
      row("size M back in stock", "Size|Stock", "M|Sold out", "L|Sold out", "L|In stock", false),
      row("room 12 available", "Room|Status", "12|Occupied", "11|Occupied", "11|Available", false),
      row("price of size L below $20", "Size|Price", "L|$26", "M|$24", "M|$18", false)
    ])
  )
})

describe("a row of a term or a thing within a word", () => {
  it.effect("is told from those beside it", () =>
    checkPairs([
      row(
        "Interest rate of 12-month deposit above 3%",
        "Term|Rate",
        "12 months|2.9%",
        "6 months|2.5%",
        "6 months|3.2%",
        false
      ),
      row(
        "Interest rate of 12-month deposit above 3%",
        "Term|Rate",
        "6 months|2.5%",
        "12 months|2.9%",
        "12 months|3.2%",
        true
      ),
      row("1-year rate above 3%", "Term|Rate", "6 months|2.5%", "12 months|2.9%", "12 months|3.2%", true),
      row("Dieselpreis unter 1,50 €", "Sorte|Preis", "Diesel|1,559 €", "Super E5|1,689 €", "Super E5|1,489 €", false),
      row("Dieselpreis unter 1,50 €", "Sorte|Preis", "Super E5|1,689 €", "Diesel|1,559 €", "Diesel|1,489 €", true),
      row("dieselprijs onder € 1,50", "Soort|Prijs", "Diesel|€ 1,559", "Euro 95|€ 1,689", "Euro 95|€ 1,489", false),
      row("Ticketpreis unter 15 €", "Tag|Preis", "Montag|19 €", "Dienstag|18 €", "Dienstag|14 €", true),
      row("Verkaufspreis unter 15 €", "Artikel|Preis", "Becher|19 €", "Teller|18 €", "Teller|14 €", true)
    ])
  )
})

describe("a plan that has the name of what pages have everywhere", () => {
  const goals = ["price of the Team plan below $15", "Price of the Team plan changes"]
  const pages: ReadonlyArray<readonly [name: string, page: string]> = [
    ["rows", table("Plan|Price", "Solo|$19", "Team|$29")],
    ["lines", "<h1>Pricing</h1><ul><li>Solo: $19</li><li>Team: $29</li></ul>"],
    ["dashes", "<h1>Pricing</h1><ul><li>Team – $29</li><li>Solo – $19</li></ul>"],
    [
      "cards",
      "<h1>Pricing</h1><div><h3>Solo</h3><p>$19</p><p>For one</p></div><div><h3>Team</h3><p>$29</p><p>For many</p></div>"
    ]
  ]
  for (const [name, page] of pages)
    it.effect(`is met in ${name} by itself alone`, () =>
      check(page, [
        ...goals.map((goal) => [goal, "$19", "$9", false] as const),
        ...goals.map((goal) => [goal, "$29", "$14", true] as const)
      ])
    )

  it.effect("and words of that kind beside a price ask for nothing", () =>
    checkPairs([
      [
        "price of the product below $15",
        "<h1>Mug</h1><p>Product: Mug No. 5</p><p>Price: $19</p>",
        "<h1>Mug</h1><p>Product: Mug No. 5</p><p>Price: $14</p>",
        true
      ],
      [
        "price of the event below $15",
        "<h1>Jazz night</h1><h2>Event</h2><p>A night of jazz.</p><h2>Entry</h2><p>$19</p>",
        "<h1>Jazz night</h1><h2>Event</h2><p>A night of jazz.</p><h2>Entry</h2><p>$14</p>",
        true
      ]
    ])
  )
})
