import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

const number = { type: "number" }
const integer = { type: "integer" }
const text = { type: "string" }

const listOf = (properties: object) => ({ type: "array", items: { type: "object", properties } })

/** What a page of this body says in the shape of these properties. */
const fill = Effect.fnUntraced(function* (
  properties: object,
  body: string,
  { isChecked = false, lang = "en" }: { readonly isChecked?: boolean; readonly lang?: string } = {}
) {
  const reader = yield* FactReader
  const html = `<!doctype html><html lang="${lang}"><head><title>Shop</title></head><body><main>${body}</main></body></html>`
  const sheet = yield* reader.read({ html, url: "https://shop.example/list" })
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties }))
  return (yield* reader.fill({ shape, instructions: "", sheets: [sheet], isChecked })).data
}, Effect.provide(layer))

const cards = (...bodies: ReadonlyArray<string>) =>
  `<h1>Pots</h1><ul>${bodies.map((body) => `<li class="card">${body}</li>`).join("")}</ul>`

const table = (rows: string) => `<h1>Figures</h1><table>${rows}</table>`

const pots = (rest: (index: number) => string) =>
  cards(...[1, 2, 3].map((index) => `<h3><a href="/p${index}">Pot ${index}</a></h3><p>$${index}9.50</p>${rest(index)}`))

const named = [
  { name: "Pot 1", price: 19.5 },
  { name: "Pot 2", price: 29.5 },
  { name: "Pot 3", price: 39.5 }
]

