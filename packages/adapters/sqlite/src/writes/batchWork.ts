/** Pages of batches: claimed, recorded, and counted up at the end. */
import { LongLooks } from "@kittiwake/core/internal/batches/LongLooks"
import type { Candidate, Taken, Turn } from "@kittiwake/core/internal/batches/turns"
import { turnsOf } from "@kittiwake/core/internal/batches/turns"
import type { Shares } from "@kittiwake/core/Shares"
import type { Connection } from "../Connection.ts"
import { availableOf, type EntryRow, postEntry } from "./accounts.ts"
import { attempted, firstHost, isDone, isWaiting, lastHost, underWay } from "./batchColumns.ts"
import { addBytes } from "./batchSums.ts"
import { marksOf, namesOf } from "./columns.ts"
import { moveBy } from "./credits.ts"
import { type DeliveryWrite, deliveryEventColumns, deliveryStateColumns } from "./deliveryColumns.ts"
import { giveBackCredits, type UnspentCredits } from "./grants.ts"
import { leaseBounds } from "./leaseBounds.ts"
import { type ChargeRow, countCharges } from "./tallies.ts"

export interface ClaimItems {
  readonly now: number
  readonly clockMillis: number
  readonly leaseMillis: number
  readonly limit: number
  readonly shares: Shares | null
  readonly resting: ReadonlyMap<string, number>
  readonly pausing: ReadonlyMap<string, number>
  readonly served: ReadonlyMap<string, number>
  /** Claims of pages that were lost so often count from when they began. */
  readonly aloneFrom: number
}

/** A page as it was claimed. */
export interface ClaimedItem {
  readonly batchId: string
  readonly n: number
  readonly url: string
  readonly host: string
  readonly identity: string | null
  readonly depth: number
  readonly itemId: string | null
  readonly meta: string | null
  readonly token: number
  readonly losses: number
}

/** What a worker needs of a batch whose pages were claimed. */
export interface WorkedRow {
  readonly id: string
  readonly organizationId: string
  readonly body: string
  readonly scopeUrl: string | null
}

interface CandidateRow extends Omit<Candidate, "crawls" | "onlyHost"> {
  readonly crawls: number
  readonly firstHost: string | null
  readonly lastHost: string | null
}

const candidates = `
  select b.id, b.organization_id as organizationId, ${underWay} as underWay,
    iif(${isWaiting}, b.reserved - ${attempted} - ${underWay}, 0) as "left",
    exists (select 1 from batch_items f where f.batch_id = b.id and f.n = 1 and f.identity is not null) as crawls,
    ${firstHost} as firstHost, ${lastHost} as lastHost
  from batches b indexed by batches_standing where b.open = 1 and b.status in ('queued', 'running')`

const nextHost = `
  select host from batch_items indexed by batch_items_waiting where batch_id = ? and state = 0 and host > ?
  order by host limit 1`

const ofHost = `
  select n from batch_items indexed by batch_items_waiting where batch_id = ? and state = 0 and host = ?
  order by n limit ?`

const takeItem = `
  update batch_items set state = 1, token = token + 1, lease_until = ?, begun = losses < ?
  where batch_id = ? and n = ?
  returning batch_id as batchId, n, url, host, identity, depth, item_id as itemId, meta, token, losses`

const longLooks = new WeakMap<Connection, LongLooks>()

const looksOf = (db: Connection): LongLooks => {
  const known = longLooks.get(db) ?? new LongLooks()
  longLooks.set(db, known)
  return known
}

/** Takes pages of a batch, host by host; those of hosts that are full are passed over without being looked at. */
const takeTurn = (
  db: Connection,
  { batchId, count, hosts }: Turn,
  { aloneFrom, clockMillis, leaseMillis }: ClaimItems
): ReadonlyArray<ClaimedItem> => {
  const taken: Array<ClaimedItem> = []
  let passed = 0
  let host = ""
  // The host of an address that has none is empty, and comes first.
  for (let isFirst = true; taken.length < count; isFirst = false) {
    if (!isFirst) {
      const next = db.get<{ readonly host: string }>(nextHost, batchId, host)
      if (next === undefined) break
      host = next.host
    }
    const most = Math.min(count - taken.length, hosts.left(host))
    if (most <= 0) {
      passed += 1
      continue
    }
    for (const { n } of db.all<{ readonly n: number }>(ofHost, batchId, host, most)) {
      taken.push(db.get<ClaimedItem>(takeItem, clockMillis + leaseMillis, aloneFrom, batchId, n)!)
    }
  }
  looksOf(db).note(batchId, passed, clockMillis)
  return taken
}

