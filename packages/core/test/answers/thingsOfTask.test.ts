/** Of which thing a task asks the fields of an answer, and what of its pages is said of that. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { readExample } from "../../src/answers/domain/AnswerShape.ts"
import { sitesIn } from "../../src/answers/domain/readTask.ts"
import { thingsOfTask } from "../../src/answers/domain/thingsOfTask.ts"
import { withoutOwners } from "../../src/answers/domain/withoutOwners.ts"
import type { FactSheet } from "../../src/extraction/domain/FactSheet.ts"
import { fieldsOf } from "../../src/extraction/domain/fieldNames.ts"
import { subjectOf } from "../../src/extraction/domain/ofWhom.ts"
import { check, type Example, type Site } from "./overSite.ts"

const home = ["Lakeside Museum", "<h1>Lakeside Museum</h1><p>Two hundred years of boats on the lake.</p>"] as const

const jobs = [
  "Jobs",
  "<h1>Jobs</h1><h2>Shop assistant</h2><p>Part-time (20 hours a week), €14.20 an hour.</p><h2>Conservator</h2><p>Full-time, €3,100 a month.</p>"
] as const

const tickets = [
  "Tickets",
  "<h1>Tickets</h1><p>Students pay €9 with a valid card. An annual pass costs €45 and is valid for 12 months. Audio guides are €3 each. Until 2024 a family ticket cost €22. A boat costs €18 per day.</p>"
] as const

describe("a price", () => {
  it.effect("is that of the thing that the task asks for, or none", () =>
    check({ "/": home, "/jobs": jobs, "/tickets": tickets }, [
      ["What does a student ticket cost?", { price: 0 }, { price: 9 }],
      ["What does the annual pass cost?", { price: 0 }, { price: 45 }],
      ["How much is an audio guide?", { price: 0 }, { price: 3 }],
      ["What does a family ticket cost?", { price: 0 }, { price: null }],
      ["What does a child ticket cost?", { cost: 0 }, { cost: null }],
      ["How much is parking?", { price: 0 }, { price: null }],
      ["How much is parking?", { price_per_day: 0 }, { price_per_day: null }],
      ["How much does a student pay and where is the museum?", { price: 0, city: "" }, { price: 9, city: null }]
    ])
  )

  it.effect("is no amount of something else that stands alone on another page", () => {
    const others: ReadonlyArray<string> = [
      "<p>Parking: €2 per hour.</p>",
      "<p>Penalty for lost lockers: €20.</p>",
      "<p>Our donors gave €250,000.</p>",
      "<p>Give from €5.</p>",
      "<p>Coffee and cake, €6.50.</p>",
      "<ul><li>Cappuccino €3.80</li></ul>",
      "<p>Mug – €8.50</p>",
      "<p>The museum won a prize, €10,000.</p>",
      "<p>Shipping is €4.90.</p>",
      "<p>A deposit of €50 is taken.</p>"
    ]
    return Effect.forEach(others, (body, at) =>
      check({ "/": home, "/x": [["Visit", "Shop", "Café"][at % 3]!, `<h1>More</h1>${body}`] }, [
        ["What does a student ticket cost?", { price: 0 }, { price: null }],
        ["How much is admission?", { price: 0 }, { price: null }],
        ["What does the annual pass cost?", { price_eur: 0 }, { price_eur: null }]
      ])
    )
  })

  it.effect("is that of a page or of a part of one that is called so", () =>
    check(
      {
        "/": ["Harbour Tea", "<h1>Harbour Tea</h1><p>Kettles since 1999.</p>"],
        "/kettle": ["Kettle K2", "<h1>Kettle K2</h1><p>Steel.</p><p>Price: $89</p>"],
        "/cups": ["Cups", "<h1>Cups</h1><h2>Tea cup</h2><p>$12</p><h2>Bowl</h2><p>$15</p>"]
      },
      [
        ["What does Kettle K2 cost?", { price: 0 }, { price: 89 }],
        ["What does the kettle cost?", { price: 0 }, { price: 89 }],
        ["What does a bowl cost?", { price: 0 }, { price: 15 }],
        ["What does a tea pot cost?", { price: 0 }, { price: null }]
      ]
    )
  )

  it.effect("is that of the plan that is named, and none where that has none", () =>
    check(
      {
        "/": ["Fernwick – team chat", "<h1>Fernwick</h1><p>Fernwick is a chat app for teams.</p>"],
        "/pricing": [
          "Pricing – Fernwick",
          "<h1>Pricing</h1><div><div><h2>Free</h2><p>€0</p><p>Up to 10 members</p></div><div><h2>Plus</h2><p>€6 per member and month</p><p>Up to 100 members</p></div><div><h2>Enterprise</h2><p>Contact sales</p><p>Up to 500 members</p></div></div>"
        ],
        "/about": [
          "About – Fernwick",
          "<h1>About us</h1><p>Fernwick was started in Graz in 2016 by Eva Holl.</p><p>In 2023 we raised €14 million from Birch Capital.</p>"
        ]
      },
      [
        ["What does the Enterprise plan cost?", { price: 0 }, { price: null }],
        ["What does the Plus plan of Fernwick cost per member and month?", { price: 0 }, { price: 6 }],
        ["How much money did Fernwick raise in 2021?", { amount: 0 }, { amount: null }],
        ["What does Fernwick cost?", { price: 0 }, { price: 0 }]
      ]
    )
  )

  it.effect("is read in other languages", () =>
    check(
      {
        "/": ["Seemuseum", "<h1>Seemuseum</h1><p>Boote am See.</p>"],
        "/jobs": ["Stellen", "<h1>Stellen</h1><p>Teilzeit, 14,20 € pro Stunde.</p>"],
        "/preise": ["Eintritt", "<h1>Eintritt</h1><p>Die Jahreskarte kostet 45 €. Studenten zahlen 9 €.</p>"]
      },
      [
        ["Was kostet die Jahreskarte?", { preis: 0 }, { preis: 45 }],
        ["Was kostet ein Audioguide?", { preis: 0 }, { preis: null }]
      ],
      "de"
    )
  )
})

describe("what is asked of one of their things", () => {
  const site: Site = {
    "/": home,
    "/visit": ["Visit", "<h1>Visit</h1><dl><dt>Opening hours</dt><dd>Tue–Sun 10:00–17:00</dd></dl>"],
    "/news": [
      "News",
      "<h1>News</h1><article><h2>New exhibition Sails opens 12 February 2027</h2><p>The exhibition Sails is curated by Mia Lund.</p></article>"
    ],
    "/about": [
      "About",
      "<h1>About</h1><p>The museum was founded in 1987 by Greta Olm.</p><p>Restoration of the steamer Aurora is to end in 2028.</p><p>The collection holds 412 boats, of which 37 are on display.</p>"
    ]
  }

  it.effect("is not answered by what is said of another or of whose they are", () =>
    check(site, [
      [
        "When does the exhibition Sails open and when does it end?",
        { opens: "date", ends: "date" },
        { opens: "New exhibition Sails opens 12 February 2027", ends: null }
      ],
      ["When does the exhibition Sails end?", { ends: "" }, { ends: null }],
      ["Who is the founder of the Lakeside Museum?", { founder: "" }, { founder: "Greta Olm" }],
      ["When does the museum open?", { opening_hours: "" }, { opening_hours: "Tue–Sun 10:00–17:00" }]
    ])
  )

  it.effect("is how many of them are so, where that is asked", () =>
    check(site, [
      ["How many boats are on display?", { boats_on_display: 0 }, { boats_on_display: 37 }],
      ["How many boats are on display?", { boats: 0 }, { boats: 37 }],
      ["How many boats does the collection hold?", { boats: 0 }, { boats: 412 }]
    ])
  )

  it.effect("is where and when it was done, and not where they are now", () =>
    check(
      {
        "/": [
          "Fernwick",
          "<h1>Fernwick</h1><p>A chat app.</p><address>Fernwick GmbH, Ring 4, 1010 Vienna, Austria</address>"
        ],
        "/about": ["About", "<h1>About us</h1><p>Fernwick was started in Graz in 2016 by Eva Holl.</p>"]
      },
      [
        [
          "Who founded Fernwick, where and when?",
          { founder: "", city: "", year: 0 },
          { founder: "Eva Holl", city: null, year: null }
        ],
        ["In which city is Fernwick?", { city: "" }, { city: "Vienna" }]
      ]
    )
  )
})

describe("what stands under the heading of a thing", () => {
  const sails =
    "<h2>Sails of the North</h2><p>Opens on 4 March 2027 and closes on 12 September 2027.</p><p>Curated by Tom Janssens, it shows 85 sails.</p>"
  const deep = "<h2>Deep Water</h2><p>Opens on 1 October 2027. Curated by Mia De Smet, it shows 12 wrecks.</p>"
  const page = (body: string): Site => ({
    "/": home,
    "/exhibitions": ["Exhibitions", `<h1>Exhibitions</h1>${body}`]
  })
  const opensNorth = "Opens on 4 March 2027 and closes on 12 September 2027."

  it.effect("is said of it, whichever comes first", () =>
    Effect.forEach([sails + deep, deep + sails], (body) =>
      check(page(body), [
        ["How many sails does the exhibition Sails of the North show?", { sails: 0 }, { sails: 85 }],
        [
          "Who curates the exhibition Sails of the North?",
          { curator: "" },
          { curator: "Curated by Tom Janssens, it shows 85 sails." }
        ],
        ["When does the exhibition Sails of the North open?", { opens: "" }, { opens: opensNorth }],
        ["When does the exhibition Deep Water open?", { opens: "" }, { opens: "Opens on 1 October 2027." }],
        ["How many wrecks does the exhibition Deep Water show?", { wrecks: 0 }, { wrecks: 12 }]
      ])
    )
  )

  it.effect("is said of it under a heading below that", () =>
    check(page(`${deep}<h2>Sails of the North</h2><h3>Dates</h3><p>${opensNorth}</p>`), [
      ["When does the exhibition Sails of the North open?", { opens: "" }, { opens: opensNorth }]
    ])
  )

  it.effect("is said of each of the things under whose headings it stands", () =>
    check(
      page(
        "<h2>Deep Water</h2><p>Curated by Tom Janssens.</p><h2>Sails of the North</h2><p>Curated by Tom Janssens.</p>"
      ),
      [
        ["Who curates the exhibition Sails of the North?", { curator: "" }, { curator: "Curated by Tom Janssens." }],
        ["Who curates the exhibition Deep Water?", { curator: "" }, { curator: "Curated by Tom Janssens." }]
      ]
    )
  )

  it.effect("is said of no other thing", () =>
    Effect.gen(function* () {
      const asked = "When does the exhibition Sails of the North open?"
      const bodies: ReadonlyArray<string> = [
        // Its own heading ends where another begins, on the same level or above.
        `<h2>Sails of the North</h2><p>A show of boats.</p>${deep}`,
        "<h2>Sails</h2><h3>Sails of the North</h3><p>A show of boats.</p><h2>Deep Water</h2><p>Opens on 1 October 2027.</p>",
        // What goes on goes on about nothing of another part.
        "<h2>All shows</h2><p>Sails of the North is a show of boats.</p><h2>Deep Water</h2><p>It opens on 1 October 2027.</p>",
        // It is named there, and another stands under its heading.
        "<h2>Sails of the North</h2><p>A show of boats.</p><p>Deep Water opens on 1 October 2027.</p>",
        // A heading says what follows, and is no answer.
        "<h2>Sails of the North</h2><h3>Opening dates in a row</h3><p>A show of boats.</p>",
        // An article is called by nothing of what it is about.
        "<h2>Why Sails of the North is late</h2><p>Opens on 1 October 2027.</p>"
      ]
      for (const body of bodies) yield* check(page(body), [[asked, { opens: "" }, { opens: null }]])
    })
  )
})

describe("a price under the heading of a thing", () => {
  it.effect("is no other number or amount that stands there", () =>
    check(
      {
        "/": home,
        "/passes": [
          "Passes",
          "<h1>Passes</h1><h2>Annual pass</h2><p>The card holds 12 visits. Its deposit is €5.</p><h2>Day pass</h2><p>The price is €14.</p>"
        ]
      },
      [
        ["What does an annual pass cost?", { annual_pass_price: 0 }, { annual_pass_price: null }],
        ["What does an annual pass cost?", { price: 0 }, { price: null }],
        ["What does a day pass cost?", { price: 0 }, { price: 14 }]
      ]
    )
  )
})

describe("a number of a sentence", () => {
  it.effect("is told by another word for the same", () =>
    check(
      {
        "/": home,
        "/shop": [
          "Shop",
          "<h1>Museum shop</h1><p>The model costs €129. Shipping is €7.50.</p><p>Orders of €60 and more are delivered free of charge.</p>"
        ]
      },
      [
        ["From what order value is delivery free?", { free_shipping_minimum: 0 }, { free_shipping_minimum: 60 }],
        ["From what order value is shipping free?", { free_delivery_minimum: 0 }, { free_delivery_minimum: 60 }],
        ["What is the free tuition minimum?", { free_tuition_minimum: 0 }, { free_tuition_minimum: null }]
      ]
    )
  )

  it.effect("shares more with its field than what numbers of all things have", () =>
    check(
      {
        "/": home,
        "/shop": ["Shop", "<h1>Shop</h1><p>Orders above €50 are sent to you.</p>"],
        "/tickets": ["Tickets", "<h1>Tickets</h1><p>Children under 6 enter free.</p>"]
      },
      [
        [
          "How much is shipping, and from which order value is it free?",
          { shipping_cost: 0, free_shipping_from: 0 },
          { shipping_cost: null, free_shipping_from: null }
        ]
      ]
    )
  )
})

describe("a list of nothing but whose pages they are", () => {
  it("is none, unless names are asked for", () => {
    const home: FactSheet = {
      ...{ url: "https://lake.example/", title: "Fernwick – team chat", language: "en", text: "Chat." },
      ...{ facts: [], lists: [], groups: [], isCut: false }
    }
    const left = (name: string, values: ReadonlyArray<string>) => {
      const shape = Result.getOrThrow(readExample({ [name]: [""] }))
      const path = `/${name}`
      const evidence = [{ path, url: home.url, quote: values.join("; "), source: "list", weight: 1 }] as const
      const { data, missing } = withoutOwners(
        { data: { [name]: values }, evidence, missing: [], isCut: false },
        shape,
        [home]
      )
      return [data[name], missing]
    }
    assert.deepStrictEqual(left("offices", ["Fernwick"]), [[], ["/offices"]])
    assert.deepStrictEqual(left("offices", ["Fernwick", "Oslo"]), [["Fernwick", "Oslo"], []])
    assert.deepStrictEqual(left("offices", ["Oslo"]), [["Oslo"], []])
    assert.deepStrictEqual(left("company_names", ["Fernwick"]), [["Fernwick"], []])
  })
})

describe("the thing that a field is asked of", () => {
  const page = (title: string, text: string, path = "/"): FactSheet => ({
    ...{ url: `https://lake.example${path}`, title, language: "en", text },
    ...{ facts: [], lists: [], groups: [], isCut: false }
  })
  const own = [page("Lakeside Museum", "Boats."), page("News", "Sails opens soon. The Aurora is old.", "/news")]
  const things = (task: string, example: Example) => {
    const shape = Result.getOrThrow(readExample(example))
    const asked = `${task} See lake.example`
    const named = subjectOf(
      asked,
      fieldsOf(shape),
      sitesIn(asked, (host) => host.endsWith(".example"))
    )
    return Object.fromEntries(thingsOfTask(asked, shape, named, own))
  }

  it("has the words of the price that is asked for, and of nobody whose pages they are", () => {
    assert.deepStrictEqual(things("What does a museum ticket cost?", { price: 0 }), { "/price": ["ticket"] })
    assert.deepStrictEqual(things("What does the Pro plan cost per month?", { monthly_price: 0 }), {
      "/monthly_price": ["pro"]
    })
    assert.deepStrictEqual(things("What does the Pro plan cost?", { pro_price: 0, solo_price: 0 }), {
      "/pro_price": ["pro"]
    })
    assert.deepStrictEqual(things("What does the Pro plan cost per month?", { price: 0 }), { "/price": ["pro"] })
    assert.deepStrictEqual(things("What do Pro and Team cost?", { pro: { price: 0 }, team: { price: 0 } }), {
      "/pro/price": ["pro"],
      "/team/price": ["team"]
    })
    assert.deepStrictEqual(things("What do Pro and Team cost?", { plans: [{ name: "", price: 0 }] }), {})
    assert.deepStrictEqual(things("What does a locker cost?", { hourly_price: 0 }), { "/hourly_price": ["lock"] })
    assert.deepStrictEqual(things("How much is the cordless drill GSR12V?", { price: 0 }), { "/price": ["gsr12v"] })
    assert.deepStrictEqual(things("How much is a case for the X100?", { price: 0 }), { "/price": ["cas", "x100"] })
    assert.deepStrictEqual(things("Price of the drill, see https://lake.example/", { price: 0 }), {
      "/price": ["drill"]
    })
    assert.deepStrictEqual(things("What do adults and children pay?", { adult_price: 0, child_price: 0 }), {})
    assert.deepStrictEqual(things("What does the Lakeside Museum cost?", { price: 0, currency: "" }), {})
  })

  it("is a name in its own question, or in the one that it goes on from", () => {
    const two = { opens: "", ends: "" }
    const sails = ["sail"]
    assert.deepStrictEqual(things("When does Sails open and when does it end?", two), {
      "/opens": sails,
      "/ends": sails
    })
    assert.deepStrictEqual(things("When does Sails open and who leads the museum?", { opens: "", director: "" }), {
      "/opens": sails
    })
    assert.deepStrictEqual(things("When does Sails open, and what is the phone?", { opens: "", phone: "" }), {
      "/opens": sails
    })
    assert.deepStrictEqual(things("Is the steamer Aurora for sale?", { for_sale: true, price: 0 }), {
      "/price": ["auror"]
    })
    assert.deepStrictEqual(things("Who is the director of the Lakeside Museum?", { director: "" }), {})
  })

  it("is no name in the title of the first page, however that goes on", () => {
    const of = (title: string) => {
      const shape = Result.getOrThrow(readExample({ founder: "" }))
      const asked = "Who founded Kiln? See lake.example"
      const named = subjectOf(
        asked,
        "founder",
        sitesIn(asked, (host) => host.endsWith(".example"))
      )
      const about = page("About us", "Kiln was founded by Ann Reed.", "/about")
      return [...thingsOfTask(asked, shape, named, [page(title, "Pots."), about])]
    }
    assert.deepStrictEqual(of("Kiln is a pottery in the heart of old Vienna"), [])
    assert.deepStrictEqual(of("Pots and bowls"), [["/founder", ["kiln"]]])
  })

  it("is a name that no page writes only where the task says what of theirs is called so", () => {
    for (const task of ["Who is the director of Kiln?", "Who leads the company Kiln?", "Who leads the shop Kiln?"])
      assert.deepStrictEqual(things(task, { director: "" }), {}, task)
    const ropes = { "/ends": ["rop"] }
    assert.deepStrictEqual(things("When does the exhibition Ropes end?", { ends: "" }), ropes)
    assert.deepStrictEqual(things("When does the new exhibition “Ropes” end?", { ends: "" }), ropes)
  })
})
