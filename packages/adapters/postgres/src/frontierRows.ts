/**
 * Addresses of a crawl, added and done with one statement.
 *
 * **Model.** The crawl's row is the lock of whoever adds: it counts the addresses, so that no more than allowed come in.
 * The statement writes all or nothing, and nothing when what it was sent for does not hold:
 *
 * - It sees the addresses as they were when it began; whoever had to wait for the lock may have missed some. Then the count
 *   under the lock differs from the count that was seen, and it is sent again while the lock is held.
 * - A claim was lost. Then it is sent again without that one and what it led to. So links need not be told apart by what
 *   led to them: what many pages have in common, which is most, is sent and looked up once.
 *
 * **Invariants**
 *
 * - The number of a crawl's rows is its count, at every commit.
 * - Locks are taken in one order: the crawl, then its addresses. Claims take addresses alone, and wait for none.
 */
import { hash } from "node:crypto"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { ClaimedEntry, FinishedEntry, FrontierEntry, FrontierLimits } from "@kittiwake/core/sites/FrontierStore"
import type { KnownAddresses } from "@kittiwake/storage/knownAddresses"
import { storableText } from "@kittiwake/storage/storable"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/** A crawl by its names. */
export interface CrawlKey {
  readonly organizationId: OrganizationId
  readonly crawlId: string
}

/** A claim to be ended, under a name by which its repeats are known. */
interface Ending {
  readonly digest: string
  readonly token: number
}

/** What one write adds and ends. */
interface FrontierWrite {
  readonly endings: ReadonlyArray<Ending>
  readonly entries: ReadonlyMap<string, FrontierEntry>
  readonly limits: FrontierLimits
  /** Number that the crawl must have, or null for any. */
  readonly crawl: number | null
}

interface WrittenRow {
  /** Number of the crawl; null when there is none. */
  readonly crawl: number | null
  /** Whether all that is there was seen. */
  readonly current: boolean
  readonly added: number
  /** Whether there was no room for some. */
  readonly full: boolean
  /** Places of the claims that hold, from 1. */
  readonly held: ReadonlyArray<number>
}

/** Half of the SHA-256 of an identity: as long as nobody can make two alike, that is enough to tell them apart. */
const digestOf = (identity: string): string => hash("sha256", storableText(identity), "hex").slice(0, 32)

/** The condition that a crawl is the one named. */
export const isCrawl = (sql: SqlClient.SqlClient, { crawlId, organizationId }: CrawlKey): Statement.Fragment =>
  sql`organization_id = ${organizationId} and crawl_id = ${crawlId}`

/** Each identity once, as it was spelled first, by its digest. */
const distinct = (entries: ReadonlyArray<FrontierEntry>): ReadonlyMap<string, FrontierEntry> => {
  const byIdentity = new Map<string, FrontierEntry>()
  for (const entry of entries) if (!byIdentity.has(entry.identity)) byIdentity.set(entry.identity, entry)
  const byDigest = new Map<string, FrontierEntry>()
  for (const entry of byIdentity.values()) {
    const digest = digestOf(entry.identity)
    if (!byDigest.has(digest)) byDigest.set(digest, entry)
  }
  return byDigest
}

