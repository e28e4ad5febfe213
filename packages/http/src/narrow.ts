/**
 * Keeps the contexts small that are merged for every request.
 *
 * An endpoint's handler runs with the context of its layer merged over that of its request, and a merge copies both. With
 * all services of an application in sight that was a seventh of the processor time of a small request.
 */
import { Context, Effect, Layer } from "effect"

/** Services of Effect that are for building an application; none is read while a request is answered. */
const forBuilding =
  /^effect\/(?:cli|process|sql|Layer|FileSystem|Path|Terminal|http\/(?:Etag|HttpPlatform|HttpRouter|HttpServer\b))/

/** The context with the services named, and what Effect itself reads: its clock, tracer, loggers and the like. */
const keep = <Kept>(context: Context.Context<Kept>, keys: ReadonlyArray<{ readonly key: string }>) => {
  const names = new Set(keys.map(({ key }) => key))
  return Context.makeUnsafe<Kept>(
    new Map(
      [...context.mapUnsafe].filter(
        ([name]) => names.has(name) || (name.startsWith("effect/") && !forBuilding.test(name))
      )
    )
  )
}

/** The layer, built with only `services` in sight. Naming too few makes the build fail at once. */
export const narrow = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  ...services: ReadonlyArray<{ readonly key: string }>
): Layer.Layer<A, E, R> =>
  Layer.fromBuild((memoMap, scope) =>
    Effect.updateContext(Layer.buildWithMemoMap(layer, memoMap, scope), (context: Context.Context<R>) =>
      keep(context, services)
    )
  )

/** The effect, run without the application's services, which its parts have captured. */
export const alone = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateContext(effect, (context: Context.Context<R>) => keep(context, []))
