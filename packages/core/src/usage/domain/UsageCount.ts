/** What one event adds to the history of usage. */
import { type DateTime, Schema } from "effect"
import type { Entry, Origin } from "../../credits/domain/Ledger.ts"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import type { RequestLog } from "./RequestLog.ts"

/** Usage of one moment. History is nothing but sums of these. */
export const UsageCount = Schema.Struct({
  /** What is counted, so that it is counted once: the id of a request, a run or a settlement. */
  id: Schema.String,
  organizationId: OrganizationId,
  at: Schema.DateTimeUtc,
  /** Route of the operation, such as `/monitors/{monitor_id}`. */
  path: Schema.String,
  /** The key or grant that called, or `system`. */
  keyId: Schema.String,
  statusCode: Schema.Int,
  /** Negative when a charge is taken back. */
  creditsUsed: Schema.Int,
  /** 1 for a call, 0 for a charge that is none. */
  requestCount: Schema.Int,
  /** The call whose charge this corrects; null when it corrects none. */
  correctsRequestId: Schema.NullOr(Schema.String)
})
export type UsageCount = typeof UsageCount.Type

/** The status under which charges count: what is charged was done. */
const chargedStatus = 200

/** Who called, in the words of history. */
export const callerOf = ({ grantId, keyId }: Pick<RequestLog, "grantId" | "keyId">): string =>
  keyId ?? grantId ?? "unknown"

/** What a logged call adds: a request, and no credits. Those are counted when they are charged (`chargeUsage`). @internal */
export const requestUsage = (log: RequestLog): UsageCount => ({
  id: log.requestId,
  organizationId: log.organizationId,
  at: log.at,
  path: log.route,
  keyId: callerOf(log),
  statusCode: log.statusCode,
  creditsUsed: 0,
  requestCount: 1,
  correctsRequestId: null
})

/**
 * What the charge of a call adds: credits, and no request. They count under the status of a call that was done, because only
 * such a call is charged, and nobody knows yet how the answer will fare.
 */
export const chargeUsage = ({ at, cause, credits, organizationId }: Entry, { caller, route }: Origin): UsageCount => ({
  id: cause.id,
  organizationId,
  at,
  path: route,
  keyId: caller,
  statusCode: chargedStatus,
  creditsUsed: 0 - credits,
  requestCount: 0,
  correctsRequestId: null
})

/** What a finished run of a monitor adds: credits, and no request. */
export const runUsage = (
  run: { readonly id: string; readonly organizationId: OrganizationId; readonly creditsCharged: number },
  at: DateTime.Utc
): UsageCount => ({
  id: run.id,
  organizationId: run.organizationId,
  at,
  path: "/monitors/run",
  keyId: "system",
  statusCode: chargedStatus,
  creditsUsed: run.creditsCharged,
  requestCount: 0,
  correctsRequestId: null
})

/**
 * What it adds to learn later that a call costs `credits` more, or less when negative: at the moment of the
 * call, where its charge was counted. `id` names why, for example the batch that was settled.
 *
 * @internal
 */
export const correctionUsage = (
  call: Pick<RequestLog, "requestId" | "organizationId" | "at" | "route" | "keyId" | "grantId">,
  id: string,
  credits: number
): UsageCount => ({
  id,
  organizationId: call.organizationId,
  at: call.at,
  path: call.route,
  keyId: callerOf(call),
  statusCode: chargedStatus,
  creditsUsed: credits,
  requestCount: 0,
  correctsRequestId: call.requestId
})
