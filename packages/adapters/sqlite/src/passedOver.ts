/**
 * Lists of rows in which a large text stands before columns that are shown: SQLite reaches those only by reading the text, page after page, half
 * a millisecond for a megabyte where it is in memory.
 */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect } from "effect"
import type { Connection, Value } from "./Connection.ts"

/** Bytes of such texts that a list passes over on the main thread. @internal */
export const mostPassedOver = 1024 * 1024

/** Where rows are found, and the values that this asks for. */
export interface Rows {
  readonly from: string
  readonly values: ReadonlyArray<Value>
}

/** A list: what is shown of its rows, and how long the texts of one are that are passed over. */
export interface ListOfLong extends Rows {
  readonly columns: string
  readonly bytes: string
  /** Where `from` asks for what stands behind the text: the same rows and more, found without that. */
  readonly weighed?: Rows
}

/** How long the texts are together. A length stands at the beginning of a row, but for tables without a rowid, of which all is read. */
const passedOver = (db: Connection, bytes: string, { from, values }: Rows): number =>
  db.get<{ readonly bytes: number }>(
    `select ifnull(sum(bytes), 0) as bytes from (select ${bytes} as bytes from ${from}) s`,
    ...values
  )!.bytes

/** The rows of the list, read here where their texts are short; null where they are to be read beside the main thread. */
export const shortRows = <Row>(db: Connection, list: ListOfLong): ReadonlyArray<Row> | null => {
  const { bytes, columns, from, values, weighed = list } = list
  return passedOver(db, bytes, weighed) > mostPassedOver
    ? null
    : db.all<Row>(`select ${columns} from ${from}`, ...values)
}

/** What is made of the rows that were read, or what is read beside the main thread. */
export const orBeside = <Row, A>(
  reading: Effect.Effect<ReadonlyArray<Row> | null, StoreUnavailable>,
  whole: (rows: ReadonlyArray<Row>) => A,
  beside: Effect.Effect<A, StoreUnavailable>
): Effect.Effect<A, StoreUnavailable> =>
  Effect.flatMap(reading, (rows) => (rows === null ? beside : Effect.succeed(whole(rows))))
