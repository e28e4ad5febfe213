import { assert, describe, it } from "@effect/vitest"
import { readDataSchema } from "@kittiwake/core/extraction/domain/readDataSchema"
import { FactReader } from "@kittiwake/core/extraction/FactReader"
import { Effect, Result } from "effect"
import { layer } from "../src/FactReader.ts"

const text = { type: "string" }
const number = { type: "number" }

/** What a page of this body says. */
const fill = Effect.fnUntraced(function* (properties: object, body: string) {
  const reader = yield* FactReader
  const html = `<!doctype html><html lang="en"><head><title>A page</title></head><body>${body}</body></html>`
  const sheet = yield* reader.read({ html, url: "https://lake.example/page" })
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

const inn = (inside: string) => `<main><h1>Inn by the Sea</h1>${inside}</main>`
const trio = (inside: string) => `<main><h1>Nell Trio</h1>${inside}</main>`

describe("values of another kind than is asked for", () => {
  scenario("are how many gave a mark", [
    [
      inn("<p>8.9 Fabulous · 1,204 reviews</p>"),
      { review_score: number, rating: number, review_count: number },
      { review_score: 8.9, rating: 8.9, review_count: 1204 }
    ],
    [inn("<p>1,204 reviews</p>"), { review_score: number }, {}],
    [inn("<p>8 reviews</p>"), { review_score: number, review_count: number }, { review_count: 8 }],
    [inn("<p>Reviews: 4.7</p>"), { review_score: number }, { review_score: 4.7 }],
    [inn("<p>Ratings: 4 (12 ratings)</p>"), { rating: number }, { rating: 4 }],
    [inn("<p>Review score: 9</p>"), { review_score: number }, { review_score: 9 }],
    [inn("<p>1.5 baths · 120 reviews</p>"), { rating: number }, {}]
  ])

  scenario("are marks out of ten where stars are asked for", [
    [inn('<p>★★★★ Boutique hotel</p><p class="score">8.9 Fabulous · 1,204 reviews</p>'), { star_rating: number }, {}],
    [inn("<p>Star rating: 4</p>"), { star_rating: number }, { star_rating: 4 }],
    [inn("<p>Stars: 12,400</p>"), { stars: number }, { stars: 12400 }]
  ])

  scenario("are the time, the day and the price of what is called so", [
    [trio("<ul><li>Doors 7:30 pm</li><li>Show 8:30 pm</li></ul>"), { event_name: text }, { event_name: "Nell Trio" }],
    [trio("<p>Show: 8:30 pm</p>"), { show_name: text, start: text }, {}],
    [trio("<p>Concert: €20</p>"), { concert_name: text }, {}],
    [trio("<p>Show: from 19.30 to 21.00</p><p>Concert: 20 Uhr</p>"), { concert_name: text }, {}],
    [
      trio("<p>Film: 21</p><p>Room: Studio 54</p>"),
      { film_name: text, room_name: text },
      { film_name: "21", room_name: "Studio 54" }
    ],
    [trio("<p>Show: Low Water</p>"), { show_name: text }, { show_name: "Low Water" }],
    [trio("<p>Name: 10:04</p>"), { book_name: text }, { book_name: "10:04" }]
  ])

  scenario("are prices for others, and prices for a fee", [
    [
      trio("<p>€24 advance / €28 on the door · Students €16 (with ID)</p>"),
      { advance_price: number, door_price: number, booking_fee: number },
      { advance_price: 24, door_price: 28 }
    ],
    [
      trio("<p>Adults £10 / Children £5</p>"),
      { child_price: number, adult_price: number },
      { child_price: 5, adult_price: 10 }
    ],
    [
      trio("<p>Booking fee: €1.50</p><p>€24</p>"),
      { booking_fee: number, price: number },
      { booking_fee: 1.5, price: 24 }
    ],
    [trio("<p>€24</p>"), { booking_fee: number, service_fee: number, price: number }, { price: 24 }]
  ])

  scenario("are links that stand behind each other without a blank", [
    [
      '<header><a href="/">Northmere University</a><nav><a href="/study">Study</a><a href="/research">Research</a></nav></header><main><h1>MSc</h1></main>',
      { university: text },
      {}
    ],
    [
      '<div><span>University</span><span><a href="/a">Study</a><a href="/b">Research</a></span></div>',
      { university: text },
      {}
    ],
    [
      '<div><span>University</span><span><a href="/a">Northmere</a></span></div>',
      { university: text },
      { university: "Northmere" }
    ]
  ])
})
