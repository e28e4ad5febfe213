/** Intakes, and batches as their owners see them. */
import { removedBodyBytes } from "@kittiwake/core/internal/webhooks/domain/bodyBytes"
import type { Connection } from "../Connection.ts"
import { availableOf, changeAccount, collectionPauseOf, type EntryRow, type PauseRow, postEntry } from "./accounts.ts"
import { keepBytes, letGoOf } from "./batchSums.ts"
import { endExpiredOf } from "./credits.ts"
import type { KeptRow } from "./idempotency.ts"
import { type KeyTaken, keeping } from "./keeping.ts"
import type { PruneStep } from "./pruneStep.ts"
import { putSubscription, removeSubscription, type SubscriptionRow } from "./subscriptions.ts"
import { type SupplyTerms, supplyNow } from "./supply.ts"
import { type ChargedUsage, chargeOf, countCharges } from "./tallies.ts"

/** A page as it is added. */
export type ItemWrite = readonly [
  n: number,
  url: string,
  host: string,
  identity: string | null,
  depth: number,
  itemId: string | null,
  meta: string | null
]

export interface OwnedBatch {
  readonly organizationId: string
  readonly batchId: string
}

/** All that the acceptance of an intake writes. */
export interface AcceptRow extends OwnedBatch {
  readonly body: string
  readonly reserved: number
  readonly words: string
  readonly tags: string
  readonly createdAt: number
  readonly allowance: number
  readonly entry: EntryRow
  readonly bytes: number
  readonly usage: ChargedUsage
  readonly subscription: SubscriptionRow | null
  readonly kept: KeptRow | null
  readonly mostReleased: number
}

/** Why an intake was not accepted. */
export type AcceptRefusal =
  | { readonly _tag: "LimitReached" }
  | { readonly _tag: "Paused"; readonly pause: PauseRow }
  | { readonly _tag: "OutOfCredits"; readonly available: number }

/** One statement for all pages of a piece: one for each takes the thread five times as long. */
const insertItems = `
  insert into batch_items (batch_id, n, url, host, identity, depth, item_id, meta)
  select ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 from json_each(?)`

const isIntake = (db: Connection, { batchId, organizationId }: OwnedBatch): boolean =>
  db.get("select 1 from batches where id = ? and organization_id = ? and state = 'intake'", batchId, organizationId) !==
  undefined

/** Adds pages, which come as a JSON list of the members of `ItemWrite`. */
const add = (db: Connection, { items, ...key }: OwnedBatch & { readonly items: string }): null => {
  if (!isIntake(db, key)) throw new Error(`no intake ${key.batchId} is open`)
  db.run(insertItems, key.batchId, items)
  return null
}

/** Batches of an organization that have not ended. */
const openBatches = (db: Connection, organizationId: string): number =>
  db.get<{ readonly open: number }>(
    "select count(*) as open from batches where organization_id = ? and open = 1",
    organizationId
  )!.open

const refusalOf = (db: Connection, row: AcceptRow): AcceptRefusal | null => {
  const { allowance, entry, mostReleased, organizationId } = row
  if (openBatches(db, organizationId) >= allowance) return { _tag: "LimitReached" }
  const pause = collectionPauseOf(db, organizationId, entry.at)
  if (pause !== null) return { _tag: "Paused", pause }
  if (availableOf(db, organizationId) + entry.credits < 0) {
    endExpiredOf(db, { at: entry.at, mostReleased, organizationId })
  }
  const available = availableOf(db, organizationId)
  return available + entry.credits < 0 ? { _tag: "OutOfCredits", available } : null
}

/** Keeps how many of the credits debited never expire: `lastingSpent` of `core/credits/domain/Supply.ts`. */
const keepLasting = (db: Connection, { batchId, entry, organizationId }: AcceptRow): void => {
  db.run(
    `update batches set lasting = (
      select min(lasting, balance + ?1) - min(lasting, balance) from accounts where organization_id = ?2
    ) where id = ?3`,
    -entry.credits,
    organizationId,
    batchId
  )
}

const makeBatch = (db: Connection, row: AcceptRow): void => {
  const { batchId, entry, kept, organizationId, subscription, usage } = row
  // A key that is taken comes before this: it may stand for this very batch.
  if (!isIntake(db, row)) throw new Error(`no intake ${batchId} is open`)
  if (postEntry(db, entry)) {
    changeAccount(db, organizationId, { balance: entry.credits, held: 0 })
    keepLasting(db, row)
    countCharges(db, [chargeOf(entry, usage)])
  }
  db.run(
    `update batches set state = 'batch', open = 1, status = 'queued', body = ?, reserved = ?, words = ?, tags = ?,
      idempotency_key = ?, created_at = ? where id = ?`,
    row.body,
    row.reserved,
    row.words,
    row.tags,
    kept?.key ?? null,
    row.createdAt,
    batchId
  )
  keepBytes(db, row)
  if (subscription !== null) putSubscription(db, subscription, false)
}

const accept = (db: Connection, row: AcceptRow): AcceptRefusal | KeyTaken | null =>
  keeping(
    db,
    row.kept,
    () => refusalOf(db, row),
    () => makeBatch(db, row)
  )

