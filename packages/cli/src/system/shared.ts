/** Looks that many ask for and that are made once. */
import { makeFlights } from "@kittiwake/core/internal/budget/makeFlights"
import { passedMillis } from "@kittiwake/core/internal/passedMillis"
import { Duration, Effect } from "effect"

/**
 * Makes `work` something that anybody may ask for at any time: it is done once for all who ask meanwhile, and what it gave is
 * given to all who ask while it lasts.
 *
 * **Details.** It goes on for `lasts` when nobody waits for it any more, so that whoever asks again and again does not begin it
 * again and again.
 */
export const shared = <A>(work: Effect.Effect<A>, lasts: Duration.Duration) =>
  Effect.map(makeFlights<A, never>({ lingers: lasts }), (join) => {
    let kept: { readonly value: A; readonly until: number } | null = null
    const done = Effect.tap(work, (value) =>
      Effect.map(passedMillis, (now) => {
        kept = { value, until: now + Duration.toMillis(lasts) }
      })
    )
    return Effect.flatMap(passedMillis, (now) =>
      kept !== null && now < kept.until ? Effect.succeed(kept.value) : join("", () => done)
    )
  })
