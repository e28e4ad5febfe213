/** How many fields of a page were found, and how many of those are right. */
import type { DataValue } from "@kittiwake/core/extraction/domain/DataShape"

export interface Counts {
  /** Fields that the page says. */
  readonly expected: number
  /** Fields that were given a value. */
  readonly found: number
  /** Fields that were given the value that the page says. */
  readonly right: number
}

export const noCounts: Counts = { expected: 0, found: 0, right: 0 }

export const sum = (one: Counts, other: Counts): Counts => ({
  expected: one.expected + other.expected,
  found: one.found + other.found,
  right: one.right + other.right
})

/** Values at their places; nothing, empty text and empty lists are no values. */
export const leaves = (value: unknown, path: string): ReadonlyArray<readonly [string, string]> => {
  if (value === null || value === undefined || value === "") return []
  if (Array.isArray(value)) return value.flatMap((one, index) => leaves(one, `${path}/${index}`))
  if (typeof value === "object") return Object.entries(value).flatMap(([name, one]) => leaves(one, `${path}/${name}`))
  return [[path, typeof value === "string" ? value.replace(/\s+/g, " ").trim() : JSON.stringify(value)]]
}

export interface Scored extends Counts {
  readonly mistakes: ReadonlyArray<string>
}

export const score = (expected: unknown, data: DataValue): Scored => {
  const [wanted, given] = [new Map(leaves(expected, "")), new Map(leaves(data, ""))]
  const mistakes: Array<string> = []
  let right = 0
  for (const [path, value] of wanted) {
    if (given.get(path) === value) right += 1
    else mistakes.push(`${path}: ${given.get(path) ?? "nothing"} instead of ${value}`)
  }
  for (const [path, value] of given) if (!wanted.has(path)) mistakes.push(`${path}: ${value} instead of nothing`)
  return { expected: wanted.size, found: given.size, right, mistakes }
}
