/** Logged calls and charges as rows. */
import type { Entry, Origin } from "@kittiwake/core/credits/domain/Ledger"
import { searchText } from "@kittiwake/core/usage/domain/LogFilter"
import type { RequestLog, RequestLogSummary } from "@kittiwake/core/usage/domain/RequestLog"
import { callerOf, chargeUsage, type UsageCount } from "@kittiwake/core/usage/domain/UsageCount"
import { storableJson, storableText } from "@kittiwake/storage/storable"
import { millisOf, momentOf } from "./moments.ts"
import type { LogSummaryRow } from "./reads/usageLogs.ts"
import type { ChargedUsage, ChargeRow } from "./writes/tallies.ts"
import type { LogRow } from "./writes/usage.ts"

const textOrNull = (text: string | null) => (text === null ? null : storableText(text))

/** Whom calls count for that nobody is known to have made. */
export const nobody = callerOf({ keyId: null, grantId: null })

/** The row of a call. Not through its codec, which would walk through what was answered. */
export const logRow = (log: RequestLog): LogRow => [
  log.organizationId,
  log.requestId,
  millisOf(log.at),
  log.keyId,
  log.grantId,
  storableText(log.method),
  storableText(log.path),
  storableText(log.route),
  log.statusCode,
  textOrNull(log.errorCode),
  log.creditsUsed,
  log.latencyMs,
  log.tags.length === 0 ? "[]" : storableJson(log.tags),
  log.zdr ? 1 : 0,
  textOrNull(log.userAgent),
  storableText(searchText(log.input)),
  storableJson(log.input),
  log.response === null ? null : storableJson(log.response),
  log.ofDashboard ? 1 : 0
]

/** The row of a charge. */
export const chargeRow = (charge: UsageCount): ChargeRow => ({
  ...charge,
  path: storableText(charge.path),
  at: millisOf(charge.at)
})

/** Where the history of usage counts the charge of an entry. */
export const chargedUsage = (entry: Entry, origin: Origin): ChargedUsage => {
  const { keyId, path, statusCode } = chargeUsage(entry, origin)
  return { keyId: storableText(keyId), path: storableText(path), statusCode }
}

/** A row with all of a call. */
export interface WholeLogRow extends LogSummaryRow {
  readonly userAgent: string | null
  readonly input: string
  readonly response: string | null
}

/** A call as a list shows it. */
export const toLogSummary = (row: LogSummaryRow): RequestLogSummary => ({
  ...row,
  organizationId: row.organizationId as RequestLog["organizationId"],
  at: momentOf(row.at),
  tags: JSON.parse(row.tags),
  zdr: row.zdr === 1,
  ofDashboard: row.ofDashboard === 1
})

/** All of a call. */
export const toLog = ({ input, response, userAgent, ...summary }: WholeLogRow): RequestLog => ({
  ...toLogSummary(summary),
  userAgent,
  input: JSON.parse(input),
  response: response === null ? null : JSON.parse(response)
})
