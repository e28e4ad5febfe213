/** Data of several looks: what two of them agree on, and what is kept of pages that one of them could not read. */
import {
  type DataObject,
  type DataShape,
  type DataValue,
  type ListShape,
  nothingOf,
  type ObjectShape
} from "../../extraction/domain/DataShape.ts"
import type { DataLine } from "./Baseline.ts"
import { isList, isNothing, isObject, namedRows, wholeLine } from "./dataRows.ts"

type DataList = ReadonlyArray<DataValue>

const valueAt = (data: DataObject, name: string): DataValue | undefined =>
  Object.hasOwn(data, name) ? data[name] : undefined

/** An object of these properties, as one is that pages fill: what none says is left out, or stands empty where it must be there. */
const objectOf = (
  { properties }: ObjectShape,
  found: (name: string, shape: DataShape) => DataValue | undefined
): DataObject =>
  Object.fromEntries(
    properties.flatMap(({ isRequired, name, shape }): ReadonlyArray<readonly [string, DataValue]> => {
      const value = found(name, shape)
      if (value !== undefined) return [[name, value]]
      return isRequired || shape.isNullable ? [[name, nothingOf(shape)]] : []
    })
  )

const isSame = (one: DataValue | undefined, other: DataValue | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** What two looks say the same of; `left` gathers the names of what they do not. */
class Agreement {
  readonly left: Array<string> = []

  value(shape: DataShape, one: DataValue | undefined, other: DataValue | undefined, names: string) {
    if (isSame(one, other)) return one
    if (shape.kind === "object" && isObject(one) && isObject(other)) return this.part(shape, one, other, names)
    if (shape.kind === "list" && isList(one) && isList(other)) return this.list(shape, one, other, names)
    this.left.push(names)
    return undefined
  }

  object(shape: ObjectShape, one: DataObject, other: DataObject, around: string): DataObject {
    return objectOf(shape, (name, shape) =>
      this.value(shape, valueAt(one, name), valueAt(other, name), around === "" ? name : `${around} › ${name}`)
    )
  }

  private part(shape: ObjectShape, one: DataObject, other: DataObject, names: string): DataObject | undefined {
    const both = this.object(shape, one, other, names)
    return Object.values(both).every(isNothing) ? undefined : both
  }

  private list({ fewest, items }: ListShape, one: DataList, other: DataList, names: string): DataList | undefined {
    const both = items.kind === "object" ? this.rows(items, one, other, names) : this.items(one, other, names)
    return both.length === 0 || both.length < fewest ? undefined : both
  }

  private rows(shape: ObjectShape, one: DataList, other: DataList, names: string): DataList {
    const others = new Map(namedRows(other, names).map((row) => [row.names, row.value]))
    const both = namedRows(one, names).flatMap(({ names: row, value }) => {
      const same = others.get(row)
      others.delete(row)
      if (same !== undefined) return [this.object(shape, value, same, row)]
      this.left.push(row)
      return []
    })
    this.left.push(...others.keys())
    return both
  }

  private items(one: DataList, other: DataList, names: string): DataList {
    const left = new Map<string, number>()
    for (const value of other) left.set(JSON.stringify(value), (left.get(JSON.stringify(value)) ?? 0) + 1)
    this.left.push(names)
    return one.filter((value) => {
      const count = left.get(JSON.stringify(value)) ?? 0
      left.set(JSON.stringify(value), count - 1)
      return count > 0
    })
  }
}

/** What two looks agree on, and the names of what they do not: those values are as if no page said them. @internal */
export const agreedData = (shape: ObjectShape, one: DataObject, other: DataObject) => {
  const agreement = new Agreement()
  return { data: agreement.object(shape, one, other, ""), left: agreement.left }
}

/** Lines that are kept of what was said before (`dataLines.ts`). */
type Kept = ReadonlySet<string>

const keptValue = (
  shape: DataShape,
  now: DataValue | undefined,
  was: DataValue | undefined,
  names: string,
  kept: Kept
): DataValue | undefined => {
  if (was === undefined || isNothing(was)) return now
  if (shape.kind === "object" && isObject(was)) {
    const both = keptObject(shape, isObject(now) ? now : {}, was, names, kept)
    return Object.values(both).every(isNothing) ? now : both
  }
  if (shape.kind === "list" && isList(was)) return keptList(shape, isList(now) ? now : [], was, names, kept) ?? now
  return kept.has(wholeLine(`${names}: ${was}`)) ? was : now
}

const keptObject = (shape: ObjectShape, now: DataObject, was: DataObject, around: string, kept: Kept): DataObject =>
  objectOf(shape, (name, shape) =>
    keptValue(shape, valueAt(now, name), valueAt(was, name), around === "" ? name : `${around} › ${name}`, kept)
  )

/** Rows that are kept stand after those of now; undefined when there are none. */
const keptList = ({ items }: ListShape, now: DataList, was: DataList, names: string, kept: Kept) => {
  if (items.kind !== "object") return was.some((value) => kept.has(wholeLine(`${names}: ${value}`))) ? was : undefined
  const earlier = new Map(namedRows(was, names).map((row) => [row.names, row.value]))
  const rows = namedRows(now, names).map(({ names: row, value }): DataValue => {
    const before = earlier.get(row)
    earlier.delete(row)
    return before === undefined ? value : keptObject(items, value, before, row, kept)
  })
  const others = [...earlier].flatMap(([row, value]) => (kept.has(wholeLine(row)) ? [value] : []))
  return rows.length + others.length === 0 ? undefined : [...rows, ...others]
}

/** The data of now, with what was said before in lines that are kept. @internal */
export const keptData = (shape: ObjectShape, now: DataObject, was: DataObject, lines: ReadonlyArray<DataLine>) =>
  lines.length === 0 ? now : keptObject(shape, now, was, "", new Set(lines.map(({ text }) => text)))
