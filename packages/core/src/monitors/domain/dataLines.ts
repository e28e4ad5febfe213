/** Data as lines, so that it can be compared and told like text. */
import type { DataObject, DataValue } from "../../extraction/domain/DataShape.ts"
import type { Evidence } from "../../extraction/domain/Filling.ts"
import type { DataLine } from "./Baseline.ts"
import { isList, isNothing, isObject, kindOfRow, namedRows, wholeLine } from "./dataRows.ts"

/** Most lines of one look, and with those of rows that may stand behind its cut (`cutLists.ts`). @internal */
export const maxLookLines = 5_000
const maxLines = 2 * maxLookLines

type Scalar = string | number | boolean

const part = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`

/** The row or object that a value is part of. */
const wholeOf = (path: string): string => path.slice(0, path.lastIndexOf("/"))

/** A line with the names that lead to its value; a row that is only named has none. Its own text does not tell where they end. */
interface NamedLine extends DataLine {
  readonly names?: string
}

/** Lines as they are found, with the pages that say them. */
class Lines {
  readonly found: Array<NamedLine> = []
  private readonly evidence: ReadonlyMap<string, Evidence>
  private readonly usual: string
  /** The page that says the first value of a row. */
  private readonly rows = new Map<string, string>()

  constructor(evidence: ReadonlyArray<Evidence>, usual: string) {
    this.evidence = new Map(evidence.map((one) => [one.path, one]))
    this.usual = usual
    for (const { path, url } of evidence) {
      const whole = wholeOf(path)
      if (whole !== "" && !this.rows.has(whole)) this.rows.set(whole, url)
    }
  }

  private add(text: string, path: string, more: Pick<NamedLine, "names" | "said">): void {
    if (this.found.length >= maxLines) return
    const url = this.evidence.get(path)?.url ?? this.rows.get(wholeOf(path)) ?? this.usual
    this.found.push({ text: wholeLine(text), url, ...more })
  }

  addItem(names: string, value: string, path: string): void {
    this.add(`${names}: ${value}`, path, { names })
  }

  addNamed(names: string, value: Scalar, path: string): void {
    const said = this.evidence.get(path)?.said
    this.add(`${names}: ${value}`, path, {
      names,
      ...(said === undefined ? {} : { said: wholeLine(`${names}: ${said}`) })
    })
  }

  addRow(row: string, around: string, namedBy: string | undefined, path: string): void {
    const kind = kindOfRow(namedBy, around)
    const said = kind === undefined ? undefined : `${around} › ${kind}: ${row.slice(around.length + " › ".length)}`
    this.add(row, path + part(namedBy ?? ""), said === undefined ? {} : { said: wholeLine(said) })
  }
}

const addValue = (value: DataValue, names: string, path: string, lines: Lines): void => {
  if (isNothing(value)) return
  if (isList(value)) addList(value, names, path, lines)
  else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) addValue(one, `${names} › ${name}`, path + part(name), lines)
  } else lines.addNamed(names, value, path)
}

const addList = (values: ReadonlyArray<DataValue>, names: string, path: string, lines: Lines): void => {
  for (const value of values) {
    if (isNothing(value) || isObject(value)) continue
    lines.addItem(names, isList(value) ? JSON.stringify(value) : String(value), path)
  }
  for (const { index, names: row, namedBy, value } of namedRows(values, names)) {
    const at = `${path}/${index}`
    lines.addRow(row, names, namedBy, at)
    for (const [name, one] of Object.entries(value)) {
      if (name !== namedBy) addValue(one, `${row} › ${name}`, at + part(name), lines)
    }
  }
}

/** Lines in the order in which they are compared. @internal */
export const inOrder = <L extends DataLine>(lines: ReadonlyArray<L>): ReadonlyArray<L> =>
  lines.toSorted((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))

/**
 * A value each, with the names that lead to it, in an order that does not depend on where on the pages they stand: rows are known
 * by what they are called. `usual` is the page of what no evidence says.
 *
 * @internal
 */
export const dataLines = (
  data: DataObject,
  evidence: ReadonlyArray<Evidence>,
  usual: string
): ReadonlyArray<NamedLine> => {
  const lines = new Lines(evidence, usual)
  for (const [name, value] of Object.entries(data)) addValue(value, name, part(name), lines)
  return inOrder(lines.found)
}

/** What stands in one and not in the other. @internal */
export const without = (lines: ReadonlyArray<DataLine>, others: ReadonlyArray<DataLine>): ReadonlyArray<DataLine> => {
  const known = new Set(others.map(({ text }) => text))
  return lines.filter(({ text }) => !known.has(text))
}

/** The pages that say what differs. @internal */
export const differingUrls = (
  before: ReadonlyArray<DataLine>,
  after: ReadonlyArray<DataLine>
): ReadonlyArray<string> => [...new Set([...without(after, before), ...without(before, after)].map(({ url }) => url))]

/** Whether one of the texts, in their order, begins so. */
const isBegun = (texts: ReadonlyArray<string>, beginning: string): boolean => {
  let [low, high] = [0, texts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (texts[middle]! < beginning) low = middle + 1
    else high = middle
  }
  return texts[low]?.startsWith(beginning) === true
}

/** Whether it is another value of what a kept line says. A row may be called "Dune: Part Two", so that no line is parted at its colon. */
const isHeldBy = (kept: ReadonlyArray<DataLine>) => {
  const texts = inOrder(kept).map(({ text }) => text)
  return ({ names }: NamedLine): boolean =>
    names !== undefined && isBegun(texts, `${names.replace(/\s+/g, " ").trim()}: `)
}

const asKept = ({ said, text, url }: NamedLine): DataLine => ({ text, url, ...(said === undefined ? {} : { said }) })

/** Lines of pages that cannot be read now stay as they were, and nothing takes their place meanwhile. @internal */
export const withKept = (
  lines: ReadonlyArray<NamedLine>,
  before: ReadonlyArray<DataLine>,
  failed: ReadonlySet<string>
): ReadonlyArray<DataLine> => {
  const kept = without(
    before.filter(({ url }) => failed.has(url)),
    lines
  )
  if (kept.length === 0) return lines.map(asKept)
  const said = new Set(before.map(({ text }) => text))
  const isHeld = isHeldBy(kept)
  const others = lines.filter((line) => said.has(line.text) || !isHeld(line))
  return inOrder([...others.map(asKept), ...kept])
}

/** The lines of a text that was made of some of these, which is where they first stand. @internal */
export const linesOfText = (
  text: string,
  ...among: ReadonlyArray<ReadonlyArray<DataLine>>
): ReadonlyArray<DataLine> => {
  const known = new Map(among.flatMap((lines) => lines.map((line) => [line.text, line] as const)).toReversed())
  return inOrder(
    text.split("\n").flatMap((one) => {
      const line = known.get(one)
      return line === undefined ? [] : [line]
    })
  )
}

/** A line with its value as pages write it. @internal */
export const saidOf = ({ said, text }: DataLine): string => said ?? text

/** As one text for who judges it: with values as pages write them. @internal */
export const saidByLines = (lines: ReadonlyArray<DataLine>): string => lines.map(saidOf).join("\n")

/** As one text. @internal */
export const textOfLines = (lines: ReadonlyArray<DataLine>): string => lines.map(({ text }) => text).join("\n")
