/** The things that a group repeats. */
import type { FactGroup, FactSet } from "./FactSheet.ts"

/** What the last rows of a table are called that add up the others. */
const sum =
  /^(?:(?:grand|sub)[\s-]?)?totals?:?$|^(?:summe|gesamt|gesamtsumme|zwischensumme|insgesamt|total général|totale|suma|razem|totaal|totalt|итого|合計|小計|总计|合计):?$/iu

/** Rows at the end of which one may be a sum. */
const lastRows = 3

/** The things of a group, without the sums under them. @internal */
export const thingsOf = ({ items, source }: FactGroup): ReadonlyArray<FactSet> =>
  source !== "table"
    ? items
    : items.filter(
        ({ facts }, index) =>
          index === 0 || index < items.length - lastRows || !facts.some(({ value }) => sum.test(String(value).trim()))
      )
