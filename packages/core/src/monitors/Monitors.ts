/** All a caller may do with monitors. */
import { Context, DateTime, type Duration, Effect, Layer, type Option } from "effect"
import { Alarms } from "../Alarms.ts"
import { makeSuspects } from "../alone.ts"
import { bind, provideOften } from "../bind.ts"
import type { DailyBudgets } from "../credits/DailyBudgets.ts"
import type { CollectionPaused, OutOfCredits } from "../credits/errors.ts"
import type { HoldPorts } from "../credits/holdCredits.ts"
import type { Charged } from "../credits/withCharge.ts"
import type { FactReader } from "../extraction/FactReader.ts"
import * as DailyBudgetsOfGrants from "../grants/dailyBudgets.ts"
import type { InvalidInput } from "../InvalidInput.ts"
import type { IdempotencyKey } from "../idempotency/domain/IdempotencyKey.ts"
import type { KeyedBody } from "../idempotency/domain/KeptAnswer.ts"
import type { IdempotencyKeyConflict } from "../idempotency/errors.ts"
import { Idempotency } from "../idempotency/Idempotency.ts"
import type { Organization, OrganizationId } from "../organizations/domain/Organization.ts"
import type { Plan } from "../organizations/domain/Plan.ts"
import type { PaidPlanRequired } from "../organizations/errors.ts"
import type { Organizations } from "../organizations/Organizations.ts"
import type { Browser } from "../pages/Browser.ts"
import type { ContentClassifier } from "../pages/ContentClassifier.ts"
import type { ChangedPagesPorts } from "../pages/changedPages.ts"
import type { DocumentReader } from "../pages/DocumentReader.ts"
import type { PageReader } from "../pages/PageReader.ts"
import type { Cursors, InvalidCursor } from "../paging/Cursors.ts"
import type { Page, PageRequest } from "../paging/domain/Page.ts"
import type { WithProfilePorts } from "../profiles/withProfile.ts"
import type { DueWork, Shares } from "../Shares.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { Ids } from "../security/Ids.ts"
import type { Sealer } from "../security/Sealer.ts"
import type { Signer } from "../security/Signer.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import type { DomainNames } from "../sites/DomainNames.ts"
import type { SitemapReader } from "../sites/SitemapReader.ts"
import type { Wakeups } from "../waking/Wakeups.ts"
import type { Call } from "../web/domain/Call.ts"
import type { EgressResolver } from "../web/EgressResolver.ts"
import type { EgressRules } from "../web/EgressRules.ts"
import type { CallAbandoned, DeadlinePassed, MayHaveActed, TooBusy } from "../web/errors.ts"
import type { HttpFetcher } from "../web/HttpFetcher.ts"
import type { DeliverySummary } from "../webhooks/domain/Delivery.ts"
import type { TestedAddress, WebhookTest } from "../webhooks/domain/WebhookTest.ts"
import type { WebhookTestRefused } from "../webhooks/errors.ts"
import type { Webhooks } from "../webhooks/Webhooks.ts"
import type { ChangeJudge } from "./ChangeJudge.ts"
import type { ChangeFilter, ChangeStore } from "./ChangeStore.ts"
import { countRuns } from "./countRuns.ts"
import { createMonitor } from "./createMonitor.ts"
import type { Baseline } from "./domain/Baseline.ts"
import type { ChangeId } from "./domain/Change.ts"
import type { MadeBy, Monitor, MonitorId } from "./domain/Monitor.ts"
import type { MonitorPatch, NewMonitor } from "./domain/MonitorInput.ts"
import type { MonitorSummary } from "./domain/MonitorSummary.ts"
import type { Preview } from "./domain/Preview.ts"
import { type RecentRun, recentRunLimits } from "./domain/RecentRun.ts"
import type { Run } from "./domain/Run.ts"
import type { RunId } from "./domain/RunId.ts"
import type { Triage, TriagedChange, TriagedSummary } from "./domain/Triage.ts"
import type { ChangeNotFound, MonitorHasNoWebhook, MonitorNotFound, MonitorPaused, RunNotFound } from "./errors.ts"
import { type MonitorFilter, type MonitorLimitReached, MonitorStore } from "./MonitorStore.ts"
import { PreviewTurns } from "./PreviewTurns.ts"
import { planMonitorsAnew, runsAhead } from "./planMonitorsAnew.ts"
import { previewMonitor } from "./previewMonitor.ts"
import { RunRecorder } from "./RunRecorder.ts"
import { type MonitorSpend, type RunFilter, RunStore } from "./RunStore.ts"
import {
  getChange,
  getMonitor,
  getRun,
  listChanges,
  listMonitors,
  listRuns,
  monitorLimits,
  summariseMonitors
} from "./readMonitors.ts"
import { removeMonitor } from "./removeMonitor.ts"
import { rotateSecret } from "./rotateSecret.ts"
import { runDue, takeDue } from "./runDue.ts"
import { runNow } from "./runNow.ts"
import type { TextComparer } from "./TextComparer.ts"
import { testAddress, testWebhook } from "./testWebhook.ts"
import { countChanges, type Sweep, type Swept, sweepChanges, triageChange, triageChanges } from "./triageChanges.ts"
import { updateMonitor } from "./updateMonitor.ts"
import type { VersionStore } from "./VersionStore.ts"

