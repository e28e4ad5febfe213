import { Clock, Duration, Effect, Layer } from "effect"
import { isHeld } from "../leaseHorizon.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { type ClaimedEntry, type FrontierEntry, type FrontierLimits, FrontierStore } from "../sites/FrontierStore.ts"
import { Database, type FrontierEntryRow, type FrontierRow, type Tables } from "./Database.ts"

const placeOf = (organizationId: OrganizationId, crawlId: string) => JSON.stringify([organizationId, crawlId])

const addTo = (
  row: FrontierRow,
  entries: ReadonlyArray<FrontierEntry>,
  { maxEntries, now }: FrontierLimits
): number => {
  row.touchedMillis = Math.max(row.touchedMillis, now.epochMilliseconds)
  let added = 0
  for (const { depth, identity, url } of entries) {
    if (row.entries.size >= maxEntries) break
    if (row.entries.has(identity)) continue
    const entry: FrontierEntryRow = { identity, url, depth, token: 0, leaseEndMillis: null, isDone: false }
    row.entries.set(identity, entry)
    const level = row.levels.get(depth) ?? { rows: [], first: 0 }
    level.rows.push(entry)
    row.levels.set(depth, level)
    added += 1
  }
  return added
}

/** Those that are not done, by depth and in the order they were added. */
function* openEntries({ levels }: FrontierRow) {
  for (const depth of [...levels.keys()].sort((a, b) => a - b)) {
    const level = levels.get(depth)!
    while (level.rows[level.first]?.isDone === true) level.first += 1
    for (let index = level.first; index < level.rows.length; index++) {
      const row = level.rows[index]!
      if (!row.isDone) yield row
    }
  }
}

const claimFrom = (tables: Tables, row: FrontierRow, limit: number, clockMillis: number, lease: Duration.Duration) => {
  const claimed: Array<ClaimedEntry> = []
  for (const entry of openEntries(row)) {
    if (claimed.length >= limit) break
    if (entry.leaseEndMillis !== null && isHeld(entry.leaseEndMillis, clockMillis, Duration.toMillis(lease))) continue
    tables.frontierTokens.last += 1
    entry.token = tables.frontierTokens.last
    entry.leaseEndMillis = clockMillis + Duration.toMillis(lease)
    claimed.push({ identity: entry.identity, url: entry.url, depth: entry.depth, token: entry.token })
  }
  return claimed
}

/** Notes the claim as done if it still holds. */
const end = (row: FrontierRow, { identity, token }: ClaimedEntry): boolean => {
  const entry = row.entries.get(identity)
  if (entry === undefined || entry.isDone || entry.leaseEndMillis === null || entry.token !== token) return false
  entry.isDone = true
  entry.leaseEndMillis = null
  return true
}

const dropForgotten = ({ forgottenFrontiers }: Tables, limit: number): number => {
  let dropped = 0
  for (;;) {
    const row = forgottenFrontiers.at(-1)
    if (row === undefined) return dropped
    for (const identity of row.entries.keys()) {
      if (dropped === limit) return dropped
      row.entries.delete(identity)
      dropped += 1
    }
    forgottenFrontiers.pop()
  }
}

/** `FrontierStore` in memory. */
export const layer: Layer.Layer<FrontierStore, never, Database> = Layer.effect(
  FrontierStore,
  Effect.gen(function* () {
    const tables = yield* Database
    const { forgottenFrontiers, frontiers } = tables

    const forget = (place: string) => {
      const row = frontiers.get(place)
      if (row === undefined) return
      frontiers.delete(place)
      forgottenFrontiers.push(row)
    }

    return FrontierStore.of({
      add: (organizationId, crawlId, entries, limits) =>
        Effect.sync(() => {
          const place = placeOf(organizationId, crawlId)
          const row = frontiers.get(place) ?? { entries: new Map(), levels: new Map(), touchedMillis: 0 }
          frontiers.set(place, row)
          return addTo(row, entries, limits)
        }),

      claim: (organizationId, crawlId, { lease, limit }) =>
        Effect.map(Clock.currentTimeMillis, (clockMillis) => {
          const row = frontiers.get(placeOf(organizationId, crawlId))
          return row === undefined ? [] : claimFrom(tables, row, limit, clockMillis, lease)
        }),

      finish: (organizationId, crawlId, finished, limits) =>
        Effect.sync(() => {
          const row = frontiers.get(placeOf(organizationId, crawlId))
          if (row === undefined) return finished.map(() => false)
          const held = finished.map(({ claimed }) => end(row, claimed))
          if (!held.includes(true)) return held
          addTo(
            row,
            finished.flatMap(({ found }, index) => (held[index] === true ? found : [])),
            limits
          )
          return held
        }),

      counts: (organizationId, crawlId) =>
        Effect.sync(() => {
          const counts = { waiting: 0, claimed: 0, done: 0 }
          for (const { isDone, leaseEndMillis } of frontiers.get(placeOf(organizationId, crawlId))?.entries.values() ??
            []) {
            counts[isDone ? "done" : leaseEndMillis === null ? "waiting" : "claimed"] += 1
          }
          return counts
        }),

      remove: (organizationId, crawlId) => Effect.sync(() => forget(placeOf(organizationId, crawlId))),

      prune: (before, limit) =>
        Effect.sync(() => {
          for (const [place, { touchedMillis }] of frontiers) {
            if (touchedMillis < before.epochMilliseconds) forget(place)
          }
          return dropForgotten(tables, limit)
        })
    })
  })
)
