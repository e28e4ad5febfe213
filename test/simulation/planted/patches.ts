/** Mistakes in the product's own files, by what they do. A text that is no longer there fails loudly. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import type { SourcePatch } from "../../patching/SourcePatch.ts"
import { batches } from "./batches.ts"
import { patch } from "./patch.ts"
import { watching } from "./watching.ts"

export const patches: { readonly [bug: string]: SourcePatch } = {
  "refunds a run that failed": patch(
    "memory/RunStore.ts",
    ['import { chargeHold } from "./ledger.ts"', 'import { addEntry, chargeHold } from "./ledger.ts"'],
    [
      "  tables.runs.set(run.id, { ...run, creditsCharged })",
      `  if (run.status === "failed" && run.completedAt !== null) {
    const cause = { kind: "refund" as const, id: run.id }
    addEntry(tables, { id: run.id, organizationId: run.organizationId, cause, credits: 1, at: run.completedAt })
  }
  tables.runs.set(run.id, { ...run, creditsCharged })`
    ]
  ),
  "cancels a delivery whose address changed while it was sent": patch("memory/attemptDelivery.ts", [
    `  if (row.delivery.nextAttemptAt === null) tables.openDeliveries.delete(row)
  writeHealth`,
    `  const now = subscriptionOf(tables, row)
  if (now !== null && now.url !== claim.destination.url && row.delivery.status !== "delivered") {
    row.delivery = { ...row.delivery, status: "cancelled", nextAttemptAt: null }
  }
  if (row.delivery.nextAttemptAt === null) tables.openDeliveries.delete(row)
  writeHealth`
  ]),
  "makes a failed attempt final when the secret was rotated": patch("memory/attemptDelivery.ts", [
    `  if (row.delivery.nextAttemptAt === null) tables.openDeliveries.delete(row)
  writeHealth`,
    `  if (row.delivery.status === "retrying" && subscriptionOf(tables, row)?.secret !== claim.destination.secret) {
    row.delivery = { ...row.delivery, status: "failed", nextAttemptAt: null }
  }
  if (row.delivery.nextAttemptAt === null) tables.openDeliveries.delete(row)
  writeHealth`
  ]),
  "cuts the plan of retries short": patch("webhooks/domain/Delivery.ts", [
    "delivery.delaysSeconds[automaticFailures - 1]",
    "delivery.delaysSeconds.slice(0, -1)[automaticFailures - 1]"
  ]),
  "ends the plan of retries with an attempt by hand": patch("webhooks/domain/Delivery.ts", [
    "delivery.deliveredAt === null ? delivery.delaysSeconds",
    'delivery.deliveredAt === null && delivery.trigger !== "manual" ? delivery.delaysSeconds'
  ]),
  "takes an attempt by hand for one of the plan": patch("webhooks/domain/Delivery.ts", [
    'delivery.trigger === "manual" ? delivery.automaticFailures : ',
    ""
  ]),
  "goes on with a plan after what arrived once": patch("webhooks/domain/Delivery.ts", [
    "delivery.deliveredAt === null ? delivery.delaysSeconds[automaticFailures - 1] : undefined",
    "delivery.delaysSeconds[automaticFailures - 1]"
  ]),
  "holds the credits of a run for 20 seconds": patch("monitors/runDue.ts", [
    "DateTime.addDuration(now, holdLifetime)",
    "DateTime.add(now, { seconds: 20 })"
  ]),
  "tells of one event of a run and drops the second": patch("monitors/runMonitor.ts", [
    "of subscribedEvents(subscription, decision))",
    "of subscribedEvents(subscription, decision).slice(0, 1))"
  ]),
  "reads a run of any organization": patch("memory/RunStore.ts", [
    "return run?.organizationId === organizationId ? Option.some(run) : Option.none()",
    "return run === undefined || organizationId === null ? Option.none() : Option.some(run)"
  ]),
  "holds credits of an organization whose billing is paused": patch("memory/ledger.ts", [
    'if (pauseOf(tables, hold.organizationId, at) !== null) return "paused"',
    'if (pauseOf(tables, hold.organizationId, at) === undefined) return "paused"'
  ]),
  "gives the whole month again when a plan grows": patch("credits/domain/Supply.ts", [
    "Math.max(0, credits - account.refilled)",
    "credits > account.refilled ? credits : 0"
  ]),
  "cuts the month short when a plan grows": patch("credits/domain/Supply.ts", [
    "      return raise(account, start, credits)\n",
    "      return raise(account, start, 0)\n"
  ]),
  "leaves the deliveries of a webhook that is gone": patch("memory/MonitorStore.ts", [
    "if (update.cancelDeliveries) cancelDeliveries(tables, next.id)",
    "if (update.cancelDeliveries && update.queue !== null) cancelDeliveries(tables, next.id)"
  ]),
  "writes what an old address did to the new webhook": patch("memory/attemptDelivery.ts", [
    "if (owner === undefined || !subscription || subscription.url !== row.delivery.url) return",
    "if (owner === undefined || !subscription) return"
  ]),
  "lets a run overwrite its monitor's webhook": patch("memory/RunStore.ts", [
    "row.monitor = { ...next, subscription: row.monitor.subscription }",
    "row.monitor = next"
  ]),
  "charges a call all that was held": patch("credits/withCharge.ts", [
    "const credits = 0 - exit.value.credits",
    "const credits = 0 - hold.credits"
  ]),
  "keeps the hold of a call that failed": patch("credits/withCharge.ts", [
    "if (!Exit.isSuccess(exit)) return release(hold.id)",
    "if (!Exit.isSuccess(exit)) return Effect.void"
  ]),
  "keeps the hold of a monitor that was removed": patch("memory/MonitorStore.ts", [
    "            chargeHold(tables, running.id, null)\n",
    '            if (running.status === "failed") chargeHold(tables, running.id, null)\n'
  ]),
  "runs a slot of a schedule twice": patch("monitors/domain/Verdict.ts", [
    'if (run.trigger !== "schedule") return monitor',
    'if (run.trigger !== "schedule" || monitor.lastError !== null) return monitor'
  ]),
  "gives holds back that have not ended": patch("memory/ledger.ts", [
    "expiresAt.epochMilliseconds <= options.at.epochMilliseconds",
    "expiresAt.epochMilliseconds <= options.at.epochMilliseconds + 840_000"
  ]),
  "keeps a baseline of an older target": patch("monitors/domain/Verdict.ts", [
    "if (run.targetVersion !== monitor.targetVersion) return skipped",
    "if (run.targetVersion > monitor.targetVersion) return skipped"
  ]),
  "finds the answer of another organization's idempotency key": patch("memory/keptAnswers.ts", [
    "`${organizationId}\\n${operation}\\n${key}`",
    "`${organizationId.length}\\n${operation}\\n${key}`"
  ]),
  "counts a call again that is written again": patch("memory/UsageStore.ts", [
    "if (row.logs.has(log.requestId)) return\n",
    "\n"
  ]),
  "counts the credits of a call when it is logged": patch(
    "memory/UsageStore.ts",
    ["addToSums(row, requestUsage(log))", "addToSums(row, { ...requestUsage(log), creditsUsed: log.creditsUsed })"],
    [
      "if (row.charges.has(charge.id)) return\n",
      'if (row.charges.has(charge.id) || charge.path !== "/monitors/run") return\n'
    ]
  ),
  "sends what another sender holds": patch("memory/attemptDelivery.ts", [
    "if (row.inFlight) return isHeld(row.leaseEndMillis, clockMillis, lease) ? null : row.leaseEndMillis",
    "if (row.inFlight) return row.leaseEndMillis"
  ]),
  "keeps no version of what a run compared with": patch("memory/RunStore.ts", [
    "keepVersions(tables, next.id, outcome.versions)",
    "if (outcome.change !== null) keepVersions(tables, next.id, outcome.versions)"
  ]),
  "keeps a version before its run is recorded": patch("memory/VersionStore.ts", [
    "tables.versions.set(version.id, { version, isKept: false,",
    "tables.versions.set(version.id, { version, isKept: true,"
  ]),
  "drops versions that were replaced by a minute": patch("monitors/pruneVersions.ts", [
    "DateTime.subtractDuration(now, historyAge)",
    "DateTime.subtract(now, { minutes: 1 })"
  ]),
  "shows versions of any organization": patch("memory/VersionStore.ts", [
    "version.organizationId === organizationId && version.monitorId === monitorId",
    "organizationId !== undefined && version.monitorId === monitorId"
  ]),
  "forgets a run that was queued when its process died": patch("memory/claimRuns.ts", [
    "if (row.running !== null) return isHeld(row.leaseEndMillis, clockMillis, lease) ? null : row.leaseEndMillis",
    "if (row.running !== null) return null"
  ]),
  ...watching,
  ...batches
}
