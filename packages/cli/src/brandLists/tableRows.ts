/** Rows of a list that is a table, in parts of which each is bounded whatever the list says. */
import { parse } from "csv-parse/sync"
import { isRow, lineRows, type RowForm } from "./lineRows.ts"
import type { ListBytes } from "./listBytes.ts"
import { linesOf, type TableLine, tableLines } from "./listLines.ts"
import type { ListPlace, ListRecord } from "./listRecords.ts"
import { ListUnreadable } from "./unpacked.ts"

/** Rows of a table that are parsed together, and bytes of them. */
const together = { rows: 200, bytes: 4_194_304 } as const

/** Longest line of a table, in bytes. */
const longestLine = 1_048_576

/** Characters of a row, which has lines within quotes. */
const longestRow = 4_194_304

const delimiter = ","

/** Longest heading, in bytes: what was looked at to tell what the list is. */
const longestHeading = 65_536

const headingOf = (head: Buffer): { readonly names: ReadonlyArray<string>; readonly bytes: number } => {
  const end = head.indexOf("\n")
  if (end < 0 && head.length >= longestHeading) throw new ListUnreadable("its heading is longer than 64 KB")
  const bytes = end < 0 ? head.length : end
  const [names = []] = parse(head.subarray(0, bytes), { bom: true, to: 1 }) as ReadonlyArray<ReadonlyArray<string>>
  return { names, bytes: bytes + 1 }
}

/** Rows of a table. Columns that nobody reads are not made. */
export async function* tableRows(
  list: ListBytes,
  place: ListPlace,
  hasHeading: boolean,
  wanted: ReadonlySet<string>
): AsyncGenerator<ListRecord> {
  const { bytes: start, names } = hasHeading ? headingOf(list.head) : { bytes: 0, names: ["rank", "domain"] }
  const form: RowForm = {
    columns: names.map((name) => (wanted.has(name) ? name : (false as const))),
    ...{ delimiter, isLoose: false, longest: longestRow, tooLong: "The line is longer than 1 MB." }
  }
  const from = Math.max(place.bytes, start)
  let row = place.rows
  let lines: Array<TableLine> = []
  let held = 0
  function* flushed(): Generator<ListRecord> {
    for (const [n, read] of lineRows(lines, form).entries()) {
      row += 1
      yield { row, bytes: lines[n]!.bytes, read }
    }
    lines = []
    held = 0
  }
  for await (const line of tableLines(linesOf(list.from(from), from, longestLine), (text) => isRow(text, delimiter))) {
    if (line.text instanceof Buffer && line.text.length === 0) continue
    lines.push(line)
    held += line.text instanceof Buffer ? line.text.length : 0
    if (lines.length >= together.rows || held >= together.bytes) yield* flushed()
  }
  yield* flushed()
}
