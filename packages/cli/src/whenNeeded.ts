/**
 * Adapters that are loaded with the first call to them: their modules take memory and time, and most starts and commands
 * need none of them for a while, or ever.
 */
import { Context, Effect, Layer } from "effect"

/** Calls a port of an adapter, which is loaded if it was not. */
export type Use<Ports> = <Self extends Ports, Port, A, E, R>(
  port: Context.Key<Self, Port>,
  call: (port: Port) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E, R>

/**
 * Ports whose adapters `load` imports when the first of them is called. They are built once, and live as long as the layer;
 * who calls first waits for it, and being interrupted there does not interrupt those who wait too.
 */
export const whenNeeded = <Ports, Needs>(
  load: () => Promise<Layer.Layer<Ports, never, Needs>>,
  ports: (use: Use<Ports>) => Context.Context<Ports>
): Layer.Layer<Ports, never, Needs> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const needs = yield* Effect.context<Needs>()
      const built = yield* Effect.cached(
        Effect.promise(load).pipe(
          Effect.flatMap((adapters) => Layer.buildWithScope(adapters, scope)),
          Effect.provideContext(needs),
          Effect.uninterruptible
        )
      )
      return ports((port, call) => Effect.flatMap(built, (context) => call(Context.get(context, port))))
    })
  )
