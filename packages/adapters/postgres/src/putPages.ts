/**
 * Many pages with one statement, and their bodies with them.
 *
 * **Invariants** are those of `bodyRows.ts`: a page is written only while its body's row is locked or was inserted by the
 * same statement. A page whose body came or went meanwhile is not written, and sent again.
 *
 * Bodies are one parameter, cut by the server: an array of them would be sent as text, at twice the size.
 */
import type { CachedPage } from "@kittiwake/core/pages/PageCache"
import { digestOf, encodeBody, type StoredBody } from "@kittiwake/storage/bodyCoding"
import { storableText } from "@kittiwake/storage/storable"
import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { loosened, pageTables as tables } from "./bodyRows.ts"

/** Longer bodies are put alone: together they would be too much for one statement. */
export const gatheredLength = 262_144

/** How often pages are sent again; each time somebody else got on. */
const putAttempts = 10

/** A page; what is stored as captured later than `until` gives way to it. */
export interface PutPage {
  readonly page: CachedPage
  readonly until: DateTime.Utc
}

/** A page with the digest of its body in hexadecimal. */
interface Digested extends PutPage {
  readonly digest: string
}

/** One page of each key, the newest; of two as new, the later. In one order, so that two writers do not wait in a ring. */
const newestByKey = (puts: ReadonlyArray<PutPage>): Effect.Effect<ReadonlyArray<Digested>> => {
  const newest = new Map<string, PutPage>()
  for (const put of puts) {
    const place = JSON.stringify([put.page.space, put.page.key])
    const known = newest.get(place)?.page.capturedAt.epochMilliseconds
    if (known === undefined || known <= put.page.capturedAt.epochMilliseconds) newest.set(place, put)
  }
  const inOrder = [...newest].sort(([a], [b]) => (a < b ? -1 : 1))
  return Effect.forEach(inOrder, ([, put]) =>
    Effect.map(digestOf(put.page.body), (digest) => ({ ...put, digest: Buffer.from(digest).toString("hex") }))
  )
}

const storedDigests = (sql: SqlClient.SqlClient, digests: ReadonlyArray<string>) =>
  Effect.map(
    sql<{ digest: string }>`
      select encode(b.digest, 'hex') as digest from cache_bodies b
      where b.digest = any (array(select decode(x, 'hex') from unnest(${digests}::text[]) x))`,
    (rows) => new Set(rows.map(({ digest }) => digest))
  )

interface NewBody extends StoredBody {
  readonly digest: string
}

/** Tells the places, from 1, of the pages whose bodies were there. */
const write = (sql: SqlClient.SqlClient, pages: ReadonlyArray<Digested>, bodies: ReadonlyArray<NewBody>) => {
  const content = Buffer.concat(bodies.map((body) => body.content))
  const ends: Array<number> = []
  for (const body of bodies) ends.push((ends.at(-1) ?? 0) + body.content.length)
  const until = pages.at(-1)!.until
  return sql<{ n: number }>`
    with given as materialized (
      select g.n, g.space, g.key, g.captured_at, g.facts, decode(g.digest, 'hex') as digest
      from unnest(${pages.map(({ page }) => storableText(page.space))}::text[],
        ${pages.map(({ page }) => storableText(page.key))}::text[],
        ${pages.map(({ page }) => DateTime.formatIso(page.capturedAt))}::timestamptz[],
        ${pages.map(({ page }) => storableText(page.facts))}::text[], ${pages.map(({ digest }) => digest)}::text[])
        with ordinality as g(space, key, captured_at, facts, digest, n)
    ),
    made as (
      insert into cache_bodies (digest, encoding, length, size, content)
      select decode(b.digest, 'hex'), b.encoding, b.length, b.size,
        substring(${content}::bytea from b.ending - b.size + 1 for b.size)
      from unnest(${bodies.map(({ digest }) => digest)}::text[], ${bodies.map(({ encoding }) => encoding)}::text[],
        ${bodies.map(({ length }) => length)}::integer[], ${bodies.map((body) => body.content.length)}::integer[],
        ${ends}::integer[]) as b(digest, encoding, length, size, ending)
      order by b.digest
      on conflict do nothing
      returning digest
    ),
    held as materialized (
      select digest from cache_bodies where digest = any (array(select digest from given)) order by digest for key share
    ),
    body as materialized (select digest from made union select digest from held),
    put as (
      insert into cached_pages as p (space, key, captured_at, used_at, facts, digest)
      select g.space, g.key, g.captured_at, g.captured_at, g.facts, g.digest
      from given g join body on body.digest = g.digest
      order by g.n
      on conflict (space, key) do update set captured_at = excluded.captured_at,
        used_at = case when p.used_at > ${until}::timestamptz then excluded.used_at else greatest(p.used_at, excluded.used_at) end,
        facts = excluded.facts, digest = excluded.digest, replaced = nullif(p.digest, excluded.digest)
      where p.captured_at <= excluded.captured_at or p.captured_at > ${until}::timestamptz
      returning replaced
    ),
    ${loosened(sql, tables, sql`select replaced from put`)}
    select g.n::integer as n from given g join body on body.digest = g.digest`
}

/** Puts pages whose bodies are not long; bytes are sent and compressed only when they are not stored yet. */
export const putPages = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pages: ReadonlyArray<PutPage>) {
  let left = yield* newestByKey(pages)
  const encoded = new Map<string, NewBody>()
  for (let attempt = 0; attempt < putAttempts; attempt++) {
    const byDigest = new Map(left.map(({ digest, page }) => [digest, page.body]))
    const stored = yield* storedDigests(sql, [...byDigest.keys()])
    const bodies: Array<NewBody> = []
    for (const [digest, bytes] of byDigest) {
      if (stored.has(digest)) continue
      const body = encoded.get(digest) ?? { digest, ...(yield* encodeBody(bytes)) }
      encoded.set(digest, body)
      bodies.push(body)
    }
    const written = new Set((yield* write(sql, left, bodies)).map(({ n }) => n))
    left = left.filter((_, index) => !written.has(index + 1))
    if (left.length === 0) return
  }
  return yield* Effect.die(new Error(`bodies came and went ${putAttempts} times while they were put`))
})
