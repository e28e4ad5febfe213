/** Claims pages of batches, in turns and as their hosts want it. */
import { DateTime, type Duration, Effect } from "effect"
import type { Shares } from "../Shares.ts"
import { BatchWorkStore } from "./BatchWorkStore.ts"
import type { RulesOf } from "./crawlRules.ts"
import type { BatchId } from "./domain/Batch.ts"
import type { HostTurns } from "./HostTurns.ts"
import { makeHostPlaces, makeSuspects, makeWaiting, workItem } from "./workItem.ts"

/** Gives a function that claims up to `limit` pages; the answer holds the work of each, to be begun by the caller at once. */
export const takeItems = (rulesOf: RulesOf, turns: HostTurns) => {
  const work = workItem({ rulesOf, turns, waiting: makeWaiting(), suspects: makeSuspects(), hosts: makeHostPlaces() })
  let last: BatchId | null = null
  return Effect.fn("takeItems")(function* (options: {
    readonly limit: number
    readonly lease: Duration.Duration
    readonly shares?: Shares
  }) {
    const now = yield* DateTime.now
    const claims = yield* (yield* BatchWorkStore).claimDue({
      ...options,
      now,
      pausing: turns.rooms(now.epochMilliseconds),
      ...(last === null ? {} : { after: last })
    })
    last = claims.at(-1)?.batch.id ?? last
    return claims.map((claim) => ({
      organizationId: claim.batch.organizationId as string,
      host: claim.host,
      work: work(claim, options.lease)
    }))
  })
}