// What is told of the end of a batch is of the moment at which it ended: that is how it is found.
const shortenBodies = `
  update deliveries set body = json_object('event', event, 'id', event_id)
  where rowid in (
    select rowid from deliveries indexed by deliveries_of_batches
    where organization_id = ? and batch_id is not null and created_at = ? and batch_id = ?
  ) and octet_length(body) > ${removedBodyBytes}`

const remove = (db: Connection, { batchId, organizationId }: OwnedBatch): boolean => {
  const row = db.get<{ readonly key: string | null; readonly endedAt: number | null }>(
    `select idempotency_key as key, ended_at as endedAt from batches
    where id = ? and organization_id = ? and state <> 'removed' and open = 0`,
    batchId,
    organizationId
  )
  if (row === undefined) return false
  db.run("update batches set state = 'removed', stale = 1 where id = ?", batchId)
  // What is kept no longer counts no more already.
  if (row.endedAt !== null) {
    letGoOf(db, organizationId, batchId)
    db.run(shortenBodies, organizationId, row.endedAt, batchId)
  }
  if (row.key !== null) {
    db.run(
      "delete from idempotency_keys where organization_id = ? and operation = 'batch.submit' and key = ?",
      organizationId,
      row.key
    )
  }
  removeSubscription(db, batchId, true)
  return true
}

/** Marks what is kept no longer: intakes that were left alone, and results. */
const outdate = (db: Connection, { intakesBefore, limit, resultsBefore }: Prune): number => {
  const leftAlone = db.run(
    `update batches set state = 'removed', stale = 1 where id in (
      select id from batches where state = 'intake' and opened_at < ? order by opened_at limit ?
    )`,
    intakesBefore,
    limit
  )
  const outdated = db.all<{ readonly id: string; readonly organizationId: string }>(
    `update batches set stale = 1, ended_at = null, files = null where id in (
      select id from batches indexed by batches_ended
      where ended_at is not null and stale = 0 and ended_at < ? order by ended_at limit ?
    )
    returning id, organization_id as organizationId`,
    resultsBefore,
    limit
  )
  for (const { id, organizationId } of outdated) letGoOf(db, organizationId, id)
  return leftAlone + outdated.length
}

export interface Prune {
  readonly intakesBefore: number
  readonly resultsBefore: number
  readonly limit: number
}

const dropRows = (db: Connection, batchId: string, limit: number): number => {
  const ofTable = (table: string, column: string, most: number) =>
    most < 1
      ? 0
      : db.run(
          `delete from ${table} where batch_id = ?1 and ${column} in (
            select ${column} from ${table} where batch_id = ?1 order by ${column} limit ?2)`,
          batchId,
          most
        )
  const items = ofTable("batch_items", "n", limit)
  const small = ofTable("small_segments", "id", limit - items)
  return items + small + ofTable("batch_segments", "id", limit - items - small)
}

/** One step of what `BatchStore.prune` promises. */
const prune = (db: Connection, options: Prune): PruneStep => {
  const outdated = outdate(db, options)
  let found = 0
  for (let batches = 0; batches < options.limit; batches++) {
    const stale = db.get<{ readonly id: string; readonly state: string }>(
      "select id, state from batches indexed by batches_stale where stale = 1 order by id limit 1"
    )
    if (stale === undefined) return { found, isMore: outdated > 0 && found > 0 }
    found += dropRows(db, stale.id, options.limit - found)
    if (found >= options.limit) break
    if (stale.state === "removed") {
      db.run("delete from batch_counts where batch_id = ?", stale.id)
      db.run("delete from batches where id = ?", stale.id)
    } else db.run("update batches set stale = 0 where id = ?", stale.id)
  }
  return { found, isMore: true }
}

export const batchWrites = {
  /** Tells whether there was a place. */
  "BatchStore.open": (
    db: Connection,
    { allowance, at, batchId, organizationId }: OwnedBatch & { readonly at: number; readonly allowance: number }
  ): boolean => {
    if (openBatches(db, organizationId) >= allowance) return false
    db.run(
      "insert into batches (id, organization_id, state, opened_at) values (?, ?, 'intake', ?)",
      batchId,
      organizationId,
      at
    )
    return true
  },

  "BatchStore.add": add,
  "BatchStore.accept": accept,

  /** Accepts once what is due is supplied; nothing when the organization has other terms by now. */
  "BatchStore.supplyAndAccept": (
    db: Connection,
    { terms, ...row }: AcceptRow & { readonly terms: SupplyTerms }
  ): AcceptRefusal | KeyTaken | "accepted" | null =>
    supplyNow(db, terms) === null ? null : (accept(db, row) ?? "accepted"),

  "BatchStore.cancel": (db: Connection, { batchId, organizationId }: OwnedBatch): null => {
    db.run(
      `update batches set status = 'cancelling'
      where id = ? and organization_id = ? and state = 'batch' and status in ('queued', 'running')`,
      batchId,
      organizationId
    )
    return null
  },

  "BatchStore.keepFiles": (
    db: Connection,
    { batchId, files, organizationId }: OwnedBatch & { readonly files: string }
  ): null => {
    db.run(
      `update batches set files = ?
      where id = ? and organization_id = ? and state = 'batch' and open = 0 and ended_at is not null and files is null`,
      files,
      batchId,
      organizationId
    )
    return null
  },

  "BatchStore.remove": remove,
  "BatchStore.prune": prune
}
