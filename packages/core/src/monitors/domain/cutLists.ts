/**
 * Lists that are longer than a look tells.
 *
 * **Details.** A row that is pushed over the end of what is told is not gone, and one that moves in is not new: nobody knows what stands behind the
 * cut. While the rows that two looks share keep their order, that is known of all that stand before the last of them; where they do not keep it, of
 * none.
 */
import type { DataObject, DataValue } from "../../extraction/domain/DataShape.ts"
import { maxLookLines } from "./dataLines.ts"
import { isList, isNothing, isObject, namedRows } from "./dataRows.ts"

type DataList = ReadonlyArray<DataValue>

/** Data with the names of the lists whose end it does not tell. */
export interface CutData {
  readonly data: DataObject
  readonly cut: ReadonlyArray<string>
}

/** Lines that a value takes at most. */
const linesOf = (value: DataValue): number => {
  if (isNothing(value)) return 0
  if (isList(value)) return value.reduce<number>((sum, one) => sum + linesOf(one) + (isObject(one) ? 1 : 0), 0)
  return isObject(value) ? Object.values(value).reduce<number>((sum, one) => sum + linesOf(one), 0) : 1
}

/** Whole rows of the lists as far as all of it is compared. `isCut` says that pages have more than was read; `mostRows` are those of one list. @internal */
export const withinLines = (data: DataObject, isCut: boolean, mostRows: number): CutData => {
  const cut: Array<string> = []
  let left = maxLookLines
  const fitted = Object.entries(data).map(([name, value]): readonly [string, DataValue] => {
    if (!isList(value)) {
      left -= linesOf(value)
      return [name, value]
    }
    const rows: Array<DataValue> = []
    for (const row of value) {
      left -= linesOf([row])
      if (left < 0) break
      rows.push(row)
    }
    if (rows.length < value.length || value.length >= mostRows || (isCut && value.length > 0)) cut.push(name)
    return [name, rows]
  })
  return { data: Object.fromEntries(fitted), cut }
}

/** What tells each value of a list from the others. */
const keysOf = (values: DataList): ReadonlyArray<string> => {
  const names = new Map(namedRows(values, "").map(({ index, names }) => [index, names]))
  const counts = new Map<string, number>()
  return values.map((value, index) => {
    const key = names.get(index) ?? `: ${JSON.stringify(value)}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return count === 0 ? key : `${key}\n${count}`
  })
}

/** Whether numbers only rise. */
const areRising = (places: ReadonlyArray<number>): boolean =>
  places.every((place, index) => index === 0 || place > places[index - 1]!)

/** The rows of now that are surely told, and those of before that may stand behind the cut. */
const heldRows = (now: DataList, isCutNow: boolean, was: DataList, wasCut: boolean) => {
  const [keys, earlier] = [keysOf(now), keysOf(was)]
  const places = new Map(earlier.map((key, index) => [key, index]))
  const shared = keys.flatMap((key) => places.get(key) ?? [])
  // Nothing is as it was: that is another list.
  if (shared.length === 0) return { rows: now, kept: [], isLeft: false }
  const inOrder = areRising(shared)
  const known = new Set(keys)
  const [lastNow, lastWas] = [
    keys.findLastIndex((key) => places.has(key)),
    earlier.findLastIndex((key) => known.has(key))
  ]
  const isSure = (key: string, index: number) => !wasCut || places.has(key) || (inOrder && index < lastNow)
  const mayStand = (key: string, index: number) => isCutNow && !known.has(key) && !(inOrder && index < lastWas)
  const rows = now.filter((_, index) => isSure(keys[index]!, index))
  return {
    rows,
    kept: fitting(was.filter((_, index) => mayStand(earlier[index]!, index))),
    isLeft: rows.length < now.length
  }
}

/** As many rows as a look tells: a list that moves on for years would be kept whole. */
const fitting = (rows: DataList): DataList => {
  let left = maxLookLines
  return rows.filter((row) => {
    left -= linesOf([row])
    return left >= 0
  })
}

/**
 * The data of a look as it is compared with what was told before: without rows that may have stood behind the cut, and with those that may stand
 * there now.
 *
 * @internal
 */
export const heldAtCut = (now: CutData, was: CutData): CutData => {
  const cut = new Set(now.cut)
  if (now.cut.length === 0 && was.cut.length === 0) return now
  const held = Object.entries(now.data).map(([name, value]): readonly [string, DataValue] => {
    const before = Object.hasOwn(was.data, name) ? was.data[name] : undefined
    const [isCutNow, wasCut] = [now.cut.includes(name), was.cut.includes(name)]
    if (!isList(value) || !isList(before) || !(isCutNow || wasCut)) return [name, value]
    const { isLeft, kept, rows } = heldRows(value, isCutNow, before, wasCut)
    if (isLeft) cut.add(name)
    return [name, [...rows, ...kept]]
  })
  return { data: Object.fromEntries(held), cut: [...cut] }
}

/** Rows of one list that were told before lists said that they are cut. */
const formerRows = 1_000

/** The lists of a state whose end was not told. @internal */
export const cutBefore = (data: DataObject, cut: ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  cut ?? Object.entries(data).flatMap(([name, value]) => (isList(value) && value.length === formerRows ? [name] : []))
