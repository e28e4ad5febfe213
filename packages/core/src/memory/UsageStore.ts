import { DateTime, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { comparePositions } from "../paging/domain/Page.ts"
import { groupValue, type HistoryCount, type HistoryQuery } from "../usage/domain/History.ts"
import { dayMillis, hourMillis, type Stretch, startOf, stretchesOf } from "../usage/domain/Interval.ts"
import { isShown } from "../usage/domain/LogFilter.ts"
import { type RequestLog, summaryOf } from "../usage/domain/RequestLog.ts"
import { requestUsage, type UsageCount } from "../usage/domain/UsageCount.ts"
import { TooManyCalls } from "../usage/errors.ts"
import { UsageStore } from "../usage/UsageStore.ts"
import { Database, type Tables, type UsageRow, type UsageSum } from "./Database.ts"

const rowOf = (tables: Tables, organizationId: OrganizationId): UsageRow => {
  const found = tables.usage.get(organizationId)
  if (found !== undefined) return found
  const row: UsageRow = { logs: new Map(), charges: new Map(), hours: new Map(), days: new Map() }
  tables.usage.set(organizationId, row)
  return row
}

const addTo = (sums: Map<string, UsageSum>, startMillis: number, count: UsageCount) => {
  const { creditsUsed, keyId, path, requestCount, statusCode } = count
  const key = JSON.stringify([startMillis, path, keyId, statusCode])
  const sum = sums.get(key)
  if (sum === undefined) sums.set(key, { startMillis, path, keyId, statusCode, creditsUsed, requestCount })
  else {
    sum.creditsUsed += creditsUsed
    sum.requestCount += requestCount
  }
}

const addToSums = (row: UsageRow, count: UsageCount) => {
  addTo(row.hours, startOf("hour", count.at.epochMilliseconds), count)
  addTo(row.days, startOf("day", count.at.epochMilliseconds), count)
}

const addLog = (tables: Tables, log: RequestLog) => {
  const row = rowOf(tables, log.organizationId)
  if (row.logs.has(log.requestId)) return
  row.logs.set(log.requestId, log)
  addToSums(row, requestUsage(log))
}

/** Counts a charge that is no call, unless it is counted already. */
export const addCharge = (tables: Tables, charge: UsageCount): void => {
  const row = rowOf(tables, charge.organizationId)
  if (row.charges.has(charge.id)) return
  row.charges.set(charge.id, charge)
  addToSums(row, charge)
}

/** What the calls cost once their corrections are in. */
const corrected = (row: UsageRow, logs: ReadonlyArray<RequestLog>): ReadonlyArray<RequestLog> => {
  const corrections = new Map<string, number>()
  for (const { correctsRequestId, creditsUsed } of row.charges.values()) {
    if (correctsRequestId === null) continue
    corrections.set(correctsRequestId, (corrections.get(correctsRequestId) ?? 0) + creditsUsed)
  }
  return logs.map((log) => ({ ...log, creditsUsed: log.creditsUsed + (corrections.get(log.requestId) ?? 0) }))
}

const rowsIn = (row: UsageRow, { from, to }: Stretch): ReadonlyArray<UsageCount> =>
  [...Array.from(row.logs.values(), requestUsage), ...row.charges.values()].filter(
    ({ at }) => at.epochMilliseconds >= from && at.epochMilliseconds < to
  )

const sumsIn = (sums: ReadonlyMap<string, UsageSum>, { from, to }: Stretch): ReadonlyArray<UsageSum> =>
  [...sums.values()].filter(({ startMillis }) => startMillis >= from && startMillis < to)

const countsOf = (row: UsageRow, { from, groupBy, interval, to }: HistoryQuery): ReadonlyArray<HistoryCount> =>
  stretchesOf(interval, from.epochMilliseconds, to.epochMilliseconds).flatMap(
    (stretch): ReadonlyArray<HistoryCount> => {
      if (stretch.grain === "row") {
        return rowsIn(row, stretch).map((count) => ({ ...count, value: groupValue(count, groupBy) }))
      }
      return sumsIn(stretch.grain === "hour" ? row.hours : row.days, stretch).map((sum) => ({
        at: DateTime.makeUnsafe(sum.startMillis),
        value: groupValue(sum, groupBy),
        creditsUsed: sum.creditsUsed,
        requestCount: sum.requestCount
      }))
    }
  )

const newestFirst = (a: RequestLog, b: RequestLog) =>
  comparePositions({ at: a.at, id: a.requestId }, { at: b.at, id: b.requestId })

interface Removable {
  readonly atMillis: number
  readonly remove: () => void
}

const removeRows = (tables: Tables, beforeMillis: number, limit: number): number => {
  const old: Array<Removable> = []
  for (const { charges, logs } of tables.usage.values()) {
    for (const rows of [charges, logs]) {
      for (const [id, { at }] of rows) {
        if (at.epochMilliseconds >= beforeMillis) continue
        old.push({ atMillis: at.epochMilliseconds, remove: () => rows.delete(id) })
      }
    }
  }
  const removed = old.sort((a, b) => a.atMillis - b.atMillis).slice(0, limit)
  for (const { remove } of removed) remove()
  return removed.length
}

const removeSums = (tables: Tables, beforeMillis: number) => {
  for (const { days, hours } of tables.usage.values()) {
    for (const [key, { startMillis }] of hours) if (startMillis + hourMillis <= beforeMillis) hours.delete(key)
    for (const [key, { startMillis }] of days) if (startMillis + dayMillis <= beforeMillis) days.delete(key)
  }
}

/** `UsageStore` in memory. */
export const layer: Layer.Layer<UsageStore, never, Database> = Layer.effect(
  UsageStore,
  Effect.gen(function* () {
    const tables = yield* Database

    return UsageStore.of({
      append: (logs) =>
        Effect.sync(() => {
          for (const log of logs) addLog(tables, log)
        }),

      add: (charges) =>
        Effect.sync(() => {
          for (const charge of charges) addCharge(tables, charge)
        }),

      history: (organizationId, query) => Effect.sync(() => countsOf(rowOf(tables, organizationId), query)),

      logs: (organizationId, filter, { limit, mostLooked, skip }) =>
        Effect.suspend(() => {
          const row = rowOf(tables, organizationId)
          const { from, to } = filter
          const window = [...row.logs.values()].filter((log) => isShown(log, { from, to })).sort(newestFirst)
          const looked = window.slice(0, mostLooked)
          const shown = looked.filter((log) => isShown(log, filter)).slice(skip, skip + limit)
          const last = looked.at(-1)
          return looked.length < window.length && shown.length < limit && last !== undefined
            ? Effect.fail(new TooManyCalls({ lookedTo: last.at }))
            : Effect.succeed(corrected(row, shown).map(summaryOf))
        }),

      log: (organizationId, requestId) =>
        Effect.sync(() => {
          const row = rowOf(tables, organizationId)
          return Option.map(Option.fromUndefinedOr(row.logs.get(requestId)), (log) => corrected(row, [log])[0]!)
        }),

      prune: ({ countsBefore, limit, rowsBefore }) =>
        Effect.sync(() => {
          removeSums(tables, countsBefore.epochMilliseconds)
          return removeRows(tables, rowsBefore.epochMilliseconds, limit)
        })
    })
  })
)
