/** Where a page says the same of several things, a task gets what is said of the one that it asks about, or nothing. */
import { describe, it } from "@effect/vitest"
import { check, type Example, type Site } from "./overSite.ts"

type Asked = readonly [task: string, example: Example, answer: Example]

/** What the default example gets: the words of a page, or nothing. */
const words = (task: string, result: string | null): Asked => [task, { result: "" }, { result }]

const value = (task: string, name: string, is: number | string | null): Asked => [
  task,
  { [name]: typeof is === "number" || name.startsWith("price") || name === "preis" ? 0 : "" },
  { [name]: is }
]

/** A number, of which nothing may be said. */
const number = (task: string, name: string, is: number | null): Asked => [task, { [name]: 0 }, { [name]: is }]

const museum: Site = {
  "/": ["Harbour Museum", "<h1>Harbour Museum</h1><p>A museum of ships in Bremen.</p>"],
  "/exhibitions": [
    "Exhibitions",
    "<h1>Exhibitions</h1><h2>Sails and Storms</h2><p>The exhibition opens on 3 March 2027.</p><p>It closes on 9 September 2027.</p><h2>Deep Water</h2><p>The exhibition opens on 12 May 2027.</p><p>It ends on 30 November 2027.</p><h3>Opening night</h3><p>The party starts at 19:00 on 11 May 2027.</p><h2>Ice</h2><p>Details follow.</p>"
  ],
  "/tickets": [
    "Tickets",
    "<h1>Tickets</h1><table><tr><th>Ticket</th><th>Price</th></tr><tr><td>Adults</td><td>€12.50</td></tr><tr><td>Students</td><td>€8.00</td></tr><tr><td>Children under 6</td><td>free</td></tr><tr><td>Children from 6 to 14</td><td>€4.00</td></tr></table><p>Family tickets cost €28.</p><p>Audio guides cost €3.50.</p>"
  ],
  "/about": [
    "About",
    "<h1>About</h1><p>The Harbour Museum was founded in 1974 by Greta Lund.</p><p>Director: Jonas Weber</p><p>The museum is open Tuesday to Sunday from 10:00 to 18:00.</p>"
  ]
}

const cloud: Site = {
  "/": ["Acme Cloud", "<h1>Acme Cloud</h1><p>Acme Cloud hosts things.</p>"],
  "/pricing": [
    "Pricing",
    "<h1>Pricing</h1><h2>Starter</h2><p>The plan costs $9 per month.</p><p>It has 10 GB of storage.</p><h2>Pro</h2><p>The plan costs $29 per month.</p><p>It has 100 GB of storage.</p><h2>Enterprise</h2><p>Contact us.</p>"
  ]
}

