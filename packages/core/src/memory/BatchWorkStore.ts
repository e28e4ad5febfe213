import { Clock, Duration, Effect, Layer } from "effect"
import {
  BatchWorkStore,
  type BatchWrite,
  type BatchWritten,
  type ItemClaim,
  type ItemOutcome
} from "../batches/BatchWorkStore.ts"
import { aloneFrom } from "../batches/domain/losses.ts"
import { isFinal, isWorked } from "../batches/domain/settle.ts"
import { LongLooks } from "../batches/LongLooks.ts"
import { type Taken, type Turn, turnsOf } from "../batches/turns.ts"
import { heldBytes } from "../budget/domain/heldBytes.ts"
import { isHeld } from "../leaseHorizon.ts"
import { madeWithin } from "../paging/domain/Page.ts"
import { type AcceptedRow, acceptedRow, acceptedRows, addItem, isDone, leftToBegin, storedBatch } from "./batchRows.ts"
import { Database, type Tables } from "./Database.ts"
import { nextItemMillis, untilMillis } from "./dueTimes.ts"
import { giveBackCredits } from "./GrantStore.ts"
import { accountOf, addEntry } from "./ledger.ts"
import { addDelivery } from "./runRows.ts"
import { addCharge } from "./UsageStore.ts"

type Service = BatchWorkStore["Service"]

/** A page waits again, before those that nobody had. */
const giveBack = (row: AcceptedRow, n: number) => {
  const one = row.items[n - 1]!
  row.underWay.delete(n)
  one.leaseEndMillis = null
  row.waiting.set(one.item.host, [n, ...(row.waiting.get(one.item.host) ?? [])])
}

/** Pages whose lease ended wait again, and were lost. */
const takeBack = (row: AcceptedRow, clockMillis: number, lease: number) => {
  for (const n of row.underWay) {
    const one = row.items[n - 1]!
    if (isHeld(one.leaseEndMillis!, clockMillis, lease)) continue
    if (one.isBegun) one.losses += 1
    giveBack(row, n)
  }
}

/** A claim that was lost since it was made was not, after all. */
const forgiveLoss = (row: AcceptedRow, { losses, n }: ItemClaim) => {
  const one = row.items[n - 1]
  if (one !== undefined && !one.isDone && one.losses > losses) one.losses -= 1
}

/** Where pages of a batch wait. */
const firstHost = (row: AcceptedRow): string | null => row.waiting.keys().next().value ?? null

/** Takes pages of a batch, host by host. */
const takeTurn = (row: AcceptedRow, turn: Turn, token: (n: number) => ItemClaim) => {
  const taken: Array<ItemClaim> = []
  let passed = 0
  for (const [host, line] of row.waiting) {
    const count = Math.min(turn.count - taken.length, turn.hosts.left(host), line.length)
    if (count > 0) for (const n of line.splice(0, count)) taken.push(token(n))
    else passed += 1
    if (line.length === 0) row.waiting.delete(host)
    if (taken.length === turn.count) break
  }
  return { passed, taken }
}

const claim = (tables: Tables, looks: LongLooks, options: Parameters<Service["claimDue"]>[0], clockMillis: number) => {
  const rows = acceptedRows(tables).filter(({ batch }) => !isFinal(batch.status))
  for (const row of rows) takeBack(row, clockMillis, Duration.toMillis(options.lease))
  const worked = rows.filter(
    ({ batch, underWay, waiting }) => isWorked(batch.status) && waiting.size + underWay.size > 0
  )
  const byId = new Map(worked.map((row) => [row.batch.id as string, row]))
  const candidates = worked.map((row) => ({
    id: row.batch.id,
    organizationId: row.organizationId,
    underWay: row.underWay.size,
    left: row.waiting.size === 0 ? 0 : leftToBegin(row),
    crawls: row.batch.crawl !== null,
    onlyHost: row.waiting.size === 1 ? firstHost(row) : null
  }))
  const claims: Array<ItemClaim> = []
  const turns = turnsOf({ ...options, candidates: looks.dueOf(candidates, clockMillis), shares: options.shares })
  for (let turn = turns.next(); turn.done !== true; ) {
    const row = byId.get(turn.value.batchId)!
    const { passed, taken } = takeTurn(row, turn.value, (n) => {
      const one = row.items[n - 1]!
      one.token += 1
      one.isBegun = one.losses < aloneFrom
      one.leaseEndMillis = clockMillis + Duration.toMillis(options.lease)
      row.underWay.add(n)
      const { crawl, format, id, organizationId, options: asked } = row.batch
      const batch = { id, organizationId, format, options: asked, crawl, scopeUrl: row.scopeUrl }
      return { ...one.item, batch, token: one.token, losses: one.losses }
    })
    if (taken.length > 0 && row.batch.status === "queued") {
      row.batch = { ...row.batch, status: "running", startedAt: options.now }
    }
    looks.note(row.batch.id, passed, clockMillis)
    claims.push(...taken)
    const answer: Taken = { hosts: taken.map(({ host }) => host), mayHaveMore: taken.length === turn.value.count }
    turn = turns.next(answer)
  }
  return claims
}

