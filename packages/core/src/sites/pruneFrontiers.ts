/** Forgets crawls that were left alone. */
import { DateTime, Duration, Effect } from "effect"
import { FrontierStore } from "./FrontierStore.ts"

/** Crawls to which nothing was added and in which nothing was finished for so long are forgotten: no crawl lasts a day. */
export const usualFrontierIdle = Duration.days(1)

/** Drops up to `limit` addresses. Tells how many there were; less than `limit` means that nothing is left to do. */
export const pruneFrontiers = (frontierIdle: Duration.Duration) =>
  Effect.fnUntraced(function* (limit: number) {
    return yield* (yield* FrontierStore).prune(DateTime.subtractDuration(yield* DateTime.now, frontierIdle), limit)
  })
