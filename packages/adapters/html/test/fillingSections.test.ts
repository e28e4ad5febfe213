/** Lists that stand in sections of a page. Observed: the rows of one list that is asked for. */
import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

const number = { type: "number" }
const text = { type: "string" }

const listOf = (properties: object) => ({ type: "array", items: { type: "object", properties } })

/** The rows of the one list that is asked for, without those of other names. */
const rowsOf = Effect.fnUntraced(function* (list: string, properties: object, body: string, lang = "en") {
  const reader = yield* FactReader
  const html = `<!doctype html><html lang="${lang}"><head><title>Acme</title></head><body><main>${body}</main></body></html>`
  const sheet = yield* reader.read({ html, url: "https://acme.example/" })
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties: { [list]: listOf(properties) } }))
  const { data } = yield* reader.fill({ shape, instructions: "", sheets: [sheet], isChecked: false })
  return (data[list] ?? []) as ReadonlyArray<Readonly<Record<string, unknown>>>
}, Effect.provide(layer))

const namesOf = (rows: ReadonlyArray<Readonly<Record<string, unknown>>>, by = "name") => rows.map((row) => row[by])

type Pairs = ReadonlyArray<readonly [name: string, said: string]>

const departments: Readonly<Record<string, Pairs>> = {
  Engineering: [
    ["Backend Engineer", "Berlin"],
    ["Data Engineer", "Remote"],
    ["SRE", "Lisbon"]
  ],
  Sales: [["Account Executive", "London"]],
  Support: [
    ["Support Agent", "Dublin"],
    ["Team Lead", "Dublin"]
  ]
}
const jobs = Object.values(departments).flat()

const under = (
  write: (jobs: Pairs) => string,
  wrap = (heading: string, body: string) => `<h2>${heading}</h2>${body}`
) =>
  `<h1>Open positions</h1>${Object.entries(departments)
    .map(([name, ones]) => wrap(name, write(ones)))
    .join("")}`

const each = (write: (name: string, said: string) => string) => (pairs: Pairs) =>
  pairs.map(([name, said]) => write(name, said)).join("")

const section = (heading: string, body: string) => `<section><h2>${heading}</h2>${body}</section>`

const card = each(
  (name, said) =>
    `<div class="job"><h3><a href="/${encodeURIComponent(name)}">${name}</a></h3><p>Location: ${said}</p></div>`
)

/** Cards of things with their price and a link, as shops have them. */
const products = each(
  (name, price) => `<div class="card"><h3><a href="/${name}">${name}</a></h3><span class="price">${price}</span></div>`
)
const kettles: Pairs = [
  ["K1", "€40"],
  ["K2", "€49"]
]
const pots: Pairs = [
  ["P1", "€12"],
  ["P2", "€15"]
]
const others: Pairs = [
  ["R1", "€1"],
  ["R2", "€2"]
]
const shop = (...parts: ReadonlyArray<string>) => `<h1>Shop</h1>${parts.join("")}`

const lines = each((name, price) => `<li>${name} <span>${price}</span></li>`)
const soups: Pairs = [
  ["Tomato soup", "$4.50"],
  ["Lentil soup", "$5.20"]
]
const mains: Pairs = [["Grilled trout with almonds and lemon butter", "$15.00"]]
const menu = `<h1>Menu</h1><h2>Soups</h2><ul>${lines(soups)}</ul><h2>Mains</h2><ul>${lines(mains)}</ul>`

