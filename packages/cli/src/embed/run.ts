/** How the promise methods run their effects. */
import type { Effect } from "effect"
import type { MethodError } from "./KittiwakeError.ts"

/** Runs an effect that needs `R`; the promise rejects with a `KittiwakeError`. */
export type Run<R> = <A, E extends MethodError>(effect: Effect.Effect<A, E, R>) => Promise<A>
