/** Looks at which hosts other processes found to rest. */
import { Effect, Latch } from "effect"
import { passedMillis } from "../passedMillis.ts"
import type { HostRests } from "./domain/HostRests.ts"
import type { RestsTold } from "./PauseKeeper.ts"

/** After so long it is asked again. */
const knownMillis = 1_000

/** What was heard so long ago is not gone by: whoever comes to a process that begins, or that read nothing for a while, waits for the look. */
const staleMillis = 2 * knownMillis

/**
 * Notes in `rests` what `ask` tells, which is null where nobody answers. It is asked once in a while by one of those that come; the others go by
 * what is known, and wait only where that is stale.
 */
export const makeRestsLook = (rests: HostRests, ask: Effect.Effect<RestsTold | null>) => {
  const looked = Latch.makeUnsafe(true)
  let nextLookMillis = Number.NEGATIVE_INFINITY

  const look = Effect.gen(function* () {
    const found = yield* ask
    if (found === null) return
    const atMillis = yield* passedMillis
    for (const [host, rest] of found) rests.note(host, rest, atMillis)
  }).pipe(Effect.ensuring(Effect.sync(() => looked.openUnsafe())))

  return Effect.flatMap(passedMillis, (nowMillis) => {
    if (nowMillis < nextLookMillis) return looked.await
    if (nowMillis >= nextLookMillis - knownMillis + staleMillis) looked.closeUnsafe()
    nextLookMillis = nowMillis + knownMillis
    return look
  })
}
