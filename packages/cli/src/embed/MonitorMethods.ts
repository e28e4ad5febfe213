/** `kittiwake.monitors`: what the HTTP API does with monitors, as promises. */

import {
  type ChangeSummaryRecord,
  changeSummaryRecord,
  type PicturedChangeRecord
} from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import { conditionsRecord } from "@kittiwake/core/internal/monitors/domain/conditionsRecord"
import {
  type BaselineRecord,
  baselineRecord,
  type MonitorRecord,
  monitorRecord,
  unstableRecord
} from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import { type MuteOptionsRecord, muteOptionsRecord } from "@kittiwake/core/internal/monitors/domain/MuteRecord"
import { type PreviewRecord, previewRecord } from "@kittiwake/core/internal/monitors/domain/PreviewRecord"
import {
  type RecentRunsRecord,
  type RunRecord,
  recentRunsRecord,
  runRecord,
  type TraceStepRecord,
  traceRecord
} from "@kittiwake/core/internal/monitors/domain/RunRecord"
import {
  type BacktestRecord,
  backtestRecord,
  type ComparisonRecord,
  type VersionDetailRecord,
  type VersionRecord
} from "@kittiwake/core/internal/monitors/domain/VersionRecord"
import { ChangeLinks } from "@kittiwake/core/monitors/ChangeLinks"
import { ChangeId } from "@kittiwake/core/monitors/domain/Change"
import { Importance } from "@kittiwake/core/monitors/domain/Judgement"
import { MonitorId, MonitorStatus } from "@kittiwake/core/monitors/domain/Monitor"
import { recentRunLimits } from "@kittiwake/core/monitors/domain/RecentRun"
import { RunStatus } from "@kittiwake/core/monitors/domain/Run"
import { RunId } from "@kittiwake/core/monitors/domain/RunId"
import { ChangeDetectionType, TargetType } from "@kittiwake/core/monitors/domain/Target"
import { Triage } from "@kittiwake/core/monitors/domain/Triage"
import { VersionId } from "@kittiwake/core/monitors/domain/Version"
import { MonitorHistory } from "@kittiwake/core/monitors/MonitorHistory"
import { SearchField } from "@kittiwake/core/monitors/MonitorStore"
import { Monitors } from "@kittiwake/core/monitors/Monitors"
import { PictureLinks } from "@kittiwake/core/monitors/PictureLinks"
import type { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { type PlanTier, planTerms } from "@kittiwake/core/organizations/domain/Plan"
import type { Organizations } from "@kittiwake/core/organizations/Organizations"
import { type WebhookTestRecord, webhookTestRecord } from "@kittiwake/http/internal/deliveries/WebhookTestRecord"
import { listOf, Tags, text } from "@kittiwake/http/internal/fields"
import {
  creditUsageRecord,
  type MonitorCreditUsageRecord,
  spendWindow
} from "@kittiwake/http/internal/monitors/CreditUsageRecord"
import { changeFilter, monitorFilter } from "@kittiwake/http/internal/monitors/filters"
import {
  BacktestBody,
  backtestRules,
  CreateMonitorBody,
  monitorPatch,
  newMonitor,
  PreviewMonitorBody,
  previewedMonitor,
  TriageChangeBody,
  TriageChangesBody,
  UpdateMonitorBody,
  withoutSecret
} from "@kittiwake/http/internal/monitors/input"
import {
  linkedChange,
  linkedComparison,
  linkedVersion,
  linkedVersions
} from "@kittiwake/http/internal/monitors/linkedPictures"
import {
  ShareChangeBody,
  type SharedChangeRecord,
  sharedRecord,
  type WithdrawnChangeRecord,
  withdrawnRecord
} from "@kittiwake/http/internal/monitors/ShareRecord"
import { type MonitorSummaryRecord, monitorSummaryRecord } from "@kittiwake/http/internal/monitors/SummaryRecord"
import {
  type ChangeCountRecord,
  changeCountRecord,
  type TriagedRecord
} from "@kittiwake/http/internal/monitors/TriageRecord"
import { triageMany } from "@kittiwake/http/internal/monitors/triageMany"
import { pageRecord, pageRequest } from "@kittiwake/http/internal/pages"
import { rulesOf } from "@kittiwake/http/internal/web/requests"
import { Effect, Schema } from "effect"
import { keyed, keyField, momentField, pageFields, type RecordPage, reads, readsId } from "./input.ts"
import { type CallOptions, currentOrganization, type Run } from "./run.ts"
import { newCall, type Spent, wantedBy } from "./webRequest.ts"

/** What `create` takes. */
export type CreateMonitor = typeof CreateMonitorBody.Encoded

/** What `preview` takes: what `create` does, of which the name may be left out, and how long it may take. */
export type PreviewMonitor = typeof PreviewMonitorBody.Encoded

/** What `update` takes; a field that is not there stays as it is. */
export type UpdateMonitor = typeof UpdateMonitorBody.Encoded

const KeyOptions = Schema.Struct(keyField)

/** What `create` and `runNow` take beside what they are about. */
export interface KeyOptions {
  /** Calling again with the same key within 24 hours gives the first answer and does nothing twice. */
  readonly idempotencyKey?: string
}

/** A monitor with its stored baseline, null before the first capture. */
export type MonitorWithBaseline = MonitorRecord & {
  readonly baseline: BaselineRecord | null
  /** Of a page, lines of its baseline that are known to change by themselves. */
  readonly unstable?: ReadonlyArray<string>
  /** Of a semantic monitor, what its goal was compiled to, in words. */
  readonly conditions?: ReadonlyArray<string>
}

/** What a new monitor would keep. */
export type MonitorPreview = PreviewRecord

const ListMonitors = Schema.Struct({
  /** Words that must all occur in the name, address, instructions or labels. */
  q: Schema.optionalKey(text(1, 200)),
  /** Where the words are looked for; everywhere unless given. */
  search_by: Schema.optionalKey(listOf(SearchField, 4)),
  /** Whether words may be longer than those given; `prefix` unless given. */
  search_type: Schema.optionalKey(Schema.Literals(["prefix", "exact"])),
  status: Schema.optionalKey(MonitorStatus),
  target_type: Schema.optionalKey(TargetType),
  change_detection_type: Schema.optionalKey(ChangeDetectionType),
  /** Was made with this grant. */
  grant_id: Schema.optionalKey(text(1, 64)),
  /** Has this label. */
  tag: Schema.optionalKey(text(1, 50)),
  /** Has at least one of these labels. */
  tags: Schema.optionalKey(Tags),
  ...pageFields
})
const ListRuns = Schema.Struct({
  monitor_id: Schema.optionalKey(text(1, 200)),
  status: Schema.optionalKey(RunStatus),
  ...pageFields
})
const CountChanges = Schema.Struct({
  monitor_id: Schema.optionalKey(text(1, 200)),
  target_type: Schema.optionalKey(TargetType),
  change_detection_type: Schema.optionalKey(ChangeDetectionType),
  tag: Schema.optionalKey(text(1, 50)),
  /** At or after this moment. */
  since: momentField,
  /** Before this moment. */
  until: momentField,
  /** How they stand. */
  triage: Schema.optionalKey(Triage),
  /** When they came to stand so: `triaged_at` of what `triageMany` answered. */
  triaged_at: momentField,
  /** Has one of these importances. */
  importance: Schema.optionalKey(listOf(Importance, 3)),
  /** Words that must all begin a word of the title, of the summary or of the name of the monitor. */
  q: Schema.optionalKey(text(1, 200))
})
const ListChanges = Schema.Struct({ ...CountChanges.fields, ...pageFields })

const ListVersions = Schema.Struct(pageFields)
const TwoVersions = Schema.Struct({ from: text(1, 64), to: text(1, 64) })

const RecentRuns = Schema.Struct({ monitor_ids: listOf(text(1, 200), recentRunLimits.monitors) })

const CreditUsageWindow = Schema.Struct({ since: momentField, until: momentField })

/** What `creditUsage` takes: from `since` on, and before `until`. */
export type CreditUsageWindow = typeof CreditUsageWindow.Encoded
export type ListVersions = typeof ListVersions.Encoded

/** The versions that `compareVersions` compares, by their ids. */
export type TwoVersions = typeof TwoVersions.Encoded

/** Rules that `backtest` tries; what is left out is as the monitor has it. */
export type BacktestInput = typeof BacktestBody.Encoded
export type ListMonitors = typeof ListMonitors.Encoded
export type ListRuns = typeof ListRuns.Encoded
export type ListChanges = typeof ListChanges.Encoded

/** What `countChanges` counts: what `changes` lists. */
export type CountChanges = typeof CountChanges.Encoded

/** What `triageMany` takes. A `filter` says how the changes stand, and has `until`, or `up_to` beside it. */
export type TriageMany = typeof TriageChangesBody.Encoded

/** How long a link to a change works. */
export type ShareChange = typeof ShareChangeBody.Encoded

/** Everything that can be done with monitors. Input and results have the shapes of the HTTP API. */
export interface MonitorMethods {
  /** Starts watching a page; its baseline run is queued at once. */
  readonly create: (
    input: CreateMonitor,
    options?: KeyOptions
  ) => Promise<MonitorWithBaseline & { readonly initial_run_id: string }>
  /** What a new monitor would keep, in what two looks differ, and what it would cost; nothing is made. */
  readonly preview: (input: PreviewMonitor, options?: CallOptions) => Promise<MonitorPreview & Spent>
  /** Monitors, newest first. */
  readonly list: (options?: ListMonitors) => Promise<RecordPage<MonitorRecord>>
  /** One monitor with its baseline. */
  readonly get: (monitorId: string) => Promise<MonitorWithBaseline>
  /** Changes the fields given; `status` pauses and resumes. `baseline` is null where the change made the stored one useless. */
  readonly update: (monitorId: string, changes: UpdateMonitor) => Promise<MonitorRecord & { readonly baseline?: null }>
  /** Stops watching. */
  readonly remove: (monitorId: string) => Promise<{ readonly id: string; readonly deleted: true }>
  /** Queues a run now, without moving the schedule. */
  readonly runNow: (
    monitorId: string,
    options?: KeyOptions
  ) => Promise<{ readonly monitor_id: string; readonly run_id: string; readonly queued: true }>
  /** Runs of one monitor, or of all, newest first. */
  readonly runs: (options?: ListRuns) => Promise<RecordPage<RunRecord>>
  /** One run with what it did, step by step. */
  readonly run: (
    monitorId: string,
    runId: string
  ) => Promise<RunRecord & { readonly trace: ReadonlyArray<TraceStepRecord> }>
  /** Changes of one monitor, or of all, newest first. */
  readonly changes: (options?: ListChanges) => Promise<RecordPage<ChangeSummaryRecord>>
  /** One change in full. */
  readonly change: (changeId: string) => Promise<PicturedChangeRecord>
  /** How many changes a filter shows: exact up to a thousand. */
  readonly countChanges: (options?: CountChanges) => Promise<ChangeCountRecord>
  /** Says how a change stands: `open`, `done` or `not_useful`. Saying otherwise later undoes it. */
  readonly triage: (changeId: string, triage: Triage) => Promise<PicturedChangeRecord>
  /** What would have kept a change quiet: settings, each with what else it would have. `update` with a `patch` makes it so. */
  readonly muteOptions: (changeId: string) => Promise<MuteOptionsRecord>
  /**
   * A link under which people without a key read one change, below wherever `handlers` are mounted; for 7 days unless
   * `expires_in_seconds` says otherwise, from a minute to 30 days.
   */
  readonly share: (changeId: string, options?: ShareChange) => Promise<SharedChangeRecord>
  /** Ends all links to a change at once. */
  readonly withdraw: (changeId: string) => Promise<WithdrawnChangeRecord>
  /** Says how many changes stand: those named, or those that a filter shows, and tells how many did not stand so yet. */
  readonly triageMany: (input: TriageMany) => Promise<TriagedRecord>
  /** Versions of what one monitor watches, newest first. */
  readonly versions: (monitorId: string, options?: ListVersions) => Promise<RecordPage<VersionRecord>>
  /** One version with what was compared. */
  readonly version: (monitorId: string, versionId: string) => Promise<VersionDetailRecord>
  /** The picture of a version, a PNG; null where none is kept. */
  readonly picture: (monitorId: string, versionId: string) => Promise<Uint8Array | null>
  /** What differs between two versions of one monitor. */
  readonly compareVersions: (monitorId: string, between: TwoVersions) => Promise<ComparisonRecord>
  /** What other rules would have told of the versions that are kept. */
  readonly backtest: (monitorId: string, rules?: BacktestInput) => Promise<BacktestRecord>
  /** Replaces the webhook's signing secret at once. */
  readonly rotateSecret: (monitorId: string) => Promise<MonitorRecord>
  /** Sends one signed event that tests the webhook, and says what came of it: `acknowledged`, or else `advice`. */
  readonly testWebhook: (monitorId: string) => Promise<WebhookTestRecord>
  /** How many monitors there are and may be. */
  readonly limits: () => Promise<{
    readonly monitors_used: number
    readonly monitors_limit: number
    readonly plan: PlanTier
  }>
  /** How many are paused, fail or are late, each counted to ten thousand, and the five looks that come next. */
  readonly summary: () => Promise<MonitorSummaryRecord>
  /** The last thirty runs of each of up to a hundred monitors, newest first and in brief. */
  readonly recentRuns: (monitorIds: ReadonlyArray<string>) => Promise<ReadonlyArray<RecentRunsRecord>>
  /** Credits that completed runs were charged, by monitor, latest charged first. */
  readonly creditUsage: (options?: CreditUsageWindow) => Promise<MonitorCreditUsageRecord>
}

// The embedder owns the installation, so nothing is hidden from it.
const shown = { showSecret: true }

const readKey = reads(KeyOptions)
const readCreate = reads(CreateMonitorBody)
const readPreview = reads(PreviewMonitorBody)
const readUpdate = reads(UpdateMonitorBody)
const readRecentRuns = reads(RecentRuns)
const readWindow = reads(CreditUsageWindow)
const readListMonitors = reads(ListMonitors)
const readListRuns = reads(ListRuns)
const readListVersions = reads(ListVersions)
const readTwoVersions = reads(TwoVersions)
const readBacktest = reads(BacktestBody)
const readListChanges = reads(ListChanges)
const readCountChanges = reads(CountChanges)
const readTriage = reads(TriageChangeBody)
const readTriageMany = reads(TriageChangesBody)
const readShare = reads(ShareChangeBody)

const id = readsId("monitorId", MonitorId)
const runIdOf = readsId("runId", RunId)
const changeIdOf = readsId("changeId", ChangeId)
const versionIdOf = readsId("versionId", VersionId)

/** Links are paths below wherever `handler` is mounted: who embeds knows that, and we do not. */
const address = ""

/** The methods for one organization, run by `run`. What its plan allows is asked anew with every call. */
export const monitorMethods = (
  run: Run<ChangeLinks | MonitorHistory | Monitors | Organizations | PictureLinks>,
  organizationId: OrganizationId,
  organization = currentOrganization(organizationId)
): MonitorMethods => ({
  create: (input, options = {}) =>
    run(
      Effect.gen(function* () {
        const { idempotencyKey } = yield* readKey(options)
        const body = yield* readCreate(withoutSecret(input))
        const created = yield* (yield* Monitors).create(
          yield* organization,
          newMonitor(body),
          keyed(idempotencyKey, input)
        )
        return { ...monitorRecord(created.monitor, shown), baseline: null, initial_run_id: created.initialRunId }
      })
    ),
  preview: (given, options = {}) =>
    run(
      Effect.gen(function* () {
        const input = yield* readPreview(withoutSecret(given))
        const call = yield* newCall(organizationId, "/monitors/preview", input, rulesOf.site, wantedBy(options))
        const monitors = yield* Monitors
        const { credits, value } = yield* monitors.preview(yield* organization, previewedMonitor(input), call)
        return {
          ...previewRecord(value, { blocks: input.blocks === true }),
          ...conditionsRecord(value.monitor),
          creditsUsed: credits
        }
      }),
      options
    ),
  list: (options = {}) =>
    run(
      Effect.gen(function* () {
        const query = yield* readListMonitors(options)
        const page = yield* (yield* Monitors).list(organizationId, monitorFilter(query), pageRequest(query))
        return pageRecord(page, (monitor) => monitorRecord(monitor, shown))
      })
    ),
  get: (monitorId) =>
    run(
      Effect.gen(function* () {
        const { baseline, monitor } = yield* (yield* Monitors).get(organizationId, yield* id(monitorId))
        return {
          ...monitorRecord(monitor, shown),
          baseline: baselineRecord(baseline),
          ...unstableRecord(monitor, baseline),
          ...conditionsRecord(monitor)
        }
      })
    ),
  update: (monitorId, changes) =>
    run(
      Effect.gen(function* () {
        const patch = monitorPatch(yield* readUpdate(withoutSecret(changes)))
        const updated = yield* (yield* Monitors).update(yield* organization, yield* id(monitorId), patch)
        return { ...monitorRecord(updated.monitor, shown), ...(updated.baselineReset ? { baseline: null } : {}) }
      })
    ),
  remove: (monitorId) =>
    run(
      Effect.gen(function* () {
        yield* (yield* Monitors).remove(organizationId, yield* id(monitorId))
        return { id: monitorId, deleted: true as const }
      })
    ),
  runNow: (monitorId, options = {}) =>
    run(
      Effect.gen(function* () {
        const { idempotencyKey } = yield* readKey(options)
        const runId = yield* (yield* Monitors).runNow(organizationId, yield* id(monitorId), idempotencyKey)
        return { monitor_id: monitorId, run_id: runId, queued: true as const }
      })
    ),
  runs: (options = {}) =>
    run(
      Effect.gen(function* () {
        const { monitor_id, status, ...page } = yield* readListRuns(options)
        const filter = {
          ...(monitor_id === undefined ? {} : { monitorId: yield* id(monitor_id) }),
          ...(status === undefined ? {} : { status })
        }
        const found = yield* (yield* Monitors).runs(organizationId, filter, pageRequest(page))
        return pageRecord(found, (one) => runRecord(one.run, one.deliveries))
      })
    ),
  run: (monitorId, runId) =>
    run(
      Effect.gen(function* () {
        const found = yield* (yield* Monitors).run(organizationId, yield* id(monitorId), yield* runIdOf(runId))
        return { ...runRecord(found.run, found.deliveries), trace: traceRecord(found.run.trace) }
      })
    ),
  changes: (options = {}) =>
    run(
      Effect.gen(function* () {
        const { monitor_id, ...query } = yield* readListChanges(options)
        const ofMonitor = monitor_id === undefined ? null : yield* id(monitor_id)
        return yield* (yield* Monitors)
          .changes(organizationId, changeFilter(query), pageRequest(query), { ofMonitor })
          .pipe(Effect.map((found) => pageRecord(found, changeSummaryRecord)))
      })
    ),
  change: (changeId) =>
    run(
      Effect.gen(function* () {
        const change = yield* (yield* Monitors).change(organizationId, yield* changeIdOf(changeId))
        return yield* linkedChange(yield* MonitorHistory, yield* PictureLinks, address, change)
      })
    ),
  countChanges: (options = {}) =>
    run(
      Effect.gen(function* () {
        const filter = changeFilter(yield* readCountChanges(options))
        return changeCountRecord(yield* (yield* Monitors).countChanges(organizationId, filter))
      })
    ),
  triage: (changeId, triage) =>
    run(
      Effect.gen(function* () {
        const asked = yield* readTriage({ triage })
        const change = yield* (yield* Monitors).triage(organizationId, yield* changeIdOf(changeId), asked.triage)
        return yield* linkedChange(yield* MonitorHistory, yield* PictureLinks, address, change)
      })
    ),
  muteOptions: (changeId) =>
    run(
      Effect.gen(function* () {
        const found = yield* (yield* MonitorHistory).muteOptions(organizationId, yield* changeIdOf(changeId))
        return muteOptionsRecord(changeId, found)
      })
    ),
  share: (changeId, options = {}) =>
    run(
      Effect.gen(function* () {
        const asked = yield* readShare(options)
        const sharing = { links: yield* ChangeLinks, organizationId, changeId: yield* changeIdOf(changeId) }
        return yield* sharedRecord(sharing, address, asked)
      })
    ),
  withdraw: (changeId) =>
    run(
      Effect.gen(function* () {
        return yield* withdrawnRecord({
          links: yield* ChangeLinks,
          organizationId,
          changeId: yield* changeIdOf(changeId)
        })
      })
    ),
  triageMany: (input) =>
    run(
      Effect.gen(function* () {
        return yield* triageMany(yield* Monitors, organizationId, yield* readTriageMany(input))
      })
    ),
  versions: (monitorId, options = {}) =>
    run(
      Effect.gen(function* () {
        const asked = pageRequest(yield* readListVersions(options))
        const page = yield* (yield* MonitorHistory).list(organizationId, yield* id(monitorId), asked)
        const data = yield* linkedVersions(yield* PictureLinks, address, page.data)
        return pageRecord({ ...page, data }, (record) => record)
      })
    ),
  version: (monitorId, versionId) =>
    run(
      Effect.gen(function* () {
        const found = yield* (yield* MonitorHistory).get(
          organizationId,
          yield* id(monitorId),
          yield* versionIdOf(versionId)
        )
        return yield* linkedVersion(yield* PictureLinks, address, found)
      })
    ),
  picture: (monitorId, versionId) =>
    run(
      Effect.gen(function* () {
        return yield* (yield* MonitorHistory).picture(
          organizationId,
          yield* id(monitorId),
          yield* versionIdOf(versionId)
        )
      })
    ),
  compareVersions: (monitorId, between) =>
    run(
      Effect.gen(function* () {
        const { from, to } = yield* readTwoVersions(between)
        const versions = { from: VersionId.make(from), to: VersionId.make(to) }
        const compared = yield* (yield* MonitorHistory).compare(organizationId, yield* id(monitorId), versions)
        return yield* linkedComparison(yield* PictureLinks, address, compared)
      })
    ),
  backtest: (monitorId, rules = {}) =>
    run(
      Effect.gen(function* () {
        const tried = backtestRules(yield* readBacktest(rules))
        return backtestRecord(
          monitorId,
          yield* (yield* MonitorHistory).backtest(organizationId, yield* id(monitorId), tried)
        )
      })
    ),
  rotateSecret: (monitorId) =>
    run(
      Effect.gen(function* () {
        return monitorRecord(yield* (yield* Monitors).rotateSecret(organizationId, yield* id(monitorId)), shown)
      })
    ),
  testWebhook: (monitorId) =>
    run(
      Effect.gen(function* () {
        return webhookTestRecord(yield* (yield* Monitors).testWebhook(organizationId, yield* id(monitorId)))
      })
    ),
  limits: () =>
    run(
      Effect.gen(function* () {
        const { limit, plan, used } = yield* (yield* Monitors).limits(yield* organization)
        return { monitors_used: used, monitors_limit: limit, plan: planTerms[plan].tier }
      })
    ),
  summary: () =>
    run(
      Effect.gen(function* () {
        return monitorSummaryRecord(yield* (yield* Monitors).summary(organizationId))
      })
    ),
  recentRuns: (monitorIds) =>
    run(
      Effect.gen(function* () {
        const { monitor_ids } = yield* readRecentRuns({ monitor_ids: monitorIds })
        const ids = monitor_ids.map((one) => MonitorId.make(one))
        return recentRunsRecord(yield* (yield* Monitors).recentRuns(organizationId, ids), monitor_ids)
      })
    ),
  creditUsage: (options = {}) =>
    run(
      Effect.gen(function* () {
        const window = spendWindow(yield* readWindow(options))
        return creditUsageRecord(yield* (yield* Monitors).spend(organizationId, window))
      })
    )
})
