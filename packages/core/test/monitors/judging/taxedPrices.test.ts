/** Bounds of prices beside which the price without tax stands. */
import { describe, it } from "@effect/vitest"
import { checkPairs } from "./onPages.ts"

const lines = (...all: ReadonlyArray<string>) => `<h1>Drill</h1>${all.map((line) => `<p>${line}</p>`).join("")}`

describe("a price that is told with tax and without", () => {
  it.effect("is the one with tax", () =>
    checkPairs(
      [
        ["£105 ex VAT £126 inc VAT", "£95 ex VAT £114 inc VAT", "£80 ex VAT £96 inc VAT"],
        ["£126 inc VAT (£105 ex VAT)", "£114 inc VAT (£95 ex VAT)", "£96 inc VAT (£80 ex VAT)"],
        ["£126 inc. VAT / £105 excl. VAT", "£114 inc. VAT / £95 excl. VAT", "£96 inc. VAT / £80 excl. VAT"],
        ["£126 (£105 + VAT)", "£114 (£95 + VAT)", "£96 (£80 + VAT)"],
        ["ex VAT £105 inc VAT £126", "ex VAT £95 inc VAT £114", "ex VAT £80 inc VAT £96"],
        ["£105 HT / £126 TTC", "£95 HT / £114 TTC", "£80 HT / £96 TTC"],
        ["£105 zzgl. MwSt, £126 inkl. MwSt", "£95 zzgl. MwSt, £114 inkl. MwSt", "£80 zzgl. MwSt, £96 inkl. MwSt"],
        ["£105 IVA esclusa, £126 IVA inclusa", "£95 IVA esclusa, £114 IVA inclusa", "£80 IVA esclusa, £96 IVA inclusa"]
      ].flatMap(([high, between, low]) => [
        ["price below £100", lines(high!, "Blue"), lines(between!, "Blue"), false] as const,
        ["price below £100", lines(between!, "Blue"), lines(low!, "Blue"), true] as const
      ])
    )
  )

  it.effect("is so on lines of their own, and in cells", () => {
    const apart = (net: string, gross: string) => lines(`${net} ex VAT`, `${gross} inc VAT`, "Blue")
    const pairs = (net: string, gross: string) =>
      `<h1>Drill</h1><dl><dt>Price ex VAT</dt><dd>${net}</dd><dt>Price inc VAT</dt><dd>${gross}</dd></dl>`
    const table = (net: string, gross: string) =>
      `<h1>Tools</h1><table><tr><td>Tool</td><td>ex VAT</td><td>inc VAT</td></tr><tr><td>Drill</td><td>${net}</td><td>${gross}</td></tr><tr><td>Saw</td><td>£20</td><td>£24</td></tr></table>`
    return checkPairs(
      [apart, pairs, table].flatMap((page) => [
        ["price of the drill below £100", page("£105", "£126"), page("£95", "£114"), false] as const,
        ["price of the drill below £100", page("£95", "£114"), page("£80", "£96"), true] as const
      ])
    )
  })

  it.effect("is the only one where there is no other", () =>
    checkPairs([
      ["price below £100", lines("£105 ex VAT", "Blue"), lines("£95 ex VAT", "Blue"), true],
      ["price below £100", lines("inc VAT £105", "Blue"), lines("inc VAT £95", "Blue"), true],
      ["price below £100", lines("Price incl. VAT: £105", "Blue"), lines("Price incl. VAT: £95", "Blue"), true],
      ["price below £100", lines("£150 (incl. VAT £25)", "Blue"), lines("£144 (incl. VAT £24)", "Blue"), false]
    ])
  )
})