describe("what is left of a row", () => {
  it.effect("is no number that nothing says is the one asked for", () =>
    Effect.gen(function* () {
      for (const rest of [(index: number) => `<p>(${index}0)</p>`, (index: number) => `<p>202${index}</p>`])
        for (const isChecked of [false, true])
          for (const name of "original_price discount weight shipping review_count deposit tax rating foo".split(" "))
            assert.deepStrictEqual(
              yield* fill({ products: listOf({ name: text, price: number, [name]: number }) }, pots(rest), {
                isChecked
              }),
              { products: named },
              name
            )
    })
  )

  it.effect("is no text that nothing says is the one asked for, and no mark of all rows a description", () =>
    Effect.gen(function* () {
      for (const name of ["brand", "color", "seller", "material", "description"])
        assert.deepStrictEqual(
          yield* fill(
            { products: listOf({ name: text, price: number, [name]: text }) },
            pots(() => "<p>Free shipping</p>")
          ),
          { products: named },
          name
        )
      for (const notice of [
        "Free shipping on all of it.",
        "Free shipping on all orders in the whole of Europe and beyond."
      ])
        assert.deepStrictEqual(
          yield* fill(
            { products: listOf({ name: text, price: number, description: text }) },
            pots(() => `<p>${notice}</p>`)
          ),
          { products: named },
          notice
        )
      const offices = cards(
        "<h3>Leeds</h3><p>At the old mill</p><p>0113 496 0001</p>",
        "<h3>York</h3><p>By the river</p><p>01904 496 002</p>"
      )
      assert.deepStrictEqual(yield* fill({ offices: listOf({ address: text, phone: text }) }, offices), {
        offices: [{ phone: "0113 496 0001" }, { phone: "01904 496 002" }]
      })
      const twice = cards(
        "<h3>Leeds</h3><p>0113 496 0001</p><p>0113 496 0002</p>",
        "<h3>York</h3><p>01904 496 001</p><p>01904 496 002</p>"
      )
      assert.deepStrictEqual(yield* fill({ offices: listOf({ name: text, phone: text }) }, twice), {
        offices: [{ name: "Leeds" }, { name: "York" }]
      })
    })
  )

  it.effect("is what says itself that it is asked for", () =>
    Effect.gen(function* () {
      const asked = { name: text, rating: number, review_count: integer, discount: number, year: integer }
      const page = pots((index) => `<p>4.${index} ★ (1${index})</p><p>Save 20%</p><p>201${index}</p>`)
      assert.deepStrictEqual((yield* fill({ products: listOf(asked) }, page, { isChecked: true })).products, [
        { name: "Pot 1", rating: 4.1, review_count: 11, discount: 20, year: 2011 },
        { name: "Pot 2", rating: 4.2, review_count: 12, discount: 20, year: 2012 },
        { name: "Pot 3", rating: 4.3, review_count: 13, discount: 20, year: 2013 }
      ])
      const stars = pots(() => '<p class="stars">★★★★☆</p><p class="reviews">(12)</p>')
      assert.deepInclude((yield* fill({ products: listOf(asked) }, stars)).products, {
        name: "Pot 1",
        rating: 4,
        review_count: 12
      })
      const states = { type: "string", enum: ["new", "used"] }
      const used = pots((index) => `<p>${index === 1 ? "Used" : "New in our shop"}</p>`)
      assert.deepStrictEqual(
        yield* fill({ products: listOf({ name: text, price: number, condition: states }) }, used),
        {
          products: [{ ...named[0], condition: "used" }, ...named.slice(1)]
        }
      )
    })
  )

  it.effect("tells of people what they do and how they look, by nobody's name", () =>
    Effect.gen(function* () {
      const card = (name: string, role: string) => `<img src="/${name}.jpg"><h3>${name} Berg</h3><p>${role}</p>`
      const team = cards(card("Ana", "Chief Executive"), card("Bo", "Potter"))
      assert.deepStrictEqual(yield* fill({ team: listOf({ name: text, role: text, photo: text }) }, team), {
        team: [
          { name: "Ana Berg", role: "Chief Executive", photo: "https://shop.example/Ana.jpg" },
          { name: "Bo Berg", role: "Potter", photo: "https://shop.example/Bo.jpg" }
        ]
      })
      assert.deepStrictEqual(yield* fill({ team: listOf({ name: text, department: text }) }, team), {
        team: [{ name: "Ana Berg" }, { name: "Bo Berg" }]
      })
      const bare = cards('<img src="/a.jpg"><h3>Ana Berg</h3>', '<img src="/b.jpg"><h3>Bo Lund</h3>')
      assert.deepStrictEqual(yield* fill({ team: listOf({ role: text, photo: text }) }, bare), {
        team: [{ photo: "https://shop.example/a.jpg" }, { photo: "https://shop.example/b.jpg" }]
      })
      const signs = cards(
        '<img src="/star.png" width="16"><img src="data:image/gif;base64,R0" data-src="/a.jpg"><h3>Ana</h3><p>1 pot</p>',
        '<img src="/star.png" width="16"><img src="/b.jpg"><h3>Bo</h3><p>2 pots</p>'
      )
      assert.deepStrictEqual(yield* fill({ makers: listOf({ name: text, image_url: text }) }, signs), {
        makers: [
          { name: "Ana", image_url: "https://shop.example/a.jpg" },
          { name: "Bo", image_url: "https://shop.example/b.jpg" }
        ]
      })
    })
  )

  it.effect("is taken by its place for a name, an answer and a description alone, and not where it is checked", () =>
    Effect.gen(function* () {
      const bare = table("<tr><td>Onion soup<td>£8.50<tr><td>Steak<td>£24")
      const dishes = { dishes: listOf({ name: text, price: number }) }
      const priced = [{ price: 8.5 }, { price: 24 }]
      assert.deepStrictEqual(yield* fill(dishes, bare, { isChecked: true }), { dishes: priced })
      assert.deepStrictEqual(yield* fill(dishes, bare), {
        dishes: [
          { name: "Onion soup", ...priced[0] },
          { name: "Steak", ...priced[1] }
        ]
      })
      const faq =
        "<h1>FAQ</h1><details><summary>Can I cancel?</summary><p>Yes.</p></details><details><summary>Refunds?</summary><p>Within a month.</p></details>"
      assert.deepStrictEqual(
        yield* fill({ faqs: listOf({ question: text, answer: text }) }, faq, { isChecked: true }),
        {
          faqs: [
            { question: "Can I cancel?", answer: "Yes." },
            { question: "Refunds?", answer: "Within a month." }
          ]
        }
      )
      const repos = cards(
        "<h3>kiln</h3><p>Fires pots from afar.</p><span>Rust</span><span>5 stars</span>",
        "<h3>clay</h3><p>Shapes and glazes.</p><span>Go</span><span>8 stars</span>"
      )
      const described = { repos: listOf({ name: text, description: text, language: text }) }
      assert.deepStrictEqual(yield* fill(described, repos), {
        repos: [
          { name: "kiln", description: "Fires pots from afar." },
          { name: "clay", description: "Shapes and glazes." }
        ]
      })
      assert.deepStrictEqual(yield* fill(described, repos, { isChecked: true }), {})
    })
  )

  it.effect("is an address by its street, and a review by what it says", () =>
    Effect.gen(function* () {
      const stores = cards(
        "<h3>Acme Leeds</h3><p>12 High Street</p><p>9:00–17:00</p>",
        "<h3>Acme York</h3><p>5 Mill Lane</p><p>Closed</p>"
      )
      assert.deepStrictEqual(
        yield* fill({ stores: listOf({ name: text, address: text, hours: text, city: text }) }, stores),
        {
          stores: [
            { name: "Acme Leeds", address: "12 High Street", hours: "9:00–17:00" },
            { name: "Acme York", address: "5 Mill Lane", hours: "Closed" }
          ]
        }
      )
      const reviews = cards(
        "<h4>Great pot</h4><p>5 out of 5</p><p>by Ana Berg</p><p>It is warm all day.</p>",
        "<h4>Bad lid</h4><p>2 out of 5</p><p>by Bo Lund</p><p>The lid broke at once.</p>"
      )
      assert.deepStrictEqual(yield* fill({ reviews: listOf({ author: text, rating: number, text }) }, reviews), {
        reviews: [
          { author: "Ana Berg", rating: 5, text: "It is warm all day." },
          { author: "Bo Lund", rating: 2, text: "The lid broke at once." }
        ]
      })
    })
  )

  it.effect("is what a job pays and a home is let for, and else a price", () =>
    Effect.gen(function* () {
      const jobs = cards(
        "<h3>Potter</h3><p>£30,000 – £35,000</p><p>Full-time</p>",
        "<h3>Driver</h3><p>£25,000 – £28,000</p><p>Part-time</p>"
      )
      const asked = listOf({
        title: text,
        salary_min: number,
        salary_max: number,
        employment_type: text,
        bonus: number
      })
      assert.deepStrictEqual(yield* fill({ jobs: asked }, jobs), {
        jobs: [
          { title: "Potter", salary_min: 30_000, salary_max: 35_000, employment_type: "Full-time" },
          { title: "Driver", salary_min: 25_000, salary_max: 28_000, employment_type: "Part-time" }
        ]
      })
      const flats = cards(
        "<h3>12 High Street, Leeds</h3><p>£900 pcm</p><p>70 m²</p>",
        "<h3>5 Mill Lane, York</h3><p>£180,000</p><p>50 m²</p>"
      )
      assert.deepStrictEqual(
        yield* fill({ flats: listOf({ address: text, rent: number, area: number, floor: integer }) }, flats),
        {
          flats: [
            { address: "12 High Street, Leeds", rent: 900, area: 70 },
            { address: "5 Mill Lane, York", area: 50 }
          ]
        }
      )
    })
  )

  it.effect("is no price where its words say what else it is of", () =>
    Effect.gen(function* () {
      const asked = listOf({ name: text, price: number, shipping: number, in_stock: { type: "boolean" } })
      const page = cards(
        "<h3>Mug</h3><p>Sold out</p><p>Free shipping over $50</p>",
        "<h3>Jug</h3><p>$4 shipping</p><p>$20</p>",
        "<h3>Cup</h3><p>29,00 € plus shipping</p>"
      )
      assert.deepStrictEqual(yield* fill({ products: asked }, page), {
        products: [
          { name: "Mug", in_stock: false },
          { name: "Jug", price: 20, shipping: 4 },
          { name: "Cup", price: 29 }
        ]
      })
    })
  )
})

