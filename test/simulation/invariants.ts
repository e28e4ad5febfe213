/** What must hold after every commit, and what must have come true at the end. */
import type { LedgerRow } from "../../packages/core/src/memory/Database.ts"
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
  for (const run of tables.runs.values()) {
    const ledger = tables.ledgers.get(run.organizationId)
    const charged = (ledger?.entries ?? []).filter(({ cause }) => cause.kind === "run" && cause.id === run.id)
    const credits = -charged.reduce((total, entry) => total + entry.credits, 0)
    if (credits !== run.creditsCharged)
      world.violated(`run ${run.status} says ${run.creditsCharged} credits, ledger ${credits}`)
    if (run.status !== "completed" && credits !== 0) world.violated(`a ${run.status} run was charged`)
    if (run.status === "completed" && credits === 0 && world.holdsExpired === 0)
      world.violated("a completed run was not charged")
  }
}

/** The history of usage tells what the ledger was charged, no more and no less. */
const checkUsage = (world: World): void => {
  for (const [organizationId, ledger] of world.tables.ledgers) {
    const sums = [...(world.tables.usage.get(organizationId)?.days.values() ?? [])]
    const counted = sums.reduce((total, { creditsUsed }) => total + creditsUsed, 0)
    const charged = -ledger.entries.reduce(
      (total, { cause, credits }) => total + (cause.kind === "run" ? credits : 0),
      0
    )
    if (counted !== charged) world.violated(`history counts ${counted} credits, the ledger was charged ${charged}`)
  }
}

/** What began this shortly before the end may still be under way. */
const underWayMillis = 3 * 60_000

const checkRuns = (world: World, now: number): void => {
  const { tables } = world
  const changesOf = new Map<string, number>()
  for (const change of tables.changes.values()) changesOf.set(change.runId, (changesOf.get(change.runId) ?? 0) + 1)
  for (const run of tables.runs.values()) {
    const began = Math.max(run.queuedAt.epochMilliseconds, run.startedAt?.epochMilliseconds ?? 0)
    if (!finalRun.has(run.status) && began < now - underWayMillis) world.violated(`a run never ended: ${run.status}`)
    if ((changesOf.get(run.id) ?? 0) !== (run.changeDetected ? 1 : 0))
      world.violated("a run has not the changes it tells of")
  }
}

const checkDeliveries = (world: World, now: number): void => {
  const { tables } = world
  const eventIds = new Set<string>()
  const told = new Set<string>()
  for (const { delivery, attempts } of tables.deliveries.values()) {
    const due = delivery.nextAttemptAt?.epochMilliseconds ?? delivery.lastAttempt?.startedAt.epochMilliseconds ?? 0
    if (!finalDelivery.has(delivery.status) && due < now - underWayMillis)
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
  for (const row of world.tables.monitors.values()) {
    const { monitor } = row
    const due = monitor.nextRunAt !== null && monitor.nextRunAt.epochMilliseconds < now - 5 * 60_000
    if (due && monitor.status !== "paused") world.violated("an active monitor was not looked at when it was due")
    if (monitor.status === "paused" && monitor.nextRunAt !== null) world.violated("a paused monitor has a next run")
    if ((monitor.baseline === null) !== (row.baseline === null)) world.violated("a baseline and its mark disagree")
    const created = [...world.tables.runs.values()].filter(
      (run) => run.monitorId === monitor.id && run.targetVersion === monitor.targetVersion && run.baselineCreated
    )
    if (created.length > 1) world.violated("one target got two first baselines")
  }
}

/** Looked at when faults have stopped for long enough. */
export const checkEnd = (world: World, nowMillis: number): void => {
  checkCharges(world)
  checkUsage(world)
  checkRuns(world, nowMillis)
  checkDeliveries(world, nowMillis)
  checkMonitors(world, nowMillis)
  for (const hold of world.tables.holds.values()) {
    const run = [...world.tables.runs.values()].find(({ id }) => id === hold.cause.id)
    if (run === undefined || finalRun.has(run.status)) world.violated("a hold outlived its run")
  }
}
