import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { MonitorId } from "../monitors/domain/Monitor.ts"
import type { RecentRun } from "../monitors/domain/RecentRun.ts"
import { untriaged } from "../monitors/domain/Triage.ts"
import { MonitorOutdated } from "../monitors/MonitorStore.ts"
import {
  type MonitorSpend,
  type Planned,
  type Recorded,
  type RunClaim,
  type RunOutcome,
  RunStore
} from "../monitors/RunStore.ts"
import { wholePart } from "../paging/domain/Page.ts"
import { runUsage } from "../usage/domain/UsageCount.ts"
import { claimRuns } from "./claimRuns.ts"
import { Database, type MonitorRow, type Tables } from "./Database.ts"
import { nextRunMillis, untilMillis } from "./dueTimes.ts"
import { keeping } from "./keptAnswers.ts"
import { chargeHold } from "./ledger.ts"
import { currentRow } from "./MonitorStore.ts"
import { addDelivery, cancelDelivery, queueRun, waitingDelivery } from "./runRows.ts"
import { sliceOf } from "./sliceOf.ts"
import { addCharge } from "./UsageStore.ts"
import { keepVersions } from "./VersionStore.ts"

/** The row of a monitor that the claim still holds. */
const heldRow = (tables: Tables, { stored, run, token }: RunClaim): MonitorRow | undefined => {
  const row = tables.monitors.get(stored.monitor.id)
  return row?.running === run.id && row.token === token ? row : undefined
}

const recordOne = (tables: Tables, outcome: RunOutcome): Recorded => {
  const { claim, next, run } = outcome
  const row = heldRow(tables, claim)
  if (row === undefined) return { _tag: "ClaimLost" }
  if (row.revision !== claim.stored.revision) {
    return { _tag: "Outdated", stored: { monitor: row.monitor, revision: row.revision } }
  }
  const cancelled = outcome.cancels.map((id) => waitingDelivery(tables, run.organizationId, id))
  if (cancelled.includes(undefined)) return { _tag: "Told" }
  const creditsCharged = chargeHold(tables, run.id, outcome.entry)
  // A run that was charged nothing adds nothing to the history.
  if (outcome.entry !== null && creditsCharged > 0) {
    addCharge(tables, runUsage({ ...run, creditsCharged }, outcome.entry.at))
  }
  tables.runs.set(run.id, { ...run, creditsCharged })
  // A run says nothing of the webhook, which deliveries may have written to meanwhile.
  row.monitor = { ...next, subscription: row.monitor.subscription }
  row.revision += 1
  row.running = null
  row.runningSlot = null
  row.leaseEndMillis = 0
  if (outcome.baseline !== null) row.baseline = outcome.baseline
  keepVersions(tables, next.id, outcome.versions)
  if (outcome.change !== null) tables.changes.set(outcome.change.id, { ...outcome.change, ...untriaged })
  for (const delivery of outcome.deliveries) addDelivery(tables, delivery)
  for (const one of cancelled) cancelDelivery(tables, one!, "change_undone")
  return { _tag: "Recorded" }
}

/** Whether it is due after a place in the order of what is due. */
const isBehind = (
  { dueAt, plan: { id } }: Planned,
  after: { readonly dueAt: DateTime.Utc; readonly id: string }
): boolean => {
  const later = dueAt.epochMilliseconds - after.dueAt.epochMilliseconds
  return later > 0 || (later === 0 && id > after.id)
}

const latestChargedFirst = (a: MonitorSpend, b: MonitorSpend) =>
  b.lastRunAt.epochMilliseconds - a.lastRunAt.epochMilliseconds ||
  b.credits - a.credits ||
  (a.monitorId < b.monitorId ? -1 : 1)

