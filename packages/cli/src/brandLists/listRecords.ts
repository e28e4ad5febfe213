/** The rows of a list, each with its place, whatever the list is written in. */
import { isUtf8 } from "node:buffer"
import { documentRows } from "./documentRows.ts"
import { notUtf8 } from "./lineRows.ts"
import type { ListBytes } from "./listBytes.ts"
import type { ListFormat } from "./listKind.ts"
import { linesOf } from "./listLines.ts"
import { tableRows } from "./tableRows.ts"

/** A row as it was read. `null` is one that cannot be about a brand, which nobody looked at closer. */
export type RowValue = { readonly value: unknown } | { readonly problem: string } | null

export interface ListRecord {
  /** Rows up to and with this one. */
  readonly row: number
  /** Bytes of the unpacked list up to its end; 0 where rows alone tell the place. */
  readonly bytes: number
  readonly read: RowValue
}

/** Where a list was left. */
export interface ListPlace {
  readonly rows: number
  readonly bytes: number
}

/** Longest line of a dump, in bytes: an item of Wikidata has a few megabytes at most. */
const longestItem = 33_554_432

const tooLong = { problem: "The line is longer than 32 MB." }

/** Items, one a line, as a dump has them: in an array, or alone. Those without `mark` are not read. */
async function* items(list: ListBytes, place: ListPlace, mark: Buffer): AsyncGenerator<ListRecord> {
  let row = place.rows
  for await (const { bytes, text } of linesOf(list.from(place.bytes), place.bytes, longestItem)) {
    // The brackets of the array stand alone.
    if (text !== null && text.length < 3) continue
    row += 1
    yield { row, bytes, read: text === null ? tooLong : text.includes(mark) ? itemOf(text) : null }
  }
}

const itemOf = (line: Buffer): RowValue => {
  if (!isUtf8(line)) return { problem: notUtf8 }
  try {
    return { value: JSON.parse(line.toString("utf8").replace(/,\s*$/, "")) }
  } catch {
    return { problem: "The line is not JSON." }
  }
}

/** How rows of a list are picked before they are read. */
export interface RowWants {
  /** Bytes that an item must have. */
  readonly mark: string
  /** Columns that are read. */
  readonly columns: ReadonlySet<string>
}

/** The rows after `place`. */
export const listRecords = (
  list: ListBytes,
  format: ListFormat,
  wants: RowWants,
  place: ListPlace
): AsyncIterable<ListRecord> => {
  switch (format._tag) {
    case "Items":
      return items(list, place, Buffer.from(wants.mark))
    case "Table":
      return tableRows(list, place, format.heading, wants.columns)
    case "Document":
      return documentRows(list, place, format.place)
  }
}
