import type { Cause } from "effect"
import { HttpServerError } from "effect/http"

/** Whether a request ended because whoever sent it went away. */
export const isClientGone = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason.annotations.has(HttpServerError.ClientAbort.key))