/** A run with the deliveries of its events, in the order of the events. */
export interface RunWithDeliveries {
  readonly run: Run
  readonly deliveries: ReadonlyArray<DeliverySummary>
}

export interface MonitorLimits {
  readonly used: number
  readonly limit: number
  readonly plan: Plan
}

export class Monitors extends Context.Service<
  Monitors,
  {
    /**
     * Stores a monitor and queues its baseline run; the same key and body again give the same answer. One that is made with a
     * grant remembers it (`madeBy`), and its runs take from the grant's day.
     */
    readonly create: (
      organization: Organization,
      input: NewMonitor,
      keyed?: KeyedBody,
      madeBy?: MadeBy | null
    ) => Effect.Effect<
      { readonly monitor: Monitor; readonly initialRunId: RunId },
      IdempotencyKeyConflict | InvalidInput | MonitorLimitReached | OutOfCredits | PaidPlanRequired | StoreUnavailable
    >

    /**
     * What a new monitor of a page or a sitemap would keep, in what two looks differ, and what it would cost. Charged like a
     * run; a look that would fail a run is an answer that costs nothing.
     */
    readonly preview: (
      organization: Organization,
      input: NewMonitor,
      call: Call
    ) => Effect.Effect<
      Charged<Preview>,
      | CallAbandoned
      | CollectionPaused
      | DeadlinePassed
      | InvalidInput
      | MayHaveActed
      | OutOfCredits
      | PaidPlanRequired
      | StoreUnavailable
      | TooBusy
    >

    readonly list: (
      organizationId: OrganizationId,
      filter: MonitorFilter,
      page: PageRequest
    ) => Effect.Effect<Page<Monitor>, InvalidCursor | StoreUnavailable>

    /** Bytes of the baseline, known before it is read; none where there is none. */
    readonly baselineBytes: (
      organizationId: OrganizationId,
      monitorId: MonitorId
    ) => Effect.Effect<number, StoreUnavailable>

    readonly get: (
      organizationId: OrganizationId,
      monitorId: MonitorId
    ) => Effect.Effect<
      { readonly monitor: Monitor; readonly baseline: Baseline | null },
      MonitorNotFound | StoreUnavailable
    >

    /** Changes the fields given; tells whether the baseline was reset. */
    readonly update: (
      organization: Organization,
      monitorId: MonitorId,
      patch: MonitorPatch
    ) => Effect.Effect<
      { readonly monitor: Monitor; readonly baselineReset: boolean },
      InvalidInput | MonitorNotFound | OutOfCredits | PaidPlanRequired | StoreUnavailable | TooBusy
    >

    readonly remove: (
      organizationId: OrganizationId,
      monitorId: MonitorId
    ) => Effect.Effect<void, MonitorNotFound | StoreUnavailable>

    readonly limits: (organization: Organization) => Effect.Effect<MonitorLimits, StoreUnavailable>

    /**
     * How the monitors stand together: how many there are, are paused, fail and are late, the last three counted to ten thousand, and which
     * five looks come next. A look is late ten minutes after its time.
     */
    readonly summary: (organizationId: OrganizationId) => Effect.Effect<MonitorSummary, StoreUnavailable>

    /** Queues a run now; the same key again gives the same run. */
    readonly runNow: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      key?: IdempotencyKey
    ) => Effect.Effect<
      RunId,
      | IdempotencyKeyConflict
      | CollectionPaused
      | MonitorNotFound
      | MonitorPaused
      | OutOfCredits
      | StoreUnavailable
      | TooBusy
    >

    /** Runs of the organization, or of one monitor, which must exist. */
    readonly runs: (
      organizationId: OrganizationId,
      filter: RunFilter,
      page: PageRequest
    ) => Effect.Effect<Page<RunWithDeliveries>, MonitorNotFound | InvalidCursor | StoreUnavailable>

    /** The last runs of up to a hundred monitors, newest first and thirty of each at most. What is no monitor of the organization is left out. */
    readonly recentRuns: (
      organizationId: OrganizationId,
      monitorIds: ReadonlyArray<MonitorId>
    ) => Effect.Effect<ReadonlyMap<MonitorId, ReadonlyArray<RecentRun>>, StoreUnavailable>

    readonly run: (
      organizationId: OrganizationId,
      monitorId: MonitorId,
      runId: RunId
    ) => Effect.Effect<RunWithDeliveries, MonitorNotFound | RunNotFound | StoreUnavailable>

    /** Changes of the organization, or (`ofMonitor`) of one monitor, which must exist. */
    readonly changes: (
      organizationId: OrganizationId,
      filter: ChangeFilter,
      page: PageRequest,
      options: { readonly ofMonitor: MonitorId | null }
    ) => Effect.Effect<Page<TriagedSummary>, MonitorNotFound | InvalidCursor | StoreUnavailable>

    readonly change: (
      organizationId: OrganizationId,
      changeId: ChangeId
    ) => Effect.Effect<TriagedChange, ChangeNotFound | StoreUnavailable>

    /** How many changes a filter shows: exact up to a thousand. */
    readonly countChanges: (
      organizationId: OrganizationId,
      filter: ChangeFilter
    ) => Effect.Effect<{ readonly count: number; readonly isMore: boolean }, StoreUnavailable>

    /** Has one change stand so; the change as it is kept then. */
    readonly triage: (
      organizationId: OrganizationId,
      changeId: ChangeId,
      to: Triage
    ) => Effect.Effect<TriagedChange, ChangeNotFound | StoreUnavailable>

    /** Has changes stand so that are named, five hundred at most; tells how many did not yet. */
    readonly triageNamed: (
      organizationId: OrganizationId,
      changeIds: ReadonlyArray<ChangeId>,
      to: Triage
    ) => Effect.Effect<Swept, StoreUnavailable>

    /** Has changes stand otherwise that a filter shows, five thousand at most; a cursor goes on from there. */
    readonly sweep: (
      organizationId: OrganizationId,
      sweep: Sweep
    ) => Effect.Effect<Swept, ChangeNotFound | InvalidCursor | StoreUnavailable>

    /** What completed runs were charged in a window, latest charged first. */
    readonly spend: (
      organizationId: OrganizationId,
      window: { readonly since: DateTime.Utc | null; readonly until: DateTime.Utc | null }
    ) => Effect.Effect<ReadonlyArray<MonitorSpend>, StoreUnavailable>

    /** Replaces the webhook's signing secret at once. */
    readonly rotateSecret: (
      organizationId: OrganizationId,
      monitorId: MonitorId
    ) => Effect.Effect<Monitor, MonitorNotFound | MonitorHasNoWebhook | StoreUnavailable | TooBusy>

    /** Sends an event that tests the monitor's webhook, once, and says what came of it. Nothing is stored. */
    readonly testWebhook: (
      organizationId: OrganizationId,
      monitorId: MonitorId
    ) => Effect.Effect<WebhookTest, MonitorNotFound | MonitorHasNoWebhook | WebhookTestRefused | StoreUnavailable>

    /** Sends an event that tests an address which no webhook need have. */
    readonly testAddress: (
      organizationId: OrganizationId,
      tested: TestedAddress
    ) => Effect.Effect<WebhookTest, InvalidInput | WebhookTestRefused>

    /** Claims up to `limit` due monitors; the answer holds one run for each, to be run by the caller. */
    readonly takeDue: (options: {
      readonly limit: number
      readonly lease: Duration.Duration
      readonly shares?: Shares
    }) => Effect.Effect<ReadonlyArray<DueWork>, StoreUnavailable>

    /** Time until `takeDue` may find something, by what is stored now; none when nothing waits for its time. */
    readonly untilDue: Effect.Effect<Option.Option<Duration.Duration>, StoreUnavailable>

    /** Whether runs were made by a clock that was ahead of the one that is right now. */
    readonly runsAhead: Effect.Effect<boolean, StoreUnavailable>

    /** Plans anew what was planned by a clock that was ahead; tells how many monitors. */
    readonly planAnew: Effect.Effect<number, StoreUnavailable>

    /** Claims up to `limit` due monitors and runs them, `concurrency` at a time; tells how many it claimed. */
    readonly runDue: (options: {
      readonly limit: number
      readonly concurrency: number
      readonly lease: Duration.Duration
    }) => Effect.Effect<number, StoreUnavailable>
  }
