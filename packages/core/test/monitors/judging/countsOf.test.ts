/** Observed: how many of something a goal asks for, where others of its kind are counted beside it; and rates between two currencies. */
import { describe, it } from "@effect/vitest"
import { check } from "./onPages.ts"

describe("a count", () => {
  it.effect("is of what its adjective says", () =>
    check(
      "<h1>Tracker</h1><p>Some words of introduction that stay.</p><ul><li>Open issues: 40</li><li>Closed issues: 48</li></ul>",
      [
        ["more than 50 open issues", "Closed issues: 48", "Closed issues: 60", false],
        ["more than 50 open issues", "Open issues: 40", "Open issues: 60", true],
        ["when the number of open issues exceeds 50", "Closed issues: 48", "Closed issues: 60", false],
        ["more than 50 closed issues", "Closed issues: 48", "Closed issues: 60", true],
        ["more than 50 closed issues", "Open issues: 40", "Open issues: 60", false]
      ]
    )
  )

  it.effect("of open positions is not of those that are filled", () =>
    check(
      "<h1>Jobs</h1><p>Some words of introduction that stay.</p><ul><li>Open positions: 3</li><li>Filled positions: 4</li></ul>",
      [
        ["more than 5 open positions", "Filled positions: 4", "Filled positions: 9", false],
        ["more than 5 open positions", "Open positions: 3", "Open positions: 8", true]
      ]
    )
  )

  it.effect("in other languages is so too", () =>
    check("<h1>Jobs</h1><p>Einige Worte.</p><ul><li>Offene Stellen: 3</li><li>Besetzte Stellen: 4</li></ul>", [
      ["mehr als 5 offene Stellen", "Besetzte Stellen: 4", "Besetzte Stellen: 9", false],
      ["mehr als 5 offene Stellen", "Offene Stellen: 3", "Offene Stellen: 8", true]
    ])
  )

  it.effect("that no page calls open is told", () =>
    check("<h1>Tracker</h1><p>Some words of introduction that stay.</p><p>Issues: 40</p><p>Stars: 90</p>", [
      ["more than 50 open issues", "Issues: 40", "Issues: 60", true]
    ])
  )
})

describe("a rate between two currencies", () => {
  it.effect("is of both", () =>
    check(
      "<h1>Rates</h1><table><tr><th>Pair</th><th>Rate</th></tr><tr><td>EUR/USD</td><td>1.0921</td></tr><tr><td>GBP/USD</td><td>1.0710</td></tr><tr><td>USD/CHF</td><td>0.8810</td></tr></table>",
      [
        ["EUR/USD above 1.10", "1.0710", "1.2715", false],
        ["EUR/USD above 1.10", "0.8810", "1.1210", false],
        ["EUR/USD above 1.10", "1.0921", "1.1034", true],
        ["EUR/USD rises above 1.10", "1.0921", "1.1034", true]
      ]
    )
  )

  it.effect("and of words with a stroke one is enough", () =>
    check("<h1>Shop</h1><ul><li>Windmill: $60</li><li>Lamp: $90</li></ul>", [
      ["price of the lamp/lantern below $80", "$90", "$70", true],
      ["price of the lamp/lantern below $80", "$60", "$50", false]
    ])
  )
})
