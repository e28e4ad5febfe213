/** Goals that name the first entry of a list, the thing that a row is of, or one of the cards with badges above their names. */
import { assert, describe, it } from "@effect/vitest"
import * as HtmlReader from "@kittiwake/html/PageReader"
import { Effect } from "effect"
import { checkPairs, judged } from "./onPages.ts"

const list = (title: string, ...lines: ReadonlyArray<string>) =>
  `<h1>${title}</h1><ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`

const pairs = (...all: ReadonlyArray<readonly [string, string]>) =>
  `<h1>Board</h1><dl>${all.map(([name, said]) => `<dt>${name}</dt><dd>${said}</dd>`).join("")}</dl>`

const table = (...rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const [head, ...others] = rows.map((cells, at) =>
    cells.map((cell) => (at === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join("")
  )
  return `<h1>Today</h1><table><tr>${head}</tr>${others.map((row) => `<tr>${row}</tr>`).join("")}</table>`
}

/** What each entry is in, and what the second is in then: told to who asks for the second, and to no one who asks for the first. */
const second = (title: string, [one, two]: readonly [string, string], was: string, now: string, goal: string) => {
  const [before, after] = [was, now].map((state) => list(title, `${one} ${was}`, `${two} ${state}`, `Third ${was}`))
  return [
    [goal.replace("*", one), before!, after!, false],
    [goal.replace("*", two), before!, after!, true]
  ] as const
}

describe("a goal that names the first entry of a list", () => {
  it.effect("is not told of the others", () =>
    checkPairs([
      ...second("Status", ["API", "Payments"], "outage", "operational", "the * is operational"),
      ...second("Lifts", ["Gipfelbahn", "Seilbahn"], "closed", "open", "the * is open"),
      ...second("Library", ["Dune", "Emma"], "on loan", "available", "* is available"),
      ...second("Kurse", ["Yoga", "Pilates"], "ausgebucht", "frei", "Kurs * wieder frei"),
      ...second("Roads", ["A7", "A24"], "free", "closed", "the * is closed"),
      [
        "when the director changes",
        pairs(["Director", "A. Ruiz"], ["Treasurer", "J. Bos"]),
        pairs(["Director", "A. Ruiz"], ["Treasurer", "I. Lind"]),
        false
      ],
      [
        "when the director changes",
        pairs(["Director", "A. Ruiz"], ["Treasurer", "J. Bos"]),
        pairs(["Director", "I. Lind"], ["Treasurer", "J. Bos"]),
        true
      ],
      ["new concert in Berlin", list("Tour", "5 May – Berlin"), list("Tour", "5 May – Berlin", "9 May – Munich"), false]
    ])
  )
})

describe("a goal that names what the rows of a table are of", () => {
  const flights = (oslo: string, bonn: string, head = "Flight") =>
    table(["Time", head, "To", "Status"], ["08:37", "SK 45", "Oslo", oslo], ["09:10", "LH 3", "Bonn", bonn])
  const rooms = (rose: string, lotus: string) =>
    table(["Floor", "Room", "Status"], ["1", "Rose", rose], ["2", "Lotus", lotus])
  const plans = (solo: string, team: string) =>
    table(["Feature", "Solo", "Team"], ["Users", "1", "5"], ["Support", solo, team])
  it.effect("is told of its row, and of no other, though a column is called so", () =>
    checkPairs([
      ["the flight to Oslo is cancelled", flights("On time", "On time"), flights("Cancelled", "On time"), true],
      ["the flight to Oslo is cancelled", flights("On time", "On time"), flights("On time", "Cancelled"), false],
      [
        "flight SK 45 is cancelled",
        flights("On time", "On time", "Flight no."),
        flights("Cancelled", "On time", "Flight no."),
        true
      ],
      ["the room Lotus is available", rooms("booked", "booked"), rooms("booked", "available"), true],
      ["the room Lotus is available", rooms("booked", "booked"), rooms("available", "booked"), false]
    ])
  )
  it.effect("hears nothing of another column than the one that it asks for", () => {
    const classes = (teacher: string, room: string) =>
      table(["Day", "Class", "Teacher", "Room"], ["Mon", "Yoga", teacher, room], ["Tue", "Boxing", "Per", "B"])
    return checkPairs([
      ["the room of the class Yoga changes", classes("Ida", "A"), classes("Ona", "A"), false],
      ["the room of the class Yoga changes", classes("Ida", "A"), classes("Ida", "C"), true],
      ["support of the Team plan changes", plans("Community", "Priority"), plans("Email", "Priority"), false],
      ["support of the Team plan changes", plans("Community", "Priority"), plans("Community", "Phone"), true]
    ])
  })
})

describe("badges above the names of cards", () => {
  const names = ["Mug", "Flask", "Kettle"]
  const shop = (name: string, ...badges: ReadonlyArray<string>) =>
    `<h1>Shop</h1>${names.map((one, at) => `<div><div>${badges[at]}</div><${name}>${one}</${name}><p>€1${at}</p></div>`).join("")}`
  for (const name of ["h3", "div"]) {
    it.effect(`are of the card below, where names are in <${name}>, whatever words they say`, () =>
      Effect.gen(function* () {
        const wrong: Array<string> = []
        for (const usual of [
          ["New", "Sale", "Top"],
          ["Neu", "Angebot", "Neu"],
          ["Our pick", "Our pick", "Our pick"]
        ]) {
          for (const [at, changed] of names.entries()) {
            const [plain, out] = [shop(name, ...usual), shop(name, ...usual.with(at, "Sold out"))]
            for (const asked of names) {
              const is = yield* judged(`the ${asked} is sold out`, plain, out)
              const back = yield* judged(`the ${asked} is back in stock`, out, plain)
              for (const { confidence, isRelevant, title } of [is, back]) {
                const isRight = isRelevant === (asked === changed) && confidence > 0.8 && title.startsWith(changed)
                if (!isRight) wrong.push(`${usual[at]} of ${changed}, ${asked} asked: ${confidence} ${title}`)
              }
            }
          }
        }
        assert.deepStrictEqual(wrong, [])
      }).pipe(Effect.provide(HtmlReader.layer))
    )
  }
})