describe("rows of a list", () => {
  it.effect("stay, however much is asked for that the page does not have", () =>
    Effect.gen(function* () {
      const more = Object.fromEntries(
        "brand sku color material size gtin seller".split(" ").map((name) => [name, text])
      )
      assert.deepStrictEqual(
        yield* fill(
          { products: listOf({ name: text, price: number, ...more }) },
          pots(() => "")
        ),
        {
          products: named
        }
      )
      const titles = cards(
        '<h3><a href="/1">Potter</a></h3><p>Leeds</p>',
        '<h3><a href="/2">Driver</a></h3><p>York</p>'
      )
      const jobs = { jobs: listOf({ title: text, company: text, salary: number, ...more }) }
      assert.deepStrictEqual(yield* fill(jobs, titles.replace("Pots", "Jobs")), {
        jobs: [{ title: "Potter" }, { title: "Driver" }]
      })
      // Links of a menu are no rows of it.
      assert.deepStrictEqual(yield* fill(jobs, cards('<a href="/1">Home</a>', '<a href="/2">About</a>')), {})
      assert.deepStrictEqual(
        yield* fill(
          { products: listOf({ name: text, url: text, ...more }) },
          cards('<a href="/1">Home</a>', '<a href="/2">About</a>')
        ),
        {}
      )
    })
  )

  it.effect("are none that one cell reaches across, and stand under what it says", () =>
    Effect.gen(function* () {
      const rates = table(
        "<tr><th>Currency<th>Buy<th>Sell<tr><td>USD<td>1.1<td>1.2<tr><td>GBP<td>0.8<td>0.9<tr><td colspan=3>Total of 2 currencies"
      )
      assert.deepStrictEqual(yield* fill({ rates: listOf({ currency: text, buy: number, sell: number }) }, rates), {
        rates: [
          { currency: "USD", buy: 1.1, sell: 1.2 },
          { currency: "GBP", buy: 0.8, sell: 0.9 }
        ]
      })
      const parts = table(
        "<tr><th>Region<th>Units<th>Revenue<tr><th colspan=3>Europe<tr><td>North<td>10<td>$100<tr><th colspan=3>Asia<tr><td>East<td>30<td>$300"
      )
      assert.deepStrictEqual(yield* fill({ sales: listOf({ region: text, units: integer, revenue: number }) }, parts), {
        sales: [
          { region: "North", units: 10, revenue: 100 },
          { region: "East", units: 30, revenue: 300 }
        ]
      })
    })
  )

  it.effect("have values by all heads above them, and none where the heads leave two", () =>
    Effect.gen(function* () {
      const years = table(
        "<tr><th rowspan=2>Region<th colspan=2>2025<th colspan=2>2026<tr><th>Units<th>Revenue<th>Units<th>Revenue<tr><td>North<td>10<td>$100<td>11<td>$110<tr><td>South<td>20<td>$200<td>22<td>$220"
      )
      const asked = { region: text, units_2025: integer, units_2026: integer, revenue_2026: number, units: integer }
      assert.deepStrictEqual(yield* fill({ sales: listOf(asked) }, years), {
        sales: [
          { region: "North", units_2025: 10, units_2026: 11, revenue_2026: 110 },
          { region: "South", units_2025: 20, units_2026: 22, revenue_2026: 220 }
        ]
      })
      const plans = table(
        "<tr><th rowspan=2>Plan<th colspan=2>Price<th rowspan=2>Users<tr><th>Monthly<th>Yearly<tr><td>Basic<td>$5<td>$50<td>1<tr><td>Pro<td>$9<td>$90<td>5"
      )
      assert.deepStrictEqual(
        yield* fill(
          { plans: listOf({ plan: text, monthly_price: number, yearly_price: number, price: number, users: integer }) },
          plans
        ),
        {
          plans: [
            { plan: "Basic", monthly_price: 5, yearly_price: 50, users: 1 },
            { plan: "Pro", monthly_price: 9, yearly_price: 90, users: 5 }
          ]
        }
      )
      const heads = table("<tr><th>Name<th>Price<tr><td>A<td>$1<tr><th>Name<th>Weight<tr><td>B<td>2 kg")
      assert.deepStrictEqual(yield* fill({ rows: listOf({ name: text, price: number, weight_kg: number }) }, heads), {
        rows: [
          { name: "A", price: 1 },
          { name: "B", weight_kg: 2 }
        ]
      })
    })
  )

  it.effect(
    "have numbers as those of their column are written, and as the page's language has them where those differ",
    () =>
      Effect.gen(function* () {
        const amounts = (cells: ReadonlyArray<string>, lang: string) =>
          Effect.map(
            fill(
              { rows: listOf({ name: text, amount: number }) },
              table(`<tr><th>Name<th>Amount${cells.map((cell, index) => `<tr><td>N${index}<td>${cell}`).join("")}`),
              { lang }
            ),
            ({ rows }) => (rows as ReadonlyArray<{ amount: number }>).map(({ amount }) => amount)
          )
        assert.deepStrictEqual(yield* amounts(["€ 1.250", "€ 0,50", "€ 75,00"], "en"), [1250, 0.5, 75])
        assert.deepStrictEqual(yield* amounts(["1.234", "1,234.50", "12.75"], "de"), [1.234, 1234.5, 12.75])
        assert.deepStrictEqual(yield* amounts(["1,5", "1.75", "1,234"], "en"), [1.5, 1.75, 1234])
        assert.deepStrictEqual(yield* amounts(["1.250", "3.500"], "de"), [1250, 3500])
        assert.deepStrictEqual(yield* amounts(["(3.5)%", "2.0%"], "en"), [-3.5, 2])
        assert.deepStrictEqual(yield* fill({ price: number }, "<p>Price: € 1.250</p><p>Shipping: € 4,90</p>"), {
          price: 1250
        })
      })
  )
})

