/** Lists of sites with several pages of cards that look alike. Observed: the rows of one list that is asked for. */
import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

type Pages = Readonly<Record<string, string>>

/** What the rows are called that the pages have of the one list that is asked for, by rules with and without a check of facts. */
const namesOf = Effect.fnUntraced(function* (pages: Pages, list: string, properties: object) {
  const reader = yield* FactReader
  const sheets = yield* Effect.forEach(Object.entries(pages), ([path, body]) => {
    const html = `<!doctype html><html lang="en"><head><title>Kiln</title></head><body><main>${body}</main></body></html>`
    return reader.read({ html, url: `https://kiln.example${path}` })
  })
  const rows = { type: "array", items: { type: "object", properties } }
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties: { [list]: rows } }))
  const filled = yield* Effect.forEach([false, true], (isChecked) =>
    Effect.map(reader.fill({ shape, instructions: "", sheets, isChecked }), ({ data }) =>
      ((data[list] ?? []) as ReadonlyArray<Readonly<Record<string, unknown>>>).map((row) => row.name ?? row.title)
    )
  )
  assert.deepStrictEqual(filled[0], filled[1])
  return filled[0]!
}, Effect.provide(layer))

const text = { type: "string" }
const number = { type: "number" }
const priced = { name: text, price: number }

type Card = readonly [name: string, ...said: ReadonlyArray<string>]

const cards = (heading: string, ...things: ReadonlyArray<Card>) =>
  `<h1>${heading}</h1>${things
    .map(
      ([name, ...said]) =>
        `<article class="card"><h3>${name}</h3>${said.map((one) => `<p>${one}</p>`).join("")}</article>`
    )
    .join("")}`

const list = (heading: string, ...lines: ReadonlyArray<string>) =>
  `<h1>${heading}</h1><ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`

const house: Pages = {
  "/": "<h1>Care House</h1><p>Welcome to all.</p>",
  "/news": cards("News", ["New wing opens", "1 May 2026"], ["Staff award", "2 April 2026"]),
  "/events": cards("Events", ["Open day", "1 June 2026"], ["Blood drive", "3 July 2026"]),
  "/locations": cards("Our locations", ["Leeds", "Phone: 0113 496 0000"], ["York", "Phone: 01904 960000"]),
  "/doctors": cards("Our doctors", ["Dr Ann Lee", "Phone: 0113 496 0001"], ["Dr Bob Ray", "Phone: 0113 496 0002"]),
  "/courses": cards("Courses", ["First aid", "Price: £90"], ["CPR", "Price: £40"]),
  "/rooms": cards("Rooms", ["Blue room", "Price: £100"], ["Red room", "Price: £180"]),
  "/menu": list("Café menu", "Soup £4.50", "Tea £2.00")
}

const haus: Pages = {
  "/": "<h1>Werkstatt</h1>",
  "/produkte": cards("Produkte", ["Schale", "Preis: 20,00 €"], ["Becher", "Preis: 12,00 €"]),
  "/veranstaltungen": cards("Veranstaltungen", ["Glasurtag", "12. Mai 2026"], ["Offene Tür", "1. Juni 2026"]),
  "/aktuelles": cards("Aktuelles", ["Neuer Ofen", "1. März 2026"], ["Preis gewonnen", "2. April 2026"]),
  "/stellen": cards("Stellenangebote", ["Töpfer", "Gehalt: 40.000 €"], ["Glaserin", "Gehalt: 38.000 €"]),
  "/standorte": cards("Standorte", ["Leipzig", "Telefon: 0341 123456"], ["Berlin", "Telefon: 030 123456"]),
  "/mitarbeiter": cards("Das sind wir", ["Anna Lee", "Telefon: 0341 123457"], ["Bob Ray", "Telefon: 030 123457"])
}

const teas = list("All teas", "Assam Gold – £8.50", "Earl Grey – £7.20", "Peppermint – £5.00")
const careers = list("Careers", "Tea Taster – Bristol – £32,000", "Web Developer – Remote – £28,000")

const two = (heading: string, letter: string) =>
  cards(heading, [`${letter}1`, "Price: £2"], [`${letter}2`, "Price: £3"])

