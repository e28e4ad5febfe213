/** Spans that cost nothing while nobody traces. */
import { Context, Effect, Tracer } from "effect"

/** What stands for a tracer when there is none: it keeps spans that nobody sees. */
const nobody = Context.get(Context.empty(), Tracer.Tracer)

/** `Effect.withSpan` where somebody traces. Spans that nobody sees are kept in memory and cost as much. */
export const spanned =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Tracer.Tracer, (tracer) =>
      tracer === nobody ? effect : (Effect.withSpan(effect, name) as Effect.Effect<A, E, R>)
    )
