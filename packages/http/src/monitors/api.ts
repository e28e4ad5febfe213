/** The operations on monitors, as values (contract/monitors.md §3). */

import { ChangeSummaryRecord, PicturedChangeRecord } from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import { BaselineRecord, MonitorRecord } from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import { MuteOptionsRecord } from "@kittiwake/core/internal/monitors/domain/MuteRecord"
import { PreviewRecord } from "@kittiwake/core/internal/monitors/domain/PreviewRecord"
import { RecentRunsRecord, RunRecord, TraceStepRecord } from "@kittiwake/core/internal/monitors/domain/RunRecord"
import {
  BacktestRecord,
  ComparisonRecord,
  VersionDetailRecord,
  VersionRecord
} from "@kittiwake/core/internal/monitors/domain/VersionRecord"
import { MonitorStatus } from "@kittiwake/core/monitors/domain/Monitor"
import { recentRunLimits } from "@kittiwake/core/monitors/domain/RecentRun"
import { RunStatus } from "@kittiwake/core/monitors/domain/Run"
import { ChangeDetectionType, TargetType } from "@kittiwake/core/monitors/domain/Target"
import { SearchField } from "@kittiwake/core/monitors/MonitorStore"
import { PlanTier } from "@kittiwake/core/organizations/domain/Plan"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { access, type CallKind } from "../access.ts"
import { testWeight, WebhookTestReply } from "../deliveries/api.ts"
import { errorsWith } from "../errors.ts"
import { idSuchAs, listOf, pageQuery, queryList, Tags, TimestampInput, text } from "../fields.ts"
import { keyHeaders } from "../idempotency.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { MonitorCreditUsageRecord } from "./CreditUsageRecord.ts"
import {
  allChangesQuery,
  BacktestBody,
  CreateMonitorBody,
  changesQuery,
  PreviewMonitorBody,
  TriageChangeBody,
  TriageChangesBody,
  UpdateMonitorBody
} from "./input.ts"
import { ShareChangeBody, SharedChangeRecord, WithdrawnChangeRecord } from "./ShareRecord.ts"
import { MonitorSummaryRecord } from "./SummaryRecord.ts"
import { ChangeCountRecord, TriagedRecord } from "./TriageRecord.ts"

const monitors = (
  summary: string,
  scope: Scope,
  options: { readonly weight?: number; readonly kind?: CallKind } = {}
) => access({ summary, scope, bucket: "monitors", ...options })

const previewSummary = "What a new monitor would keep, in what two looks differ, and what it would cost"

/** An id of ours: anything else is the id of nothing. */

const monitorParams = { monitor_id: idSuchAs("mon_1f0c…") }

const changeParams = { change_id: idSuchAs("chg_1f0c…") }

export const ChangeReply = Schema.Struct({ ...PicturedChangeRecord.fields, ...callFields }).annotate({
  identifier: "Change"
})

/** A monitor, and with its baseline where it was asked for by itself. */
export const MonitorReply = Schema.Struct({
  ...MonitorRecord.fields,
  baseline: Schema.optionalKey(Schema.NullOr(BaselineRecord)),
  /** Of a retrieved page: lines of its baseline that are known to change by themselves. Beyond the contract. */
  unstable: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Of a retrieved semantic monitor: what its goal was compiled to, in words. Beyond the contract. */
  conditions: Schema.optionalKey(Schema.Array(Schema.String.annotate({ logged: "never" }))),
  ...callFields
}).annotate({ identifier: "Monitor" })

const CreatedMonitor = Schema.Struct({
  ...MonitorReply.fields,
  initial_run_id: Schema.NullOr(Schema.String)
}).annotate({ identifier: "CreatedMonitor" })

/** What a new monitor would keep. Beyond the contract. */
export const PreviewReply = Schema.Struct({ ...PreviewRecord.fields, ...callFields }).annotate({
  identifier: "MonitorPreview"
})

/** A version with what was compared. */
export const VersionReply = Schema.Struct({ ...VersionDetailRecord.fields, ...callFields }).annotate({
  identifier: "Version"
})

