/** Tables as pages have them: cells that say nothing, reach over others, or stand far below their head. */
import { assert, describe, it } from "@effect/vitest"
import { judgeChange } from "../../../src/monitors/domain/judging/judgeChange.ts"
import { check } from "./onPages.ts"

const rows = Array.from(
  { length: 40 },
  (_, i) => `<tr><td>Feature ${"abcdefghij"[i % 10]}${"klmno"[Math.floor(i / 10)]}<td>yes<td>no</tr>`
).join("")

describe("a cell of a table", () => {
  it.effect("of more rows than are read around a line", () =>
    check(`<h1>Plans</h1><table><tr><th><th>Basic<th>Pro</tr>${rows}<tr><td>Price<td>$60<td>$80</tr></table>`, [
      ["price of the Pro plan below $50", "$80", "$45", true],
      ["price of the Pro plan below $50", "$60", "$40", false]
    ])
  )

  it.effect("of groups of rows below a corner that says nothing", () =>
    check(
      `<h1>Plans</h1><table><tr><th><th>Basic<th>Pro</tr><tr><th colspan=3>Storage</th></tr><tr><td>Disk<td>1 GB<td>10 GB</tr><tr><th colspan=3>Billing</th></tr><tr><td>Monthly<td>$60<td>$80</tr><tr><td>Setup<td>$5<td>$6</tr></table>`,
      [
        ["price of the Pro plan below $50", "$80", "$45", true],
        ["price of the Pro plan below $50", "$60", "$45", false]
      ]
    )
  )

  it.effect("beside another below its own heading", () =>
    check(
      `<h1>Plans</h1><h2>Cloud</h2><table><tr><th><th>Basic<th>Pro</tr><tr><td>Price<td>$60<td>$80</tr></table><h2>Support</h2><table><tr><th><th>Silver<th>Gold</tr><tr><td>Price<td>$30<td>$90</tr></table>`,
      [
        ["price of the Pro plan below $50", "$90", "$45", false],
        ["price of Gold support below $50", "$90", "$45", true],
        ["price of the Pro plan below $50", "$80", "$45", true]
      ]
    )
  )

  it.effect("of cells that reach down over rows", () =>
    check(
      `<h1>Plans</h1><table><tr><th colspan=2><th>Basic<th>Pro</tr><tr><th rowspan=2>Price<td>monthly<td>$60<td>$80</tr><tr><td>yearly<td>$600<td>$800</tr></table>`,
      [
        ["price of the Pro plan below $500", "$800", "$450", true],
        ["price of the Pro plan below $500", "$600", "$450", false]
      ]
    )
  )

  it.effect("of a head in two rows", () =>
    check(
      `<h1>Plans</h1><table><tr><th rowspan=2>Plan<th colspan=2>Price</tr><tr><th>Monthly<th>Yearly</tr><tr><td>Basic<td>$60<td>$600</tr><tr><td>Pro<td>$80<td>$800</tr></table>`,
      [
        ["yearly price of the Pro plan below $500", "$800", "$450", true],
        ["yearly price of the Pro plan below $500", "$600", "$450", false],
        ["yearly price of the Pro plan below $500", "$80<", "$70<", false]
      ]
    )
  )

  it.effect("of a last column that says nothing", () =>
    check(`<h1>Plans</h1><table><tr><th>Plan<th>Basic<th>Pro<th></tr><tr><td>Price<td>$60<td>$80<td></tr></table>`, [
      ["price of the Pro plan below $50", "$80", "$45", true],
      ["price of the Pro plan below $50", "$60", "$45", false]
    ])
  )

  it.effect("of a corner without a word, in German", () =>
    check(
      `<h1>Tarife</h1><table><tr><td></td><th>Klein</th><th>Groß</th></tr><tr><th>Preis</th><td>9,90 €</td><td>19,90 €</td></tr></table>`,
      [
        ["Preis des Tarifs Groß unter 15 €", "19,90", "14,90", true],
        ["Preis des Tarifs Groß unter 15 €", ">9,90", ">8,90", false]
      ]
    )
  )

  it.effect("of rows and columns that both must fit, in French", () =>
    check(
      `<h1>Tarifs</h1><table><tr><td></td><th>Enfants</th><th>Adultes</th></tr><tr><th>Matin</th><td>9 €</td><td>19 €</td></tr><tr><th>Soir</th><td>12 €</td><td>22 €</td></tr></table>`,
      [
        ["prix du soir pour les adultes", "22 €", "25 €", true],
        ["prix du soir pour les adultes", "12 €", "14 €", false],
        ["prix du soir pour les adultes", "19 €", "20 €", false]
      ]
    )
  )

  it.effect("of cells that say nothing", () =>
    check(
      `<h1>Rates</h1><table><tr><th><th>Q1<th>Q2<th>Q3</tr><tr><td>Oslo<td><td>4.1 %<td>4.3 %</tr><tr><td>Rome<td>2 %<td><td>3 %</tr></table>`,
      [
        ["the Q2 rate of Oslo", "4.1 %", "4.4 %", true],
        ["the Q2 rate of Oslo", "4.3 %", "4.4 %", false]
      ]
    )
  )

  it("of a text without markup, with bars at its sides or not", () => {
    const isTold = (page: string, was: string) =>
      judgeChange({
        goal: "price of the Pro plan below $50",
        url: "https://a.example/",
        targetType: "page",
        before: page,
        after: page.replace(was, "$45")
      }).isRelevant
    for (const page of [
      "Plans\n| | Basic | Pro |\n| Price | $60 | $80 |\n| Seats | 1 | 5 |",
      "Plans\n| Basic | Pro\nPrice | $60 | $80\nSeats | 1 | 5"
    ]) {
      assert.isTrue(isTold(page, "$80"))
      assert.isFalse(isTold(page, "$60"))
    }
  })
})
