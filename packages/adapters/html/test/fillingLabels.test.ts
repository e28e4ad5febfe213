import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

const text = { type: "string" }
const number = { type: "number" }

/** What a page of this body says. */
const fill = Effect.fnUntraced(function* (properties: object, body: string, lang = "en") {
  const reader = yield* FactReader
  const html = `<!doctype html><html lang="${lang}"><head><title>Lake Hotel</title></head><body><main><h1>Lake Hotel</h1>${body}</main></body></html>`
  const sheet = yield* reader.read({ html, url: "https://lake.example/stay" })
  const shape = Result.getOrThrow(readDataSchema({ type: "object", properties }))
  return (yield* reader.fill({ shape, instructions: "", sheets: [sheet] })).data
}, Effect.provide(layer))

type Case = readonly [body: string, asked: object, data: object]

const scenario = (name: string, cases: ReadonlyArray<Case>) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      for (const [body, asked, data] of cases) assert.deepStrictEqual<unknown>(yield* fill(asked, body), data, body)
    })
  )

const stay = { check_in: text, check_out: text }

describe("filling a schema from lines with labels", () => {
  scenario("takes times of day whole, with a colon behind their label or without", [
    [
      "<p>Check-in from 15:00</p><p>Check-out until 11:00</p>",
      stay,
      { check_in: "from 15:00", check_out: "until 11:00" }
    ],
    ["<p>Check-in: from 15:00</p><p>Check-out:11:00</p>", stay, { check_in: "from 15:00", check_out: "11:00" }],
    [
      "<p>We have a pool. Check-in is from 15:00. Check-out is until 11:00.</p>",
      stay,
      { check_in: "from 15:00", check_out: "until 11:00" }
    ],
    ["<p>Sunrise 6:12 | Sunset 20:45</p>", { sunrise: text, sunset: text }, { sunrise: "6:12", sunset: "20:45" }],
    [
      "<ul><li>Lunch 12:00–14:00</li><li>Dinner 18:00–22:00</li></ul>",
      { lunch: text, dinner: text },
      { lunch: "12:00–14:00", dinner: "18:00–22:00" }
    ],
    ["<p>Opening hours Mon–Fri 9:00–17:00</p>", { opening_hours: text }, { opening_hours: "Mon–Fri 9:00–17:00" }],
    ["<p>Doors 19:30, show 20:00</p>", { doors: { ...text, format: "time" } }, { doors: "19:30:00" }]
  ])

  scenario("takes no part of a value where nothing says surely where it ends", [
    ["<p>Check-in from 15:00, but not on Sundays</p>", stay, {}],
    ["<p>The opening hours are 9:00 to 17:00 daily: except Mondays.</p>", { opening_hours: text }, {}],
    ["<p>Bible verse John 3:16</p>", { verse: text }, {}],
    ["<p>Check-in was 15:00</p>", { check_in: text }, {}],
    ["<p>Unsere Mitarbeiter:innen</p>", { mitarbeiter: text }, {}]
  ])

  scenario("takes scores and addresses whole", [
    ["<p>Final score 3:1 after extra time</p>", { final_score: text }, { final_score: "3:1 after extra time" }],
    [
      "<p>Website https://lake.example/a. Phone: +49 30 123456</p>",
      { website: text, phone: text },
      { website: "https://lake.example/a", phone: "+4930123456" }
    ],
    [
      "<p>Aspect ratio 16:9. Weight: 2 kg</p>",
      { aspect_ratio: text, weight_kg: number },
      { aspect_ratio: "16:9", weight_kg: 2 }
    ]
  ])

  scenario("tells the values of one line by the label of each", [
    [
      "<p>E-mail: info@lake.example, Press: press@lake.example</p>",
      { email: text, press_email: text },
      { email: "info@lake.example", press_email: "press@lake.example" }
    ],
    ["<p>Rooms: 12, Floors: 3</p>", { rooms: number, floors: number }, { rooms: 12, floors: 3 }]
  ])

  scenario("takes a label of 49 characters, and no longer one", [
    [
      `<p>Capacity${"y".repeat(41)}: 5</p><p>Depth${"h".repeat(75)}: 6</p>`,
      { [`capacity${"y".repeat(41)}`]: number, [`depth${"h".repeat(75)}`]: number },
      { [`capacity${"y".repeat(41)}`]: 5 }
    ]
  ])

  const address = {
    address: { type: "object", properties: { street: text, city: text, state: text, zip: text, country: text } }
  }

  scenario("splits an address that stands behind its label, and leaves what is not sure", [
    [
      "<p>Address: 5 Main Street, Springfield, IL 62704, USA</p>",
      address,
      { address: { street: "5 Main Street", city: "Springfield", state: "IL", zip: "62704", country: "USA" } }
    ],
    [
      "<p>Address: 5 Main Street, Suite 200, Toronto, ON M5V 2T6, Canada</p>",
      address,
      {
        address: { street: "5 Main Street, Suite 200", city: "Toronto", state: "ON", zip: "M5V 2T6", country: "Canada" }
      }
    ],
    [
      "<p>Adresse: Am Hafen 5, 28195 Bremen</p>",
      address,
      { address: { street: "Am Hafen 5", city: "Bremen", zip: "28195" } }
    ],
    ["<p>Address: 12 Rue Cler, Paris</p>", address, { address: { street: "12 Rue Cler" } }],
    ["<p>Address: 12 Rue Cler, Paris</p>", { address: text }, { address: "12 Rue Cler, Paris" }],
    ["<p>Results: 12 Green Apples, Paris</p>", { street: text }, {}]
  ])

  const behindTown = ["Deutschland", "West Yorkshire", "U.K.", "U.S.A.", "DE", "2nd floor", "entrance B", "Schweiz"]
  scenario("keeps what stands behind the town of an address that is called so", [
    ...["Address", "Postal address", "Postanschrift"].flatMap((label) =>
      behindTown.map((more): Case => {
        const told = `Hauptstraße 5, 10115 Berlin, ${more}`
        const data = { address: told, city: "Berlin" }
        return [`<p>${label}: ${told}</p>`, { address: text, city: text }, data]
      })
    ),
    [
      "<p>Lake Hotel<br>Address: 12 High Street, Leeds LS1 4AP, West Yorkshire<br>Rooms: 5</p>",
      { address: text, postal_code: text },
      { address: "12 High Street, Leeds LS1 4AP, West Yorkshire", postal_code: "LS1 4AP" }
    ],
    [
      "<p>Address: Lake House, Hauptstraße 5, 10115 Berlin</p>",
      { address: text },
      { address: "Hauptstraße 5, 10115 Berlin" }
    ],
    [
      "<p>Venue: Hauptstraße 5, 10115 Berlin, free admission</p>",
      { address: text },
      { address: "Hauptstraße 5, 10115 Berlin" }
    ],
    [
      "<p>Visit us at Hauptstraße 5, 10115 Berlin, Germany.</p>",
      { city: text, country: text },
      { city: "Berlin", country: "Germany" }
    ],
    [
      "<p>Visit us at 500 Main Street, Suite 200, Austin, TX 78701.</p>",
      { address: text, street: text },
      { address: "500 Main Street, Suite 200, Austin, TX 78701", street: "500 Main Street, Suite 200" }
    ],
    ["<p>Tech Park, Building 5, 10115 Berlin</p>", { city: text }, { city: "Berlin" }],
    [
      "<p>Address: Hauptstraße 5, 3. Stock, 10115 Berlin.</p>",
      { address: text, city: text },
      { address: "Hauptstraße 5, 3. Stock, 10115 Berlin", city: "Berlin" }
    ]
  ])

  scenario("tells no half of a span of hours, and no half of a moment", [
    ["<p>Opening hours noon to 8pm</p>", { opening_hours: text }, {}],
    ["<p>Welcome. Open daily noon to 8pm. Dogs welcome.</p>", { open: text, opening_hours: text }, {}],
    ["<p>Open from noon until 9:30pm</p>", { open: text }, {}],
    ["<p>Breakfast 7am to 10am, lunch noon to 2pm</p>", { lunch: text }, {}],
    [
      "<p>By Jane Doe · Updated 12:30 BST, 4 May 2026</p>",
      { updated: { type: "string", format: "date" } },
      { updated: "2026-05-04" }
    ],
    ["<p>Last updated at 12:30, 4 May 2026</p>", { last_updated: text }, { last_updated: "12:30, 4 May 2026" }],
    ["<p>Serves: 4. Difficulty: easy.</p>", { serves: number, difficulty: text }, { serves: 4, difficulty: "easy" }]
  ])

  scenario("takes how many come upon one for the number of a ratio, and no figure of another", [
    ["<p>Contrast ratio: 1000:1</p>", { contrast_ratio: number }, { contrast_ratio: 1000 }],
    ["<p>Student ratio: 15:1</p>", { students: number }, { students: 15 }],
    ["<p>Aspect ratio: 16:9</p>", { aspect_ratio: number }, {}],
    ["<p>Final score: 3:1</p>", { final_score: number }, {}]
  ])

  it.effect("takes a dash for cents that are none on pages of any language", () =>
    Effect.gen(function* () {
      for (const lang of ["en", "de", ""])
        for (const price of ["€ 1.299,-", "1.299,– €", "1,299.- CHF", "1.299,-"])
          assert.deepStrictEqual(yield* fill({ price: number }, `<p>Price: ${price}</p>`, lang), { price: 1299 }, price)
    })
  )
})
