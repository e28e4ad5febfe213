/** Goals that wait for the end of a state: "no longer in stock". */
import { assert, describe, it } from "@effect/vitest"
import { compileGoal } from "../../../src/monitors/domain/judging/goal.ts"
import { statesIn } from "../../../src/monitors/domain/judging/goalState.ts"
import { goalText } from "../../../src/monitors/domain/judging/goalText.ts"
import { checkPairs } from "./onPages.ts"

const page = (line: string): string => `<h1>Blue pot</h1><p>$40</p><p>${line}</p>`

/** A goal, what stands there until it is met, and what stands there then. */
const pairs: ReadonlyArray<readonly [goal: string, before: string, after: string]> = [
  ["when it is no longer in stock", "In stock", "Out of stock"],
  ["alert me if it is not in stock anymore", "In stock", "Sold out"],
  ["isn't available anymore", "Available", "Sold out"],
  ["when it can't be ordered any more", "In stock", "Sold out"],
  ["when it's not sold out anymore", "Sold out", "In stock"],
  ["no longer sold out", "Sold out", "In stock"],
  ["when it is not unavailable any more", "Unavailable", "Available"],
  ["when there are no tickets available", "Tickets available", "Sold out"],
  ["when registration is no longer open", "Registration open", "Registration closed"],
  ["when the shop stops being open", "Shop: open", "Shop: closed"],
  ["when the shop is not open any longer", "Shop: open", "Shop: closed"],
  ["when the store isn't open on Sundays", "Sunday: open", "Sunday: closed"],
  ["when the road is not closed any more", "Road: closed", "Road: open"],
  ["when the API is not operational", "API: operational", "API: major outage"],
  ["when the API is no longer down", "API: down", "API: operational"],
  ["when there is no maintenance any more", "Status: maintenance", "Status: operational"],
  ["when there are no more delays", "Line 4: delayed", "Line 4: on time"],
  ["only tell me if it is NOT in stock", "In stock", "Sold out"],
  ["sobald nicht mehr ausgebucht", "Ausgebucht", "Plätze frei"],
  ["when the event is no longer cancelled", "Event: cancelled", "Event: on schedule"],
  ["when trains are no longer delayed", "Trains: delayed", "Trains: on time"],
  ["when the account is no longer suspended", "Account: suspended", "Account: active"],
  ["if the course is no longer offered", "Course offered: available", "Course offered: unavailable"],
  ["n'est plus en stock", "En stock", "Rupture de stock"],
  ["quand ce n'est plus épuisé", "Épuisé", "En stock"],
  ["quand la route n'est plus fermée", "Route : fermée", "Route : ouverte"],
  ["wenn es nicht mehr auf Lager ist", "Auf Lager", "Ausverkauft"],
  ["wenn nicht mehr ausverkauft", "Ausverkauft", "Auf Lager"],
  ["wenn die Straße nicht mehr gesperrt ist", "Straße: gesperrt", "Straße: geöffnet"],
  ["sobald keine Plätze mehr frei sind", "Noch Plätze frei", "Ausgebucht"],
  ["cuando no haya stock", "En stock", "Agotado"],
  ["cuando no quede stock", "En stock", "Agotado"],
  ["cuando ya no esté agotado", "Agotado", "Disponible"],
  ["cuando deje de estar disponible", "Disponible", "Agotado"],
  ["quando non è più disponibile", "Disponibile", "Esaurito"],
  ["quando il vaso non è disponibile", "Vaso: disponibile", "Vaso: esaurito"],
  ["quando não estiver mais disponível", "Disponível", "Esgotado"],
  ["als het niet meer op voorraad is", "Op voorraad", "Uitverkocht"],
  ["zodra het niet meer uitverkocht is", "Uitverkocht", "Op voorraad"]
]

describe("a state that is to be over", () => {
  it.effect("is told when it ends", () =>
    checkPairs(pairs.map(([goal, before, after]) => [goal, page(before), page(after), true]))
  )

  it.effect("is not told when it begins", () =>
    checkPairs(pairs.map(([goal, before, after]) => [goal, page(after), page(before), false]))
  )

  it.effect("is over whatever is said in its place", () =>
    checkPairs([
      ["no longer in stock", page("In stock"), page("Backorder: ships in 6 weeks"), true],
      ["no longer in stock", page("In stock"), page("Available from June"), true],
      ["no longer in stock", page("In stock"), page("In stock now"), false],
      ["no longer sold out", page("Sold out"), page("Coming soon"), false],
      ["no longer sold out", page("Sold out"), page("Back in stock in 2 weeks"), false]
    ])
  )

  it.effect("is not meant by a “not” that is of something else", () =>
    checkPairs([
      ["in stock, not on backorder", page("Out of stock"), page("In stock"), true],
      ["when it is in stock and not only online", page("Out of stock"), page("In stock"), true],
      ["tell me whether it is in stock or not", page("Out of stock"), page("In stock"), true],
      ["not later than May, when it is back in stock", page("Out of stock"), page("In stock"), true],
      ["opening hours, not holiday notices", page("Hours: 9–17"), page("Hours: 9–16"), true]
    ])
  )

  it("leaves what is not wanted out", () => {
    const excluded = (goal: string) => compileGoal(goal).excluded.map((groups) => groups.map(({ words }) => words[0]))
    assert.deepStrictEqual(excluded("opening hours, not holiday notices"), [["holiday", "notices"]])
    assert.deepStrictEqual(excluded("roles that are not closed"), [["closed"]])
    assert.deepStrictEqual(excluded("when the road is not closed any more"), [])
  })

  it("is read as it stands where nothing denies it", () => {
    for (const goal of ["ob Silvester doch noch frei wird", "no later than May it is open", "noted as open"]) {
      assert.deepStrictEqual(statesIn(goalText(goal)).left, [], goal)
    }
  })
})

describe("what a page denies", () => {
  it.effect("is not so", () =>
    checkPairs([
      ["back in stock", page("Out of stock"), page("Not available"), false],
      ["back in stock", page("Out of stock"), page("No longer sold out"), true],
      ["when the road is closed", page("Road: open"), page("Road: not closed"), false]
    ])
  )
})
