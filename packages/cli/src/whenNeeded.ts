/**
 * Adapters that are loaded with the first call to them: their modules take memory and time, and most starts and commands
 * need none of them for a while, or ever.
 */
import { Context, Effect, Fiber, Layer } from "effect"

/** Calls a port of an adapter, which is loaded if it was not. */
export type Use<Ports> = <Self extends Ports, Port, A, E, R>(
  port: Context.Key<Self, Port>,
  call: (port: Port) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E, R>

/**
 * Ports whose adapters `load` imports when the first of them is called. They are built once, and live as long as the layer;
 * who calls first waits for it, and being interrupted there does not interrupt those who wait too.
 *
 * **Details.** They are built with what the layer may have and nothing else: what is built keeps the context that it was built in, and would
 * keep what the first call held, such as its request and its answer, for as long as the process lives.
 */
export const whenNeeded = <Ports, Needs>(
  load: () => Promise<Layer.Layer<Ports, never, Needs>>,
  ports: (use: Use<Ports>) => Context.Context<Ports>
): Layer.Layer<Ports, never, Needs> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const needs = yield* Effect.context<Needs>()
      const build = Effect.flatMap(Effect.promise(load), (adapters) => Layer.buildWithScope(adapters, scope))
      let building: Fiber.Fiber<Context.Context<Ports>> | undefined
      // The last to run: what is still being built when the layer ends has ended too, then.
      yield* Effect.addFinalizer(() => (building === undefined ? Effect.void : Fiber.await(building)))
      const built = Effect.suspend(() => {
        building ??= Effect.runForkWith(needs)(build)
        return Fiber.join(building)
      })
      return ports((port, call) => Effect.flatMap(built, (context) => call(Context.get(context, port))))
    })
  )