/** What differs between two versions. */
export const ComparisonReply = Schema.Struct({ ...ComparisonRecord.fields, ...callFields }).annotate({
  identifier: "Comparison"
})

const RunReply = Schema.Struct({
  ...RunRecord.fields,
  /** What the run did, step by step. */
  trace: Schema.Array(TraceStepRecord),
  ...callFields
}).annotate({ identifier: "RunWithTrace" })

const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    has_more: Schema.Boolean,
    next_cursor: Schema.NullOr(Schema.String),
    ...callFields
  })

const versionQuery = text(1, 64).annotate({ logged: "id" })

const runsQuery = { status: Schema.optionalKey(RunStatus), ...pageQuery }

export const MonitorsApi = HttpApiGroup.make("monitors")
  .add(
    HttpApiEndpoint.post("create", "/monitors", {
      headers: keyHeaders,
      payload: CreateMonitorBody,
      success: CreatedMonitor.pipe(HttpApiSchema.status(201)),
      error: errorsWith(409, 413, 415)
    }).annotateMerge(monitors("Create a monitor and queue its baseline run", "monitors:write")),
    HttpApiEndpoint.post("preview", "/monitors/preview", {
      payload: PreviewMonitorBody,
      success: PreviewReply,
      error: errorsWith(408, 413, 415)
    }).annotateMerge(
      // It reads the web while its caller waits, and counts as what does.
      access({
        summary: previewSummary,
        scope: "monitors:write",
        bucket: "default",
        keepsReply: false,
        kind: "neither"
      })
    ),
    HttpApiEndpoint.get("list", "/monitors", {
      query: {
        q: Schema.optionalKey(text(1, 200)),
        search_by: Schema.optionalKey(queryList(listOf(SearchField, 4))),
        search_type: Schema.optionalKey(Schema.Literals(["prefix", "exact"])),
        status: Schema.optionalKey(MonitorStatus),
        target_type: Schema.optionalKey(TargetType),
        change_detection_type: Schema.optionalKey(ChangeDetectionType),
        /** Beyond the contract: what was made with one grant. */
        grant_id: Schema.optionalKey(text(1, 64).annotate({ logged: "id" })),
        tag: Schema.optionalKey(text(1, 50).annotate({ logged: "label" })),
        tags: Schema.optionalKey(queryList(Tags)),
        ...pageQuery
      },
      success: pageOf(MonitorRecord).annotate({ identifier: "MonitorPage" })
    }).annotateMerge(monitors("List and search monitors, newest first", "monitors:read")),
    HttpApiEndpoint.get("limits", "/monitors/limits", {
      success: Schema.Struct({
        monitors_used: Schema.Int,
        monitors_limit: Schema.Int,
        plan: PlanTier,
        ...callFields
      }).annotate({ identifier: "MonitorLimits" })
    }).annotateMerge(monitors("Monitor count, allowance and plan", "monitors:read")),
    HttpApiEndpoint.get("summary", "/monitors/summary", {
      success: Schema.Struct({ ...MonitorSummaryRecord.fields, ...callFields }).annotate({
        identifier: "MonitorSummary"
      })
    }).annotateMerge(
      monitors("How many monitors are paused, fail or are late, and which are looked at next", "monitors:read")
    ),
    HttpApiEndpoint.get("creditUsage", "/monitors/credit-usage", {
      query: { since: Schema.optionalKey(TimestampInput), until: Schema.optionalKey(TimestampInput) },
      success: Schema.Struct({ ...MonitorCreditUsageRecord.fields, ...callFields }).annotate({
        identifier: "MonitorCreditUsage"
      })
    }).annotateMerge(monitors("Credits charged for each monitor, latest charged first", "monitors:read")),
    HttpApiEndpoint.get("allRuns", "/monitors/runs", {
      query: runsQuery,
      success: pageOf(RunRecord).annotate({ identifier: "RunPage" })
    }).annotateMerge(monitors("Runs of all monitors, newest first", "monitors:read")),
    HttpApiEndpoint.get("recentRuns", "/monitors/recent-runs", {
      query: { monitor_ids: queryList(listOf(text(1, 200).annotate({ logged: "id" }), recentRunLimits.monitors)) },
      success: Schema.Struct({ data: Schema.Array(RecentRunsRecord), ...callFields }).annotate({
        identifier: "RecentRuns"
      })
    }).annotateMerge(monitors("The last thirty runs of each of several monitors, in brief", "monitors:read")),
    HttpApiEndpoint.get("allChanges", "/monitors/changes", {
      query: {
        ...allChangesQuery,
        ...changesQuery,
        ...pageQuery
      },
      success: pageOf(ChangeSummaryRecord).annotate({ identifier: "ChangePage" })
    }).annotateMerge(monitors("Changes of all monitors, newest first", "monitors:read")),
    HttpApiEndpoint.get("countChanges", "/monitors/changes/count", {
      query: { ...allChangesQuery, ...changesQuery },
      success: Schema.Struct({ ...ChangeCountRecord.fields, ...callFields }).annotate({ identifier: "ChangeCount" })
    }).annotateMerge(monitors("How many changes a filter shows, counted up to a thousand", "monitors:read")),
    HttpApiEndpoint.post("triageChanges", "/monitors/changes/triage", {
      payload: TriageChangesBody,
      success: Schema.Struct({ ...TriagedRecord.fields, ...callFields }).annotate({ identifier: "TriagedChanges" }),
      error: errorsWith(404, 413, 415)
    }).annotateMerge(monitors("Say of many changes how they stand", "monitors:write")),
    HttpApiEndpoint.get("change", "/monitors/changes/:change_id", {
      params: changeParams,
      success: ChangeReply,
      error: errorsWith(404)
    }).annotateMerge(monitors("One change in full", "monitors:read")),
    HttpApiEndpoint.patch("triageChange", "/monitors/changes/:change_id", {
      params: changeParams,
      payload: TriageChangeBody,
      success: ChangeReply,
      error: errorsWith(404, 413, 415)
    }).annotateMerge(monitors("Say how a change stands: open, done or not useful", "monitors:write")),
    HttpApiEndpoint.post("shareChange", "/monitors/changes/:change_id/share", {
      params: changeParams,
      payload: ShareChangeBody,
      success: Schema.Struct({ ...SharedChangeRecord.fields, ...callFields }).annotate({ identifier: "SharedChange" }),
      error: errorsWith(404, 413, 415)
    }).annotateMerge(monitors("A link under which people without a key read one change, for days", "monitors:write")),
    HttpApiEndpoint.delete("withdrawChange", "/monitors/changes/:change_id/share", {
      params: changeParams,
      success: Schema.Struct({ ...WithdrawnChangeRecord.fields, ...callFields }).annotate({
        identifier: "WithdrawnChange"
      }),
      error: errorsWith(404)
    }).annotateMerge(monitors("Take all links back under which people without a key read a change", "monitors:write")),
    HttpApiEndpoint.post("muteOptions", "/monitors/changes/:change_id/mute-options", {
      params: changeParams,
      success: Schema.Struct({ ...MuteOptionsRecord.fields, ...callFields }).annotate({ identifier: "MuteOptions" }),
      error: errorsWith(404, 409)
    }).annotateMerge(monitors("What would have kept a change quiet, tried on what is kept", "monitors:read")),
    HttpApiEndpoint.get("get", "/monitors/:monitor_id", {
      params: monitorParams,
      success: MonitorReply,
      error: errorsWith(404)
    }).annotateMerge(monitors("One monitor with its stored baseline", "monitors:read")),
    HttpApiEndpoint.patch("update", "/monitors/:monitor_id", {
      params: monitorParams,
      payload: UpdateMonitorBody,
      success: MonitorReply,
      error: errorsWith(404, 413, 415)
    }).annotateMerge(monitors("Edit, pause or resume a monitor", "monitors:write")),
    HttpApiEndpoint.delete("remove", "/monitors/:monitor_id", {
      params: monitorParams,
      success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true), ...callFields }).annotate({
        identifier: "RemovedMonitor"
      }),
      error: errorsWith(404)
    }).annotateMerge(monitors("Remove a monitor; stops its runs and webhook retries", "monitors:write")),
    HttpApiEndpoint.post("run", "/monitors/:monitor_id/run", {
      params: monitorParams,
      headers: keyHeaders,
      success: Schema.Struct({
        monitor_id: Schema.String,
        run_id: Schema.String,
        queued: Schema.Literal(true),
        ...callFields
      })
        .annotate({ identifier: "QueuedRun" })
        .pipe(HttpApiSchema.status(202)),
      error: errorsWith(404, 409)
    }).annotateMerge(monitors("Queue a run now", "monitors:write")),
    HttpApiEndpoint.get("runs", "/monitors/:monitor_id/runs", {
      params: monitorParams,
      query: runsQuery,
      success: pageOf(RunRecord).annotate({ identifier: "RunPage" }),
      error: errorsWith(404)
    }).annotateMerge(monitors("Runs of one monitor, newest first", "monitors:read")),
    HttpApiEndpoint.get("runOf", "/monitors/:monitor_id/runs/:run_id", {
      params: { monitor_id: idSuchAs("mon_1f0c…"), run_id: idSuchAs("run_1f0c…") },
      success: RunReply,
      error: errorsWith(404)
    }).annotateMerge(monitors("One run with its trace", "monitors:read")),
    HttpApiEndpoint.get("changes", "/monitors/:monitor_id/changes", {
      params: monitorParams,
      query: { ...changesQuery, ...pageQuery },
      success: pageOf(ChangeSummaryRecord).annotate({ identifier: "ChangePage" }),
      error: errorsWith(404)
    }).annotateMerge(monitors("Changes of one monitor, newest first", "monitors:read")),
    HttpApiEndpoint.get("versions", "/monitors/:monitor_id/versions", {
      params: monitorParams,
      query: pageQuery,
      success: pageOf(VersionRecord).annotate({ identifier: "VersionPage" }),
      error: errorsWith(404)
    }).annotateMerge(monitors("Versions of what a monitor watches, newest first", "monitors:read")),
    HttpApiEndpoint.get("compareVersions", "/monitors/:monitor_id/versions/compare", {
      params: monitorParams,
      query: { from: versionQuery, to: versionQuery },
      success: ComparisonReply,
      error: errorsWith(404, 408)
    }).annotateMerge(
      // It is made in a thread of its own, for seconds.
      monitors("What differs between two versions", "monitors:read", { kind: "neither" })
    ),
    HttpApiEndpoint.get("version", "/monitors/:monitor_id/versions/:version_id", {
      params: { monitor_id: idSuchAs("mon_1f0c…"), version_id: idSuchAs("ver_1f0c…") },
      success: VersionReply,
      error: errorsWith(404)
    }).annotateMerge(monitors("One version with what was compared", "monitors:read")),
    HttpApiEndpoint.post("backtest", "/monitors/:monitor_id/backtest", {
      params: monitorParams,
      payload: BacktestBody,
      success: Schema.Struct({ ...BacktestRecord.fields, ...callFields }).annotate({ identifier: "BacktestResult" }),
      error: errorsWith(404, 409, 413, 415)
    }).annotateMerge(monitors("What other rules would have told of the versions that are kept", "monitors:read")),
    HttpApiEndpoint.post("rotateSecret", "/monitors/:monitor_id/webhook/rotate-secret", {
      params: monitorParams,
      success: MonitorReply,
      error: errorsWith(404, 409)
    }).annotateMerge(monitors("Replace the webhook's signing secret at once", "monitors:write")),
    HttpApiEndpoint.post("testWebhook", "/monitors/:monitor_id/webhook/test", {
      params: monitorParams,
      success: WebhookTestReply,
      error: errorsWith(404, 409)
    }).annotateMerge(
      monitors("Send one signed event to the webhook, and say what came of it", "monitors:write", {
        weight: testWeight
      })
    )
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Monitors", description: "Watch pages and read what changed." }))
