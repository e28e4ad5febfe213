/** The part of a list that a slice asks for, newest first. */
import type { Slice } from "@kittiwake/core/paging/domain/Page"
import type { SqlClient } from "effect/sql"

/** The end of a select: `conditions` and the place of the slice, in the order that the index on both columns has. */
export const newestFirst = (
  sql: SqlClient.SqlClient,
  at: string,
  id: string,
  slice: Slice,
  conditions: ReadonlyArray<Parameters<typeof sql.and>[0][number]>
) => {
  const [atColumn, idColumn] = [sql.literal(at), sql.literal(id)]
  const place =
    slice.after === null
      ? []
      : [sql`(${atColumn}, ${idColumn}) < (${slice.after.at}::timestamptz, ${slice.after.id}::text)`]
  const where = sql.and([...conditions, ...place])
  return sql`where ${where} order by ${atColumn} desc, ${idColumn} desc limit ${slice.limit}`
}
