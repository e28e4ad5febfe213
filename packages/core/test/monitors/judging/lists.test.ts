/** Goals that name members of a list by an adjective: "open positions". */
import { assert, describe, it } from "@effect/vitest"
import { goalText } from "../../../src/monitors/domain/judging/goalText.ts"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"
import { listedIn } from "../../../src/monitors/domain/judging/listed.ts"
import { checkPairs } from "./onPages.ts"

const list = (heading: string, entries: ReadonlyArray<string>, more = ""): string =>
  `<h1>Acme</h1><h2>${heading}</h2><ul>${entries.map((entry) => `<li>${entry}</li>`).join("")}</ul>${more}<p>We make enamelware in a small workshop by the sea.</p>`

const careers = (more: string): string =>
  `<h1>Careers</h1><h2>Open positions</h2><ul><li>Cook, Berlin</li><li>Waiter, Rome</li></ul><h2>About us</h2><p>We make pots by the sea.</p>${more}`

/** Names its jobs nowhere. */
const jobless = (more: string): string =>
  `<h1>Café Roma</h1><p>Coffee by the sea since 1950.</p><h2>Team</h2><p>We are a small team.</p>${more}<h2>Contact</h2><p>Mill Street 4, Leeds.</p>`

const hotel = (more: string): string =>
  `<h1>Hotel Roma</h1><h2>Rooms</h2><ul><li>Room 1, $40</li><li>Room 2, $50</li></ul><h2>Breakfast</h2><p>We serve it from nine to ten.</p>${more}`

const lists: ReadonlyArray<readonly [goal: string, heading: string, entries: ReadonlyArray<string>, entry: string]> = [
  ["open positions", "Open positions", ["SRE, Berlin", "Designer, Paris"], "Data Engineer, Lisbon"],
  ["open roles", "Open positions", ["SRE, Berlin", "Designer, Paris"], "Data Engineer, Lisbon"],
  ["tell me about open jobs", "Open positions", ["SRE, Berlin", "Designer, Paris"], "Data Engineer, Lisbon"],
  ["if there are open positions", "Open positions", ["SRE, Berlin", "Designer, Paris"], "Data Engineer, Lisbon"],
  ["offene Stellen", "Open positions", ["SRE, Berlin", "Designer, Paris"], "Data Engineer, Lisbon"],
  ["postes ouverts", "Open positions", ["SRE, Berlin", "Designer, Paris"], "Data Engineer, Lisbon"],
  ["vacantes abiertas", "Open positions", ["SRE, Berlin", "Designer, Paris"], "Data Engineer, Lisbon"],
  ["available apartments", "Apartments", ["Hill 2, €690", "Hill 3, €700"], "Mill 9, €650"],
  ["available flats", "Apartments", ["Hill 2, €690", "Hill 3, €700"], "Mill 9, €650"],
  ["new available apartments", "Apartments", ["Hill 2, €690", "Hill 3, €700"], "Mill 9, €650"],
  ["verfügbare Wohnungen", "Wohnungen", ["Hof 2", "Hof 3"], "Hof 9"],
  ["appartements disponibles", "Appartements", ["Rue A, 2 pièces", "Rue B, 1 pièce"], "Rue C, 3 pièces"],
  ["available languages", "Languages", ["German", "French"], "Polish"],
  ["upcoming events", "Events", ["5 May: Fair", "9 May: Jazz"], "12 May: Book swap"],
  ["active incidents", "Incidents", ["API latency"], "Webhooks delayed"],
  ["closed roads", "Closed roads", ["Mill Street"], "River Road"],
  ["cancelled trains", "Cancelled trains", ["10:05 to Leeds"], "11:20 to York"],
  ["trenes cancelados", "Trenes cancelados", ["10:05 Toledo"], "11:00 León"],
  ["resolved issues", "Resolved issues", ["#12 crash"], "#19 freeze"],
  ["products on sale", "On sale", ["Mug $9"], "Pan $29"],
  ["approved drugs", "Approved drugs", ["Alphazine"], "Betazine"],
  ["deprecated APIs", "Deprecated APIs", ["GET /v1/a"], "GET /v1/b"]
]

