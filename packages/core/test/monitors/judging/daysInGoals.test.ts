/** Goals that name a day without its year. */
import { describe, it } from "@effect/vitest"
import { checkPairs } from "./onPages.ts"

const table = (...rows: ReadonlyArray<readonly [string, string]>) =>
  `<h1>Tickets</h1><table><tr><th>Day</th><th>State</th></tr>${rows.map(([day, state]) => `<tr><td>${day}</td><td>${state}</td></tr>`).join("")}</table>`

describe("a day in a goal", () => {
  it.effect("is the day of a row, however both are written", () => {
    const writings = [
      "14 June",
      "June 14",
      "14th of June",
      "14.6.",
      "14. Juni",
      "14 juin",
      "14 de junio",
      "14 giugno",
      "14 de junho",
      "14 juni"
    ]
    const rows = ["14 June", "June 14, 2026", "14.06.2026", "2026-06-14", "14. Juni"]
    return checkPairs(
      writings.flatMap((day) =>
        rows.flatMap((row) => {
          const goal = `tickets for ${day} available`
          const page = (own: string, other: string, last: string) =>
            table([row, own], ["15 June", other], ["14 July", last])
          return [
            [goal, page("sold out", "sold out", "sold out"), page("available", "sold out", "sold out"), true],
            [goal, page("sold out", "sold out", "sold out"), page("sold out", "available", "sold out"), false],
            [goal, page("sold out", "sold out", "sold out"), page("sold out", "sold out", "available"), false]
          ] as const
        })
      )
    )
  })

  it.effect("with a year is that of no other year", () => {
    const page = (one: string, other: string) => table(["14 June 2026", one], ["14 June 2027", other])
    const goal = "tickets for 14 June 2027 available"
    return checkPairs([
      [goal, page("sold out", "sold out"), page("sold out", "available"), true],
      [goal, page("sold out", "sold out"), page("available", "sold out"), false]
    ])
  })

  it.effect("is no other thing of a name that stands with it", () => {
    const page = (whistlers: string, quist: string) =>
      `<h1>What's on</h1>${["Thu 10 Dec", "Ida Quist", quist, "Sat 12 Dec", "The Tin Whistlers", whistlers, "Fri 18 Dec", "Carols", "Book tickets"].map((line) => `<p>${line}</p>`).join("")}`
    const goal = "tin whistlers 12 december - tell me if it is cancelled"
    return checkPairs([
      [goal, page("Book tickets", "Book tickets"), page("Cancelled", "Book tickets"), true],
      [goal, page("Book tickets", "Book tickets"), page("Book tickets", "Cancelled"), false]
    ])
  })
})
