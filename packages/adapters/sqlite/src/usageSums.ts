/** When what was tallied is added to the sums of its hour and day (`writes/tallies.ts`). A history is told from both. */
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Clock, Duration, Effect, Layer } from "effect"
import { Sqlite } from "./Sqlite.ts"

/** Most tallies that one call folds: each may be added to six sums, which takes the writer some fifteen microseconds. */
const foldedAtOnce = 300

/** Adds all tallies to their sums; tells how many there were. */
export const foldTallies: Effect.Effect<number, StoreUnavailable, Sqlite> = Effect.gen(function* () {
  const { read, write } = yield* Sqlite
  const hasSome = yield* read("UsageStore.fold", (db) => db.get("select 1 from usage_tallies limit 1") !== undefined)
  if (!hasSome) return 0
  for (let folded = 0; ; ) {
    const more = yield* write("UsageStore.fold", foldedAtOnce)
    folded += more
    if (more < foldedAtOnce) return folded
  }
})

/** How often tallies are folded. A history reads those that were not yet. */
const foldEvery = Duration.seconds(5)

/** How often it is looked for tallies while there are none. */
const lookEvery = Duration.minutes(1)

/** Folds from time to time while the scope lasts. */
export const foldLayer: Layer.Layer<never, never, Sqlite> = Layer.effectDiscard(
  foldTallies.pipe(
    Effect.catchCause((cause) =>
      Effect.logWarning("usage: tallies were not folded and will be", cause).pipe(Effect.as(1))
    ),
    Effect.flatMap((folded) => Effect.sleep(folded === 0 ? lookEvery : foldEvery)),
    Effect.forever,
    // No answer depends on when: the machine's own clock counts, also where a test has put another in place.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
)
