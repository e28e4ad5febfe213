/** Gives a use case its ports once, so that its caller needs nothing. */
import { type Context, Effect } from "effect"

/** Turns a use case into a method that requires nothing beyond `context`. */
export const bind =
  <R>(context: Context.Context<R>) =>
  <Args extends ReadonlyArray<unknown>, A, E, U extends R>(
    useCase: (...args: Args) => Effect.Effect<A, E, U>
  ): ((...args: Args) => Effect.Effect<A, E>) =>
  (...args) =>
    Effect.provideContext(useCase(...args), context as Context.Context<U>)
