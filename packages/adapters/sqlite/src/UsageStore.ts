import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { HistoryCount, HistoryQuery } from "@kittiwake/core/usage/domain/History"
import { stretchesOf } from "@kittiwake/core/usage/domain/Interval"
import { foldCase, type LogFilter } from "@kittiwake/core/usage/domain/LogFilter"
import type { RequestLogSummary } from "@kittiwake/core/usage/domain/RequestLog"
import { TooManyCalls } from "@kittiwake/core/usage/errors"
import { type LogSlice, UsageStore } from "@kittiwake/core/usage/UsageStore"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { Effect, Layer, Option } from "effect"
import { millisOf, momentOf } from "./moments.ts"
import type { HistoryPart, HistoryStretch } from "./reads/usageHistory.ts"
import { type LogConditions, type LogPlace, type LogsPart, logSummaryColumns } from "./reads/usageLogs.ts"
import { Sqlite } from "./Sqlite.ts"
import { chargeRow, logRow, nobody, toLog, toLogSummary, type WholeLogRow } from "./usageRows.ts"
import { foldTallies } from "./usageSums.ts"

const findLog = `
  select ${logSummaryColumns}, l.user_agent as userAgent, l.input, l.response
  from request_logs l where l.organization_id = ? and l.request_id = ?`

/** Sums and rows that one call removes; rows may be long. */
const removedAtOnce = { sums: 500, rows: 100 }

const conditionsOf = (organizationId: OrganizationId, filter: LogFilter): LogConditions => ({
  organizationId,
  from: millisOf(filter.from),
  paths: filter.paths === undefined ? null : storableJson(filter.paths),
  statusCode: filter.statusCode ?? null,
  errorCode: filter.errorCode ?? null,
  errorsOnly: filter.errorsOnly === true ? 1 : 0,
  keyId: filter.keyId ?? null,
  grantId: filter.grantId ?? null,
  ofDashboard: filter.ofDashboard === undefined ? null : filter.ofDashboard ? 1 : 0,
  search: filter.search === undefined ? null : storableText(foldCase(filter.search)),
  tags: filter.tags === undefined || filter.tags.length === 0 ? null : storableJson(filter.tags)
})

const make = Effect.gen(function* () {
  const sqlite = yield* Sqlite
  const { read, readLong, write } = sqlite
  const fold = Effect.provideService(foldTallies, Sqlite, sqlite)

  const history = Effect.fnUntraced(function* (organizationId: OrganizationId, query: HistoryQuery) {
    const { groupBy, interval } = query
    const counts: Array<HistoryCount> = []
    for (const stretch of stretchesOf(interval, query.from.epochMilliseconds, query.to.epochMilliseconds)) {
      for (let from: number | null = stretch.from; from !== null; ) {
        const wanted: HistoryStretch = { ...stretch, organizationId, from, interval, split: groupBy, nobody }
        const part: HistoryPart = yield* readLong("UsageStore.history", organizationId, wanted)
        for (const count of part.counts) counts.push({ ...count, at: momentOf(count.at) })
        from = part.next
      }
    }
    return counts
  })

  const logs = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    filter: LogFilter,
    { limit, mostLooked = Number.MAX_SAFE_INTEGER, skip: toSkip }: LogSlice
  ) {
    const conditions = conditionsOf(organizationId, filter)
    const found: Array<RequestLogSummary> = []
    let skip = toSkip
    let left = mostLooked
    let after: LogPlace | null = { at: millisOf(filter.to) + 1, id: "" }
    while (after !== null && found.length < limit) {
      if (left <= 0) return yield* new TooManyCalls({ lookedTo: momentOf(after.at) })
      const wanted = { conditions, after, skip, limit: limit - found.length, mostLooked: left }
      const part: LogsPart = yield* readLong("UsageStore.logs", organizationId, wanted)
      for (const row of part.rows) found.push(toLogSummary(row))
      skip -= part.skipped
      left -= part.looked
      after = part.next
    }
    return found
  })

  /** Asks for up to `limit` in parts of `most`; tells how many there were. */
  const inParts = Effect.fnUntraced(function* <E>(
    limit: number,
    most: number,
    ask: (limit: number) => Effect.Effect<number, E>
  ) {
    for (let done = 0; ; ) {
      const wanted = Math.min(most, limit - done)
      const more = yield* ask(wanted)
      done += more
      if (more < wanted || done >= limit) return done
    }
  })

  return UsageStore.of({
    append: (calls) =>
      calls.length === 0 ? Effect.void : write("UsageStore.append", { rows: calls.map(logRow), nobody }),

    add: (charges) => (charges.length === 0 ? Effect.void : write("UsageStore.add", charges.map(chargeRow))),

    history,
    logs,

    log: (organizationId, requestId) =>
      read("UsageStore.log", (db) =>
        Option.map(Option.fromUndefinedOr(db.get<WholeLogRow>(findLog, organizationId, requestId)), toLog)
      ),

    prune: Effect.fnUntraced(function* ({ countsBefore, limit, rowsBefore }) {
      // What is not in the sums yet would come back into them.
      yield* fold
      const { rows, sums } = removedAtOnce
      yield* inParts(Number.POSITIVE_INFINITY, sums, (most) =>
        write("UsageStore.removeSums", { before: millisOf(countsBefore), limit: most })
      )
      return yield* inParts(limit, rows, (most) =>
        write("UsageStore.removeRows", { before: millisOf(rowsBefore), limit: most })
      )
    })
  })
})

/** `UsageStore` on SQLite. */
export const layer: Layer.Layer<UsageStore, never, Sqlite> = Layer.effect(UsageStore, make)