describe("a goal that names members of a list", () => {
  it.effect("is told of one that comes", () =>
    checkPairs(
      lists.map(([goal, heading, entries, entry]) => [
        goal,
        list(heading, entries),
        list(heading, [...entries, entry]),
        true
      ])
    )
  )

  it.effect("is told of one that goes, and of one that becomes so or is so no more", () =>
    checkPairs([
      ["open positions", list("Open positions", ["SRE", "Designer"]), list("Open positions", ["SRE"]), true],
      [
        "open positions",
        list("Open positions", ["SRE: open", "Designer: open"]),
        list("Open positions", ["SRE: open", "Designer: closed"]),
        true
      ],
      [
        "closed roads",
        list("Roads", ["Mill: open", "Oak Road: open"]),
        list("Roads", ["Mill: closed", "Oak Road: open"]),
        true
      ],
      [
        "closed roads",
        list("Roads", ["Mill: closed", "Oak Road: open"]),
        list("Roads", ["Mill: open", "Oak Road: open"]),
        true
      ],
      [
        "cancelled trains",
        list("Departures", ["10:05 Leeds: on time", "11:20 York: on time"]),
        list("Departures", ["10:05 Leeds: on time", "11:20 York: cancelled"]),
        true
      ],
      ["open positions", "<h1>Acme</h1><p>3 open positions</p>", "<h1>Acme</h1><p>4 open positions</p>", true],
      [
        "available sizes",
        "<h1>Pot</h1><p>Sizes: small, medium</p>",
        "<h1>Pot</h1><p>Sizes: small, medium, large</p>",
        true
      ]
    ])
  )

  it.effect("is told nothing of what stands in another list, or of what members cost", () =>
    checkPairs([
      [
        "closed roads",
        list("Closed roads", ["Mill Street", "Oak Road"], "<h2>Open roads</h2><ul><li>Elm Road</li></ul>"),
        list(
          "Closed roads",
          ["Mill Street", "Oak Road"],
          "<h2>Open roads</h2><ul><li>Elm Road</li><li>River Road</li></ul>"
        ),
        false
      ],
      [
        "upcoming events",
        list("Upcoming events", ["5 May: Fair"], "<h2>Past events</h2><ul><li>1 May: Jazz</li></ul>"),
        list(
          "Upcoming events",
          ["5 May: Fair"],
          "<h2>Past events</h2><ul><li>3 May: Rock</li><li>1 May: Jazz</li></ul>"
        ),
        false
      ],
      [
        "closed roads",
        list("Roads", ["Mill: closed", "Oak: open"]),
        list("Roads", ["Mill: closed", "Oak: open", "Elm: open"]),
        false
      ],
      [
        "available apartments",
        list("Apartments", ["Hill 2, €690", "Hill 3, €700"]),
        list("Apartments", ["Hill 2, €690", "Hill 3, €710"]),
        false
      ],
      [
        "open positions",
        list("Open positions", ["SRE"], "<h2>Our team</h2><p>Ana Reed</p>"),
        list("Open positions", ["SRE"], "<h2>Our team</h2><p>Ana Reed</p><p>Bo Lee</p>"),
        false
      ],
      ["open positions", careers(""), careers("<p>Our new office has a garden.</p>"), false],
      ["open positions", careers(""), careers("<p>We are looking for a baker.</p>"), true],
      ["open positions", careers(""), careers("<p>There is a new position in our office.</p>"), true],
      ["open positions", jobless(""), jobless("<p>We are recruiting two people for the bar.</p>"), true],
      ["postes ouverts", jobless(""), jobless("<p>Nous embauchons en cuisine dès le 1er mai.</p>"), true],
      ["offene Stellen", jobless(""), jobless("<p>Für die Küche stellen wir eine Spülkraft ein.</p>"), true],
      ["offerte di lavoro aperte", jobless(""), jobless("<p>Assumiamo due persone per la cucina.</p>"), true],
      ["open positions", jobless(""), jobless("<p>We serve it with bread from the village.</p>"), false],
      ["offene Stellen", jobless(""), jobless("<p>Unsere Küche hat einen neuen Ofen.</p>"), false],
      ["offene Stellen", jobless(""), jobless("<p>Anna stellt im Mai ein Bild bei uns aus.</p>"), false],
      ["open positions", jobless(""), jobless("<p>We admit dogs, and assume that they behave.</p>"), false],
      ["open positions", jobless(""), jobless("<p>Anna recruited most of us in 1998.</p>"), false],
      ["available rooms", hotel(""), hotel("<p>Pets are welcome.</p>"), false]
    ])
  )

  it.effect("is told nothing of what comes beside, whatever the list is called", () =>
    checkPairs(
      (
        [
          ["upcoming events", "Events", "5 May: Fair"],
          ["products on sale", "On sale", "Mug $9"],
          ["cancelled flights", "Flights", "5 May: Oslo"],
          ["closed roads", "Closed roads", "Mill Street"],
          ["in stock items", "Items in stock", "Mug"]
        ] as const
      ).map(([goal, heading, entry]) => [
        goal,
        list(heading, [entry], "<h2>Our team</h2><p>Ana Reed</p>"),
        list(heading, [entry], "<h2>Our team</h2><p>Ana Reed</p><p>Bo Lee</p>"),
        false
      ])
    )
  )

  it.effect("is told of those that the goal says more of", () =>
    checkPairs([
      [
        "open positions in Berlin",
        list("Open positions", ["SRE, Berlin", "Cook, Paris"]),
        list("Open positions", ["SRE, Berlin", "Cook, Paris", "Baker, Berlin"]),
        true
      ],
      [
        "open positions in Berlin",
        list("Open positions", ["SRE, Berlin", "Cook, Paris"]),
        list("Open positions", ["SRE, Berlin", "Cook, Paris", "Baker, Paris"]),
        false
      ],
      [
        "cancelled trains to York",
        list("Cancelled trains", ["10:05 to Leeds", "9:00 to York"]),
        list("Cancelled trains", ["10:05 to Leeds", "9:00 to York", "11:20 to Hull"]),
        false
      ],
      [
        "delayed or cancelled trains",
        list("Departures", ["10:05 Leeds: on time", "11:20 York: on time"]),
        list("Departures", ["10:05 Leeds: delayed", "11:20 York: on time"]),
        true
      ],
      ["changes to open positions", list("Open positions", ["SRE"]), list("Open positions", ["SRE", "Cook"]), true],
      ["in stock items", list("Items in stock", ["Mug"]), list("Items in stock", ["Mug", "Pan"]), true]
    ])
  )

  it("is told of data that were read from a site", () => {
    const before = "jobs › SRE\njobs › SRE › location: Berlin\njobs › Designer\njobs › Designer › location: Paris"
    const after = `${before}\njobs › Data Engineer\njobs › Data Engineer › location: Lisbon`
    const question = { goal: "open jobs", url: "https://relay.example/", targetType: "extract" as const, before, after }
    assert.isTrue(judgeChange(question).isRelevant)
  })
})

