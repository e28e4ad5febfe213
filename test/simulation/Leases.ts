/** Watches that no claim of a run or a delivery is taken from a holder whose lease still lasts by the one true clock. */
import type { Recorded, RunClaim, RunOutcome } from "@kittiwake/core/monitors/RunStore"
import type { DeliveryClaim } from "@kittiwake/core/webhooks/domain/Delivery"
import { Duration, type Exit } from "effect"

export class Leases {
  /** When each monitor was last claimed or renewed, and each delivery claimed, in true milliseconds. */
  private readonly grantedAt = new Map<string, number>()
  private readonly leaseMillis: number
  private readonly violated: (what: string) => void

  constructor(leaseMillis: number, violated: (what: string) => void) {
    this.leaseMillis = leaseMillis
    this.violated = violated
  }

  private claimed(ids: ReadonlyArray<string>, now: number): void {
    for (const id of ids) {
      const granted = this.grantedAt.get(id)
      if (granted !== undefined && now - granted < this.leaseMillis - 1)
        this.violated("a lease that still held was taken")
      this.grantedAt.set(id, now)
    }
  }

  private attempted(ended: ReadonlyArray<{ readonly claim: DeliveryClaim }>, held: ReadonlyArray<boolean>): void {
    ended.forEach(({ claim }, index) => {
      if (held[index] === true) this.grantedAt.delete(claim.delivery.id)
    })
  }

  private renewed(
    claims: ReadonlyArray<RunClaim>,
    lease: Duration.Duration,
    held: ReadonlyArray<boolean>,
    now: number
  ): void {
    claims.forEach(({ stored }, index) => {
      if (held[index] !== true) return
      // With no time it is given back.
      if (Duration.isZero(lease)) this.grantedAt.delete(stored.monitor.id)
      else this.grantedAt.set(stored.monitor.id, now)
    })
  }

  private recorded(outcomes: ReadonlyArray<RunOutcome>, answers: ReadonlyArray<Recorded>): void {
    outcomes.forEach(({ next }, index) => {
      if (answers[index]?._tag === "Recorded") this.grantedAt.delete(next.id)
    })
  }

  /** Takes note of what a store did at true time `now`. */
  observe(operation: string, args: ReadonlyArray<unknown>, exit: Exit.Exit<unknown, unknown>, now: number): void {
    if (exit._tag !== "Success") return
    if (operation === "RunStore.claimDue") {
      const ids = (exit.value as ReadonlyArray<RunClaim>).map(({ stored }) => stored.monitor.id)
      this.claimed(ids, now)
    }
    if (operation === "DeliveryStore.claimDue") {
      const ids = (exit.value as ReadonlyArray<DeliveryClaim>).map(({ delivery }) => delivery.id)
      this.claimed(ids, now)
    }
    if (operation === "DeliveryStore.record") {
      this.attempted(args[0] as ReadonlyArray<{ readonly claim: DeliveryClaim }>, exit.value as ReadonlyArray<boolean>)
    }
    if (operation === "RunStore.renew") {
      const [claims, lease] = args as readonly [ReadonlyArray<RunClaim>, Duration.Duration]
      this.renewed(claims, lease, exit.value as ReadonlyArray<boolean>, now)
    }
    if (operation === "RunStore.record") {
      this.recorded(args[0] as ReadonlyArray<RunOutcome>, exit.value as ReadonlyArray<Recorded>)
    }
  }
}
