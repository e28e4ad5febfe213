/** What must hold after every commit, and what must have come true at the end. */
import type { CauseKind } from "@kittiwake/core/credits/domain/Ledger"
import type { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import { RunId } from "@kittiwake/core/monitors/domain/RunId"
import type { LedgerRow } from "../../packages/core/src/memory/Database.ts"
import { storedState } from "../../packages/core/src/monitors/domain/storedState.ts"
import { submitRoute } from "./batches/Submitters.ts"
import { scrapeRoute } from "./chargedCalls.ts"
import type { World } from "./World.ts"

const finalDelivery = new Set(["delivered", "failed", "cancelled"])
const finalRun = new Set(["completed", "failed", "skipped"])

/** What is known of a ledger whose entries are only ever added. */
interface Summed {
  entries: number
  credits: number
  readonly causes: Set<string>
}

const summed = new WeakMap<object, Summed>()

const sumOf = (world: World, ledger: LedgerRow): number => {
  const known = summed.get(ledger) ?? { entries: 0, credits: 0, causes: new Set() }
  summed.set(ledger, known)
  for (; known.entries < ledger.entries.length; known.entries++) {
    const { cause, credits } = ledger.entries[known.entries]!
    const key = `${cause.kind} ${cause.id}`
    if (known.causes.has(key)) world.violated("a cause moved credits twice")
    known.causes.add(key)
    known.credits += credits
  }
  return known.credits
}

/** The ledger's law, looked at after every commit. */
export const checkCommit = (world: World): void => {
  const { tables } = world
  let open = 0
  for (const hold of tables.holds.values()) open += hold.credits
  let held = 0
  for (const ledger of tables.ledgers.values()) {
    held += ledger.held
    const sum = sumOf(world, ledger)
    if (sum !== ledger.balance) world.violated(`entries sum to ${sum}, balance is ${ledger.balance}`)
    if (ledger.balance < 0) world.violated("balance below zero")
    if (ledger.held > ledger.balance) world.violated("held more than the balance")
  }
  if (held !== open) world.violated("held differs from the open holds")
}

const checkCharges = (world: World): void => {
  const { tables } = world
  const charged = new Map<string, number>()
  for (const { entries } of tables.ledgers.values())
    for (const { cause, credits } of entries)
      if (cause.kind === "run") charged.set(cause.id, (charged.get(cause.id) ?? 0) - credits)
  for (const run of tables.runs.values()) {
    const credits = charged.get(run.id) ?? 0
    if (credits !== run.creditsCharged)
      world.violated(`run ${run.status} says ${run.creditsCharged} credits, ledger ${credits}`)
    if (run.status !== "completed" && credits !== 0) world.violated(`a ${run.status} run was charged`)
    if (run.status === "completed" && credits === 0 && !world.witness.expired.has(run.id))
      world.violated("a completed run was not charged")
  }
}

const sumOfAll = <A>(values: Iterable<A>, numberOf: (value: A) => number): number =>
  [...values].reduce((total, value) => total + numberOf(value), 0)

/** Where the history of usage counts what causes of some kinds are charged and give back. */
const routes: ReadonlyArray<readonly [kinds: ReadonlyArray<CauseKind>, path: string]> = [
  [["run"], "/monitors/run"],
  [["request"], scrapeRoute],
  [["batch", "refund"], submitRoute]
]

/** The history of usage tells what the ledger charged and what was logged, by route, no more and no less. */
const checkUsage = (world: World): void => {
  for (const [organizationId, { entries }] of world.tables.ledgers) {
    const usage = world.tables.usage.get(organizationId)
    const logs = [...(usage?.logs.values() ?? [])]
    for (const [kinds, path] of routes) {
      const sums = [...(usage?.days.values() ?? [])].filter((sum) => sum.path === path)
      const counted = sumOfAll(sums, ({ creditsUsed }) => creditsUsed)
      const charged = 0 - sumOfAll(entries, ({ cause, credits }) => (kinds.includes(cause.kind) ? credits : 0))
      if (counted !== charged) world.violated(`history counts ${counted} credits of ${path}, the ledger ${charged}`)
      const requests = sumOfAll(sums, ({ requestCount }) => requestCount)
      const logged = logs.filter(({ route }) => route === path).length
      // What is logged is dropped after a month, and stays counted.
      if (world.scale.months > 1 ? requests < logged : requests !== logged)
        world.violated(`history counts ${requests} calls of ${path}, the log ${logged}`)
    }
  }
}

/** How long somebody waits at most for a profile: one of a process that died stays lent for eleven minutes, and looks wait for ten. */
const profileWaitMillis = 21 * 60_000

/** Whether a monitor may still wait for its profile, which more than one look wanted. */
const mayWaitForProfile = ({ scale, tables }: World, monitorId: MonitorId, now: number): boolean => {
  const target = tables.monitors.get(monitorId)?.monitor.target
  if (target?.type !== "page" || target.profileId === undefined) return false
  const lent = tables.profiles.get(target.profileId)
  // Who gave it back just now forgets until when it was lent.
  const usedAt = lent?.profile.lastUsedAt?.epochMilliseconds ?? 0
  return (lent?.leaseEndMillis ?? 0) > now - profileWaitMillis || usedAt > now - scale.underWayMillis
}

const checkRuns = (world: World, now: number): void => {
  const { scale, tables } = world
  const changesOf = new Map<string, number>()
  for (const change of tables.changes.values()) changesOf.set(change.runId, (changesOf.get(change.runId) ?? 0) + 1)
  for (const run of tables.runs.values()) {
    const began = Math.max(run.queuedAt.epochMilliseconds, run.startedAt?.epochMilliseconds ?? 0)
    const isLate = !finalRun.has(run.status) && began < now - scale.underWayMillis
    if (isLate && !mayWaitForProfile(world, run.monitorId, now)) world.violated(`a run never ended: ${run.status}`)
    if ((changesOf.get(run.id) ?? 0) !== (run.changeDetected ? 1 : 0))
      world.violated("a run has not the changes it tells of")
  }
}

/** Every batch that was accepted has ended, unless it began just now, and what its owner was to be told is on its way. */
const checkBatches = (world: World, now: number): void => {
  for (const { accepted, ended, isRemoved } of world.batches.known.values()) {
    if (ended === null && accepted.createdAt.epochMilliseconds < now - 2 * world.scale.underWayMillis)
      world.violated(`a batch never ended: ${world.tables.batches.get(accepted.id)?.batch?.status}`)
    for (const { delivery } of world.tables.deliveries.values())
      if (delivery.subscriptionId === accepted.id && delivery.status === "cancelled" && !isRemoved)
        world.violated("the end of a batch was not told")
  }
}

/** Every completed run told what it owed, and no other run told anything. */
const checkOwed = (world: World): void => {
  const told = new Map<string, Array<string>>()
  for (const { delivery } of world.tables.deliveries.values()) {
    if (delivery.source.type !== "monitor") continue
    const { runId } = delivery.source
    told.set(runId, [...(told.get(runId) ?? []), delivery.event])
    const owed = world.witness.owed.get(runId)
    if (String(delivery.delaysSeconds) !== String(owed?.delaysSeconds))
      world.violated("a delivery has another plan of retries than its webhook had")
    const isUndone = delivery.cancelReason === "change_undone"
    if (isUndone && (delivery.attempts > 0 || delivery.event !== "change.detected"))
      world.violated("an event was cancelled that somebody may know of")
    if (delivery.status === "cancelled" && !isUndone && !world.witness.silenced.has(delivery.subscriptionId))
      world.violated("a delivery was cancelled whose webhook was never removed")
  }
  for (const [runId, { events }] of world.witness.owed) {
    const were = told.get(runId) ?? []
    if (String([...were].sort()) !== String([...events].sort()))
      world.violated(`a run owed [${events}] and told [${were}]`)
  }
  for (const runId of told.keys())
    if (!world.witness.owed.has(runId)) world.violated("a run told of itself that never completed")
}

const checkDeliveries = (world: World, now: number): void => {
  const { tables } = world
  const eventIds = new Set<string>()
  const told = new Set<string>()
  for (const { delivery, attempts } of tables.deliveries.values()) {
    const due = delivery.nextAttemptAt?.epochMilliseconds ?? delivery.lastAttempt?.startedAt.epochMilliseconds ?? 0
    if (!finalDelivery.has(delivery.status) && due < now - world.scale.underWayMillis)
      world.violated(`a delivery never ended: ${delivery.status}`)
    if (eventIds.has(delivery.eventId)) world.violated("two deliveries carry one event id")
    eventIds.add(delivery.eventId)
    const runAndEvent = delivery.source.type === "monitor" ? `${delivery.source.runId} ${delivery.event}` : delivery.id
    if (told.has(runAndEvent)) world.violated("one event of a run was told as two")
    told.add(runAndEvent)
    const arrival = world.arrivals.get(delivery.eventId)
    if (delivery.status === "delivered" && (arrival === undefined || arrival.acknowledged === 0)) {
      world.violated("a delivered event never arrived")
    }
    if (arrival !== undefined && arrival.body !== delivery.body) world.violated("an event arrived with another body")
    if (attempts.some(({ attempt }, index) => attempt !== index + 1))
      world.violated("attempts are not numbered 1, 2, 3")
  }
  for (const eventId of world.arrivals.keys())
    if (!eventIds.has(eventId)) world.violated("an event arrived that nobody stored")
}

const checkMonitors = (world: World, now: number): void => {
  const firsts = new Map<string, number>()
  for (const { baselineCreated, monitorId, targetVersion } of world.tables.runs.values()) {
    const target = `${monitorId} ${targetVersion}`
    if (baselineCreated) firsts.set(target, (firsts.get(target) ?? 0) + 1)
  }
  for (const row of world.tables.monitors.values()) {
    const { monitor } = row
    const due = monitor.nextRunAt !== null && monitor.nextRunAt.epochMilliseconds < now - 2 * world.scale.underWayMillis
    if (due && monitor.status !== "paused" && !mayWaitForProfile(world, monitor.id, now))
      world.violated("an active monitor was not looked at when it was due")
    if (monitor.status === "paused" && monitor.nextRunAt !== null) world.violated("a paused monitor has a next run")
    if (row.baseline?.type === "page" && !row.baseline.text.includes(`Pricing of ${monitor.target.url}\n`))
      world.violated("a baseline is of another page")
    if ((monitor.baseline === null) !== (row.baseline === null)) world.violated("a baseline and its mark disagree")
    if ((firsts.get(`${monitor.id} ${monitor.targetVersion}`) ?? 0) > 1)
      world.violated("one target got two first baselines")
  }
}

/**
 * Every told change has both its versions, and a version is what its run saw, of its own organization. The bounds are wider
 * than a simulated history.
 */
const checkVersions = (world: World): void => {
  const { tables } = world
  const kept = [...tables.versions.values()].filter(({ isKept }) => isKept)
  const byChange = new Map(kept.map(({ version }) => [version.changeId as string | null, version]))
  for (const { id, monitorId } of tables.changes.values()) {
    if (!tables.monitors.has(monitorId)) continue
    const after = byChange.get(id)
    const before = after?.previousId == null ? undefined : tables.versions.get(after.previousId)
    if (after === undefined || before?.isKept !== true) {
      world.violated("a told change lacks a version")
      continue
    }
    if (before.version.monitorId !== monitorId || after.monitorId !== monitorId)
      world.violated("a change has a version of another monitor")
    if (before.version.replacedAt?.epochMilliseconds !== after.capturedAt.epochMilliseconds)
      world.violated("a version does not say when it was replaced")
  }
  const newest = new Map<string, number>()
  for (const { parts, version } of kept) {
    const row = tables.monitors.get(version.monitorId)
    if (row !== undefined && row.monitor.organizationId !== version.organizationId)
      world.violated("a version is of another organization")
    if (version.runId !== null && tables.runs.get(version.runId)?.status !== "completed")
      world.violated("a version is of a run that did not complete")
    if (version.replacedAt !== null || row === undefined) continue
    newest.set(version.monitorId, (newest.get(version.monitorId) ?? 0) + 1)
    const content = parts.get("content")
    const bytes = content === undefined ? undefined : tables.versionBodies.get(content.digest)?.bytes
    if (row.baseline !== null && new TextDecoder().decode(bytes) !== storedState(row.baseline).body)
      world.violated("the newest version is not the baseline")
  }
  for (const versions of newest.values()) if (versions > 1) world.violated("a monitor has two newest versions")
}

/** Who is billed has been given what the month gives. A clock that steps back may make a month that began before the last. */
const checkBilling = (world: World, now: number): void => {
  if (world.rates.skew) return
  for (const [id, { organization }] of world.tables.organizations) {
    const { billing, overrides } = organization
    const isPaused =
      billing === null ||
      (billing.pausedAt !== null && (billing.resumesAt === null || billing.resumesAt.epochMilliseconds > now))
    const refilled = world.tables.ledgers.get(id)?.months.refilled ?? 0
    if (!isPaused && refilled < (overrides.monthlyCredits ?? 0)) world.violated("a month was cut short")
  }
}

/** Looked at when faults have stopped for long enough. */
export const checkEnd = (world: World, nowMillis: number): void => {
  checkCharges(world)
  checkUsage(world)
  checkRuns(world, nowMillis)
  checkDeliveries(world, nowMillis)
  checkOwed(world)
  checkBatches(world, nowMillis)
  checkMonitors(world, nowMillis)
  checkVersions(world)
  checkBilling(world, nowMillis)
  for (const hold of world.tables.holds.values()) {
    if (hold.expiresAt.epochMilliseconds < nowMillis - world.scale.underWayMillis)
      world.violated("a hold outlived its end")
    const run = world.tables.runs.get(RunId.make(hold.cause.id))
    if (hold.cause.kind === "run" && (run === undefined || finalRun.has(run.status)))
      world.violated("a hold outlived its run")
  }
}
