/**
 * Stands beside the database and sees every write, before and after: ties what came of it to what it was made from.
 *
 * It knows what a run owes its subscriber (the events, with the plan of retries that stood then), what ended a hold, which
 * webhooks were removed, and which run had which slot. What it says is written down here a second time on purpose: it
 * shares no rule with the product.
 */
import type { Hold } from "@kittiwake/core/credits/domain/Ledger"
import { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { Run } from "@kittiwake/core/monitors/domain/Run"
import type { RunId } from "@kittiwake/core/monitors/domain/RunId"
import type { MonitorUpdate } from "@kittiwake/core/monitors/MonitorStore"
import type { Recorded, RunClaim, RunOutcome, RunStore } from "@kittiwake/core/monitors/RunStore"
import type { Subscription } from "@kittiwake/core/webhooks/domain/Subscription"
import { Equal } from "effect"
import type { DeliveryRow, Tables } from "../../packages/core/src/memory/Database.ts"
import { type Attempted, AttemptWitness, type Owed, type Seen } from "./AttemptWitness.ts"
import type { OutageWitness } from "./witness/OutageWitness.ts"
import { priceOf } from "./witness/priceOf.ts"
import { resetOf } from "./witness/resetOf.ts"

interface Circumstances {
  /** The true time. */
  readonly nowMillis: () => number
  readonly violated: (what: string) => void
}

/** How long credits are set aside at least (docs: 15 minutes). */
const holdMillis = 15 * 60_000

/** By how much a process's clock, and a call that hangs, may be off the true time. */
const clocksDifferBy = 14 * 60_000

const isOver = ({ delivery: { status } }: DeliveryRow) =>
  status === "delivered" || status === "failed" || status === "cancelled"

export class Witness {
  readonly owed = new Map<string, Owed>()
  /** Holds that were given back because they ended. */
  readonly expired = new Set<string>()
  /** Monitors that lost their webhook at least once, or were removed. */
  readonly silenced = new Set<string>()
  private readonly slots = new Map<string, RunId>()
  private readonly runs = new Set<string>()
  private readonly tables: Tables
  private readonly circumstances: Circumstances
  private readonly attempts: AttemptWitness
  private readonly outages: OutageWitness

  constructor(tables: Tables, outages: OutageWitness, circumstances: Circumstances) {
    this.tables = tables
    this.outages = outages
    this.circumstances = circumstances
    this.attempts = new AttemptWitness(tables, this.owed, circumstances.violated)
  }

  private violated(what: string): void {
    this.circumstances.violated(what)
  }

  private pausedAt(organizationId: Hold["organizationId"], atMillis: number): boolean {
    const organization = this.tables.organizations.get(organizationId)?.organization
    if (organization === undefined) return false
    const { pausedAt, resumesAt } = organization.billing ?? { pausedAt: null, resumesAt: null }
    const isPaused = pausedAt !== null && (resumesAt === null || resumesAt.epochMilliseconds > atMillis)
    return organization.disabled || isPaused
  }

  private checkHold({ expiresAt, organizationId }: Hold, atMillis: number, toleranceMillis: number): void {
    if (this.pausedAt(organizationId, atMillis)) this.violated("credits were held while collection was paused")
    if (expiresAt.epochMilliseconds < atMillis + holdMillis - toleranceMillis)
      this.violated("a hold ends before the work it is for may")
  }

  private held({ id }: Hold): Seen {
    const wasOpen = this.tables.holds.has(id)
    return () => {
      const hold = this.tables.holds.get(id)
      if (hold !== undefined && !wasOpen) this.checkHold(hold, this.circumstances.nowMillis(), clocksDifferBy)
    }
  }

  private claimed(options: Parameters<RunStore["Service"]["claimDue"]>[0]): Seen {
    const open = new Set(this.tables.holds.keys())
    return (claims: ReadonlyArray<RunClaim>) => {
      for (const { run, stored } of claims) {
        const hold = this.tables.holds.get(run.id)
        if (hold !== undefined && !open.has(run.id)) this.checkHold(hold, options.now.epochMilliseconds, 0)
        if (this.runs.has(run.id) || run.trigger !== "schedule") continue
        this.runs.add(run.id)
        this.tookSlot(`${stored.monitor.id} ${stored.monitor.nextRunAt?.epochMilliseconds}`, run.id)
      }
    }
  }

  /** As `runs_one_for_a_slot` has it in SQL: a slot has one run that was executed. */
  private tookSlot(slot: string, runId: RunId): void {
    const before = this.slots.get(slot)
    const ran = before === undefined ? undefined : this.tables.runs.get(before)
    if (ran !== undefined && ran.status !== "skipped") this.violated("one slot of a schedule was run twice")
    this.slots.set(slot, runId)
  }

  private recorded(outcomes: ReadonlyArray<RunOutcome>): Seen {
    const { holds, monitors, runs } = this.tables
    const before = outcomes.map(({ run, next }) => ({
      monitor: monitors.get(next.id)?.monitor,
      wasHeld: holds.has(run.id)
    }))
    return (answers: ReadonlyArray<Recorded>) =>
      outcomes.forEach(({ cancels, run: { id }, next }, index) => {
        if (answers[index]?._tag !== "Recorded") return
        const { monitor, wasHeld } = before[index]!
        const subscription = monitor?.subscription ?? null
        const run = runs.get(id)
        if (run === undefined) {
          this.violated("a recorded run is gone")
          return
        }
        if (holds.has(id)) this.violated("a recorded run keeps its hold")
        const turn = this.outages.turnOf(run)
        // A change that takes back one of which nobody was told is not told either.
        this.owes(run, cancels.length > 0, turn, subscription)
        if (run.status !== "completed") return
        if (wasHeld && monitor !== undefined && run.creditsCharged !== priceOf(monitor.target))
          this.violated("a completed run whose hold stood was not charged its price")
        if (!wasHeld && !this.expired.has(id)) this.violated("a run was completed that nothing was ever held for")
        const after = monitors.get(next.id)?.monitor.subscription ?? null
        if (!Equal.equals(after, subscription)) this.violated("a run wrote to its monitor's webhook")
      })
  }

  private owes(run: Run, isUntold: boolean, turn: string | null, subscription: Subscription | null): void {
    if (run.status === "skipped") return
    const ended = run.status === "completed" ? ["run.completed"] : []
    const told = [
      ...(run.changeDetected && !isUntold ? ["change.detected"] : []),
      ...(turn === null ? [] : [turn]),
      ...ended
    ]
    const wanted: ReadonlyArray<string> = subscription?.events ?? []
    this.owed.set(run.id, {
      events: told.filter((event) => wanted.includes(event)),
      delaysSeconds: subscription?.retry?.delaysSeconds ?? []
    })
  }

  private updated({ next }: MonitorUpdate): Seen {
    const row = this.tables.monitors.get(next.id)
    const monitor = row?.monitor
    const checkReset = resetOf(row, next, this.circumstances.violated)
    const had = monitor?.subscription ?? null
    const open = [...this.tables.openDeliveries].filter(({ delivery }) => delivery.subscriptionId === next.id)
    return () => {
      if (monitor !== undefined) this.outages.changed(monitor, next)
      checkReset()
      if (next.subscription === null && had !== null) this.silenced.add(next.id)
      if (next.subscription !== null && open.some(isOver)) this.violated("a change of a monitor ended a delivery")
      if (next.subscription === null && !open.every(isOver)) this.violated("a webhook is gone and its deliveries go on")
    }
  }

  private removed(monitorId: string): Seen {
    const running = this.tables.monitors.get(MonitorId.make(monitorId))?.running ?? null
    return (isRemoved: boolean) => {
      if (!isRemoved) return
      this.silenced.add(monitorId)
      if (running !== null && this.tables.holds.has(running)) this.violated("a removed monitor keeps credits held")
    }
  }

  private expiring(now: Hold["expiresAt"]): Seen {
    const before = [...this.tables.holds.values()]
    return () => {
      for (const { cause, expiresAt, id } of before) {
        if (this.tables.holds.has(id)) continue
        if (expiresAt.epochMilliseconds > now.epochMilliseconds) this.violated("a hold was given back before its end")
        this.expired.add(cause.id)
      }
    }
  }

  /** What to do with the answer of a write that begins now; nothing for most calls. */
  before(operation: string, args: ReadonlyArray<unknown>): ((answer: unknown) => void) | undefined {
    return this.watch(operation, args) as ((answer: unknown) => void) | undefined
  }

  private watch(operation: string, args: ReadonlyArray<unknown>): Seen | undefined {
    switch (operation) {
      case "RunStore.claimDue":
        return this.claimed(args[0] as Parameters<RunStore["Service"]["claimDue"]>[0])
      case "RunStore.record":
        return this.recorded(args[0] as ReadonlyArray<RunOutcome>)
      case "DeliveryStore.record":
        return this.attempts.recorded(args[0] as ReadonlyArray<Attempted>)
      case "MonitorStore.update":
        return this.updated(args[0] as MonitorUpdate)
      case "MonitorStore.remove":
        return this.removed(args[1] as string)
      case "CreditLedger.hold":
        return this.held(args[0] as Hold)
      case "CreditLedger.expire":
        return this.expiring(args[0] as Hold["expiresAt"])
      default:
        return undefined
    }
  }
}