const claim = (db: Connection, options: ClaimItems) => {
  const { clockMillis, leaseMillis, limit, now, pausing, resting, served, shares } = options
  db.run(
    `update batch_items indexed by batch_items_under_way set state = 0, lease_until = null, losses = losses + begun
    where state = 1 and (lease_until <= ? or lease_until > ?)`,
    ...leaseBounds(clockMillis, leaseMillis)
  )
  const waiting = db.all<CandidateRow>(candidates).map(({ crawls, firstHost, lastHost, ...one }): Candidate => {
    return { ...one, crawls: crawls === 1, onlyHost: firstHost === lastHost ? firstHost : null }
  })
  const turns = turnsOf({
    candidates: looksOf(db).dueOf(waiting, clockMillis),
    limit,
    shares: shares ?? undefined,
    resting,
    pausing,
    served
  })
  const items: Array<ClaimedItem> = []
  for (let turn = turns.next(); turn.done !== true; ) {
    const taken = takeTurn(db, turn.value, options)
    items.push(...taken)
    const answer: Taken = { hosts: taken.map(({ host }) => host), mayHaveMore: taken.length === turn.value.count }
    turn = turns.next(answer)
  }
  const ids = [...new Set(items.map(({ batchId }) => batchId))]
  for (const id of ids) {
    db.run("update batches set status = 'running', started_at = ? where id = ? and status = 'queued'", now, id)
  }
  const batches = db.all<WorkedRow>(
    `select id, organization_id as organizationId, body, scope_url as scopeUrl from batches
    where id in (select value from json_each(?))`,
    JSON.stringify(ids)
  )
  return { items, batches }
}

/** What came of a page: `found` is a JSON-free list of what it led to. */
export interface OutcomeRow {
  readonly n: number
  readonly token: number
  /** Empty when it succeeded, null when it is not counted. */
  readonly code: string | null
  readonly url: string
  readonly recoveredPages: number
  readonly offset: number | null
  readonly length: number | null
  readonly found: ReadonlyArray<readonly [url: string, host: string, identity: string, depth: number]>
  readonly finalIdentity: string | null
}

export interface WriteRow {
  readonly organizationId: string
  readonly batchId: string
  readonly segment: {
    readonly packed: Uint8Array | null
    readonly id: string
    readonly items: number
    readonly bytes: number
    readonly rawBytes: number
    readonly crc: number
    readonly blocks: string
  } | null
  readonly outcomes: ReadonlyArray<OutcomeRow>
  readonly scopeUrl: string | null
  readonly maxKnown: number
  readonly shard: number
}

export type WrittenRow =
  | { readonly _tag: "Recorded" }
  | { readonly _tag: "ClaimsLost"; readonly lost: ReadonlyArray<number> }
  | { readonly _tag: "SamePages"; readonly same: ReadonlyArray<number> }

const count = (db: Connection, { batchId, organizationId, outcomes, segment, shard }: WriteRow): void => {
  const sums = new Map<string, { pages: number; recovered: number; example: string }>()
  for (const { code, recoveredPages, url } of outcomes) {
    if (code === null) continue
    const sum = sums.get(code) ?? { pages: 0, recovered: 0, example: url }
    sum.pages += 1
    sum.recovered += recoveredPages
    sums.set(code, sum)
  }
  // What the pages take together counts once.
  let bytes = segment?.bytes ?? 0
  addBytes(db, organizationId, shard, bytes)
  for (const [code, { example, pages, recovered }] of sums) {
    db.run(
      `insert into batch_counts as c (batch_id, shard, code, pages, recovered_pages, example, bytes)
      values (?, ?, ?, ?, ?, ?, ?)
      on conflict (batch_id, shard, code) do update set pages = c.pages + excluded.pages,
        recovered_pages = c.recovered_pages + excluded.recovered_pages, bytes = c.bytes + excluded.bytes`,
      batchId,
      shard,
      code,
      pages,
      recovered,
      example,
      bytes
    )
    bytes = 0
  }
}