const heldItem = (row: AcceptedRow, { n, token }: { readonly n: number; readonly token: number }) => {
  const one = row.items[n - 1]
  return one !== undefined && row.underWay.has(n) && one.token === token ? one : undefined
}

const count = (row: AcceptedRow, { outcomes }: BatchWrite) => {
  let { failed, recoveredPages, succeeded } = row.tally
  const errors = [...row.tally.errors]
  for (const one of outcomes) {
    if (one._tag === "Succeeded") {
      succeeded += 1
      recoveredPages += one.recoveredPages
    }
    if (one._tag !== "Failed") continue
    failed += 1
    const at = errors.findIndex(({ code }) => code === one.code)
    if (at < 0) errors.push({ code: one.code, count: 1, example: one.url })
    else errors[at] = { ...errors[at]!, count: errors[at]!.count + 1 }
  }
  row.tally = { failed, recoveredPages, succeeded, errors }
}

const addFound = (row: AcceptedRow, { maxKnown, outcomes }: BatchWrite) => {
  for (const outcome of outcomes) {
    if (outcome._tag === "Failed") continue
    for (const one of outcome.found) {
      if (row.items.length >= maxKnown) return
      if (row.identities.has(one.identity) || row.finalIdentities.has(one.identity)) continue
      addItem(row, { ...one, n: row.items.length + 1, itemId: null, meta: null })
    }
  }
}

const finalIdentityOf = (outcome: ItemOutcome): string | null =>
  outcome._tag === "Succeeded" ? outcome.finalIdentity : null

/** Pages that answered where another one did. */
const samePages = (row: AcceptedRow, { outcomes }: BatchWrite): ReadonlyArray<number> => {
  const known = new Set(row.finalIdentities)
  return outcomes.flatMap((outcome) => {
    const identity = finalIdentityOf(outcome)
    if (identity === null) return []
    const isSame = known.has(identity)
    known.add(identity)
    return isSame ? [outcome.n] : []
  })
}

/** What waits and has been read by now under another address need not be. */
const closeRead = (row: AcceptedRow, { outcomes }: BatchWrite) => {
  for (const outcome of outcomes) {
    const identity = finalIdentityOf(outcome)
    if (identity === null) continue
    row.finalIdentities.add(identity)
    if (identity === row.items[outcome.n - 1]!.item.identity) continue
    const other = row.items.find(({ item, leaseEndMillis }) => item.identity === identity && leaseEndMillis === null)
    // One that is reached by fewer links leads further.
    if (other === undefined || other.isDone || other.item.depth < row.items[outcome.n - 1]!.item.depth) continue
    other.isDone = true
    const left = (row.waiting.get(other.item.host) ?? []).filter((n) => n !== other.item.n)
    if (left.length === 0) row.waiting.delete(other.item.host)
    else row.waiting.set(other.item.host, left)
  }
}

