/**
 * One look at a list: rows for which conditions hold that no index knows, among so many of the newest ones.
 *
 * **Details**
 *
 * Whoever asks for what is rare may make a list look at all it has. So rows are read in stretches, whose ends are looked for
 * first. The first stretch is short, because mostly it is enough: its rows are gathered by the index alone, and read where they lie.
 * A server that takes a condition for one that nothing meets would else rather read the whole table than walk to its end. Before it
 * walked to the end of a long one it would gather and sort ten times as many rows, so there it is told to walk.
 */
import { type Part, type Position, pageBytes, type Slice, wholePart } from "@kittiwake/core/paging/domain/Page"
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
  /** A column of JSON that may be large: rows that a page has no room for are not told. */
  readonly large?: string
}

/** What a value takes as text: a microsecond or two for most. What it takes packed, which the server knows without looking, may be a hundredth of that. */
const textBytes = (column: string): string => `octet_length(${column}::text)`

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

interface Row {
  readonly id: string | null
  readonly endedAt?: string | null
  readonly endedId?: string | null
  /** Of a list whose rows may be left out: how many there were with those, and the place of this one. */
  readonly rowsFound?: number
  readonly placeAt?: string
  readonly placeId?: string
}

/** A part of a list, and whether it ended because its rows are large. */
interface Stretch extends Part<object> {
  readonly isCut: boolean
}

/** Where nothing was found, one row without an id says where the stretch ended. */
const isFound = ({ id }: Row): boolean => id !== null

const positionOf = (at: string | null | undefined, id: string | null | undefined): Position | null =>
  at == null || id == null ? null : { at: DateTime.makeUnsafe(at), id }

const stretchOf = (all: ReadonlyArray<Row>): Stretch => {
  const [first] = all
  const rows = all.filter(isFound)
  const last = rows.at(-1)
  const isCut = (last?.rowsFound ?? 0) > rows.length
  return {
    rows,
    isCut,
    endedAt: isCut ? positionOf(last?.placeAt, last?.placeId) : positionOf(first?.endedAt, first?.endedId)
  }
}

const partOf = ({ endedAt, rows }: Stretch): Part<object> => ({ rows, endedAt })

/** Rows of the list, newest first, as its columns tell them. */
export const look = (
  sql: SqlClient.SqlClient,
  { alias, at, columns, id, joins = "", large, table }: Looked,
  { checked = [], conditions, owned, slice }: Look
): Effect.Effect<Part<object>, SqlError.SqlError> => {
  const [from, place] = [sql.literal(table), sql.literal(`(${at}, ${id})`)]
  const inOrder = sql.literal(`order by ${alias}.${at} desc, ${alias}.${id} desc`)
  const whole = (rows: Statement.Fragment) => sql`
    select ${sql.literal(columns)} from (select * from ${from} ${rows}) ${sql.literal(`${alias} ${joins}`)} ${inOrder}`
  const bounded = (column: string, rows: Statement.Fragment) => sql`
    select ${sql.literal(`${columns}, ${alias}.rows_found as "rowsFound", ${alias}.${at} as "placeAt", ${alias}.${id} as "placeId"`)}
    from (
      select *, (count(*) over ())::integer as rows_found, sum(${sql.literal(textBytes(column))}) over (
        order by ${sql.literal(`${at} desc, ${id} desc`)} rows between unbounded preceding and 1 preceding) as bytes_before
      from (select * from ${from} ${rows}) found
    ) ${sql.literal(`${alias} ${joins}`)}
    where coalesce(bytes_before, 0) <= ${sql.literal(String(pageBytes))} ${inOrder}`
  const told = (rows: Statement.Fragment) => (large === undefined ? whole(rows) : bounded(large, rows))
  if (conditions.length === 0) {
    const rows = newestFirst(sql, at, id, slice, [...owned, ...checked])
    return Effect.map(sql<Row>`${told(rows)}`, (found) => partOf(stretchOf(found)))
  }

  /** The rows are few, and there is no way to them but by their places. */
  const firstStretch = Effect.suspend(() => {
    const [all, inPlace] = [
      newestFirst(sql, at, id, { ...slice, limit: lengths.first }, owned),
      sql`ctid = any (array(select place from stretch))`
    ]
    const rows = newestFirst(sql, at, id, slice, [inPlace, ...checked, ...conditions])
    return Effect.map(
      sql<Row>`
        with stretch as materialized (
          select ctid as place, ${sql.literal(`${at} as at, ${id} as id`)} from ${from} ${all}
        ),
        ended as materialized (
          select at, id from stretch order by at desc, id desc offset ${sql.literal(String(lengths.first - 1))}
        )
        select t.*, e.at as "endedAt", e.id as "endedId"
        from (select) one left join ended e on true left join lateral (${told(rows)}) t on true`,
      stretchOf
    )
  })

  const stretch = (rest: Slice, length: number) => {
    const within = sql`${place} >= (coalesce((select at from ended), '-infinity'), coalesce((select id from ended), ''))`
    const rows = newestFirst(sql, at, id, rest, [...owned, within, ...checked, ...conditions])
    return Effect.map(
      sql<Row>`
        with ended as materialized (
          select ${sql.literal(`${at} as at, ${id} as id`)} from ${from}
          ${newestFirst(sql, at, id, { ...rest, limit: 1 }, owned)} offset ${sql.literal(String(length - 1))}
        )
        select t.*, e.at as "endedAt", e.id as "endedId"
        from (select) one left join ended e on true left join lateral (${told(rows)}) t on true`,
      stretchOf
    )
  }

  return Effect.gen(function* () {
    const first = yield* firstStretch
    if (first.isCut) return partOf(first)
    const limit = slice.limit - first.rows.length
    if (first.endedAt === null || limit === 0) return wholePart(first.rows)
    // The lengths are part of the texts, so that neither is ever answered by a plan that was made for the other.
    const { endedAt, rows } = yield* walking(sql, stretch({ after: first.endedAt, limit }, lengths.rest))
    return { rows: [...first.rows, ...rows], endedAt: rows.length === limit ? null : endedAt }
  })
}
