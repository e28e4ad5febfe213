/** All a caller may do with the history of usage and the log of calls. */
import { Context, DateTime, Effect, Layer, Option, type Result } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import {
  type History,
  type HistoryRequest,
  historyOf,
  historyQuery,
  keptSince,
  type Problem,
  type UsageRetention,
  usageRetention,
  widened
} from "./domain/History.ts"
import { isIndexed, type LogRequest, logLimits, logQuery } from "./domain/LogFilter.ts"
import type { LoggedCall, RequestLog, RequestLogSummary } from "./domain/RequestLog.ts"
import { RequestLogNotFound } from "./errors.ts"
import { UsageRecorder } from "./UsageRecorder.ts"
import { UsageStore } from "./UsageStore.ts"

/** A page of logged calls, by number. */
export interface LogPage {
  readonly data: ReadonlyArray<RequestLogSummary>
  readonly page: number
  readonly limit: number
  readonly hasMore: boolean
}

const accepted = <A>(result: Result.Result<A, Problem>) =>
  Effect.mapError(Effect.fromResult(result), (problem) => new InvalidInput(problem))

const readHistory = Effect.fn("Usage.history")(function* (
  organizationId: OrganizationId,
  request: HistoryRequest,
  retention: UsageRetention
) {
  const now = yield* DateTime.now
  const query = yield* accepted(historyQuery(request, now))
  yield* (yield* UsageRecorder).flush
  return historyOf(query, yield* (yield* UsageStore).history(organizationId, widened(query, retention, now)))
})

/** What one list looked through without filling its page. */
const narrower = (lookedTo: DateTime.Utc) => {
  const at = DateTime.formatIso(lookedTo)
  return new InvalidInput({
    field: "from",
    message: `from lies further back than one list looks through with these filters, ${logLimits.looked} calls. Ask from ${at} on for what was found so far, and then with to set to ${at} for what is older`
  })
}

const listLogs = Effect.fn("Usage.logs")(function* (organizationId: OrganizationId, request: LogRequest) {
  const { filter, limit, page } = yield* accepted(logQuery(request, yield* DateTime.now))
  yield* (yield* UsageRecorder).flush
  const bound = isIndexed(filter) ? {} : { mostLooked: logLimits.looked }
  const slice = { skip: (page - 1) * limit, limit: limit + 1, ...bound }
  const rows = yield* (yield* UsageStore)
    .logs(organizationId, filter, slice)
    .pipe(Effect.catchTag("TooManyCalls", ({ lookedTo }) => Effect.fail(narrower(lookedTo))))
  return { data: rows.slice(0, limit), page, limit, hasMore: rows.length > limit } satisfies LogPage
})

const getLog = Effect.fn("Usage.log")(function* (organizationId: OrganizationId, requestId: string) {
  yield* (yield* UsageRecorder).flush
  const found = yield* (yield* UsageStore).log(organizationId, requestId)
  return Option.isSome(found) ? found.value : yield* new RequestLogNotFound()
})

const prune = Effect.fn("Usage.prune")(function* (limit: number, retention: UsageRetention) {
  const { counts, rows } = keptSince(retention, yield* DateTime.now)
  return yield* (yield* UsageStore).prune({ rowsBefore: rows, countsBefore: counts, limit })
})

export class Usage extends Context.Service<
  Usage,
  {
    /** Takes a call to be logged and counted; it is written a moment later. Waits only while too much is waiting, and never for long. */
    readonly record: (call: LoggedCall) => Effect.Effect<void>

    /** Credits and calls by hour, day or month. */
    readonly history: (
      organizationId: OrganizationId,
      request: HistoryRequest
    ) => Effect.Effect<History, InvalidInput | StoreUnavailable>

    /** A page of logged calls, newest first. */
    readonly logs: (
      organizationId: OrganizationId,
      request: LogRequest
    ) => Effect.Effect<LogPage, InvalidInput | StoreUnavailable>

    /** One logged call, with what was sent and answered. */
    readonly log: (
      organizationId: OrganizationId,
      requestId: string
    ) => Effect.Effect<RequestLog, RequestLogNotFound | StoreUnavailable>

    /** Removes up to `limit` records that are kept no longer; tells how many, so that the caller can go on until none is left. */
    readonly prune: (limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/usage/Usage") {
  /** Usage that keeps its records for as long as `retention` says. */
  static readonly layerKeeping = (retention: UsageRetention) =>
    Layer.effect(
      Usage,
      Effect.gen(function* () {
        const recorder = yield* UsageRecorder
        const provided = Effect.provideContext(yield* Effect.context<UsageRecorder | UsageStore>())
        return Usage.of({
          record: recorder.record,
          history: (organizationId, request) => provided(readHistory(organizationId, request, retention)),
          logs: (organizationId, request) => provided(listLogs(organizationId, request)),
          log: (organizationId, requestId) => provided(getLog(organizationId, requestId)),
          prune: (limit) => provided(prune(limit, retention))
        })
      })
    ).pipe(Layer.provide(UsageRecorder.layer))

  static readonly layer = Usage.layerKeeping(usageRetention)
}
