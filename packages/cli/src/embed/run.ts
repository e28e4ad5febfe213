/** How the promise methods run their effects. */
import type { Effect } from "effect"
import type { MethodError } from "./KittiwakeError.ts"

/** What every method takes that may take long. */
export interface CallOptions {
  /** Stops the call; the promise then rejects with the signal's reason, and nothing is charged. */
  readonly signal?: AbortSignal
}

/** Runs an effect that needs `R`; the promise rejects with a `KittiwakeError`. */
export type Run<R> = <A, E extends MethodError>(effect: Effect.Effect<A, E, R>, options?: CallOptions) => Promise<A>
