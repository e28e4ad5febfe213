/** Sees every end of an attempt, before and after, and ties it to the plan that stood when its run was recorded. */
import { MonitorId } from "@kittiwake/core/monitors/domain/Monitor"
import type { DeliveryClaim, DeliveryDecision } from "@kittiwake/core/webhooks/domain/Delivery"
import type { Subscription } from "@kittiwake/core/webhooks/domain/Subscription"
import { Equal } from "effect"
import type { DeliveryRow, Tables } from "../../packages/core/src/memory/Database.ts"

/** What a completed run owes the subscription that stood when it was recorded. */
export interface Owed {
  readonly events: ReadonlyArray<string>
  readonly delaysSeconds: ReadonlyArray<number>
}

/** What to do with the answer of a write. */
export type Seen = (answer: never) => void

export interface Attempted {
  readonly claim: DeliveryClaim
  readonly decision: DeliveryDecision
}

/** Which wait of the plan follows when the attempt under way fails: one by hand takes none, and what arrived once has none. */
const placeAfter = ({ automaticFailures, deliveredAt, trigger }: DeliveryRow["delivery"]): number => {
  if (deliveredAt !== null) return Number.POSITIVE_INFINITY
  return trigger === "manual" ? automaticFailures - 1 : automaticFailures
}

export class AttemptWitness {
  private readonly tables: Tables
  private readonly owed: ReadonlyMap<string, Owed>
  private readonly violated: (what: string) => void

  constructor(tables: Tables, owed: ReadonlyMap<string, Owed>, violated: (what: string) => void) {
    this.tables = tables
    this.owed = owed
    this.violated = violated
  }

  recorded(decisions: ReadonlyArray<Attempted>): Seen {
    const before = decisions.map(({ claim }) => {
      const row = this.tables.deliveries.get(claim.delivery.id)
      const isHeld = row?.inFlight === true && row.token === claim.token
      return { isHeld, delivery: row?.delivery, subscription: this.subscriptionOf(claim) }
    })
    const ofMonitor = (id: string) => decisions.filter(({ claim }) => claim.delivery.subscriptionId === id).length
    return (answers: ReadonlyArray<boolean>) =>
      decisions.forEach(({ claim, decision }, index) => {
        const { delivery, isHeld, subscription } = before[index]!
        if (answers[index] !== isHeld)
          this.violated("the end of an attempt was judged by something else than its claim")
        const row = this.tables.deliveries.get(claim.delivery.id)
        if (!isHeld || delivery === undefined || row === undefined) return
        this.checkEnd(row, delivery, decision)
        const now = this.subscriptionOf(claim)
        const isAlone = ofMonitor(claim.delivery.subscriptionId) === 1
        if (isAlone && subscription?.url !== claim.destination.url && !Equal.equals(now, subscription))
          this.violated("what an old address did was written to the new webhook")
      })
  }

  private subscriptionOf({ delivery: { source } }: DeliveryClaim): Subscription | null {
    if (source.type === "batch") return this.tables.batches.get(source.batchId)?.batch?.subscription ?? null
    return this.tables.monitors.get(MonitorId.make(source.monitorId))?.monitor.subscription ?? null
  }

  /** The waits that the subscription had when the event was made; of a batch it never changes. */
  private planOf({ source }: DeliveryRow["delivery"]): ReadonlyArray<number> {
    if (source.type === "monitor") return this.owed.get(source.runId)?.delaysSeconds ?? []
    return this.tables.batches.get(source.batchId)?.batch?.subscription?.retry?.delaysSeconds ?? []
  }

  /** An attempt ends as its plan says, and in no other way. */
  private checkEnd(row: DeliveryRow, before: DeliveryRow["delivery"], { attempt }: DeliveryDecision): void {
    const { nextAttemptAt, status } = row.delivery
    if (before.status === "cancelled") {
      if (status !== "cancelled") this.violated("a cancelled delivery goes on")
      return
    }
    if (attempt.error === null) {
      if (status !== "delivered") this.violated(`an acknowledged event is ${status}`)
      return
    }
    const plan = this.planOf(before)
    const delay = plan[placeAfter(before)]
    if (delay === undefined) {
      if (status !== "failed") this.violated(`a delivery at the end of its plan is ${status}`)
      return
    }
    const due = (attempt.completedAt?.epochMilliseconds ?? 0) + delay * 1_000
    if (status !== "retrying" || nextAttemptAt?.epochMilliseconds !== due)
      this.violated(`a failed attempt with ${delay} s to the next left the delivery ${status}`)
  }
}
