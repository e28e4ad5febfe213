/** Whether a mark ahead of exactly three digits stands between thousands or ahead of decimals: `1.095` is either. */
import type { Pair } from "./amounts.ts"
import type { Bound } from "./goalBound.ts"
import { type Value, valuesOf } from "./values.ts"

export type Mark = "." | ","

/** A price says more of how a page writes numbers than a number that may be of a chapter. */
const weights = { money: 3, percent: 3, quantity: 1, number: 1, date: 0, time: 0, version: 0 } as const

const plain = /^\d+([.,])\d+$/
const mixed = /\d([.,])\d{3}([.,])\d+$/

/** The mark that a number takes for its decimals, where it can be told. */
const decimalMarkOf = ({ readings, text }: Value): Mark | undefined => {
  const digits = /\d[\d.,'’ \u00a0\u202f\u2009]*/u.exec(text)?.[0].trim() ?? ""
  const [, thousands, last] = mixed.exec(digits) ?? []
  if (last !== undefined) return (last === thousands ? (last === "." ? "," : ".") : last) as Mark
  const mark = readings === undefined ? plain.exec(digits)?.[1] : undefined
  return mark as Mark | undefined
}

/** Characters that are read for it. */
const mostRead = 100_000

/** The mark that most numbers of some lines take for their decimals, if most agree. */
export const decimalMarkIn = (lines: ReadonlyArray<string>): Mark | undefined => {
  const votes = { ".": 0, ",": 0 }
  let read = 0
  for (const line of lines) {
    read += line.length
    if (read > mostRead) break
    if (!/\d[.,]\d/.test(line)) continue
    for (const value of valuesOf(line)) {
      const mark = decimalMarkOf(value)
      if (mark !== undefined) votes[mark] += weights[value.kind]
    }
  }
  if (votes["."] === votes[","]) return undefined
  const most = votes["."] > votes[","] ? "." : ","
  return votes[most] >= 2 * votes[most === "." ? "," : "."] ? most : undefined
}

type Readable = Pick<Value, "amount" | "readings">

/** How many times one is the other, on either side. */
const distance = (one: number, other: number): number =>
  Math.abs(Math.log(Math.max(Math.abs(one), 1e-9) / Math.max(Math.abs(other), 1e-9)))

const amountOf = ({ amount, readings }: Readable, mark: Mark | undefined, near: number | undefined): number => {
  if (readings === undefined) return amount
  const { decimals, thousands } = readings
  if (mark !== undefined) return readings.mark === mark ? decimals : thousands
  if (near === undefined) return amount
  return distance(decimals, near) < distance(thousands, near) ? decimals : thousands
}

const sure = (value: Readable | undefined): number | undefined =>
  value === undefined || value.readings !== undefined ? undefined : value.amount

export interface Amounts {
  readonly before: number | undefined
  readonly after: number | undefined
  readonly bound: number | undefined
}

/** The amounts of a pair and of the bound of a goal, each read so that it fits the page and the others. */
export const amountsOf = (
  { after, before }: Pair,
  bound: (Pick<Bound, "side"> & Readable) | null,
  mark: Mark | undefined
): Amounts => {
  const near = sure(before) ?? sure(after) ?? (bound === null ? undefined : sure(bound))
  const read = (value: Value | undefined) => (value === undefined ? undefined : amountOf(value, mark, near))
  const [was, now] = [read(before), read(after)]
  return { before: was, after: now, bound: bound === null ? undefined : amountOf(bound, undefined, now ?? was) }
}