describe("raised figures", () => {
  it.effect("are cents behind a whole amount, and notes behind any other", () =>
    Effect.gen(function* () {
      for (const [body, price] of [
        ["$19<sup>99</sup>", 19.99],
        ["<sup>$</sup>19<sup>99</sup>", 19.99],
        ["19<sup>99</sup> €", 19.99],
        ["€ 5<sup>,49</sup>", 5.49],
        ["$1,249<sup>00</sup>", 1249],
        ["from $19<sup>99</sup>/mo", 19.99],
        ["<span>$</span><span>19</span><span class='cents'>99</span>", 19.99],
        ["$19<small>99</small>", 19.99],
        ["<del>$49<sup>00</sup></del> <ins>$19<sup>99</sup></ins>", 19.99],
        ["$39<sup>1</sup>", 39],
        ["$39.00<sup>12</sup>", 39],
        ["$39<sup>[1]</sup>", 39],
        ["$39<sup>1,2</sup>", 39],
        ["$39<sup><a href='#fn'>12</a></sup>", 39],
        ["$3.45<sup>1</sup>", 3.45],
        ["$39.99<sup>9</sup>", 39.99],
        // A part of a cent, of fuel.
        ["$3.45<sup>9</sup>", 3.459],
        ["1,63<sup>9</sup> €", 1.639],
        ["€1,63<sup>9</sup>", 1.639],
        ["1.63<small>9</small> €", 1.639],
        ["Diesel 1.63<sup>4</sup> €", 1.634],
        ["1.63<sup>4</sup> €", 1.63]
      ] as const)
        assert.deepStrictEqual(yield* fill({ price: number }, `<h1>Pot</h1><p>${body}</p>`), { price }, body)
      assert.deepStrictEqual(
        yield* fill({ preis: number }, "<h1>Topf</h1><p>1.249<sup>99</sup> €</p>", { lang: "de" }),
        {
          preis: 1249.99
        }
      )
    })
  )

  it.effect("are parts of no number behind one that is no money, and none is told that they may be a power of", () =>
    Effect.gen(function* () {
      for (const [cell, count] of [
        ["1,234<sup>1</sup>", 1234],
        ["3<sup>1</sup>/<sub>2</sub>", 3.5],
        ["25 m<sup>2</sup>", 25],
        ["10<sup>6</sup>", undefined],
        ["12<sup>34</sup>", undefined],
        ["10⁶", undefined],
        ["10⁻³", undefined]
      ] as const) {
        const rows = table(`<tr><th>Name<th>Count<tr><td>A<td>${cell}<tr><td>B<td>5`)
        assert.deepStrictEqual(
          yield* fill({ rows: listOf({ name: text, count: number }) }, rows),
          {
            rows: [
              { name: "A", ...(count === undefined ? {} : { count }) },
              { name: "B", count: 5 }
            ]
          },
          cell
        )
      }
    })
  )
})

