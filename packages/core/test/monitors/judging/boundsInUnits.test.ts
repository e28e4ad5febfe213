/** Observed: bounds of areas and volumes, and of minutes, which "min" says behind a number. */
import { describe, it } from "@effect/vitest"
import { check } from "./onPages.ts"

const flats =
  "<h1>Flats</h1><p>All flats of the town.</p><ul><li>Mill Lane, 1 bedroom, 40 m², €700</li><li>Hill Road, 2 bedrooms, 55 m², €900</li><!-- --></ul>"
const line = (area: string) => `<li>Oak Street, 3 bedrooms, ${area}, €1,100</li>`

describe("a bound of an area", () => {
  it.effect("is met however it is written", () =>
    check(
      flats,
      ["80 m²", "80 m2", "80 sqm", "80 qm", "80 square metres", "80 Quadratmeter"].flatMap((bound) =>
        ["95 m²", "95 m2", "95 sqm"].flatMap((area) => [
          [`new flats larger than ${bound}`, "<!-- -->", line(area), true] as const,
          [`new flats larger than ${bound}`, "<!-- -->", line(area.replace("95", "75")), false] as const
        ])
      )
    )
  )

  it.effect("is told of volumes and of what is in them", () =>
    check(
      "<h1>Town</h1><p>Volume: 80 m³</p><p>PM2.5: 20 µg/m³</p><p>Forest: 40 km²</p><p>Garden: 700 ft²</p><p>End</p>",
      [
        ["volume above 100 m³", "80 m³", "120 m³", true],
        ["volume above 100 m³", "80 m³", "90 m³", false],
        ["PM2.5 above 25 µg/m³", "20 µg/m³", "30 µg/m³", true],
        ["PM2.5 above 25 µg/m³", "20 µg/m³", "24 µg/m³", false],
        ["forest above 50 km²", "40 km²", "60 km²", true],
        ["forest above 50 km²", "40 km²", "45 km²", false],
        ["garden above 800 ft²", "700 ft²", "900 ft²", true],
        ["garden above 800 ft²", "700 ft²", "750 ft²", false]
      ]
    )
  )
})

describe("minutes behind a number", () => {
  it.effect("are no minimum", () =>
    check("<h1>Road</h1><p>Some words that stay.</p><p>Travel time: 45 min</p><p>End</p>", [
      ...["travel time under 30 min", "30 min or less", "less than 30 min", "travel time at most 30 min"].flatMap(
        (goal) => [
          [goal, "45 min", "25 min", true] as const,
          [goal, "45 min", "40 min", false] as const,
          [goal, "45 min", "60 min", false] as const
        ]
      ),
      ["travel time above 50 min", "45 min", "60 min", true],
      ["travel time above 50 min", "45 min", "40 min", false]
    ])
  )

  it.effect("ahead of it and written in full are one", () =>
    check("<h1>Hall</h1><p>Some words that stay.</p><p>Seats: 20</p><p>End</p>", [
      ...["min. 30 seats", "minimum 30 seats", "30 minimum"].flatMap((goal) => [
        [goal, "Seats: 20", "Seats: 40", true] as const,
        [goal, "Seats: 20", "Seats: 10", false] as const
      ])
    ])
  )
})
