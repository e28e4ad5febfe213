/** Goals about amounts below zero, as words, arrows and parentheses say them. */
import { describe, it } from "@effect/vitest"
import { type Case, check } from "./onPages.ts"

describe("goals about amounts below zero", () => {
  it.effect("hear what says so without a minus sign", () =>
    check(
      `<h1>Figures</h1><p>Temperature: 2 °C</p><p>Index: ▲ 2.1 %</p><p>Profit: $3 million</p><p>Frost depth: 12 cm</p><p>Reviews (48)</p>`,
      [
        ["temperature below 0 °C", "2 °C", "minus 3 °C", true],
        ["temperature below 0 °C", "2 °C", "−3 °C", true],
        ["temperature below minus 5 °C", "2 °C", "minus 3 °C", false],
        ["temperature below minus 5 °C", "2 °C", "minus 7 °C", true],
        ["index below 0 %", "▲ 2.1 %", "▼ 2.1 %", true],
        ["index below 0 %", "▲ 2.1 %", "▲ 1.1 %", false],
        ["index below -1 %", "▲ 2.1 %", "▼ 0.4 %", false],
        ["profit below 0", "$3 million", "($2 million)", true],
        ["profit below 0", "$3 million", "$2 million", false],
        ["reviews below 0", "(48)", "(12)", false],
        ["frost depth below 0", "12 cm", "10 cm", false]
      ] satisfies ReadonlyArray<Case>
    )
  )

  it.effect("tell an arrow that turned where any change is asked for", () =>
    check(
      `<h1>Stocks</h1><p>The market at noon.</p><table><tr><th>Symbol</th><th>Change</th></tr><tr><td>ABC</td><td>▲ 2.1%</td></tr></table>`,
      [["changes of ABC", "▲ 2.1%", "▼ 2.1%", true]]
    )
  )
})