const ofFinalIdentity =
  "select 1 from batch_items indexed by batch_items_final where batch_id = ? and final_identity = ? limit 1"

/** Pages that answered where another one did. */
const samePages = (db: Connection, { batchId, outcomes }: WriteRow): ReadonlyArray<number> => {
  const seen = new Set<string>()
  return outcomes.flatMap(({ finalIdentity, n }) => {
    if (finalIdentity === null) return []
    if (seen.has(finalIdentity) || db.get(ofFinalIdentity, batchId, finalIdentity) !== undefined) return [n]
    seen.add(finalIdentity)
    return []
  })
}

/** What waits and has been read by now under another address need not be. */
const closeRead = (db: Connection, { batchId, outcomes }: WriteRow): void => {
  for (const { finalIdentity, n } of outcomes) {
    if (finalIdentity === null) continue
    // One that is reached by fewer links leads further.
    db.run(
      `update batch_items indexed by batch_items_identity set state = 2 where batch_id = ? and identity = ? and state = 0
        and depth >= (select depth from batch_items where batch_id = ? and n = ?)`,
      batchId,
      finalIdentity,
      batchId,
      n
    )
  }
}

const addFound = (db: Connection, { batchId, maxKnown, outcomes }: WriteRow): void => {
  const found = outcomes.flatMap((one) => one.found)
  if (found.length === 0) return
  let { last } = db.get<{ readonly last: number }>(
    "select max(n) as last from batch_items where batch_id = ?",
    batchId
  )!
  for (const [url, host, identity, depth] of found) {
    if (last >= maxKnown) return
    last += db.run(
      `insert into batch_items (batch_id, n, url, host, identity, depth) select ?1, ?2, ?3, ?4, ?5, ?6
      where not exists (
        select 1 from batch_items indexed by batch_items_final where batch_id = ?1 and final_identity = ?5
      )
      on conflict (batch_id, identity) where identity is not null do nothing`,
      batchId,
      last + 1,
      url,
      host,
      identity,
      depth
    )
  }
}