describe("a list in sections", () => {
  it.effect("has the rows of all sections in the order of the page, whatever it is written in", () =>
    Effect.gen(function* () {
      const item = each((name, said) => `<li><a href="/${name}">${name}</a> <span>Location: ${said}</span></li>`)
      const opening = each(
        (name, said) =>
          `<div class="opening"><a href="/${name}">${name}</a><br><span class="location">${said}</span></div>`
      )
      const posting = each(
        (name, said) =>
          `<div class="posting"><a href="/${name}"><h5>${name}</h5><div><span class="location">${said}</span></div></a></div>`
      )
      const row = each((name, said) => `<tr><td>${name}</td><td>${said}</td></tr>`)
      const head = "<tr><th>Title</th><th>Location</th></tr>"
      for (const body of [
        under((ones) => `<ul>${item(ones)}</ul>`),
        under((ones) => `<div class="postings">${posting(ones)}</div>`),
        under(opening, section),
        under(card),
        under(card, section),
        under((ones) => `<table>${head}${row(ones)}</table>`)
      ])
        assert.deepStrictEqual(
          yield* rowsOf("jobs", { title: text, location: text }, body),
          jobs.map(([title, location]) => ({ title, location })),
          body
        )
      const bare = under((ones) => `<table>${row(ones)}</table>`)
      assert.deepStrictEqual(
        namesOf(yield* rowsOf("jobs", { title: text, location: text }, bare), "title"),
        jobs.map(([title]) => title)
      )
    })
  )

  it.effect("may have many sections, those in others, and rows of a grid without headings", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 20 }, (_, index) => `Dev ${index}`)
      const many = names.map((name, index) => section(`Team ${index}`, card([[name, "Rome"]])))
      const first = section(
        "All",
        card([
          ["Dev", "Rome"],
          ["SRE", "Oslo"]
        ])
      )
      assert.deepStrictEqual(
        namesOf(yield* rowsOf("jobs", { title: text, location: text }, shop(first, ...many)), "title"),
        ["Dev", "SRE", ...names]
      )
      const grid = shop(`<div class="row">${products(kettles)}</div><div class="row">${products(pots)}</div>`)
      assert.deepStrictEqual(namesOf(yield* rowsOf("products", { name: text, price: number }, grid)), [
        "K1",
        "K2",
        "P1",
        "P2"
      ])
      const people = (role: string, ...all: ReadonlyArray<string>) =>
        `<div class="unit"><h3>${role}s</h3><div class="people">${all
          .map((name) => `<div class="one"><h4>${name}</h4><p class="role">${role}</p></div>`)
          .join("")}</div></div>`
      const nested = `<h1>Team</h1>${section("Europe", people("Agent", "Ann Ray", "Bo Lee") + people("Clerk", "Cy Dee", "Di Fox"))}${section("Asia", people("Agent", "Eva Gil", "Flo Ham") + people("Clerk", "Gus Ink", "Hal Joy"))}`
      assert.deepStrictEqual(namesOf(yield* rowsOf("team", { name: text, role: text }, nested)), [
        "Ann Ray",
        "Bo Lee",
        "Cy Dee",
        "Di Fox",
        "Eva Gil",
        "Flo Ham",
        "Gus Ink",
        "Hal Joy"
      ])
    })
  )

  it.effect("has the heading where a property asks for it, and else in no row", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        namesOf(yield* rowsOf("jobs", { title: text, department: text }, under(card, section)), "department"),
        Object.entries(departments).flatMap(([name, ones]) => ones.map(() => name))
      )
      const days = ["Monday", "Tuesday"].map((day) =>
        section(day, "<table><tr><th>Time</th><th>Course</th></tr><tr><td>9:00</td><td>Yoga</td></tr></table>")
      )
      assert.deepStrictEqual(yield* rowsOf("courses", { day: text, time: text, course: text }, shop(...days)), [
        { day: "Monday", time: "9:00", course: "Yoga" },
        { day: "Tuesday", time: "9:00", course: "Yoga" }
      ])
      const levels = ["Beginners", "Advanced"].map((level) =>
        section(
          level,
          card([
            [`Yoga ${level}`, "Oslo"],
            [`Spin ${level}`, "Rome"]
          ])
        )
      )
      assert.deepStrictEqual(
        namesOf(yield* rowsOf("courses", { course: text, location: text }, shop(...levels)), "course"),
        ["Yoga Beginners", "Spin Beginners", "Yoga Advanced", "Spin Advanced"]
      )
      // A department is no day, and what a thing says of itself counts.
      assert.deepStrictEqual(
        namesOf(yield* rowsOf("jobs", { title: text, day: text }, under(card, section)), "day"),
        jobs.map(() => undefined)
      )
    })
  )

  it.effect("is asked for by a section's name, or by that of the sections", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(namesOf(yield* rowsOf("soups", { name: text, price: number }, menu)), [
        "Tomato soup",
        "Lentil soup"
      ])
      assert.deepStrictEqual(
        namesOf(
          yield* rowsOf(
            "categories",
            { name: text },
            shop(section("Kettles", products(kettles)), section("Pots", products(pots)))
          )
        ),
        ["Kettles", "Pots"]
      )
      const sections = yield* rowsOf("sections", { title: text, dishes: listOf({ name: text }) }, menu)
      assert.deepStrictEqual(namesOf(sections, "title"), ["Soups", "Mains"])
      const [first] = sections
      assert.deepStrictEqual(first?.dishes, [{ name: "Tomato soup" }, { name: "Lentil soup" }])
      const plans = shop(section("Hosting", products(kettles)), section("Domains", products(pots)))
      assert.deepStrictEqual(namesOf(yield* rowsOf("domains", { name: text, price: number }, plans)), ["P1", "P2"])
      assert.deepStrictEqual(namesOf(yield* rowsOf("plans", { name: text, price: number }, plans)), [
        "K1",
        "K2",
        "P1",
        "P2"
      ])
      const today = `<h1>Lunch</h1>${section("Today", `<ul>${lines(soups)}</ul>`)}${section("Tomorrow", `<ul>${lines(mains)}</ul>`)}`
      assert.deepStrictEqual(namesOf(yield* rowsOf("dishes_today", { name: text, price: number }, today)), [
        "Tomato soup",
        "Lentil soup"
      ])
    })
  )

  it.effect("takes nothing of another meaning or shape", () =>
    Effect.gen(function* () {
      const own = ["K1", "K2", "P1", "P2"]
      const news = [1, 2].map(
        (index) =>
          `<div class="card"><h3><a href="/n${index}">News ${index}</a></h3><time>2026-01-0${index}</time></div>`
      )
      const brands = ["Acme", "Bolt"].map(
        (name) => `<div class="card"><h3><a href="/${name}">${name}</a></h3><img src="/${name}.png"></div>`
      )
      for (const beside of [
        section("You may also like", products(others)),
        section("Related products", products(others)),
        section("Das könnte dir auch gefallen", products(others)),
        section("Latest news", news.join("")),
        section("What is new", news.join("")),
        section("Our brands", brands.join(""))
      ])
        assert.deepStrictEqual(
          namesOf(
            yield* rowsOf(
              "products",
              { name: text, price: number },
              shop(section("Kettles", products(kettles)), section("Pots", products(pots)), beside)
            )
          ),
          own,
          beside
        )
      const events = (...names: ReadonlyArray<string>) =>
        names.map((name) => `<article><h3>${name}</h3><time>2026-12-05</time></article>`).join("")
      const dated = { name: text, date: text }
      const calendar = shop(
        section("Upcoming events", events("Jazz", "Rock")),
        section("Past events", events("Opera", "Ballet"))
      )
      assert.deepStrictEqual(namesOf(yield* rowsOf("events", dated, calendar)), ["Jazz", "Rock"])
      assert.deepStrictEqual(namesOf(yield* rowsOf("past_events", dated, calendar)), ["Opera", "Ballet"])
      // Releases do not end.
      const releases = shop(
        section("Latest", events("Two", "Three")),
        section("Earlier releases", events("Zero", "One"))
      )
      assert.strictEqual((yield* rowsOf("releases", dated, releases)).length, 4)
      // Cards of all kinds have names and texts.
      const told = each((name, said) => `<div class="card"><h3><a href="/${name}">${name}</a></h3><p>${said}</p></div>`)
      const landing = `<h1>Acme</h1>${section(
        "Our services",
        told([
          ["Firing", "We fire all of your pots in our own kiln."],
          ["Glazing", "We glaze all of your pots in any colour."]
        ])
      )}${section(
        "How it works",
        told([
          ["Send", "You send us the pots in a box by post."],
          ["Wait", "You wait for some days while we work."]
        ])
      )}`
      for (const [list, body] of [
        ["services", landing],
        ["features", landing.replace("Our services", "Key features of it")]
      ] as const)
        assert.deepStrictEqual(
          namesOf(yield* rowsOf(list, { name: text, description: text }, body)),
          ["Firing", "Glazing"],
          list
        )
    })
  )

  it.effect("is none where each part is a thing with forms or parts of its own", () =>
    Effect.gen(function* () {
      const sizes = (a: string, b: string) => `<ul><li>Small ${a}</li><li>Large ${b}</li></ul>`
      const pizzas = `<h1>Pizza</h1><h2>Margherita</h2>${sizes("$8", "$10")}<h2>Salami</h2>${sizes("$9", "$11")}`
      assert.deepStrictEqual(namesOf(yield* rowsOf("pizzas", { name: text }, pizzas)), ["Margherita", "Salami"])
      const restaurants = shop(
        ...["Luigi", "Mario"].map(
          (name) =>
            `<div class="one"><h2>${name}</h2><p>Phone: 0113 496 0001</p><ul><li>Pizza ${name} <b>$9</b></li><li>Pasta ${name} <b>$8</b></li></ul></div>`
        )
      )
      assert.deepStrictEqual(namesOf(yield* rowsOf("restaurants", { name: text, phone: text }, restaurants)), [
        "Luigi",
        "Mario"
      ])
      const plans = shop(
        ...["Free", "Pro"].map(
          (name, index) =>
            `<div class="plan"><h3>${name}</h3><p class="price">$${index * 9}</p><ul><li>5 users</li><li>10 GB</li></ul></div>`
        )
      )
      assert.deepStrictEqual(yield* rowsOf("plans", { name: text, price: number }, plans), [
        { name: "Free", price: 0 },
        { name: "Pro", price: 9 }
      ])
    })
  )
})

