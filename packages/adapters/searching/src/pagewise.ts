/** Results that come page by page. */
import type { SearchHit } from "@kittiwake/core/search/domain/SearchQuestion"
import type { BackendFailed } from "@kittiwake/core/search/SearchBackends"
import { Clock, Effect } from "effect"

/** Least time for another page. */
const leastMillis = 500

/** Asks for pages until there are enough, none comes, or time is over. What fails after the first page ends it there. */
export const pagewise = Effect.fnUntraced(function* (
  wanted: { readonly count: number; readonly mostPages: number; readonly leftMillis: number },
  ask: (page: number, leftMillis: number) => Effect.Effect<ReadonlyArray<SearchHit>, BackendFailed>
) {
  const untilMillis = (yield* Clock.currentTimeMillis) + wanted.leftMillis
  let found = yield* ask(0, wanted.leftMillis)
  let last = found.length
  for (let page = 1; page < wanted.mostPages && last > 0 && found.length < wanted.count; page++) {
    const left = untilMillis - (yield* Clock.currentTimeMillis)
    if (left < leastMillis) break
    const more = yield* Effect.orElseSucceed(ask(page, left), (): ReadonlyArray<SearchHit> => [])
    // As arguments of a call, more than the stack takes would not come together.
    found = [...found, ...more]
    last = more.length
  }
  return found.slice(0, wanted.count)
})