const statement = (
  sql: SqlClient.SqlClient,
  key: CrawlKey,
  { crawl, endings, entries, limits: { maxEntries, now } }: FrontierWrite
) => {
  const given = [...entries.values()]
  return sql<WrittenRow>`
    with seen as materialized (select entries from frontiers where ${isCrawl(sql, key)}),
    locked as materialized (
      select id, entries from frontiers where ${isCrawl(sql, key)} and id = coalesce(${crawl}::bigint, id) for update
    ),
    held as materialized (
      select c.n, e.frontier_id, e.digest
      from unnest(${endings.map(({ digest }) => digest)}::uuid[], ${endings.map(({ token }) => token)}::bigint[])
        with ordinality as c(digest, token, n)
      cross join locked join frontier_entries e on e.frontier_id = locked.id and e.digest = c.digest
      where e.token = c.token and e.is_open and e.lease_until is not null
      for update of e
    ),
    crawl as materialized (
      select l.id, l.entries from locked l join seen s on s.entries = l.entries
      where (select count(*) from held) = ${endings.length}
    ),
    wanted as materialized (
      select g.*, crawl.id, crawl.entries + row_number() over (order by g.n) as position
      from crawl cross join unnest(${[...entries.keys()]}::uuid[], ${given.map((one) => storableText(one.identity))}::text[],
        ${given.map(({ url }) => storableText(url))}::text[], ${given.map(({ depth }) => depth)}::integer[])
        with ordinality as g(digest, identity, url, depth, n)
      where not exists (
        -- Looked up one by one, whatever is believed of the size of the table.
        select from frontier_entries e where e.frontier_id = crawl.id and e.digest = g.digest offset 0
      )
    ),
    made as (
      insert into frontier_entries (frontier_id, position, depth, digest, identity, url)
      select id, position, depth, digest, identity, url from wanted where position <= ${maxEntries}::bigint
      returning 1
    ),
    ended as (
      update frontier_entries e set is_open = false, lease_until = null
      from held h, crawl where e.frontier_id = h.frontier_id and e.digest = h.digest
    ),
    counted as (
      update frontiers f set entries = f.entries + (select count(*) from made), done = f.done + ${endings.length},
        touched_at = greatest(f.touched_at, ${now}::timestamptz)
      from crawl where f.id = crawl.id
    )
    select (select id from locked) as crawl,
      exists (select from locked l join seen s on s.entries = l.entries) as current,
      (select count(*) from made) as added, (select count(*) from wanted) > (select count(*) from made) as full,
      array(select n::integer from held) as held`
}

/** Writes once all that was added meanwhile is seen. */
const writeCurrent = (
  sql: SqlClient.SqlClient,
  key: CrawlKey,
  write: FrontierWrite
): Effect.Effect<WrittenRow, SqlError.SqlError> =>
  Effect.flatMap(statement(sql, key, write), ([first]) => {
    if (first!.current || first!.crawl === null) return Effect.succeed(first!)
    const lock = sql`select 1 from frontiers where ${isCrawl(sql, key)} for update`
    return Effect.map(sql.withTransaction(Effect.andThen(lock, statement(sql, key, write))), ([second]) => second!)
  })

/** Writes without the addresses that are known to be there, and remembers the others. */
const writeUnknown = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  known: KnownAddresses,
  key: CrawlKey,
  write: Pick<FrontierWrite, "endings" | "limits"> & { readonly found: ReadonlyArray<FrontierEntry> }
) {
  for (;;) {
    const { crawl = null, identities } = known.of(key) ?? {}
    const entries = distinct(write.found.filter(({ identity }) => identities?.has(identity) !== true))
    const written = yield* writeCurrent(sql, key, { ...write, entries, crawl })
    if (written.crawl !== null) {
      const isWhole = written.held.length === write.endings.length && !written.full
      if (isWhole)
        known.learn(
          key,
          written.crawl,
          entries.size,
          Array.from(entries.values(), ({ identity }) => identity)
        )
      return written
    }
    // The crawl is gone, or has begun anew: what is known says nothing of that one.
    known.forget(key)
    if (crawl === null) return undefined
  }
})

/** Adds addresses; tells how many were new, or nothing when there is no such crawl. */
export const addEntries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  known: KnownAddresses,
  key: CrawlKey,
  found: ReadonlyArray<FrontierEntry>,
  limits: FrontierLimits
) {
  return (yield* writeUnknown(sql, known, key, { endings: [], found, limits }))?.added
})

const nameOf = ({ identity, token }: ClaimedEntry) => `${token} ${identity}`

/** Ends claims and adds what they led to; tells of each whether it held. */
export const endClaims = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  known: KnownAddresses,
  key: CrawlKey,
  finished: ReadonlyArray<FinishedEntry>,
  limits: FrontierLimits
) {
  // A claim that is reported twice is done by its first report.
  let left = [...new Map(finished.toReversed().map((one) => [nameOf(one.claimed), one])).values()].toReversed()
  while (left.length > 0) {
    const endings = left.map(({ claimed }) => ({ digest: digestOf(claimed.identity), token: claimed.token }))
    const found = left.flatMap((one) => one.found)
    const written = yield* writeUnknown(sql, known, key, { endings, found, limits })
    if (written?.held.length === left.length) break
    const places = new Set(written?.held)
    left = left.filter((_, index) => places.has(index + 1))
  }
  const ended = new Set(left)
  return finished.map((one) => ended.has(one))
})