describe("a menu", () => {
  it.effect("has a dish a line with its price, and its sections are none", () =>
    Effect.gen(function* () {
      const all = [
        { name: "Tomato soup", price: 4.5 },
        { name: "Lentil soup", price: 5.2 },
        { name: "Grilled trout with almonds and lemon butter", price: 15 }
      ]
      const paragraphs = (pairs: Pairs) => each((name, price) => `<p>${name} – ${price}</p>`)(pairs)
      const short: Pairs = [["Trout", "$15.00"]]
      for (const list of ["dishes", "items"])
        assert.deepStrictEqual(yield* rowsOf(list, { name: text, price: number }, menu), all)
      assert.deepStrictEqual(
        yield* rowsOf(
          "dishes",
          { name: text, price: number },
          `<h1>Menu</h1><h2>Soups</h2>${paragraphs(soups)}<h2>Mains</h2>${paragraphs(short)}`
        ),
        [...all.slice(0, 2), { name: "Trout", price: 15 }]
      )
      // A letter at the end of a name joins nothing.
      const letters: Pairs = [
        ["Menu A", "$9"],
        ["Menu Y", "$12"]
      ]
      const boxes = `<h1>Boxes</h1><h2>Small</h2><ul>${lines(letters)}</ul><h2>Large</h2><ul>${lines(mains)}</ul>`
      assert.strictEqual((yield* rowsOf("boxes", { name: text, price: number }, boxes)).length, 3)
      assert.deepStrictEqual(
        yield* rowsOf("dishes", { name: text, price: number }, menu.replaceAll(" <span>", " ..... <span>")),
        all
      )
      const german = `<h1>Speisekarte</h1><h2>Suppen</h2><ul><li>Linsensuppe <span>5,20 €</span></li><li>Tagessuppe ab <span>4 €</span></li></ul><h2>Fisch</h2><ul><li>Hecht <span>Tagespreis</span></li><li>Forelle <span>12,90 €</span></li><li>Aal <span>14 €</span></li></ul>`
      assert.deepStrictEqual(yield* rowsOf("gerichte", { name: text, preis: number }, german, "de"), [
        { name: "Linsensuppe", preis: 5.2 },
        { name: "Tagessuppe", preis: 4 },
        { name: "Hecht" },
        { name: "Forelle", preis: 12.9 },
        { name: "Aal", preis: 14 }
      ])
    })
  )

  it.effect("is none of what a delivery costs, nor of sentences with an amount", () =>
    Effect.gen(function* () {
      for (const body of [
        "<h1>Kettle</h1><h2>Delivery</h2><ul><li>Standard $5</li><li>Express $12</li></ul>",
        "<h1>Kettle</h1><ul><li>Free delivery over $50</li><li>Gift wrapping fee $3</li></ul>",
        "<h1>Inn</h1><h2>Evenings</h2><p>Jazz on Fridays, £5 at the door.</p><h2>Rooms</h2><p>Ask us: a call is £2.</p>"
      ])
        assert.deepStrictEqual(yield* rowsOf("dishes", { name: text, price: number }, body), [], body)
    })
  )
})

