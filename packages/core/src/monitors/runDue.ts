/** Runs the monitors that are due: claim, then `runMonitor` for each. */
import { DateTime, type Duration, Effect } from "effect"
import { holdLifetime } from "../credits/withHold.ts"
import { Ids } from "../security/Ids.ts"
import { RunStore } from "./RunStore.ts"
import { runMonitor } from "./runMonitor.ts"

/** Claims up to `limit` due monitors; the answer holds one run for each, to be run by the caller. */
export const takeDue = Effect.fn("takeDue")(function* (options: {
  readonly limit: number
  readonly lease: Duration.Duration
}) {
  const now = yield* DateTime.now
  const claims = yield* (yield* RunStore).claimDue({
    now,
    limit: options.limit,
    lease: options.lease,
    holdUntil: DateTime.addDuration(now, holdLifetime),
    runIds: yield* (yield* Ids).many("run", options.limit)
  })
  return claims.map((claim) => runMonitor(claim, options.lease))
})

/** Claims up to `limit` due monitors and runs them, `concurrency` at a time; tells how many it claimed. */
export const runDue = Effect.fn("runDue")(function* (options: {
  readonly limit: number
  readonly concurrency: number
  readonly lease: Duration.Duration
}) {
  const taken = yield* takeDue(options)
  // One that fails must not interrupt the others: what they began is known only to them.
  const [, failures] = yield* Effect.partition(taken, (run) => run, { concurrency: options.concurrency })
  const [failure] = failures
  if (failure !== undefined) return yield* Effect.fail(failure)
  return taken.length
})