describe("an adjective of a goal", () => {
  const listed = (goal: string): string | undefined => listedIn(goalText(goal))?.state

  it("names members of a list ahead of a plural, or behind one where languages put it there", () => {
    const wanted: ReadonlyArray<readonly [goal: string, state: string]> = [
      ["open engineering positions", "open"],
      ["ofertas de empleo abiertas", "open"],
      ["posizioni aperte", "open"],
      ["vagas abertas", "open"],
      ["open vacatures", "open"],
      ["strade chiuse", "closed"],
      ["wenn es freie Wohnungen gibt", "available"],
      ["beschikbare woningen", "available"],
      ["when available flats appear", "available"],
      ["Are there open positions?", "open"],
      ["approved cancer drugs", "approved"]
    ]
    for (const [goal, state] of wanted) assert.strictEqual(listed(goal), state, goal)
  })

  it("says a state of one thing otherwise", () => {
    const others = [
      ...["open on Sundays", "open source projects", "open status", "opening hours", "back in stock", "in stock"],
      ...["registration open", "tickets available", "tickets on sale", "inscriptions ouvertes", "iscrizioni aperte"],
      ...["when the road is closed", "when open positions are filled", "Are closed roads open?", "cancelled flight"]
    ]
    for (const goal of others) assert.isUndefined(listed(goal), goal)
  })
})