>()("@kittiwake/core/monitors/Monitors") {
  static readonly layer = Layer.effect(
    Monitors,
    Effect.gen(function* () {
      const context = yield* Effect.context<
        | Alarms
        | Browser
        | ChangeJudge
        | ChangeStore
        | ContentClassifier
        | DailyBudgets
        | Cursors
        | DocumentReader
        | DomainNames
        | FactReader
        | HoldPorts
        | EgressResolver
        | EgressRules
        | HostPauses
        | HttpFetcher
        | Idempotency
        | Ids
        | MonitorStore
        | Organizations
        | Exclude<ChangedPagesPorts, Signer>
        | PageReader
        | TextComparer
        | RunRecorder
        | RunStore
        | Sealer
        | Signer
        | SitemapReader
        | VersionStore
        | Wakeups
        | Webhooks
        | Exclude<WithProfilePorts, Sealer>
      >()
      const bound = bind(context)
      const provided = provideOften(context)
      yield* countRuns.begin
      const runs = yield* RunStore
      const suspects = makeSuspects()
      return Monitors.of({
        takeDue: (options) =>
          provided(takeDue(options, suspects)).pipe(
            Effect.map((taken) => taken.map((due) => ({ ...due, work: provided(due.work) })))
          ),
        untilDue: Effect.flatMap(DateTime.now, runs.untilDue),
        runsAhead: provided(runsAhead()),
        planAnew: provided(planMonitorsAnew()),
        create: bound(createMonitor),
        preview: bound(previewMonitor(new PreviewTurns())),
        list: bound(listMonitors),
        baselineBytes: (yield* MonitorStore).baselineBytes,
        get: bound(getMonitor),
        update: bound(updateMonitor),
        remove: bound(removeMonitor),
        limits: monitorLimits(yield* MonitorStore),
        summary: bound(summariseMonitors),
        runNow: bound(runNow),
        runs: bound(listRuns),
        run: bound(getRun),
        changes: bound(listChanges),
        change: bound(getChange),
        countChanges: bound(countChanges),
        triage: bound(triageChange),
        triageNamed: bound(triageChanges),
        sweep: bound(sweepChanges),
        recentRuns: (organizationId, monitorIds) =>
          runs.recent(organizationId, monitorIds.slice(0, recentRunLimits.monitors), recentRunLimits.runs),
        spend: runs.spend,
        rotateSecret: bound(rotateSecret),
        testWebhook: bound(testWebhook),
        testAddress: bound(testAddress),
        runDue: bound((options: Parameters<typeof runDue>[1]) => runDue(suspects, options))
      })
    })
  ).pipe(
    Layer.provide([Alarms.layer, HostPauses.layer, RunRecorder.layer, Idempotency.layer, DailyBudgetsOfGrants.layer])
  )
}
