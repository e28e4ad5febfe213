/** Keeps what the database knows of its own tables current, so that it goes on choosing the right index. */
import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { Sqlite } from "./Sqlite.ts"

/** https://www.sqlite.org/pragma.html#pragma_optimize advises hours. */
const tidyEvery = Duration.hours(1)

/** Tidies from time to time while the scope lasts. */
export const layer: Layer.Layer<never, never, Sqlite> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { write } = yield* Sqlite
    yield* write("Sqlite.optimize", null).pipe(
      Effect.catchCause((cause) => Effect.logWarning("sqlite: tables were not looked at and will be", cause)),
      Effect.schedule(Schedule.spaced(tidyEvery)),
      // No answer depends on when.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.forkScoped
    )
  })
)
