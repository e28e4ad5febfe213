/** How the amounts of one column, or all of a page, are written: one that may be read in two ways is read as those beside it. */
import { plainDigits } from "../../paging/domain/plainDigits.ts"
import { hasDecimalComma } from "./decimalMark.ts"
import type { Fact, FactGroup, FactSet } from "./FactSheet.ts"

/** Longest value that is looked at, and most values. */
const longest = 60
const most = 2_000

/** What only one of the two can be: `0,50`, `1,250.00`. Three figures behind the only sign may be either. */
const comma = /\d,\d{1,2}(?![\d.,])|\d\.\d{3},\d/
const point = /\d\.\d{1,2}(?![\d.,])|\d,\d{3}\.\d/

/** Three figures behind the only sign, which are thousands where that sign parts them. */
const commaThousands = /(?<![\d.,])[1-9]\d{0,2},\d{3}(?![\d.,])/
const pointThousands = /(?<![\d.,])[1-9]\d{0,2}\.\d{3}(?![\d.,])/

const isMoney = (text: string): boolean =>
  /\d/.test(text) && /\p{Sc}|(?<!\p{L})(?:EUR|USD|GBP|CHF|zł|kr)(?!\p{L})/u.test(text)

/** Whether an amount of money has thousands as the language has them: money has two decimals or none, whatever is written beside it. */
const hasOwnThousands = (values: ReadonlyArray<string>, language: string): boolean => {
  const own = hasDecimalComma(language) ? pointThousands : commaThousands
  return values.some((one) => own.test(one) && isMoney(one))
}

/** The language in which such values are read that the page's own language reads otherwise; undefined where they tell nothing. */
const languageOf = (values: ReadonlyArray<string>, language: string): string | undefined => {
  const [hasComma, hasPoint] = [values.some((one) => comma.test(one)), values.some((one) => point.test(one))]
  if (hasComma === hasPoint || hasComma === hasDecimalComma(language)) return undefined
  if (hasOwnThousands(values, language)) return undefined
  return hasComma ? "de" : "en"
}

const textsOf = (facts: ReadonlyArray<Fact>): ReadonlyArray<string> =>
  facts.flatMap(({ value }) => (typeof value === "string" && value.length <= longest ? [plainDigits(value)] : []))

/** What was told of a group, which belongs to one page. */
const known = new WeakMap<FactGroup, ReadonlyMap<string, string>>()

/** Languages of the columns of what repeats, by their names, where they are not that of the page. @internal */
export const columnDecimals = (group: FactGroup, language: string): ReadonlyMap<string, string> => {
  const before = known.get(group)
  if (before !== undefined) return before
  const columns = columnsOf(group, language)
  known.set(group, columns)
  return columns
}

const columnsOf = ({ items }: FactGroup, language: string): ReadonlyMap<string, string> => {
  const columns = new Map<string, Array<Fact>>()
  let left = most
  for (const { facts } of items) {
    for (const fact of facts) {
      left -= 1
      if (left < 0) break
      const known = columns.get(fact.name)
      if (known === undefined) columns.set(fact.name, [fact])
      else known.push(fact)
    }
  }
  return new Map(
    [...columns].flatMap(([name, facts]) => {
      const said = languageOf(textsOf(facts), language)
      return said === undefined ? [] : [[name, said] as const]
    })
  )
}

/** The language of the amounts of money of a page, with those of what repeats on it, where it is not that of its words. @internal */
export const moneyDecimals = ({ facts, groups }: FactSet, language: string): string | undefined => {
  const values: Array<string> = []
  const add = (some: ReadonlyArray<Fact>) => {
    if (values.length < most) values.push(...textsOf(some).filter(isMoney))
  }
  add(facts)
  for (const { items } of groups) for (const item of items) add(item.facts)
  return languageOf(values, language)
}
