/** Goals that wait for something to be there, or to be gone, where a page counts it. */
import { assert, describe, it } from "@effect/vitest"
import { statesNow } from "../../../src/monitors/domain/judging/statesNow.ts"
import { checkPairs } from "./onPages.ts"

const page = (line: string): string =>
  `<h1>Autumn concert</h1><p>Music by the river, for all who like it.</p><p>${line}</p><p>Find us at the quay.</p>`

/** There is none, and then some. */
const counts: ReadonlyArray<readonly [none: string, some: string]> = [
  ["0 tickets left", "12 tickets left"],
  ["No tickets left", "12 tickets left"],
  ["None left", "12 tickets left"],
  ["Sold out", "12 tickets left"],
  ["Tickets left: 0", "Tickets left: 12"],
  ["Tickets left: –", "Tickets left: 12"],
  ["Tickets (0)", "Tickets (12)"],
  ["0 tickets", "12 tickets"],
  ["No tickets", "12 tickets"],
  ["0 tickets available", "12 tickets available"],
  ["Tickets available: 0", "Tickets available: 12"]
]

/** Said of something else, or of no end and no beginning. */
const others: ReadonlyArray<readonly [before: string, after: string]> = [
  ["12 tickets left", "11 tickets left"],
  ["10 tickets left", "20 tickets left"],
  ["0 tickets sold", "12 tickets sold"],
  ["0 days left", "12 days left"],
  ["0 comments", "3 comments"],
  ["0 results for tickets", "12 results for tickets"],
  ["Max 0 tickets per person", "Max 4 tickets per person"],
  ["Price: 0 €", "Price: 12 €"],
  ["© 2025", "© 2026"],
  ["Page 2 of 3", "Page 3 of 3"],
  ["0 attempts left", "5 attempts left"]
]

const back = ["tell me when tickets are available again", "tickets available", "if there are tickets left"]
const gone = ["tell me when tickets are sold out", "when no tickets are left", "tickets no longer available"]

const all = (
  goals: ReadonlyArray<string>,
  pairs: ReadonlyArray<readonly [string, string]>,
  told: boolean
): ReadonlyArray<readonly [string, string, string, boolean]> =>
  goals.flatMap((goal) => pairs.map(([was, now]) => [goal, page(was), page(now), told] as const))

const turned = (pairs: ReadonlyArray<readonly [string, string]>) => pairs.map(([was, now]) => [now, was] as const)

