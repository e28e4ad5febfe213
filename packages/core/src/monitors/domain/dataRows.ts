/** Values and rows of data, and what they are called where they are told. */
import type { DataObject, DataValue } from "../../extraction/domain/DataShape.ts"

/** Characters of a line that are shown. It holds the longest value of a page with the names that lead to it. */
const maxLineLength = 2_400

export const isList = (value: DataValue | undefined): value is ReadonlyArray<DataValue> => Array.isArray(value)

export const isObject = (value: DataValue | undefined): value is DataObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether it stands for a value that no page says. */
export const isNothing = (value: DataValue): value is null | "" => value === null || value === ""

/** Letters that tell a text from others: figures would be read as an amount that changed. */
const markOf = (text: string): string => {
  let [high, low] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ (unit + at), 0x85ebca6b)
    low ^= low >>> 13
  }
  const letters = (hash: number) =>
    (hash >>> 0)
      .toString(16)
      .padStart(8, "0")
      .replace(/[0-9]/g, (figure) => "ghijklmnop"[Number(figure)]!)
  return letters(high) + letters(low)
}

/** A text as one line. What is too long to be shown ends in a mark of the whole, so that no two are taken for the same. */
export const wholeLine = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim()
  if (line.length <= maxLineLength) return line.toWellFormed()
  return `${line.slice(0, maxLineLength).toWellFormed()}… #${markOf(line)}`
}

/** A row of a list by what it is called. */
export interface NamedRow {
  readonly index: number
  /** With the names that lead to it. Of two rows of one name the second is told apart. */
  readonly names: string
  /** The property that names it, which is not told again. */
  readonly namedBy: string | undefined
  readonly value: DataObject
}

const names = /name|title/i

/** What a row is called: its name or title, else its first text. */
const nameOf = (row: DataObject): readonly [property: string, name: string] | undefined => {
  const texts = Object.entries(row).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== ""
  )
  return texts.find(([name]) => names.test(name)) ?? texts[0]
}

/** What a row is, where the list and the property that names it do not say the same: a `plan` among `offers`. */
export const kindOfRow = (namedBy: string | undefined, around: string): string | undefined => {
  const list = around.slice(around.lastIndexOf(" › ") + 1).trim()
  const isSaid = namedBy === undefined || names.test(namedBy) || list.toLowerCase().includes(namedBy.toLowerCase())
  return isSaid ? undefined : namedBy
}

/** The rows among the values of a list. */
export const namedRows = (values: ReadonlyArray<DataValue>, around: string): ReadonlyArray<NamedRow> => {
  const counts = new Map<string, number>()
  return values.flatMap((value, index) => {
    if (!isObject(value)) return []
    const named = nameOf(value)
    const name = `${around} › ${wholeLine(named?.[1] ?? String(index + 1))}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return [{ index, names: count === 1 ? name : `${name} (${count})`, namedBy: named?.[0], value }]
  })
}
