/**
 * Bodies that rows share, each stored once under its digest.
 *
 * **Invariants**
 *
 * - A row is written only while its body's row is locked, for `key share`, or was inserted by the same statement.
 * - A body is dropped only under a lock that excludes that one, by a statement that began after the lock was taken: it
 *   therefore sees every row that anybody gave this body. Who waits for the lock finds the body gone and stores it anew.
 * - Whatever takes a body from a row loosens it, loose or not: who looked at it meanwhile may have found it in use.
 * - Rows are locked before the bodies that are loosened, and these in the order of their digests, once in a transaction: so
 *   nobody waits in a circle. Bodies that are dropped are only taken where nobody has them.
 */

import { digestOf } from "@kittiwake/storage/bodyCoding"
import { type BodyOfRow, type LargeBodies, storeBody } from "@kittiwake/storage/largeBodies"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/** A table of bodies, and the table whose rows have them. */
export interface BodyTables {
  readonly bodies: "cache_bodies" | "asset_bodies" | "version_bodies"
  readonly rows: "cached_pages" | "assets" | "version_parts"
}

/** Pages that are kept. */
export const pageTables: BodyTables = { bodies: "cache_bodies", rows: "cached_pages" }

/** How often a put starts over because its body came or went meanwhile; each time somebody else got on. */
const putAttempts = 10

/** Statement parts that write a row with the digest in `body`, and perhaps loosen another body. */
type Writing = ReadonlyArray<Statement.Fragment>

type Large = (typeof LargeBodies)["Service"]

/** Writes a row and its body, whose bytes are sent and compressed only when they are not stored yet. */
export const putWithBody = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  large: Large,
  { bodies }: BodyTables,
  bytes: Uint8Array,
  write: Writing
) {
  const table = sql.literal(bodies)
  const digest = yield* digestOf(bytes)
  const ctes = sql.join(",\n", false)([...write])
  const wrote = (body: Statement.Fragment): Effect.Effect<boolean, SqlError.SqlError> =>
    Effect.map(
      sql<{ found: boolean }>`with body as ${body}, ${ctes} select exists (select from body) as found`,
      ([row]) => row!.found
    )

  let stored: BodyOfRow | undefined
  for (let attempt = 0; attempt < putAttempts; attempt++) {
    const isStored = yield* wrote(
      sql`materialized (select digest from ${table} where digest = ${digest} for key share)`
    )
    if (isStored) return
    stored ??= yield* storeBody(large, bodies, digest, bytes)
    const { content, encoding, length, size } = stored
    const isMade = yield* wrote(sql`(
      insert into ${table} (digest, encoding, length, size, content)
      values (${digest}, ${encoding}, ${length}, ${size}, ${content})
      on conflict do nothing
      returning digest
    )`)
    if (isMade) return
  }
  return yield* Effect.die(new Error(`a body came and went ${putAttempts} times while it was put`))
})

/** A part of a `with` that loosens the bodies of `digests`, which is found out entirely before the first is locked. */
export const loosened = (sql: SqlClient.SqlClient, { bodies }: BodyTables, digests: Statement.Fragment) => {
  const table = sql.literal(bodies)
  return sql`loosening as materialized (
      select digest from ${table} where digest = any (array(${digests})) order by digest for no key update
    ),
    loosened as (update ${table} b set loose = true from loosening l where b.digest = l.digest)`
}

/**
 * Looks at up to `limit` loose bodies: drops those that no row has, counts the others. Tells how many it looked at, and
 * by how many bytes the sum of what is stored grew. Must run inside a transaction.
 */
export const settleBodies = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { bodies, rows }: BodyTables,
  limit: number
) {
  const [table, rowTable] = [sql.literal(bodies), sql.literal(rows)]
  // A body that is being given to a row is locked, and left for the next time.
  const loose = yield* sql<{ digest: string }>`
    select encode(digest, 'hex') as digest from ${table} where loose limit ${limit} for update skip locked`
  if (loose.length === 0) return { looked: 0, grown: 0 }
  const [sums] = yield* sql<{ grown: number }>`
    with locked as materialized (
      select decode(x, 'hex') as digest from unnest(${loose.map(({ digest }) => digest)}::text[]) x
    ),
    judged as materialized (
      select digest, exists (select from ${rowTable} r where r.digest = locked.digest) as is_had from locked
    ),
    gone as (
      delete from ${table} b using judged j where b.digest = j.digest and not j.is_had returning b.size, b.counted
    ),
    kept as (
      update ${table} b set loose = false, counted = true from judged j, ${table} o
      where b.digest = j.digest and o.digest = j.digest and j.is_had returning o.size, o.counted
    )
    select coalesce((select sum(size) from kept where not counted), 0)::bigint
      - coalesce((select sum(size) from gone where counted), 0)::bigint as grown`
  return { looked: loose.length, grown: sums!.grown }
})