/** `RunStore` in memory. */
export const layer: Layer.Layer<RunStore, never, Database> = Layer.effect(
  RunStore,
  Effect.gen(function* () {
    const tables = yield* Database

    return RunStore.of({
      enqueue: (stored, run, kept) =>
        keeping(tables, kept, () => {
          const row = currentRow(tables, stored)
          if (row === undefined) return new MonitorOutdated()
          queueRun(tables, row, run)
          return null
        }),

      claimDue: (options) =>
        Clock.clockWith((clock) => Effect.sync(() => claimRuns(tables, options, clock.currentTimeMillisUnsafe()))),

      untilDue: (now) => Effect.sync(() => untilMillis(nextRunMillis(tables, now), now)),

      isAhead: (after) =>
        Effect.sync(() => [...tables.runs.values()].some(({ queuedAt }) => DateTime.isGreaterThan(queuedAt, after))),

      planned: (after, limit) =>
        Effect.sync(() =>
          [...tables.monitors.values()]
            .flatMap((row) => {
              const { id, anchorAt, madeBy, nextRunAt, schedule } = row.monitor
              const isOfDay = (madeBy?.dailyCredits ?? null) !== null
              // What is queued or under way waits for no moment here.
              if (nextRunAt === null) return []
              return [{ plan: { id, anchorAt, isOfDay, nextRunAt, schedule }, dueAt: nextRunAt, isBegun: false }]
            })
            .filter((one) => isBehind(one, after))
            .sort((a, b) => (isBehind(a, { dueAt: b.dueAt, id: b.plan.id }) ? 1 : -1))
            .slice(0, limit)
        ),

      replan: (replanned, { freeFrom }) =>
        Effect.sync(() => {
          const rows = replanned.flatMap(({ plan, planned }) => {
            const row = tables.monitors.get(plan.id)
            if (row === undefined || row.monitor.nextRunAt?.epochMilliseconds !== planned.dueAt.epochMilliseconds)
              return []
            row.monitor = { ...row.monitor, anchorAt: plan.anchorAt, nextRunAt: plan.nextRunAt }
            row.revision += 1
            for (const slot of row.slotRuns.keys()) {
              if (slot >= freeFrom.epochMilliseconds && slot !== row.runningSlot?.epochMilliseconds) {
                row.slotRuns.delete(slot)
              }
            }
            return [row]
          })
          return rows.length
        }),

      renew: (claims, lease) =>
        Clock.clockWith((clock) =>
          Effect.sync(() =>
            claims.map((claim) => {
              const row = heldRow(tables, claim)
              if (row === undefined) return false
              row.leaseEndMillis = clock.currentTimeMillisUnsafe() + Duration.toMillis(lease)
              row.isBegun = !Duration.isZero(lease)
              return true
            })
          )
        ),

      record: (outcomes) => Effect.sync(() => outcomes.map((outcome) => recordOne(tables, outcome))),

      get: (organizationId, runId) =>
        Effect.sync(() => {
          const run = tables.runs.get(runId)
          return run?.organizationId === organizationId ? Option.some(run) : Option.none()
        }),

      list: (organizationId, filter, slice) =>
        Effect.sync(() =>
          wholePart(
            sliceOf(tables.runs.values(), slice, {
              shown: (run) =>
                run.organizationId === organizationId &&
                (filter.monitorId === undefined || run.monitorId === filter.monitorId) &&
                (filter.status === undefined || run.status === filter.status),
              position: (run) => ({ at: run.queuedAt, id: run.id })
            }).map((run) => ({ ...run, trace: [] }))
          )
        ),

      recent: (organizationId, monitorIds, limit) =>
        Effect.sync(() => {
          const wanted = monitorIds.filter((id) => tables.monitors.get(id)?.monitor.organizationId === organizationId)
          const slice = { limit, after: null }
          const lastOf = (monitorId: MonitorId) =>
            sliceOf(tables.runs.values(), slice, {
              shown: (run) => run.monitorId === monitorId,
              position: (run) => ({ at: run.queuedAt, id: run.id })
            }).map((run): RecentRun => {
              const { changeDetected, id, queuedAt, skipReason, startedAt, status } = run
              const change = run.changeId === null ? undefined : tables.changes.get(run.changeId)
              return {
                id,
                status,
                changeDetected,
                skipReason,
                queuedAt,
                startedAt,
                importance: change?.importance ?? null
              }
            })
          return new Map(wanted.map((id) => [id, lastOf(id)]))
        }),

      spend: (organizationId, { since, until }) =>
        Effect.sync(() => {
          const byMonitor = new Map<string, MonitorSpend>()
          for (const { completedAt, creditsCharged, monitorId, ...run } of tables.runs.values()) {
            if (run.organizationId !== organizationId || completedAt === null || creditsCharged === 0) continue
            const at = completedAt.epochMilliseconds
            if (since !== null && at < since.epochMilliseconds) continue
            if (until !== null && at >= until.epochMilliseconds) continue
            const spent = byMonitor.get(monitorId)
            byMonitor.set(monitorId, {
              monitorId,
              name: tables.monitors.get(monitorId)?.monitor.name ?? null,
              credits: (spent?.credits ?? 0) + creditsCharged,
              runs: (spent?.runs ?? 0) + 1,
              lastRunAt: spent !== undefined && spent.lastRunAt.epochMilliseconds > at ? spent.lastRunAt : completedAt
            })
          }
          return [...byMonitor.values()].sort(latestChargedFirst)
        })
    })
  })
)
