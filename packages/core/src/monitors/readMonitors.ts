/** Reads monitors, runs and changes. */
import { Cause, DateTime, Effect, Option } from "effect"
import { monitorAllowance, type Organization, type OrganizationId } from "../organizations/domain/Organization.ts"
import { Cursors } from "../paging/Cursors.ts"
import type { PageRequest } from "../paging/domain/Page.ts"
import type { DeliverySummary } from "../webhooks/domain/Delivery.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { type ChangeFilter, ChangeStore } from "./ChangeStore.ts"
import type { ChangeId } from "./domain/Change.ts"
import type { MonitorId } from "./domain/Monitor.ts"
import { summaryLimits } from "./domain/MonitorSummary.ts"
import type { Run } from "./domain/Run.ts"
import type { RunId } from "./domain/RunId.ts"
import { ChangeNotFound, MonitorNotFound, RunNotFound } from "./errors.ts"
import { type MonitorFilter, MonitorStore } from "./MonitorStore.ts"
import { withOpenSecret } from "./newSubscription.ts"
import { type RunFilter, RunStore } from "./RunStore.ts"

/** A monitor of the organization, or the refusal that there is none. */
export const storedMonitor = Effect.fnUntraced(function* (organizationId: OrganizationId, monitorId: MonitorId) {
  const found = yield* (yield* MonitorStore).get(organizationId, monitorId)
  return Option.isSome(found) ? found.value : yield* new MonitorNotFound()
})

/** A page of monitors. */
export const listMonitors = Effect.fn("listMonitors")(function* (
  organizationId: OrganizationId,
  filter: MonitorFilter,
  page: PageRequest
) {
  const store = yield* MonitorStore
  const { data, nextCursor } = yield* (yield* Cursors).page({
    scope: { organizationId, list: "monitors", filter },
    ...page,
    read: (slice) => store.list(organizationId, filter, slice),
    position: (monitor) => ({ at: monitor.createdAt, id: monitor.id })
  })
  return { data: yield* Effect.forEach(data, withOpenSecret), nextCursor }
})

/** One monitor with its baseline. */
export const getMonitor = Effect.fn("getMonitor")(function* (organizationId: OrganizationId, monitorId: MonitorId) {
  const { monitor } = yield* storedMonitor(organizationId, monitorId)
  // One that is lost is told by its runs; the monitor can still be looked at, and begun anew.
  const baseline = yield* (yield* MonitorStore).baseline(organizationId, monitorId).pipe(
    Effect.catchIf(
      ({ isLost }) => isLost === true,
      (error) => Effect.as(Effect.logError("A baseline cannot be read", Cause.fail(error)), Option.none())
    )
  )
  return { monitor: yield* withOpenSecret(monitor), baseline: Option.getOrNull(baseline) }
})

/** How many monitors there are and may be. Bound to its store and not traced: nothing that is asked so often does less. */
export const monitorLimits = (monitors: MonitorStore["Service"]) => (organization: Organization) =>
  Effect.map(monitors.count(organization.id), (used) => ({
    used,
    limit: monitorAllowance(organization),
    plan: organization.plan
  }))

/** How the monitors stand together. */
export const summariseMonitors = Effect.fn("summariseMonitors")(function* (organizationId: OrganizationId) {
  const store = yield* MonitorStore
  const { counted, lateMinutes, next } = summaryLimits
  const lateBefore = DateTime.subtract(yield* DateTime.now, { minutes: lateMinutes })
  const monitors = yield* store.count(organizationId)
  return { monitors, ...(yield* store.summary(organizationId, { lateBefore, counted, next })) }
})

const withDeliveries = Effect.fnUntraced(function* (organizationId: OrganizationId, runs: ReadonlyArray<Run>) {
  const deliveries = yield* (yield* Webhooks).ofRuns(
    organizationId,
    runs.map((run) => run.id)
  )
  const byRun = new Map<string, Array<DeliverySummary>>()
  for (const delivery of deliveries) {
    if (delivery.source.type !== "monitor") continue
    const found = byRun.get(delivery.source.runId)
    if (found === undefined) byRun.set(delivery.source.runId, [delivery])
    else found.push(delivery)
  }
  return runs.map((run) => ({ run, deliveries: byRun.get(run.id) ?? [] }))
})

/** A page of runs with their deliveries. */
export const listRuns = Effect.fn("listRuns")(function* (
  organizationId: OrganizationId,
  filter: RunFilter,
  page: PageRequest
) {
  if (filter.monitorId !== undefined) yield* storedMonitor(organizationId, filter.monitorId)
  const store = yield* RunStore
  const { data, nextCursor } = yield* (yield* Cursors).page({
    scope: { organizationId, list: "runs", filter },
    ...page,
    read: (slice) => store.list(organizationId, filter, slice),
    position: (run) => ({ at: run.queuedAt, id: run.id })
  })
  return { data: yield* withDeliveries(organizationId, data), nextCursor }
})

/** One run of a monitor with its deliveries. */
export const getRun = Effect.fn("getRun")(function* (
  organizationId: OrganizationId,
  monitorId: MonitorId,
  runId: RunId
) {
  yield* storedMonitor(organizationId, monitorId)
  const found = yield* (yield* RunStore).get(organizationId, runId)
  if (Option.isNone(found) || found.value.monitorId !== monitorId) return yield* new RunNotFound()
  const [run] = yield* withDeliveries(organizationId, [found.value])
  return run!
})

/** A page of changes. */
export const listChanges = Effect.fn("listChanges")(function* (
  organizationId: OrganizationId,
  filter: ChangeFilter,
  page: PageRequest,
  options: { readonly ofMonitor: MonitorId | null }
) {
  if (options.ofMonitor !== null) yield* storedMonitor(organizationId, options.ofMonitor)
  const scoped = options.ofMonitor === null ? filter : { ...filter, monitorId: options.ofMonitor }
  const store = yield* ChangeStore
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "changes", filter: scoped },
    ...page,
    read: (slice) => store.list(organizationId, scoped, slice),
    position: (change) => ({ at: change.detectedAt, id: change.id })
  })
})

/** One change. */
export const getChange = Effect.fn("getChange")(function* (organizationId: OrganizationId, changeId: ChangeId) {
  const found = yield* (yield* ChangeStore).get(organizationId, changeId)
  return Option.isSome(found) ? found.value : yield* new ChangeNotFound()
})
