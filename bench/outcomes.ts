/** What the benches of the stores write: monitors that are due, and runs that found nothing new. */
import { randomUUID } from "node:crypto"
import { CreditLedger } from "@kittiwake/core/credits/CreditLedger"
import type { Monitor } from "@kittiwake/core/monitors/domain/Monitor"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import type { RunClaim, RunOutcome } from "@kittiwake/core/monitors/RunStore"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { OrganizationStore } from "@kittiwake/core/organizations/OrganizationStore"
import type { Delivery } from "@kittiwake/core/webhooks/domain/Delivery"
import { DateTime, Effect } from "effect"
import { entryOf, freshDigest, monitorOf, organizationOf, queuedRunOf } from "../packages/core/src/testing/builders.ts"

/** An organization that can pay for everything, and ask as often as it likes. */
export const putOrganization = Effect.gen(function* () {
  const at = yield* DateTime.now
  // Processes that share a storage would number theirs alike.
  const name = randomUUID()
  const id = OrganizationId.make(`org_${name}`)
  const organization = organizationOf({ id, createdAt: at, overrides: { unlimitedRequests: true } })
  yield* (yield* OrganizationStore).put(organization)
  const cause = { kind: "grant", id: name } as const
  yield* (yield* CreditLedger).post(entryOf(id, 1_000_000_000, { id: `ent_${name}`, cause, at }))
  return organization.id
})

/** Stores `count` daily monitors that are due now, each changed by `shape`. */
export const putMonitors = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  count: number,
  shape: (monitor: Monitor, index: number) => Monitor = (monitor) => monitor
) {
  const at = yield* DateTime.now
  const monitors = yield* MonitorStore
  const put = (index: number) => {
    const schedule = { type: "interval", frequency: 1, unit: "days" } as const
    const monitor = shape(monitorOf(organizationId, at, { schedule, nextRunAt: DateTime.add(at, { days: 1 }) }), index)
    const run = queuedRunOf(monitor, at, { trigger: "reset" })
    return monitors.create({ monitor, run, allowance: 1_000_000, kept: null })
  }
  yield* Effect.forEach(Array.from({ length: count }).keys(), put, { concurrency: 8, discard: true })
})

/** A run that saw what was there before and was charged a credit; the next slot is a day away. */
export const unchanged = (claim: RunClaim, at: DateTime.Utc, deliveries: ReadonlyArray<Delivery> = []): RunOutcome => {
  const { monitor } = claim.stored
  const baseline = monitor.baseline ?? { fingerprint: freshDigest(), capturedAt: at, etag: null, lastModified: null }
  return {
    claim,
    next: { ...monitor, baseline, lastRunAt: at, nextRunAt: DateTime.add(at, { days: 1 }) },
    run: { ...claim.run, status: "completed", completedAt: at, creditsCharged: 1, trace: traceOf(at) },
    baseline: null,
    versions: [],
    change: null,
    entry: entryOf(monitor.organizationId, -1, { cause: { kind: "run", id: claim.run.id }, at }),
    deliveries,
    cancels: []
  }
}

/** What every run writes down of itself. */
const traceOf = (at: DateTime.Utc) => [
  { step: "fetch" as const, startedAt: at, durationMs: 4, outcome: "status 200" },
  { step: "read" as const, startedAt: at, durationMs: 1, outcome: "6242 characters" },
  { step: "decide" as const, startedAt: at, durationMs: 0, outcome: "Unchanged" }
]