describe("what a page counts", () => {
  it.effect("is there once it is more than none", () =>
    checkPairs([...all(back, counts, true), ...all(gone, counts, false)])
  )

  it.effect("is gone once it is none", () =>
    checkPairs([...all(gone, turned(counts), true), ...all(back, turned(counts), false)])
  )

  it.effect("says nothing where it is of something else, or more or less", () =>
    checkPairs([...all(back, others, false), ...all(gone, turned(others), false)])
  )

  it.effect("is read in other languages", () =>
    checkPairs([
      ["wenn wieder Karten verfügbar sind", page("0 Karten übrig"), page("12 Karten übrig"), true],
      ["wenn wieder Plätze frei sind", page("Keine Plätze mehr"), page("Noch 5 Plätze"), true],
      ["wenn wieder Plätze frei sind", page("Noch 0 Tage"), page("Noch 5 Tage"), false],
      ["dès que des places sont disponibles", page("0 places restantes"), page("12 places restantes"), true],
      ["cuando haya entradas disponibles", page("Quedan 0 entradas"), page("Quedan 12 entradas"), true],
      ["quando ci sono posti disponibili", page("0 posti rimasti"), page("12 posti rimasti"), true],
      ["zodra er plaatsen beschikbaar zijn", page("Nog 0 plaatsen"), page("Nog 4 plaatsen"), true]
    ])
  )

  it.effect("is read behind words that say how few there are", () =>
    checkPairs([
      ["tickets available", page("No tickets"), page("Only 3 tickets"), true],
      ["wenn wieder Karten verfügbar sind", page("Keine Karten"), page("Nur noch 3 Karten"), true],
      ["when no tickets are left", page("Just 2 tickets"), page("0 tickets"), true],
      ["tickets available", page("Only 2 tickets per person"), page("Only 3 tickets per person"), false]
    ])
  )

  it.effect("is stock where a goal names nothing", () =>
    checkPairs([
      ["back in stock", page("In stock: 0"), page("In stock: 5"), true],
      ["back in stock", page("10 in stock"), page("5 in stock"), false],
      ["sold out", page("12 seats left"), page("0 seats left"), true],
      ["when the course is full", page("3 places left"), page("0 places left"), true],
      ["when vacancies open", page("Vacancies: 0"), page("Vacancies: 3"), true],
      ["cuando se agote", page("Quedan 3"), page("Quedan 0"), true],
      ["wenn ausverkauft", page("Noch 3 Tage"), page("Noch 0 Tage"), false],
      ["back in stock", page("Sold out"), page("0 in stock"), false],
      ["back in stock", page("Sold out"), page("Only 0 left"), false],
      ["back in stock", page("Sold out"), page("Only 2 left"), true],
      ["back in stock", page("$0 left"), page("$5 left"), false],
      ["sold out", page("Errors: 12"), page("Errors: 0"), false],
      ["sold out", page("5 people left the company"), page("0 people left the company"), false]
    ])
  )

  it.effect("is of what can be had or of what a goal names, and of nothing else", () =>
    checkPairs([
      ["tell me when it is sold out", page("Auf Lager"), page("Auf Lager. Es gibt noch keine Fragen"), false],
      ["tell me when it is sold out", page("Lädt"), page("Noch keine Bewertungen"), false],
      ["préviens-moi quand c'est épuisé", page("En stock"), page("En stock. Il ne reste aucun doute"), false],
      ["tell me when it is sold out", page("In stock. 5 reviews"), page("In stock. No reviews left yet"), false],
      ["tell me when it is sold out", page("In stock"), page("In stock. No sizes left out"), false],
      ["back in stock", page("Sold out"), page("Sold out, 3 games remaining this season"), false],
      ["back in stock", page("Sold out"), page("Sold out. 12 customers left reviews"), false],
      ["back in stock", page("Sold out"), page("Waiting list: 40 places left"), false],
      ["wenn wieder auf Lager", page("Ausverkauft"), page("Ausverkauft (noch 2 Interessenten)"), false],
      ["when season tickets are available", page("Sold out"), page("Sold out, 12 games left to play"), false],
      ["when the mug is sold out", page("12 mugs left"), page("0 mugs left"), true],
      ["when the mug is sold out", page("12 cups left"), page("0 cups left"), false],
      ["when it is sold out", page("Noch 3 Stück"), page("Noch 0 Stück"), true],
      ["when any review is left", page("No reviews"), page("A review by Ann: lovely"), true],
      ["when any feedback is left", page("No feedback yet"), page("Feedback by Ann: lovely"), true]
    ])
  )

  it("is a state of what can be had, and of no time", () => {
    const states = (line: string) => statesNow(line).map(({ state }) => state)
    assert.deepStrictEqual(states("12 seats left"), ["available"])
    assert.deepStrictEqual(states("no seats left"), ["unavailable"])
    for (const line of ["5 minutes left", "Turn left", "€5 left", "20 % left", "3 left-handed gloves"])
      assert.deepStrictEqual(states(line), [], line)
    // A goal may name a day pass.
    const named = (line: string) => statesNow(line, () => true).map(({ state }) => state)
    assert.deepStrictEqual(named("5 mugs left"), ["available"])
    for (const line of ["5 days left", "noch 3 Tage", "5 people left"]) assert.deepStrictEqual(named(line), [], line)
  })
})
