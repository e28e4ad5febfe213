/** Gives a use case its ports once, so that its caller needs nothing. */
import { Context, Effect, Exit } from "effect"

/**
 * Turns a use case into a method that requires nothing beyond `context`. Whoever calls such methods again under the context it
 * has gets what was put together the first time: that copies every service of both.
 */
export const bind = <R>(context: Context.Context<R>) => {
  const known = new WeakMap<Context.Context<never>, Context.Context<R>>()
  const both = (around: Context.Context<never>): Context.Context<R> => {
    const before = known.get(around)
    if (before !== undefined) return before
    const made = Context.merge(around, context)
    known.set(around, made)
    return made
  }
  return <Args extends ReadonlyArray<unknown>, A, E, U extends R>(
    useCase: (...args: Args) => Effect.Effect<A, E, U>
  ): ((...args: Args) => Effect.Effect<A, E>) =>
    (...args) => {
      const effect = useCase(...args)
      // What is known already needs nothing.
      if (Exit.isExit(effect)) return effect as Exit.Exit<A, E>
      return Effect.updateContext(effect, both as (around: Context.Context<never>) => Context.Context<U>)
    }
}

/** Provides `context` to many effects that run under the same one: the two are put together once. */
export const provideOften = <R>(context: Context.Context<R>) => {
  let last: { readonly around: Context.Context<never>; readonly both: Context.Context<R> } | undefined
  return <A, E>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E> =>
    Effect.updateContext(effect, (around: Context.Context<never>) => {
      if (last?.around !== around) last = { around, both: Context.merge(around, context) }
      return last.both
    })
}
