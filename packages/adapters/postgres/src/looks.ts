/**
 * One look at a list: rows for which conditions hold that no index knows, among so many of the newest ones.
 *
 * **Details**
 *
 * Whoever asks for what is rare may make a list look at all it has. So rows are read in stretches, whose ends are looked for
 * first: whatever way the server takes to the rows between, there are no more of them. The first stretch is short, because
 * mostly it is enough, and the server walks to its end. Before it walked to the end of a long one it would rather gather and
 * sort ten times as many rows, so there it is told to walk.
 */
import { type Part, type Slice, wholePart } from "@kittiwake/core/paging/domain/Page"
import { DateTime, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { newestFirst } from "./slices.ts"

/** Rows of the stretches that one look reads. */
const lengths = { first: 300, rest: 9_700 }

/** Has the statements of `reading` walk along an index in its order. */
const walking = <A>(sql: SqlClient.SqlClient, reading: Effect.Effect<A, SqlError.SqlError>) =>
  sql.withTransaction(
    Effect.andThen(
      sql`select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`,
      reading
    )
  )

/** A list that is looked at. */
export interface Looked {
  /** The table that is walked through, and the name that its rows have among what is told. */
  readonly table: string
  readonly alias: string
  /** The columns of its order, newest first. */
  readonly at: string
  readonly id: string
  /** What is told of a row, and the tables that it is told with. */
  readonly columns: string
  readonly joins?: string
}

/** Conditions name columns without their table. */
export interface Look {
  /** What the index that is walked along knows of a row. */
  readonly owned: ReadonlyArray<Statement.Fragment>
  /** What holds of every row that is owned, unless somebody names a row of others. */
  readonly checked?: ReadonlyArray<Statement.Fragment>
  /** What else must hold of a row. Only where there is something, a look may end before the list does. */
  readonly conditions: ReadonlyArray<Statement.Fragment>
  readonly slice: Slice
}

interface Ended {
  readonly endedAt: string | null
  readonly endedId: string | null
}

/** Where nothing was found, one row without an id says where the stretch ended. */
const isFound = (row: object): boolean => (row as { readonly id: string | null }).id !== null

const partOf = (rows: ReadonlyArray<Ended>): Part<object> => {
  const [first] = rows
  const at = first?.endedAt ?? null
  return {
    rows: rows.filter(isFound),
    endedAt: at === null ? null : { at: DateTime.makeUnsafe(at), id: first!.endedId! }
  }
}

/** Rows of the list, newest first, as its columns tell them. */
export const look = (
  sql: SqlClient.SqlClient,
  { alias, at, columns, id, joins = "", table }: Looked,
  { checked = [], conditions, owned, slice }: Look
): Effect.Effect<Part<object>, SqlError.SqlError> => {
  const [from, place] = [sql.literal(table), sql.literal(`(${at}, ${id})`)]
  const told = (rows: Statement.Fragment) => sql`
    select ${sql.literal(columns)} from (select * from ${from} ${rows}) ${sql.literal(`${alias} ${joins}`)}
    order by ${sql.literal(`${alias}.${at} desc, ${alias}.${id} desc`)}`
  if (conditions.length === 0) {
    const rows = newestFirst(sql, at, id, slice, [...owned, ...checked])
    return Effect.map(sql<object>`${told(rows)}`, wholePart)
  }

  const stretch = (rest: Slice, length: number) => {
    const within = sql`${place} >= (coalesce((select at from ended), '-infinity'), coalesce((select id from ended), ''))`
    const rows = newestFirst(sql, at, id, rest, [...owned, within, ...checked, ...conditions])
    return Effect.map(
      sql<Ended>`
        with ended as materialized (
          select ${sql.literal(`${at} as at, ${id} as id`)} from ${from}
          ${newestFirst(sql, at, id, { ...rest, limit: 1 }, owned)} offset ${sql.literal(String(length - 1))}
        )
        select t.*, e.at as "endedAt", e.id as "endedId"
        from (select) one left join ended e on true left join lateral (${told(rows)}) t on true`,
      partOf
    )
  }

  return Effect.gen(function* () {
    const first = yield* stretch(slice, lengths.first)
    const limit = slice.limit - first.rows.length
    if (first.endedAt === null || limit === 0) return wholePart(first.rows)
    // The lengths are part of the texts, so that neither is ever answered by a plan that was made for the other.
    const { endedAt, rows } = yield* walking(sql, stretch({ after: first.endedAt, limit }, lengths.rest))
    return { rows: [...first.rows, ...rows], endedAt: rows.length === limit ? null : endedAt }
  })
}
