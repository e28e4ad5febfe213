/** Observed: what was told before rules of days, years, waiting lists, posts and feet were made, and is told on. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"
import { checkPairs } from "./onPages.ts"

const isTold = (goal: string, before: string, after: string) => {
  const page = (line: string) => `Riverside\nSome words of introduction that stay.\n${line}\nContact us`
  const question = { goal, url: "https://a.example/", targetType: "page" as const }
  const { confidence, isRelevant } = judgeChange({ ...question, before: page(before), after: page(after) })
  return isRelevant && confidence >= 0.75
}

type Line = readonly [goal: string, before: string, after: string]

const wrongOf = (lines: ReadonlyArray<Line>, told: boolean): ReadonlyArray<string> =>
  lines
    .filter(([goal, before, after]) => isTold(goal, before, after) !== told)
    .map(([goal, before, after]) => `${goal}: ${before} → ${after}`)

describe("a day", () => {
  it("of what happens on one says which one is free", () => {
    assert.deepStrictEqual(
      wrongOf(
        [
          ["appointment available", "Fully booked", "1 slot available on 2027-05-12 at 10:00"],
          ["when an appointment is available", "No appointments available", "Appointment available on 12/05/2027"],
          ["when an appointment is available", "No appointments available", "Appointment available on 12 May 2027"],
          ["appointments available", "No appointments", "Appointments available on 3/12"],
          ["when a slot is available", "No slots available", "Slot available on 12/05/2027"],
          ["Termin verfügbar", "Keine Termine verfügbar", "Termin verfügbar am 12.05.2027"],
          ["Termine frei", "Keine Termine frei", "Termine frei ab 12.05."],
          ["rendez-vous disponible", "Aucun rendez-vous disponible", "Rendez-vous disponible le 12/05/2027"],
          ["cita disponible", "No hay citas disponibles", "Cita disponible el 12/05/2027"],
          ["campsite available", "Fully booked", "Available on 7/4 and 7/5"],
          ["campsite available", "Fully booked", "Available on 2027-07-04"],
          ["Wohnung verfügbar", "Vermietet", "Verfügbar ab 01.02.2027"],
          ["tickets available", "Sold out", "Tickets available for 12/05"]
        ],
        true
      ),
      []
    )
  })

  it("is no fraction, no size, no plan and no week of a course", () => {
    const stock = "tell me when it is back in stock"
    assert.deepStrictEqual(
      wrongOf(
        [
          [stock, "Sold out", "Available in 3/4 inch"],
          [stock, "Sold out", "Available in 3/4 length"],
          [stock, "Sold out", "In stock in 3/4 and 1/2 sizes"],
          [stock, "Sold out", "Available on 12/24 month plans"],
          [stock, "Sold out", "Available from 3/4 inch"],
          [stock, "Sold out", "Available from 2.5. kg"],
          [stock, "Sold out", "Available in week 1 of the course"],
          [stock, "Sold out", "Available in 16/9"],
          ["wieder lieferbar", "Ausverkauft", "In 2.5. Größe lieferbar"],
          ["wieder lieferbar", "Ausverkauft", "In 1/2 Zoll lieferbar"],
          ["wieder lieferbar", "Ausverkauft", "Lieferbar in 1/2 und 3/4 Zoll"],
          ["wieder lieferbar", "Ausverkauft", "Verfügbar ab 1.5. m Länge"]
        ],
        true
      ),
      []
    )
  })

  it("of what is sold is to come", () => {
    assert.deepStrictEqual(
      wrongOf(
        [
          ["back in stock", "Out of stock", "Available from 12/01"],
          ["wieder lieferbar", "Nicht lieferbar", "Lieferbar ab 12.01."],
          ["wieder lieferbar", "Nicht lieferbar", "Wieder lieferbar in KW 12"],
          ["tablet available", "Not available", "Available from 12/01/2027"],
          ["camera available", "Not available", "Available from 12/01/2027"],
          ["graphics card available", "Not available", "Available on 12/01/2027"],
          ["table in stock", "Out of stock", "Table: in stock from 12/01/2027"]
        ],
        false
      ),
      []
    )
  })
})

describe("no waiting list", () => {
  it("leaves places free", () => {
    assert.deepStrictEqual(
      wrongOf(
        [
          ["when places are available", "Waiting list only", "No waiting list: places available"],
          ["when places are available", "Waiting list only", "Available without waiting list"],
          ["when places are available", "Waiting list only", "Waiting list is over – available again"],
          ["Plätze verfügbar", "Ausgebucht", "Keine Warteliste – Plätze frei"],
          ["Plätze verfügbar", "Ausgebucht", "Plätze frei, keine Warteliste"],
          ["enrolment is open", "Enrolment closed", "No waiting list, now open"]
        ],
        true
      ),
      []
    )
    assert.isFalse(isTold("when places are available", "Fully booked", "Places on waiting list available"))
  })
})

describe("a number from 1900 to 2099", () => {
  it("behind a label with a small number is what is asked for", () => {
    assert.deepStrictEqual(
      wrongOf(
        [
          ["price under 2000", "MacBook Pro 14: 2199", "MacBook Pro 14: 1999"],
          ["Preis unter 2000", "iPhone 15 Max – 2099", "iPhone 15 Max – 1999"],
          ["Elo over 2000", "Blitz 3+2: 1990", "Blitz 3+2: 2005"],
          ["score above 2000", "Level 5: 1950", "Level 5: 2010"],
          ["visitors above 2000", "Day 3: 1980", "Day 3: 2010"]
        ],
        true
      ),
      []
    )
  })

  it("is a year where it is said to be, and beside a price", () => {
    assert.deepStrictEqual(
      wrongOf(
        [
          ["car under 15000", "Golf 8: 16000, year: 2019", "Golf 8: 16500, year: 2019"],
          ["price under 2010", "Golf: 2500, Baujahr: 2015", "Golf: 2500, Baujahr: 2009"],
          ["price under 2010", "Golf 8, Baujahr: 2015", "Golf 8, Baujahr: 2009"],
          ["price under 2010", "Golf: 2500, first sold: 2015", "Golf: 2500, first sold: 2009"]
        ],
        false
      ),
      []
    )
  })
})

describe("forints", () => {
  it("are written in small letters too, and feet are not prices", () => {
    assert.deepStrictEqual(
      wrongOf(
        [
          ["price below 2000 Ft", "2 490 ft", "1 990 ft"],
          ["price below 2000 HUF", "2 490 ft", "1 990 ft"],
          ["price below 2000 ft", "2 490 Ft", "1 990 Ft"],
          ["price below 2000 ft", "2 490 ft", "1 990 ft"],
          ["elevation above 1700 ft", "1500 ft", "1800 ft"],
          ["snow line above 2000 m", "Snow line: 6000 ft", "Snow line: 7000 ft"]
        ],
        true
      ),
      []
    )
  })
})

describe("a date that was waited for", () => {
  it("is told, whatever is to be published beside it or on it", () => {
    assert.deepStrictEqual(
      wrongOf(
        [
          ["date is announced", "Date: TBA", "Date: 5 May 2027, the place will be announced"],
          ["release date announced", "Release date: TBA", "Will be released on 12 May 2027"],
          ["release date announced", "Release date: TBA", "Release date: 12 May 2027 – will be released everywhere"]
        ],
        true
      ),
      []
    )
    assert.isFalse(isTold("date is announced", "Date: TBA", "The date will be announced soon"))
  })
})

describe("terms in a list", () => {
  it("are not added up", () => {
    assert.isTrue(isTold("term under 1 year", "Terms: 2 years, 1 year", "Terms: 2 years, 6 months"))
  })
})

const team = (heading: string, ...lines: ReadonlyArray<string>) =>
  `<h1>Acme</h1><p>We make things for people.</p><h2>${heading}</h2>${lines.map((line) => `<p>${line}</p>`).join("")}`

describe("those who lead", () => {
  it.effect("are told of by their posts", () =>
    checkPairs([
      ["leadership changes", team("Team", "Anna Berg, CEO"), team("Team", "Jon Dahl, CEO"), true],
      ["Wechsel im Vorstand", team("Team", "Anna Berg, CFO"), team("Team", "Jon Dahl, CFO"), true],
      ["Änderungen in der Geschäftsführung", team("Team", "Anna Berg, CEO"), team("Team", "Jon Dahl, CEO"), true],
      [
        "change in leadership",
        team("News", "Our office"),
        team("News", "Our office", "Anna Berg is our new CEO"),
        true
      ],
      ["new CEO", team("Leadership", "Anna Berg, CEO"), team("Leadership", "Anna Berg, CEO", "Bo Lind, CTO"), false]
    ])
  )
})

const shop = (...lines: ReadonlyArray<string>) =>
  `<h1>Mug</h1><p>Fine.</p>${lines.map((line) => `<p>${line}</p>`).join("")}`

describe("what a price is of", () => {
  it.effect("need not stand beside it, where it stands beside another amount", () =>
    checkPairs([
      [
        "product price below $10",
        shop("Price: $12", "Product: mug, $12 value"),
        shop("Price: $9", "Product: mug, $12 value"),
        true
      ],
      [
        "price of the course below $100",
        shop("Course: $120", "Members: $110"),
        shop("Course: $120", "Members: $90"),
        true
      ],
      ["team plan price below $15", shop("Solo: $19", "Team: $29"), shop("Solo: $9", "Team: $29"), false]
    ])
  )
})

describe("counts of what is open", () => {
  it("are of seats that are left, and of names that begin so", () => {
    assert.deepStrictEqual(
      wrongOf(
        [
          ["over 20 open seats", "Seats left: 15", "Seats left: 25"],
          ["open interest above 1000", "Interest: 900", "Interest: 1100"],
          ["open interest above 1000", "Open interest: 900", "Open interest: 1100"]
        ],
        true
      ),
      []
    )
    assert.isFalse(isTold("open interest above 1000", "Interest: 900", "Interest: 950"))
  })
})