describe("a task without an example", () => {
  it.effect("gets when that thing is, and not when another is", () =>
    check(museum, [
      words("When does Sails and Storms open?", "The exhibition opens on 3 March 2027."),
      words("When does Deep Water open?", "The exhibition opens on 12 May 2027."),
      words("When does the exhibition Sails and Storms open?", "The exhibition opens on 3 March 2027."),
      words("When does Sails and Storms close?", "It closes on 9 September 2027."),
      words("When does Ice open?", null),
      words("When does the exhibition Ice close?", null),
      words("When does the exhibition Ropes open?", null)
    ])
  )

  it.effect("gets what that thing costs or has, and not what another does", () =>
    check(cloud, [
      words("What does the Pro plan cost?", "The plan costs $29 per month."),
      words("What does Starter cost?", "The plan costs $9 per month."),
      words("What does the Enterprise plan cost?", null),
      words("I am comparing plans. What does the Team plan cost?", null),
      words("How much storage does Pro have?", "It has 100 GB of storage."),
      words("How much storage does Enterprise have?", null)
    ])
  )

  it.effect("gets what stands on the page that is called so", () =>
    check(
      {
        "/": ["Lumen lamps", "<h1>Lumen lamps</h1><p>We make them by hand.</p>"],
        "/arc": [
          "Arc lamp",
          "<h1>Arc lamp</h1><p>The lamp costs €120.</p><p>The lamp weighs 4 kg.</p><p>It was designed in 2003 by Ida Berg.</p>"
        ],
        "/sky": ["Sky lamp", "<h1>Sky lamp</h1><p>The lamp costs €240.</p><p>The lamp weighs 7 kg.</p>"],
        "/fog": ["Fog lamp", "<h1>Fog lamp</h1><p>Coming soon.</p>"]
      },
      [
        words("What does the Arc lamp cost?", "The lamp costs €120."),
        words("What does the Sky lamp cost?", "The lamp costs €240."),
        words("What does the Fog lamp cost?", null),
        words("What does the Moon lamp cost?", null),
        words("How much does the Sky lamp weigh?", "The lamp weighs 7 kg."),
        words("Who designed the Sky lamp?", null)
      ]
    )
  )

  it.effect("gets it in German too", () =>
    check(
      {
        "/": ["Segelhaus", "<h1>Segelhaus</h1><p>Eine Schule am Meer.</p>"],
        "/kurse": [
          "Kurse",
          "<h1>Kurse</h1><h2>Anfängerkurs</h2><p>Der Kurs kostet 120 €.</p><h2>Jollenkurs</h2><p>Der Kurs kostet 180 €.</p><h2>Regatta</h2><p>Termin folgt.</p>"
        ],
        "/preise": ["Preise", "<h1>Preise</h1><p>Familien zahlen 150 €.</p>"]
      },
      [
        words("Was kostet der Jollenkurs?", "Der Kurs kostet 180 €."),
        words("Was kostet der Anfängerkurs?", "Der Kurs kostet 120 €."),
        words("Was kostet die Regatta?", null),
        words("Was zahlen Familien?", "Familien zahlen 150 €."),
        words("Was zahlen Rentner?", null),
        value("Was zahlen Familien?", "preis", 150),
        value("Was zahlt ein Rentner?", "preis", null)
      ],
      "de"
    )
  )

  it.effect("gets what is said where it names no thing, or one that is all that there is", () =>
    check(museum, [
      words("When was the Harbour Museum founded?", "The Harbour Museum was founded in 1974 by Greta Lund."),
      words("Who is the director?", "Director: Jonas Weber"),
      words("When is the museum open?", "The museum is open Tuesday to Sunday from 10:00 to 18:00."),
      words("When does the party start?", "The party starts at 19:00 on 11 May 2027."),
      words("What does an audio guide cost?", "Audio guides cost €3.50.")
    ])
  )
})

describe("who pays", () => {
  it.effect("pays what their row or sentence says, and no other's price", () =>
    check(museum, [
      value("What does a student ticket cost?", "price", 8),
      value("What do students pay?", "price", 8),
      value("What does an adult pay?", "price", 12.5),
      value("What do students pay per visit?", "price", 8),
      value("What do students pay at the Harbour Museum?", "price", 8),
      value("What does a child under 6 pay?", "price", 0),
      value("What do families pay?", "price", 28),
      value("What does a senior pay?", "price", null),
      // Which of two ages is not said.
      value("What does a child pay?", "price", null),
      words("What do students pay?", "Students | €8.00"),
      words("What do seniors have to pay?", null)
    ])
  )

  it.effect("is none of whoever asks, who pays for a thing", () =>
    check({ "/": museum["/"]!, "/visit": ["Visit", "<h1>Visit</h1><p>Tickets cost $7.</p><p>Children pay $3.</p>"] }, [
      value("What do I pay for a ticket?", "price", 7),
      words("How much do we have to pay for a ticket?", "Tickets cost $7."),
      value("What do children pay?", "price", 3),
      value("What do adults pay?", "price", null)
    ])
  )
})

