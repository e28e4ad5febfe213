/** Watches that no claim is taken from a holder whose lease still lasts by the one true clock. */
import type { Recorded, RunClaim, RunOutcome } from "@kittiwake/core/monitors/RunStore"
import type { Exit } from "effect"

export class Leases {
  /** When each monitor was last claimed or renewed, in true milliseconds. */
  private readonly grantedAt = new Map<string, number>()
  private readonly leaseMillis: number
  private readonly violated: (what: string) => void

  constructor(leaseMillis: number, violated: (what: string) => void) {
    this.leaseMillis = leaseMillis
    this.violated = violated
  }

  private claimed(claims: ReadonlyArray<RunClaim>, now: number): void {
    for (const { stored } of claims) {
      const granted = this.grantedAt.get(stored.monitor.id)
      if (granted !== undefined && now - granted < this.leaseMillis - 1)
        this.violated("a lease that still held was taken")
      this.grantedAt.set(stored.monitor.id, now)
    }
  }

  private renewed(claims: ReadonlyArray<RunClaim>, held: ReadonlyArray<boolean>, now: number): void {
    claims.forEach(({ stored }, index) => {
      if (held[index] === true) this.grantedAt.set(stored.monitor.id, now)
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
    if (operation === "RunStore.claimDue") this.claimed(exit.value as ReadonlyArray<RunClaim>, now)
    if (operation === "RunStore.renew") {
      this.renewed(args[0] as ReadonlyArray<RunClaim>, exit.value as ReadonlyArray<boolean>, now)
    }
    if (operation === "RunStore.record") {
      this.recorded(args[0] as ReadonlyArray<RunOutcome>, exit.value as ReadonlyArray<Recorded>)
    }
  }
}
