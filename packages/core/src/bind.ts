/** Gives a use case its ports once, so that its caller needs nothing. */
import { Context, Effect } from "effect"

/** Turns a use case into a method that requires nothing beyond `context`. */
export const bind =
  <R>(context: Context.Context<R>) =>
  <Args extends ReadonlyArray<unknown>, A, E, U extends R>(
    useCase: (...args: Args) => Effect.Effect<A, E, U>
  ): ((...args: Args) => Effect.Effect<A, E>) =>
  (...args) =>
    Effect.provideContext(useCase(...args), context as Context.Context<U>)

/** Provides `context` to many effects that run under the same one: the two are put together once. */
export const provideOften = <R>(context: Context.Context<R>) => {
  let last: { readonly around: Context.Context<never>; readonly both: Context.Context<R> } | undefined
  return <A, E>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E> =>
    Effect.updateContext(effect, (around: Context.Context<never>) => {
      if (last?.around !== around) last = { around, both: Context.merge(around, context) }
      return last.both
    })
}
