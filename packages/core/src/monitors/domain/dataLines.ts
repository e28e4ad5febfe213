/** Data as lines, so that it can be compared and told like text. */
import type { DataObject, DataValue } from "../../extraction/domain/DataShape.ts"
import type { Evidence } from "../../extraction/domain/Filling.ts"
import type { DataLine } from "./Baseline.ts"

/** Most lines, and longest of one. */
const most = { lines: 5_000, length: 1_000 } as const

type Scalar = string | number | boolean

const isList = (value: DataValue): value is ReadonlyArray<DataValue> => Array.isArray(value)

const isObject = (value: DataValue): value is DataObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isNothing = (value: DataValue): value is null | "" => value === null || value === ""

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, most.length).toWellFormed()

const part = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`

/** What a row is called: its first text, which is not told again. */
const nameOf = (row: DataObject): readonly [string, string] | undefined => {
  const texts = Object.entries(row).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== ""
  )
  const [first] = texts
  return texts.find(([name]) => /name|title/i.test(name)) ?? first
}

/** Lines as they are found, with the pages that say them. */
class Lines {
  readonly found: Array<DataLine> = []
  private readonly known = new Map<string, number>()
  private readonly evidence: ReadonlyMap<string, Evidence>
  private readonly usual: string

  constructor(evidence: ReadonlyArray<Evidence>, usual: string) {
    this.evidence = new Map(evidence.map((one) => [one.path, one]))
    this.usual = usual
  }

  /** Of two rows with one name the second is told apart. */
  unique(name: string): string {
    const count = (this.known.get(name) ?? 0) + 1
    this.known.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  }

  add(text: string, path: string): void {
    if (this.found.length >= most.lines) return
    this.found.push({ text: spaced(text), url: this.evidence.get(path)?.url ?? this.usual })
  }

  addNamed(names: string, value: Scalar, path: string): void {
    const before = this.found.length
    this.add(`${names}: ${value}`, path)
    const said = this.evidence.get(path)?.said
    const line = this.found[before]
    if (said !== undefined && line !== undefined) this.found[before] = { ...line, said: spaced(`${names}: ${said}`) }
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
  for (const [index, value] of values.entries()) {
    if (isNothing(value)) continue
    if (!isObject(value)) {
      lines.add(`${names}: ${Array.isArray(value) ? JSON.stringify(value) : value}`, path)
      continue
    }
    const named = nameOf(value)
    const row = lines.unique(`${names} › ${spaced(named?.[1] ?? String(index + 1))}`)
    const at = `${path}/${index}`
    lines.add(row, at + part(named?.[0] ?? ""))
    for (const [name, one] of Object.entries(value)) {
      if (name !== named?.[0]) addValue(one, `${row} › ${name}`, at + part(name), lines)
    }
  }
}

const sorted = (lines: ReadonlyArray<DataLine>): ReadonlyArray<DataLine> =>
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
): ReadonlyArray<DataLine> => {
  const lines = new Lines(evidence, usual)
  for (const [name, value] of Object.entries(data)) addValue(value, name, part(name), lines)
  return sorted(lines.found)
}

/** What stands in one and not in the other. */
const without = (lines: ReadonlyArray<DataLine>, others: ReadonlyArray<DataLine>): ReadonlyArray<DataLine> => {
  const known = new Set(others.map(({ text }) => text))
  return lines.filter(({ text }) => !known.has(text))
}

/** The pages that say what differs. @internal */
export const differingUrls = (
  before: ReadonlyArray<DataLine>,
  after: ReadonlyArray<DataLine>
): ReadonlyArray<string> => [...new Set([...without(after, before), ...without(before, after)].map(({ url }) => url))]

const namesOf = ({ text }: DataLine): string => text.split(": ", 1)[0]!

/** Lines of pages that cannot be read now stay as they were, and nothing takes their place meanwhile. @internal */
export const withKept = (
  lines: ReadonlyArray<DataLine>,
  before: ReadonlyArray<DataLine>,
  failed: ReadonlySet<string>
): ReadonlyArray<DataLine> => {
  const kept = without(
    before.filter(({ url }) => failed.has(url)),
    lines
  )
  if (kept.length === 0) return lines
  const [names, said] = [new Set(kept.map(namesOf)), new Set(before.map(({ text }) => text))]
  const others = lines.filter((line) => said.has(line.text) || !names.has(namesOf(line)))
  return sorted([...others, ...kept])
}

/** The lines of a text that was made of some of these, which is where they first stand. @internal */
export const linesOfText = (
  text: string,
  ...among: ReadonlyArray<ReadonlyArray<DataLine>>
): ReadonlyArray<DataLine> => {
  const known = new Map(among.flatMap((lines) => lines.map((line) => [line.text, line] as const)).toReversed())
  return sorted(
    text.split("\n").flatMap((one) => {
      const line = known.get(one)
      return line === undefined ? [] : [line]
    })
  )
}

/** As one text for who judges it: with values as pages write them. @internal */
export const saidByLines = (lines: ReadonlyArray<DataLine>): string =>
  lines.map(({ said, text }) => said ?? text).join("\n")

/** As one text. @internal */
export const textOfLines = (lines: ReadonlyArray<DataLine>): string => lines.map(({ text }) => text).join("\n")
