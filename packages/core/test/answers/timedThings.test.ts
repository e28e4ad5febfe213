import { describe, it } from "@effect/vitest"
import { check, type Example, type Site } from "./overSite.ts"

const words = (task: string, result: string | null): readonly [string, Example, Example] => [
  task,
  { result: "" },
  { result }
]

const value = (task: string, name: string, answer: unknown): readonly [string, Example, Example] => [
  task,
  { [name]: "" },
  { [name]: answer }
]

const gym: Site = {
  "/": [
    "Peak Fitness",
    "<h1>Peak Fitness</h1><p>We have a bar and lockers.</p><p>The gym opens at 7:00. The sauna opens at 12:00. The shop is open from 10:00 to 18:00.</p>"
  ],
  "/classes": [
    "Classes",
    "<h1>Classes</h1><p>Yoga starts at 18:00. Boxing starts at 19:30. Yoga takes 60 minutes.</p>"
  ],
  "/join": ["Join", "<h1>Join</h1><p>Registration opens on 1 October.</p>"]
}

describe("when one of several things opens or begins", () => {
  it.effect("is said of that, whichever comes first", () =>
    check(gym, [
      words("When does the gym open?", "The gym opens at 7:00"),
      words("When does the sauna open?", "The sauna opens at 12:00"),
      words("At what time does the sauna open?", "The sauna opens at 12:00"),
      words("What are the opening hours of the shop?", "The shop is open from 10:00 to 18:00"),
      words("When does boxing start?", "Boxing starts at 19:30."),
      words("When does yoga start?", "Yoga starts at 18:00."),
      words("When does registration open?", "Registration opens on 1 October."),
      value("When does the sauna open?", "opens_at", "12:00"),
      value("When is the shop open?", "opening_hours", "from 10:00 to 18:00")
    ])
  )

  it.effect("is nothing where hours are those of others", () =>
    check(gym, [words("When does the bar open?", null), value("When does the bar open?", "opens_at", null)])
  )

  it.effect("may be when all is open", () =>
    check(
      {
        "/": ["Oak Cinema", "<h1>Oak Cinema</h1><p>The bar opens at 17:00. The box office opens at 16:00.</p>"],
        "/visit": ["Visit", "<h1>Visit</h1><p>Opening hours: 15:00–23:00</p><p>Dogs are welcome in the garden.</p>"]
      },
      [
        words("When does the bar open?", "The bar opens at 17:00"),
        words("When does the box office open?", "The box office opens at 16:00"),
        words("When is the garden open?", "Opening hours: 15:00–23:00"),
        words("When does it open?", "Opening hours: 15:00–23:00"),
        words("When does the cinema open?", "Opening hours: 15:00–23:00")
      ]
    )
  )

  it.effect("is told of whose pages they are, beside what they have", () =>
    check(
      {
        "/": ["Harbour Museum", "<h1>Harbour Museum</h1><p>Ships and ropes.</p>"],
        "/visit": [
          "Visit",
          "<h1>Visit</h1><p>The museum is open Tuesday to Sunday from 10:00 to 18:00.</p><p>The museum shop is open daily from 11:00 to 17:00.</p><p>The café opens at 9:00.</p>"
        ]
      },
      [
        words("When does the café open?", "The café opens at 9:00."),
        words("When is the museum open?", "The museum is open Tuesday to Sunday from 10:00 to 18:00."),
        words("When does the museum shop open?", "The museum shop is open daily from 11:00 to 17:00.")
      ]
    )
  )

  it.effect("is that of one thing beside a label for all, and the label's where a shop is all that there is", () =>
    check(
      {
        "/": ["Lake", "<h1>Lake</h1><p>The pool opens at 6:00.</p><p>Opening hours: 9:00–17:00</p>"],
        "/more": ["More", "<h1>More</h1><p>Ask us for anything.</p>"]
      },
      [
        words("When does the pool open?", "The pool opens at 6:00."),
        words("When are you open?", "Opening hours: 9:00–17:00"),
        words("When does the shop open?", "Opening hours: 9:00–17:00"),
        value("When are you open?", "opening_hours", "9:00–17:00")
      ]
    )
  )

  it.effect("is read in other languages", () =>
    check(
      {
        "/": [
          "Bad am See",
          "<h1>Bad am See</h1><p>Das Schwimmbad öffnet um 7:00 Uhr. Die Sauna öffnet um 12:00 Uhr.</p>"
        ]
      },
      [
        words("Wann öffnet die Sauna?", "Die Sauna öffnet um 12:00 Uhr."),
        words("Wann öffnet das Schwimmbad?", "Das Schwimmbad öffnet um 7:00 Uhr.")
      ],
      "de"
    )
  )
})

describe("a deed of somebody", () => {
  const team: Site = {
    "/": ["Kiln", "<h1>Kiln</h1><p>Kiln makes tools.</p>"],
    "/team": [
      "Team",
      "<h1>Team</h1><p>Ann Lee joined in 2011.</p><p>Ann Lee left in 2015.</p><p>Ben Fox won in 2019.</p><p>Leo Dam took over in 2021.</p><p>Finn Dahl built the wall.</p><p>Finn Dahl wrote a guide.</p><p>Our bus stands left of the door since 2001.</p><p>Mia Chen founded Kiln in 2009.</p>"
    ]
  }

  it.effect("is told in another form of its verb, and no other deed is", () =>
    check(team, [
      words("When did Ann Lee leave?", "Ann Lee left in 2015."),
      words("When did Ann Lee join?", "Ann Lee joined in 2011."),
      words("When did Ben Fox win?", "Ben Fox won in 2019."),
      words("When did Leo Dam take over?", "Leo Dam took over in 2021."),
      words("What did Finn Dahl build?", "Finn Dahl built the wall."),
      words("What did Finn Dahl write?", "Finn Dahl wrote a guide."),
      words("When did Ben Fox leave?", null),
      words("When did Leo Dam win?", null),
      words("What did Finn Dahl buy?", null),
      words("When did Cy Dee leave?", null)
    ])
  )
})

describe("who somebody is", () => {
  const team: Site = {
    "/": ["Kiln", "<h1>Kiln</h1><p>Kiln makes tools.</p><p>The studio was founded in 2009 by Mia Chen.</p>"],
    "/team": [
      "Team",
      "<h1>Team</h1><p>The CEO is Jonas Weber.</p><p>Ben Fox is our smith.</p><p>Director: Ida Berg</p><p>Leo Dam left in 2021.</p><p>Our smith is Ann Leeds.</p>"
    ]
  }

  it.effect("is what a sentence or a label says before or behind the name, and nothing that they did", () =>
    check(team, [
      words("Who is Jonas Weber?", "The CEO is Jonas Weber."),
      words("Who is Ben Fox?", "Ben Fox is our smith."),
      words("Who is Ida Berg?", "Director: Ida Berg"),
      words("Who is Mia Chen?", "The studio was founded in 2009 by Mia Chen."),
      words("Who is Leo Dam?", null),
      words("Who is Ann Lee?", null)
    ])
  )
})

describe("how far something is", () => {
  it.effect("is told by what is away", () =>
    check(
      {
        "/": [
          "Lake Hotel",
          "<h1>Lake Hotel</h1><p>The nearest station is Leeds Central, 2 km away.</p><p>The airport has 2 runways.</p>"
        ]
      },
      [
        words("How far is Leeds Central?", "The nearest station is Leeds Central, 2 km away."),
        words("How far is the airport?", null)
      ]
    )
  )
})
