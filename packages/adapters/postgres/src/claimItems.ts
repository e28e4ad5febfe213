/**
 * Claims pages of batches.
 *
 * Claims follow each other: whose turn it is depends on what everybody has under way, and two that looked at once would take
 * the same pages. A claim takes some milliseconds and up to a hundred pages.
 */
import type { BatchWorkStore, ItemClaim } from "@kittiwake/core/batches/BatchWorkStore"
import type { BatchItem } from "@kittiwake/core/batches/domain/Item"
import { aloneFrom } from "@kittiwake/core/internal/batches/domain/losses"
import type { LongLooks } from "@kittiwake/core/internal/batches/LongLooks"
import { type Candidate, type Round, type Taken, type Turn, turnsOf } from "@kittiwake/core/internal/batches/turns"
import { DateTime, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { attempted, firstHost, isWaiting, lastHost, toWorked, underWay } from "./batchRows.ts"
import type { LateBegins } from "./lateBegins.ts"
import { isOver } from "./leaseEnds.ts"
import { type FoundItems, findWaiting, type WaitingItem } from "./waitingItems.ts"

interface ClaimedRow extends BatchItem {
  readonly batchId: string
  readonly token: number
  readonly losses: number
}

const clock = (sql: SqlClient.SqlClient, leaseNow: DateTime.Utc | null) =>
  sql`coalesce(${leaseNow}::timestamptz, clock_timestamp())`

/** Pages whose lease ended wait again. */
const takeBack = (sql: SqlClient.SqlClient, leaseNow: DateTime.Utc | null, lease: Duration.Duration) => sql`
  update batch_items set state = 0, lease_until = null, losses = losses + begun::integer where ctid = any (array(
    select ctid from batch_items where state = 1 and ${isOver(sql, "lease_until", clock(sql, leaseNow), lease)} for update skip locked
  ))`

const candidates = (sql: SqlClient.SqlClient) => sql<Candidate>`
  select b.id, b.organization_id as "organizationId", ${sql.literal(underWay)} as "underWay",
    case when ${sql.literal(isWaiting)} then b.reserved - ${sql.literal(attempted)} - ${sql.literal(underWay)} else 0 end as "left",
    exists (select from batch_items f where f.batch_id = b.id and f.n = 1 and f.identity is not null) as crawls,
    case when h.first = h.last then h.first end as "onlyHost"
  from batches b cross join lateral (select ${sql.literal(firstHost)} as first, ${sql.literal(lastHost)} as last) h
  where b.open and b.status in ('queued', 'running')`

/** Takes pages that were found. One that somebody else is about to close is passed over. */
const take = (
  sql: SqlClient.SqlClient,
  items: ReadonlyArray<WaitingItem>,
  leaseNow: DateTime.Utc | null,
  leaseMillis: number
) => sql<ClaimedRow>`
  with picked as materialized (
    select w.batch_id, w.n
    from unnest(${items.map(({ batchId }) => batchId)}::text[], ${items.map(({ n }) => n)}::integer[]) as o(batch_id, n)
    cross join lateral (
      select i.batch_id, i.n from batch_items i where i.batch_id = o.batch_id and i.n = o.n and i.state = 0
      for update skip locked
    ) w
  )
  update batch_items i set state = 1, token = i.token + 1, begun = i.losses < ${aloneFrom},
    lease_until = ${clock(sql, leaseNow)} + ${leaseMillis}::float8 * interval '1 millisecond'
  from picked p where i.batch_id = p.batch_id and i.n = p.n
  returning i.batch_id as "batchId", i.n, i.url, i.host, i.identity, i.depth, i.item_id as "itemId", i.meta, i.token,
    i.losses`

/** Pages that a turn may have of those that were found; each counts for the room of its host. */
const pick = ({ count, hosts }: Turn, found: ReadonlyArray<WaitingItem>): ReadonlyArray<WaitingItem> => {
  const used = new Map<string, number>()
  const picked: Array<WaitingItem> = []
  for (const item of found) {
    if (picked.length >= count) break
    const ofHost = used.get(item.host) ?? 0
    if (ofHost >= hosts.left(item.host)) continue
    used.set(item.host, ofHost + 1)
    picked.push(item)
  }
  return picked
}

/**
 * Whose turn it is decides what is taken, page by page, and pages are looked for and taken of all batches of a round at once: two
 * statements, and two more where hosts that batches share got full meanwhile.
 */
const takeInTurns = Effect.fnUntraced(function* (
  turns: Generator<Turn, void, Taken>,
  find: (round: Round) => ReturnType<typeof findWaiting>,
  takeAll: (items: ReadonlyArray<WaitingItem>) => ReturnType<typeof take>,
  note: (batchId: string, passed: number) => void
) {
  const found = new Map<string, FoundItems>()
  const rows: Array<ClaimedRow> = []
  let picked: Array<WaitingItem> = []
  const flush = Effect.gen(function* () {
    if (picked.length === 0) return
    const places = new Map(picked.map(({ batchId, n }, place) => [`${batchId} ${n}`, place]))
    const placeOf = ({ batchId, n }: ClaimedRow) => places.get(`${batchId} ${n}`)!
    // Whoever is served last is last among the claims.
    rows.push(...(yield* takeAll(picked)).toSorted((a, b) => placeOf(a) - placeOf(b)))
    picked = []
  })
  for (let turn = turns.next(); turn.done !== true; ) {
    const { batchId, count, round } = turn.value
    const known = found.get(batchId)
    let some = known === undefined ? [] : pick(turn.value, known.items)
    if (some.length < count && known?.areAll !== true) {
      yield* flush
      for (const [id, items] of yield* find(round())) {
        note(id, items.passed)
        found.set(id, items)
      }
      some = pick(turn.value, found.get(batchId)!.items)
    }
    picked.push(...some)
    const taken = new Set(some)
    const { items, ...others } = found.get(batchId)!
    found.set(batchId, { ...others, items: items.filter((item) => !taken.has(item)) })
    turn = turns.next({ hosts: some.map(({ host }) => host), mayHaveMore: some.length === count })
  }
  yield* flush
  return rows
})

/** What began before, and could not be written then, began then. */
const begin = (sql: SqlClient.SqlClient, ids: ReadonlyArray<string>, atOf: (id: string) => DateTime.Utc) =>
  Effect.andThen(
    sql`
      update batches b set status = 'running', started_at = o.at
      from unnest(${ids}::text[], ${ids.map((id) => DateTime.formatIso(atOf(id)))}::timestamptz[]) as o(id, at)
      where b.id = o.id and b.id = any(array(
        select id from batches where id = any(${ids}::text[]) and status = 'queued' order by id for update skip locked
      ))`,
    sql<{ id: string; body: string; scopeUrl: string | null; hasBegun: boolean }>`
      select id, body, scope_url as "scopeUrl", started_at is not null as "hasBegun"
      from batches where id = any(${ids}::text[])`
  )

/** Claims up to `limit` pages, in a transaction of its own. */
export const claimItems = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  looks: LongLooks,
  lateBegins: LateBegins,
  options: Parameters<BatchWorkStore["Service"]["claimDue"]>[0],
  leaseNow: DateTime.Utc | null
) {
  yield* sql`select pg_advisory_xact_lock(hashtext('kittiwake.batches'), 0)`
  yield* takeBack(sql, leaseNow, options.lease)
  const nowMillis = DateTime.toEpochMillis(options.now)
  const due = looks.dueOf(yield* candidates(sql), nowMillis)
  const turns = turnsOf({ ...options, candidates: due, shares: options.shares })
  const leaseMillis = Duration.toMillis(options.lease)
  const rows = yield* takeInTurns(
    turns,
    (round) => findWaiting(sql, round),
    (items) => take(sql, items, leaseNow, leaseMillis),
    (batchId, passed) => looks.note(batchId, passed, nowMillis)
  )
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ batchId }) => batchId))]
  const begun = yield* begin(sql, ids, (id) => lateBegins.of(id) ?? options.now)
  lateBegins.note(begun, options.now)
  const batches = new Map(begun.map((row) => [row.id, toWorked(row)]))
  return rows.map(({ batchId, ...item }): ItemClaim => ({ ...item, batch: batches.get(batchId)! }))
})
