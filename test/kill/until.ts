/** Waiting for what comes to pass by itself. */
import { Duration, Effect } from "effect"

/** Looks every now and then until `isSo`; dies when that takes too long. */
export const until = <E, R>(what: string, isSo: Effect.Effect<boolean, E, R>) => {
  const look: Effect.Effect<void, E, R> = Effect.flatMap(isSo, (so) =>
    so
      ? Effect.void
      : Effect.andThen(
          Effect.sleep("25 millis"),
          Effect.suspend(() => look)
        )
  )
  return Effect.timeoutOrElse(look, {
    duration: Duration.seconds(60),
    orElse: () => Effect.die(new Error(`It did not come to pass in time: ${what}.`))
  })
}