const recordOne = (tables: Tables, write: BatchWrite): BatchWritten => {
  const row = acceptedRow(tables, write.organizationId, write.batchId)
  const isOpen = row !== undefined && !isFinal(row.batch.status)
  const lost = write.outcomes.filter((one) => !isOpen || heldItem(row, one) === undefined).map(({ n }) => n)
  if (row === undefined || lost.length > 0) return { _tag: "ClaimsLost", lost }
  const same = samePages(row, write)
  if (same.length > 0) return { _tag: "SamePages", same }
  for (const outcome of write.outcomes) {
    const one = row.items[outcome.n - 1]!
    one.isDone = true
    one.leaseEndMillis = null
    one.code = outcome._tag === "Failed" ? outcome.code : ""
    if (outcome._tag !== "Dropped") one.place = { segmentId: write.segment!.id, ...outcome.place }
    row.underWay.delete(outcome.n)
  }
  if (write.segment !== null) row.segments.push(write.segment)
  row.scopeUrl ??= write.scopeUrl
  count(row, write)
  closeRead(row, write)
  addFound(row, write)
  return { _tag: "Recorded" }
}

const settle = (
  tables: Tables,
  { batch, deliveries, entry, files, tally, unspent, usage }: Parameters<Service["settle"]>[0]
) => {
  const row = acceptedRow(tables, batch.organizationId, batch.id)
  if (row === undefined || isFinal(row.batch.status)) return false
  if (row.tally.succeeded !== tally.succeeded || row.tally.failed !== tally.failed) return false
  if (batch.status !== "failed" && !isDone(row)) return false
  if (batch.status === "completed" && row.batch.status === "cancelling") return false
  if (entry !== null) {
    if (accountOf(tables, batch.organizationId).available + entry.credits < 0) return false
    addEntry(tables, entry, Math.min(row.lasting, entry.credits))
  }
  if (usage !== null) addCharge(tables, usage)
  if (unspent !== null) giveBackCredits(tables, unspent)
  // The webhook may have been told of since it was read.
  row.batch = { ...batch, subscription: row.batch.subscription }
  row.files = files
  row.underWay.clear()
  for (const delivery of deliveries) addDelivery(tables, delivery)
  return true
}

/** `BatchWorkStore` in memory. */
export const layer: Layer.Layer<BatchWorkStore, never, Database> = Layer.effect(
  BatchWorkStore,
  Effect.gen(function* () {
    const tables = yield* Database
    const looks = new LongLooks()
    const clockMillis = Clock.clockWith((clock) => Effect.sync(() => clock.currentTimeMillisUnsafe()))

    return BatchWorkStore.of({
      claimDue: (options) => Effect.map(clockMillis, (now) => claim(tables, looks, options, now)),

      untilDue: (now) => Effect.sync(() => untilMillis(nextItemMillis(tables, now), now)),

      renew: (claims, lease) =>
        Effect.map(clockMillis, (now) =>
          claims.map((one) => {
            const row = acceptedRow(tables, one.batch.organizationId, one.batch.id)
            const held = row === undefined ? undefined : heldItem(row, one)
            const isGivenBack = Duration.toMillis(lease) === 0
            if (held === undefined) {
              if (row !== undefined && isGivenBack) forgiveLoss(row, one)
              return false
            }
            if (isGivenBack) giveBack(row!, one.n)
            else {
              held.isBegun = true
              held.leaseEndMillis = now + Duration.toMillis(lease)
            }
            return true
          })
        ),

      record: (writes) => Effect.sync(() => writes.map((write) => recordOne(tables, write))),

      unsettled: ({ after, doneOnly = false, limit }) =>
        Effect.sync(() => {
          const found = acceptedRows(tables)
            .filter(({ batch }) => !isFinal(batch.status) && (after === null || batch.id > after))
            .filter((row) => !doneOnly || isDone(row))
            .sort((a, b) => (a.batch.id < b.batch.id ? -1 : 1))
            .slice(0, limit)
          const told = (row: (typeof found)[number]) => ({
            ...storedBatch(row),
            isDone: isDone(row),
            waitsAt: firstHost(row)
          })
          return madeWithin(found, told, ({ batch }) => heldBytes(batch.options)).rows
        }),

      settle: (settling) => Effect.sync(() => settle(tables, settling))
    })
  })
)
