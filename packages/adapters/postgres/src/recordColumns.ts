/** Rows written from the domain's JSON: one text for a whole batch, taken apart by the database. */

/** Columns of a table that are read from JSON members of the same name in camel case. */
export interface RecordColumns {
  /** The columns, for `insert into … (names)`. */
  readonly names: string
  /** The members with their types and in the same order, for `json_to_recordset(…) as x(definition)`. */
  readonly definition: string
  /** The members of `x`, for `set (names) = (members)` and `select members`. */
  readonly members: string
}

const memberOf = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Columns by their types. */
export const recordColumns = (types: { readonly [column: string]: string }): RecordColumns => ({
  names: Object.keys(types).join(", "),
  definition: Object.entries(types)
    .map(([column, type]) => `"${memberOf(column)}" ${type}`)
    .join(", "),
  members: Object.keys(types)
    .map((column) => `x."${memberOf(column)}"`)
    .join(", ")
})

/** The columns of both, in order. */
export const joinedColumns = (one: RecordColumns, other: RecordColumns): RecordColumns => ({
  names: `${one.names}, ${other.names}`,
  definition: `${one.definition}, ${other.definition}`,
  members: `${one.members}, ${other.members}`
})