describe("rows that say the same", () => {
  it.effect("are as many as a table or a list has", () =>
    Effect.gen(function* () {
      const table = (...rows: ReadonlyArray<readonly [string, string]>) =>
        `<h1>Payments</h1><table><tr><th>Date</th><th>Amount</th></tr>${each((a, b) => `<tr><td>${a}</td><td>${b}</td></tr>`)(rows)}</table>`
      const payments = table(["2026-11-01", "€30.00"], ["2026-11-01", "€30.00"], ["2026-11-02", "€5.00"])
      assert.deepStrictEqual(
        namesOf(yield* rowsOf("payments", { date: text, amount: number }, payments), "amount"),
        [30, 30, 5]
      )
      assert.deepStrictEqual(namesOf(yield* rowsOf("payments", { amount: number }, payments), "amount"), [30, 30, 5])
      const cards = shop(
        ...["7 Nov", "7 Nov", "9 Nov"].map((day) => `<div class="visit"><h3>Visit</h3><p>Day: ${day}</p></div>`)
      )
      assert.deepStrictEqual(namesOf(yield* rowsOf("visits", { name: text, day: text }, cards), "day"), [
        "7 Nov",
        "7 Nov",
        "9 Nov"
      ])
    })
  )

  it.effect("are one where a card is drawn again", () =>
    Effect.gen(function* () {
      const priced = { name: text, price: number }
      const slides = ["C", "A", "B", "C", "A"].map(
        (name) => `<div class="slide"><h3>Pot ${name}</h3><p class="price">€${name.charCodeAt(0)}</p></div>`
      )
      assert.deepStrictEqual(namesOf(yield* rowsOf("products", priced, shop(`<div>${slides.join("")}</div>`))), [
        "Pot C",
        "Pot A",
        "Pot B"
      ])
      const names = ["K1", "K2"]
      assert.deepStrictEqual(
        namesOf(yield* rowsOf("products", priced, shop(`<div>${products([...kettles, kettles[0]!])}</div>`))),
        names
      )
      const plain = products(kettles).replace(/<\/?a\b[^>]*>/g, "")
      const twice = `<div class="list"><h2>Kettles</h2>${plain}</div>`
      assert.deepStrictEqual(namesOf(yield* rowsOf("products", priced, shop(twice, twice))), names)
      const featured = shop(
        section("Featured", products([kettles[0]!, pots[0]!])),
        section("Kettles", products(kettles)),
        section("Pots", products(pots))
      )
      assert.deepStrictEqual(namesOf(yield* rowsOf("products", priced, featured)), ["K1", "P1", "K2", "P2"])
    })
  )
})