describe("a thing that is called by words that are no names", () => {
  it.effect("is a plan, or what stands under such a heading", () =>
    check(cloud, [
      number("How much storage does Enterprise have?", "storage_gb", null),
      number("How much storage does the Business plan have?", "storage_gb", null),
      number("How much storage does Pro have?", "storage_gb", 100)
    ])
  )

  it.effect("is one of several that headings call alike", () =>
    check(
      {
        "/": ["Lake Hotel", "<h1>Lake Hotel</h1><p>A hotel.</p>"],
        "/rooms": [
          "Rooms",
          "<h1>Rooms</h1><h2>Single room</h2><p>The room has 18 square metres.</p><h2>Double room</h2><p>The room has 26 square metres.</p><h2>Family room</h2><p>Details follow.</p>"
        ],
        "/info": ["Info", "<h1>Info</h1><p>The hotel has 14 double rooms.</p><p>The garden has 90 square metres.</p>"]
      },
      [
        number("How large is the double room?", "square_metres", 26),
        number("How large is the single room?", "square_metres", 18),
        number("How large is the family room?", "square_metres", null),
        number("How many double rooms does the hotel have?", "double_rooms", 14),
        // It asks of two at once, and of none.
        number("How large is the garden?", "square_metres", 90)
      ]
    )
  )

  it.effect("is no question that headings ask", () =>
    check(
      {
        "/": ["Lake Shop", "<h1>Lake Shop</h1><p>A shop.</p>"],
        "/faq": [
          "Questions",
          "<h1>Questions</h1><h2>How long does delivery take?</h2><p>Delivery takes 3 days.</p><h2>How long does repair take?</h2><p>Ask us.</p>"
        ]
      },
      [number("How long does delivery take?", "delivery_days", 3)]
    )
  )

  it.effect("is the part of a thing that has a heading of its own", () =>
    check(museum, [
      words("When does the opening night of Deep Water start?", "The party starts at 19:00 on 11 May 2027."),
      value("When does the opening night of Deep Water start?", "date", null),
      value("When does the opening night of Ice start?", "date", null)
    ])
  )
})

describe("a person whom no page names", () => {
  const team: Site = {
    "/": ["Kiln", "<h1>Kiln</h1><p>Kiln makes tools.</p>"],
    "/team": [
      "Team",
      "<h1>Team</h1><h2>Ann Reed</h2><p>She is the CEO.</p><p>She joined in 2011.</p><h2>Bo Li</h2><p>He is the CTO.</p><p>He joined in 2015.</p>"
    ]
  }

  it.effect("did nothing of what others did, and is no role", () =>
    check(team, [
      number("When did Bo Li join?", "joined", 2015),
      number("When did Ann Reed join?", "joined", 2011),
      number("When did Cy Dee join?", "joined", null),
      words("When did Bo Li join?", "He joined in 2015."),
      words("When did Cy Dee join?", null),
      value("What is the role of Bo Li?", "role", null)
    ])
  )
})

describe("what goes on about a thing", () => {
  it.effect("stands on the page of the sentence before it", () =>
    check(
      {
        "/": ["Lakeside Museum", "<p>The exhibition Sails is curated by Mia Lund.</p>"],
        "/shop": ["Shop", "<p>It ends on 5 May 2027, our sale of books.</p>"]
      },
      [value("When does the exhibition Sails end?", "ends", null)]
    )
  )

  it.effect("answers there", () =>
    check(
      {
        "/": [
          "Lakeside Museum",
          "<p>The exhibition Sails is curated by Mia Lund.</p><p>It ends on 5 May 2027, with a party.</p>"
        ]
      },
      [value("When does the exhibition Sails end?", "ends", "It ends on 5 May 2027, with a party.")]
    )
  )
})

describe("what points to an address", () => {
  const site: Site = {
    "/": museum["/"]!,
    "/tickets": museum["/tickets"]!,
    "/y": ["Model Y", "<h1>Model Y</h1><p>The model costs €70.</p>"]
  }
  const family = "Family tickets cost €28."
  const address = "https://lake.example/tickets"

  it.effect("is no part of the question", () =>
    check(site, [
      words(`What does a family ticket cost? Look at ${address}`, family),
      words(`What does a family ticket cost? Source: ${address}`, family),
      words(`What does a family ticket cost (see ${address})?`, family),
      words(`What does a family ticket cost? Please visit ${address} and lake.example.`, family),
      words(`See ${address}: what does a family ticket cost?`, family),
      words("How much is the Model Y?", "The model costs €70.")
    ])
  )
})
