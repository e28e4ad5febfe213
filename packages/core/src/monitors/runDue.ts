/** Runs the monitors that are due: claim, then `runMonitor` for each. */
import { DateTime, type Duration, Effect, Semaphore } from "effect"
import type { Suspects } from "../alone.ts"
import { holdLifetime } from "../credits/holdLifetime.ts"
import type { InTurn } from "../holdingLease.ts"
import type { Shares } from "../Shares.ts"
import { Ids } from "../security/Ids.ts"
import { RunStore } from "./RunStore.ts"
import { runMonitor } from "./runMonitor.ts"

/**
 * Claims up to `limit` due monitors; the answer holds one run for each, to be begun by the caller at once: it keeps its lease
 * while `inTurn` lets it wait.
 */
export const takeDue = Effect.fn("takeDue")(function* (
  options: { readonly limit: number; readonly lease: Duration.Duration; readonly shares?: Shares },
  suspects: Suspects,
  inTurn?: InTurn
) {
  const now = yield* DateTime.now
  const claims = yield* (yield* RunStore).claimDue({
    now,
    limit: options.limit,
    ...(options.shares === undefined ? {} : { shares: options.shares }),
    lease: options.lease,
    holdUntil: DateTime.addDuration(now, holdLifetime),
    runIds: yield* (yield* Ids).many("run", options.limit)
  })
  return claims.map((claim) => ({
    organizationId: claim.run.organizationId as string,
    host: claim.host,
    work: runMonitor(claim, options.lease, suspects, inTurn)
  }))
})

/** Claims up to `limit` due monitors and runs them, `concurrency` at a time; tells how many it claimed. */
export const runDue = Effect.fn("runDue")(function* (
  suspects: Suspects,
  options: {
    readonly limit: number
    readonly concurrency: number
    readonly lease: Duration.Duration
  }
) {
  const taken = yield* takeDue(options, suspects, Semaphore.makeUnsafe(options.concurrency).withPermit)
  // One that fails must not interrupt the others: what they began is known only to them.
  const [, failures] = yield* Effect.partition(taken, ({ work }) => work, { concurrency: "unbounded" })
  const [failure] = failures
  if (failure !== undefined) return yield* Effect.fail(failure)
  return taken.length
})