describe("lists of a site with pages that look alike", () => {
  it.effect("have the rows of the pages that are called as they are, and no others", () =>
    Effect.gen(function* () {
      const dated = { title: text, date: text }
      const phoned = { name: text, phone: text }
      assert.deepStrictEqual(yield* namesOf(house, "news", dated), ["New wing opens", "Staff award"])
      assert.deepStrictEqual(yield* namesOf(house, "events", dated), ["Open day", "Blood drive"])
      assert.deepStrictEqual(yield* namesOf(house, "locations", phoned), ["Leeds", "York"])
      assert.deepStrictEqual(yield* namesOf(house, "doctors", phoned), ["Dr Ann Lee", "Dr Bob Ray"])
      assert.deepStrictEqual(yield* namesOf(house, "courses", priced), ["First aid", "CPR"])
      assert.deepStrictEqual(yield* namesOf(house, "rooms", priced), ["Blue room", "Red room"])
    })
  )

  it.effect("are found under another word, and in other languages", () =>
    Effect.gen(function* () {
      const dated = { title: text, date: text }
      const phoned = { name: text, phone: text }
      assert.deepStrictEqual(yield* namesOf(house, "blog_posts", dated), ["New wing opens", "Staff award"])
      assert.deepStrictEqual(yield* namesOf(house, "branches", phoned), ["Leeds", "York"])
      assert.deepStrictEqual(yield* namesOf(house, "dishes", priced), ["Soup", "Tea"])
      assert.deepStrictEqual(yield* namesOf(haus, "products", priced), ["Schale", "Becher"])
      assert.deepStrictEqual(yield* namesOf(haus, "events", dated), ["Glasurtag", "Offene Tür"])
      assert.deepStrictEqual(yield* namesOf(haus, "news", dated), ["Neuer Ofen", "Preis gewonnen"])
      assert.deepStrictEqual(yield* namesOf(haus, "jobs", { title: text, salary: number }), ["Töpfer", "Glaserin"])
      assert.deepStrictEqual(yield* namesOf(haus, "branches", phoned), ["Leipzig", "Berlin"])
      assert.deepStrictEqual(yield* namesOf(haus, "staff", phoned), ["Anna Lee", "Bob Ray"])
    })
  )

  it.effect("stay empty where a site has lists of other kinds alone", () =>
    Effect.gen(function* () {
      const pay = { title: text, location: text, salary: number }
      assert.deepStrictEqual(yield* namesOf({ "/products": teas }, "jobs", pay), [])
      assert.deepStrictEqual(yield* namesOf({ "/": "<h1>Tea</h1>", "/menu": house["/menu"]! }, "jobs", pay), [])
      assert.deepStrictEqual(yield* namesOf({ "/products": teas, "/careers": careers }, "jobs", pay), [
        "Tea Taster – Bristol",
        "Web Developer – Remote"
      ])
      const work = { "/projects": cards("Our work", ["A bridge", "1 May 2026"], ["A tower", "2 June 2026"]) }
      const dated = { title: text, date: text }
      assert.deepStrictEqual(yield* namesOf(work, "jobs", dated), [])
      assert.deepStrictEqual(
        yield* namesOf(work, "success_stories", dated),
        ["A bridge", "A tower"],
        "says no kind surely"
      )
      const pages = { "/events": house["/events"]!, "/team": house["/doctors"]! }
      assert.deepStrictEqual(yield* namesOf(pages, "news", dated), [])
    })
  )

  it.effect("have the rows of all pages that one list goes on over, and of its parts", () =>
    Effect.gen(function* () {
      const pages = {
        "/products": two("Products", "a"),
        "/products?page=2": two("Products", "b"),
        "/products/page/3": two("Page 3", "c"),
        "/products/tea": two("Tea", "d"),
        "/products/french-press": two("French press", "e"),
        "/courses": two("Courses", "x"),
        "/tasting": two("Tasting", "y")
      }
      const all = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "e2"]
      assert.deepStrictEqual(yield* namesOf(pages, "products", priced), all)
    })
  )

  it.effect("have the rows of all categories where no page is called as they are", () =>
    Effect.gen(function* () {
      const events = { "/events": two("Events", "x"), "/careers": two("Careers", "y") }
      const flat = { "/": "<h1>Fine teas</h1>", "/green": two("Green", "a"), "/black": two("Black", "b"), ...events }
      const all = ["a1", "a2", "b1", "b2"]
      assert.deepStrictEqual(yield* namesOf(flat, "products", priced), all)
      assert.deepStrictEqual(yield* namesOf(flat, "teas", priced), all)
      const index = cards("Products", ["Green"], ["Black"])
      assert.deepStrictEqual(yield* namesOf({ ...flat, "/products": index }, "products", priced), all)
      const shop = { "/shop": two("Everything", "a"), "/shop/black": two("Black", "b"), ...events }
      assert.deepStrictEqual(yield* namesOf(shop, "teas", priced), all)
    })
  )

  it.effect("are found on any page whose heading or whose part is called so", () =>
    Effect.gen(function* () {
      const about = { "/about/team": careers.replace("Careers", "Jobs") }
      const pay = { title: text, salary: number }
      const names = ["Tea Taster – Bristol", "Web Developer – Remote"]
      assert.deepStrictEqual(yield* namesOf(about, "jobs", pay), names)
      const part = { "/products": teas + careers.replaceAll("h1", "h2") }
      assert.deepStrictEqual(yield* namesOf(part, "jobs", pay), names)
      const join = { "/join": careers.replace("Careers", "Join our team"), "/products": teas }
      assert.deepStrictEqual(yield* namesOf(join, "jobs", pay), names)
    })
  )

  it.effect("are found below a page that is called as they are, whatever the last part of the address says", () =>
    Effect.gen(function* () {
      const dated = { title: text, date: text }
      const cases: ReadonlyArray<readonly [path: string, heading: string, list: string]> = [
        ["/jobs/customer-service", "Customer service", "jobs"],
        ["/jobs/training", "Training", "jobs"],
        ["/events/locations/berlin", "Berlin", "events"],
        ["/news/products", "Products", "news"],
        ["/blog/category/events", "Events", "articles"],
        ["/projects/homes", "Homes", "projects"],
        ["/doctors/berlin-clinic", "Berlin clinic", "doctors"],
        ["/shop/for-teams", "For teams", "products"],
        ["/collections/trainers", "Trainers", "products"]
      ]
      for (const [path, heading, list] of cases) {
        const page = { [path]: cards(heading, ["One", "1 May 2026"], ["Two", "2 June 2026"]) }
        assert.deepStrictEqual(yield* namesOf(page, list, dated), ["One", "Two"], path)
      }
    })
  )

  it.effect("are not taken for jobs where a word that ends as those of jobs do says another thing", () =>
    Effect.gen(function* () {
      const named = { name: text, address: text }
      for (const heading of ["Tankstellen", "Verkaufsstellen", "Beratungsstellen"]) {
        const stations = cards(heading, ["Nord", "Nordstraße 12, 20095 Hamburg"], ["Süd", "Südring 5, 80331 München"])
        const page = { [`/${heading.toLowerCase()}`]: stations }
        assert.deepStrictEqual(yield* namesOf(page, "standorte", named), ["Nord", "Süd"], heading)
        assert.deepStrictEqual(yield* namesOf(page, "locations", named), ["Nord", "Süd"], heading)
      }
      const offered = { "/lehrstellen": cards("Lehrstellen", ["Töpfer", "1. Mai 2026"], ["Glaserin", "2. Juni 2026"]) }
      assert.deepStrictEqual(yield* namesOf(offered, "products", { name: text, date: text }), [])
    })
  )

  it.effect("are told from others by the last part of an address that says what it has", () =>
    Effect.gen(function* () {
      const pages = { "/green": two("Green", "a"), "/products/events": two("Glaze days", "x") }
      assert.deepStrictEqual(yield* namesOf(pages, "teas", priced), ["a1", "a2"])
    })
  )

  it.effect("stand on the first page of a site, whatever that is called", () =>
    Effect.gen(function* () {
      const front = { "/": house["/doctors"]!.replace("Our doctors", "Leeds Clinic") }
      assert.deepStrictEqual(yield* namesOf(front, "doctors", { name: text, phone: text }), [
        "Dr Ann Lee",
        "Dr Bob Ray"
      ])
      const shop = { "/": two("Products", "a"), "/tasting": two("Tasting", "y") }
      assert.deepStrictEqual(yield* namesOf(shop, "products", priced), ["a1", "a2"], "a page of it is no next page")
    })
  )

  it.effect("are what a site offers where it has no page for its products", () =>
    Effect.gen(function* () {
      const inn = { "/": "<h1>Inn</h1>", "/rooms": house["/rooms"]!, "/events": two("Events", "x") }
      assert.deepStrictEqual(yield* namesOf(inn, "products", priced), ["Blue room", "Red room"])
      const shop = { "/french-press": two("French press", "a"), "/calendars": two("Calendars", "b") }
      assert.deepStrictEqual(yield* namesOf(shop, "products", priced), ["a1", "a2", "b1", "b2"])
    })
  )
})
