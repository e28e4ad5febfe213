import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { saying, suite } from "../../src/testing/industryClassifierSuite.ts"
import { layer, rules } from "./classifier.ts"

suite("rules", layer)

describe("rules over the published lists", () => {
  it.effect("tell apart who makes, deals in, sells and repairs the same thing", () =>
    Effect.gen(function* () {
      for (const [text, code] of [
        ["We manufacture footwear in our factory: shoes, boots and slippers. ISO 9001 production.", "316210"],
        ["Shoes and boots wholesale. Open a trade account with your footwear distributor.", "424340"],
        ["Shoes and boots. Add to cart. Free shipping. Size guide.", "458210"],
        ["Shoe and boot repairs while you wait. Walk ins welcome.", "811430"],
        ["Software for shoe stores: one cloud platform with an API and a dashboard. Book a demo.", "513210"]
      ] as const) {
        const { fits } = yield* rules.classify({
          scheme: "naics_2022",
          words: saying({ title: "Northside", text }),
          count: { atLeast: 1, atMost: 1 },
          leftMillis: 1_000
        })
        assert.strictEqual(fits[0]?.industry.code, code, text)
      }
    })
  )

  it.effect("name airlines, and not those who deal with them", () =>
    Effect.gen(function* () {
      for (const [title, text, naics, sic] of [
        [
          "Delta Air Lines | Flights & Plane Tickets",
          "Check in, change seats, check flight status. Baggage.",
          481111,
          4512
        ],
        ["Cheap flights from Ireland", "Europe's largest low fares airline. Cabin bags. Boarding pass.", 481111, 4512],
        ["Flüge buchen", "Fluggesellschaft mit günstigen Flügen. Check-in, Gepäck, Flugstatus.", 481111, 4512],
        ["Vuelos baratos", "Aerolínea con vuelos a Madrid. Equipaje.", 481111, 4512],
        ["Private jet charter", "Charter a private jet. Quote in minutes. Air charter.", 481211, 4522],
        [
          "Skyline Airport Hotel",
          "Rooms and suites. Check in from 3 pm. Airline crews and early flights welcome.",
          721110,
          7011
        ],
        ["Flight data platform", "REST API with flight schedules of 900 airlines. Dashboard, SDKs, docs.", 513210, 7372]
      ] as const) {
        const words = saying({ title, text })
        const first = Effect.fnUntraced(function* (scheme: "naics_2022" | "original_sic") {
          const { fits } = yield* rules.classify({ scheme, words, count: { atLeast: 1, atMost: 1 }, leftMillis: 1_000 })
          return Number(fits[0]?.industry.code)
        })
        assert.deepStrictEqual([yield* first("naics_2022"), yield* first("original_sic")], [naics, sic], title)
      }
    })
  )
})
