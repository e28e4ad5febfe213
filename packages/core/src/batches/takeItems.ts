/** Claims pages of batches, in turns and as their hosts want it. */
import { DateTime, type Duration, Effect } from "effect"
import { makeSuspects } from "../alone.ts"
import { passedMillis } from "../passedMillis.ts"
import type { Shares } from "../Shares.ts"
import { HostPauses } from "../sharing/HostPauses.ts"
import { BatchWorkStore } from "./BatchWorkStore.ts"
import type { RulesOf } from "./crawlRules.ts"
import type { BatchId } from "./domain/Batch.ts"
import type { HostTurns } from "./HostTurns.ts"
import { makeRefusals } from "./refusals.ts"
import { makeHostPlaces, makeWaiting, workItem } from "./workItem.ts"

/** Runs `last` after the work of a batch of which nothing else is under way here: it may have been all that was left to do. */
const makeLast = <R>(last: Effect.Effect<unknown, never, R>) => {
  const underWay = new Map<BatchId, number>()
  const end = (id: BatchId): boolean => {
    const left = underWay.get(id)! - 1
    if (left > 0) underWay.set(id, left)
    else underWay.delete(id)
    return left === 0
  }
  return <E, R2>(id: BatchId, work: Effect.Effect<void, E, R2>): Effect.Effect<void, E, R | R2> =>
    Effect.suspend(() => {
      underWay.set(id, (underWay.get(id) ?? 0) + 1)
      let isLast = false
      const ended = Effect.sync(() => {
        isLast = end(id)
      })
      const after = Effect.suspend(() => (isLast ? Effect.asVoid(last) : Effect.void))
      return Effect.andThen(Effect.ensuring(work, ended), after)
    })
}

/** Batches of which it is remembered when they were served; those that are forgotten come before them. */
const mostServed = 1_000

/**
 * When batches were served last. Who comes after the one that was served last would always be the same where a host gives a turn now and then,
 * and one batch is served all the time between them.
 */
const makeServed = () => {
  const served = new Map<BatchId, number>()
  let count = 0
  const note = (id: BatchId): void => {
    served.delete(id)
    served.set(id, ++count)
    if (served.size > mostServed) served.delete(served.keys().next().value!)
  }
  return { note, served: served as ReadonlyMap<BatchId, number> }
}

/**
 * Gives a function that claims up to `limit` pages; the answer holds the work of each, to be begun by the caller at once. After the
 * last page of a batch that is under way here `settle` runs.
 */
export const takeItems = <R>(rulesOf: RulesOf, turns: HostTurns, settle: Effect.Effect<unknown, never, R>) => {
  const withLast = makeLast(settle)
  const work = workItem({
    rulesOf,
    turns,
    waiting: makeWaiting(),
    suspects: makeSuspects(),
    hosts: makeHostPlaces(),
    refusals: makeRefusals()
  })
  const { note, served } = makeServed()
  return Effect.fn("takeItems")(function* (options: {
    readonly limit: number
    readonly lease: Duration.Duration
    readonly shares?: Shares
  }) {
    const now = yield* DateTime.now
    const throttling = yield* (yield* HostPauses).throttling
    const nowMillis = yield* passedMillis
    turns.noteThrottling(throttling, nowMillis)
    const claims = yield* (yield* BatchWorkStore).claimDue({
      ...options,
      now,
      resting: turns.restingRooms(nowMillis),
      pausing: turns.rooms(nowMillis),
      served
    })
    for (const { batch } of claims) note(batch.id)
    return claims.map((claim) => ({
      organizationId: claim.batch.organizationId as string,
      host: claim.host,
      work: withLast(claim.batch.id, work(claim, options.lease))
    }))
  })
}