const recordOne = (db: Connection, write: WriteRow): WrittenRow => {
  const { batchId, organizationId, outcomes, scopeUrl, segment } = write
  const isOpen =
    db.get("select 1 from batches where id = ? and organization_id = ? and open = 1", batchId, organizationId) !==
    undefined
  const isHeld = ({ n, token }: OutcomeRow) =>
    isOpen &&
    db.get("select 1 from batch_items where batch_id = ? and n = ? and state = 1 and token = ?", batchId, n, token) !==
      undefined
  const lost = outcomes.filter((one) => !isHeld(one)).map(({ n }) => n)
  if (lost.length > 0) return { _tag: "ClaimsLost", lost }
  const same = samePages(db, write)
  if (same.length > 0) return { _tag: "SamePages", same }
  if (segment !== null) {
    db.run(
      `insert into batch_segments (batch_id, id, organization_id, items, bytes, raw_bytes, crc, blocks, small)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      batchId,
      segment.id,
      organizationId,
      segment.items,
      segment.bytes,
      segment.rawBytes,
      segment.crc,
      segment.blocks,
      segment.packed === null ? 0 : 1
    )
    if (segment.packed !== null) {
      db.run("insert into small_segments (batch_id, id, packed) values (?, ?, ?)", batchId, segment.id, segment.packed)
    }
  }
  for (const { code, finalIdentity, length, n, offset } of outcomes) {
    db.run(
      `update batch_items set state = 2, lease_until = null, segment_id = ?, result_offset = ?, result_length = ?,
        final_identity = ?, code = ?
      where batch_id = ? and n = ?`,
      code === null ? null : segment!.id,
      offset,
      length,
      finalIdentity,
      code,
      batchId,
      n
    )
  }
  if (scopeUrl !== null) {
    db.run("update batches set scope_url = ifnull(scope_url, ?) where id = ?", scopeUrl, batchId)
  }
  count(db, write)
  closeRead(db, write)
  addFound(db, write)
  return { _tag: "Recorded" }
}

const deliveryColumns = [...deliveryEventColumns, ...deliveryStateColumns]

const insertDelivery = `insert into deliveries (${namesOf(deliveryColumns)}) values (${marksOf(deliveryColumns)})`

/** All that the end of a batch writes. */
export interface SettleRow {
  readonly organizationId: string
  readonly batchId: string
  readonly status: string
  readonly ending: string
  readonly endedAt: number
  readonly files: string
  /** Pages it was counted up for. */
  readonly succeeded: number
  readonly failed: number
  readonly entry: EntryRow | null
  readonly usage: ChargeRow | null
  readonly unspent: UnspentCredits | null
  readonly deliveries: ReadonlyArray<DeliveryWrite>
}

/** Whether the batch is still what it was counted up for. */
const maySettle = (
  db: Connection,
  { batchId, entry, failed, organizationId, status, succeeded }: SettleRow
): boolean => {
  const row = db.get<{
    readonly status: string
    readonly done: number
    readonly succeeded: number
    readonly all: number
  }>(
    `select b.status, ${isDone} as done, ${attempted} as "all",
      (select ifnull(sum(c.pages), 0) from batch_counts c where c.batch_id = b.id and c.code = '') as succeeded
    from batches b where b.id = ? and b.organization_id = ? and b.open = 1`,
    batchId,
    organizationId
  )
  if (row === undefined || row.succeeded !== succeeded || row.all - row.succeeded !== failed) return false
  if (status !== "failed" && row.done === 0) return false
  if (status === "completed" && row.status === "cancelling") return false
  return entry === null || availableOf(db, organizationId) + entry.credits >= 0
}

/** Gives back what is left, and as it was taken: what lasted lasts again. */
const giveBack = (db: Connection, entry: EntryRow, batchId: string): void => {
  const { lasting } = db.get<{ readonly lasting: number | null }>("select lasting from batches where id = ?", batchId)!
  moveBy(db, entry, { supplied: 0, lasting: Math.min(lasting ?? entry.credits, entry.credits) })
}

const settle = (db: Connection, row: SettleRow): boolean => {
  if (!maySettle(db, row)) return false
  const { batchId, deliveries, endedAt, ending, entry, files, status, unspent, usage } = row
  if (entry !== null && postEntry(db, entry)) giveBack(db, entry, batchId)
  if (usage !== null) countCharges(db, [usage])
  if (unspent !== null) giveBackCredits(db, unspent)
  db.run(
    "update batches set status = ?, ending = ?, ended_at = ?, files = ?, open = 0 where id = ?",
    status,
    ending,
    endedAt,
    files,
    batchId
  )
  db.run("update batch_items set state = 2, lease_until = null where batch_id = ? and state = 1", batchId)
  for (const delivery of deliveries) db.run(insertDelivery, ...delivery)
  return true
}

export interface RenewItems {
  readonly claims: ReadonlyArray<readonly [batchId: string, n: number, token: number, losses: number]>
  /** Null gives them back. */
  readonly until: number | null
}

const ofClaim = "where batch_id = ? and n = ? and token = ? and state = 1"
const renewItem = `update batch_items set begun = 1, lease_until = ? ${ofClaim}`
const giveItemBack = `update batch_items set state = 0, lease_until = ? ${ofClaim}`
const forgiveLoss =
  "update batch_items set losses = losses - 1 where batch_id = ? and n = ? and state < 2 and losses > ?"

const renewOne = (db: Connection, [batchId, n, token, losses]: RenewItems["claims"][number], until: number | null) => {
  const isHeld = db.run(until === null ? giveItemBack : renewItem, until, batchId, n, token) > 0
  if (!isHeld && until === null) db.run(forgiveLoss, batchId, n, losses)
  return isHeld
}

export const batchWorkWrites = {
  "BatchWorkStore.claimDue": claim,

  "BatchWorkStore.renew": (db: Connection, { claims, until }: RenewItems): ReadonlyArray<boolean> =>
    claims.map((one) => renewOne(db, one, until)),

  "BatchWorkStore.record": (db: Connection, writes: ReadonlyArray<WriteRow>): ReadonlyArray<WrittenRow> =>
    writes.map((write) => db.atomically(() => recordOne(db, write))),

  "BatchWorkStore.settle": settle
}