describe("a list of one item", () => {
  const pots = { pots: listOf({ name: text, price: number }) }
  const one = "<h3>Pot 1</h3><p>$19.50</p>"

  it.effect("is a list, whose item has a heading and something below it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* fill(pots, cards(one)), { pots: [{ name: "Pot 1", price: 19.5 }] })
      const two = yield* fill(pots, cards(one, "<h3>Pot 2</h3><p>$29.50</p>"))
      assert.deepStrictEqual(two, { pots: named.slice(0, 2) })
    })
  )

  it.effect("is none of a word, a link or a sentence, and says what its page says still", () =>
    Effect.gen(function* () {
      for (const item of ["Pot", "<a href='/p'>Pot</a>", "<h3>Pot</h3>", "<p>Pots for all</p><p>$19.50</p>"])
        assert.deepStrictEqual(yield* fill(pots, cards(item)), {}, item)
      assert.deepStrictEqual(yield* fill({ price: number }, cards(one)), { price: 19.5 })
    })
  )
})

describe("a text of several paragraphs", () => {
  const first = ["Yes, to all of Europe.", "It takes five days."]
  const answered = (around: (question: string, said: ReadonlyArray<string>) => string) =>
    `<h1>Questions</h1>${around("Do you ship abroad?", first)}${around("Can I return it?", ["Within 30 days."])}`
  const paragraphs = (said: ReadonlyArray<string>) => said.map((one) => `<p>${one}</p>`).join("")

  it.effect("is one value, and answers what stands above it", () =>
    Effect.gen(function* () {
      const faqs = [
        { question: "Do you ship abroad?", answer: "Yes, to all of Europe. It takes five days." },
        { question: "Can I return it?", answer: "Within 30 days." }
      ]
      for (const body of [
        answered((question, said) => `<h3>${question}</h3>${paragraphs(said)}`),
        answered((question, said) => `<details><summary>${question}</summary>${paragraphs(said)}</details>`),
        answered((question, said) => `<article class="card"><h3>${question}</h3>${paragraphs(said)}</article>`),
        answered((question, said) => `<h3>${question}</h3><ul>${said.map((one) => `<li>${one}</li>`).join("")}</ul>`)
      ])
        assert.deepStrictEqual(yield* fill({ faqs: listOf({ question: text, answer: text }) }, body), { faqs }, body)
    })
  )

  it.effect("describes its thing, without what is no sentence and what stands elsewhere", () =>
    Effect.gen(function* () {
      const house = ["A house of oak for a family of four.", "It stands on a hill above the lake."]
      const described = (one: string) =>
        fill(
          { projects: listOf({ name: text, description: text }) },
          `<h1>Projects</h1><ul><li class="card"><h3>Villa K</h3>${one}</li><li class="card"><h3>Barn M</h3><p>A barn that became a home for two.</p></li></ul>`
        )
      const barn = { name: "Barn M", description: "A barn that became a home for two." }
      assert.deepStrictEqual(yield* described(paragraphs(house)), {
        projects: [{ name: "Villa K", description: house.join(" ") }, barn]
      })
      for (const one of [
        paragraphs(["Leipzig, in the east of Germany", ...house]),
        `<p>${house[0]}</p><p>2024</p><p>${house[1]}</p>`
      ])
        assert.deepStrictEqual(yield* described(one), { projects: [{ name: "Villa K" }, barn] }, one)
    })
  )
})
