/** `kittiwake.usage`: what was called and charged, and what is left, as promises. */

import { Credits } from "@kittiwake/core/credits/Credits"
import type { CreditUsageRecord } from "@kittiwake/core/credits/domain/CreditUsage"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import { GroupBy } from "@kittiwake/core/usage/domain/History"
import { Interval } from "@kittiwake/core/usage/domain/Interval"
import { logLimits } from "@kittiwake/core/usage/domain/LogFilter"
import { Usage } from "@kittiwake/core/usage/Usage"
import { integer, Tags, text } from "@kittiwake/http/internal/fields"
import {
  type LogRecord,
  type LogSummaryRecord,
  logPageRecord,
  logRecord
} from "@kittiwake/http/internal/logs/LogRecord"
import { logRequest } from "@kittiwake/http/internal/logs/logRequest"
import { type HistoryRecord, historyRecord } from "@kittiwake/http/internal/usage/HistoryRecord"
import { historyRequest } from "@kittiwake/http/internal/usage/historyRequest"
import { Effect, Schema } from "effect"
import { momentField, reads, readsId } from "./input.ts"
import { currentOrganization, type Run } from "./run.ts"

const ListLogs = Schema.Struct({
  page: Schema.optionalKey(integer(logLimits.page.minimum, logLimits.page.maximum)),
  limit: Schema.optionalKey(integer(logLimits.limit.minimum, logLimits.limit.maximum)),
  /** From this moment on; 24 hours before `to` unless given. */
  from: momentField,
  /** Up to this moment; now unless given. */
  to: momentField,
  /** The path as called, with or without its version. */
  path: Schema.optionalKey(text(1, 2_048)),
  status_code: Schema.optionalKey(integer(100, 599)),
  error_code: Schema.optionalKey(text(1, 100)),
  errors_only: Schema.optionalKey(Schema.Boolean),
  key_id: Schema.optionalKey(text(1, 200)),
  /** What a program was allowed that called. */
  grant_id: Schema.optionalKey(text(1, 200)),
  /** Only what screens of the dashboard asked by themselves, or only what they did not. */
  dashboard: Schema.optionalKey(Schema.Boolean),
  /** What the query or the body contains. */
  search: Schema.optionalKey(text(1, logLimits.searchLength)),
  /** Has at least one of these labels. */
  tags: Schema.optionalKey(Tags)
})
export type ListLogs = typeof ListLogs.Encoded

const ReadHistory = Schema.Struct({
  /** From this moment on; 30 days before `to` unless given. */
  from: momentField,
  /** Up to this moment; now unless given. */
  to: momentField,
  interval: Schema.optionalKey(Interval),
  group_by: Schema.optionalKey(GroupBy)
})
export type ReadHistory = typeof ReadHistory.Encoded

/** A page of the log of calls, by its number. */
export interface LogPage {
  readonly data: ReadonlyArray<LogSummaryRecord>
  readonly page: number
  readonly limit: number
  readonly has_more: boolean
}

/** Everything that can be asked about usage. */
export interface UsageMethods {
  /** Credits left, used in this period, and coming next. */
  readonly credits: () => Promise<CreditUsageRecord>
  /** Credits and calls by hour, day or month. */
  readonly history: (options?: ReadHistory) => Promise<HistoryRecord>
  /** Calls of the two handlers, newest first; the last 24 hours unless told otherwise. */
  readonly logs: (options?: ListLogs) => Promise<LogPage>
  /** One of these calls with what was sent and answered. */
  readonly log: (requestId: string) => Promise<LogRecord>
}

const requestIdOf = readsId("requestId", { make: (id: string) => id })
const readLogs = reads(ListLogs)
const readHistory = reads(ReadHistory)

/** The methods for one organization, run by `run`. */
export const usageMethods = (
  run: Run<Credits | Organizations | Usage>,
  organizationId: OrganizationId
): UsageMethods => ({
  credits: () =>
    run(
      Effect.gen(function* () {
        return yield* (yield* Credits).usage(yield* currentOrganization(organizationId))
      })
    ),
  history: (options = {}) =>
    run(
      Effect.gen(function* () {
        const request = historyRequest(yield* readHistory(options))
        return historyRecord(yield* (yield* Usage).history(organizationId, request))
      })
    ),
  logs: (options = {}) =>
    run(
      Effect.gen(function* () {
        const request = logRequest(yield* readLogs(options))
        return logPageRecord(yield* (yield* Usage).logs(organizationId, request))
      })
    ),
  log: (requestId) =>
    run(
      Effect.gen(function* () {
        return logRecord(yield* (yield* Usage).log(organizationId, yield* requestIdOf(requestId)))
      })
    )
})
