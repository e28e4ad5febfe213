/** Hands answered calls over to the log. */
import type { Usage } from "@kittiwake/core/usage/Usage"
import type { Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Cause, Clock, Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { ExchangeState } from "../Exchange.ts"
import { loggedCall } from "./loggedCall.ts"

/** What is logged and counted as the status of a call whose caller was gone before it was answered. */
export const goneStatus = 499

/**
 * Records the call of an exchange that is about to be answered; `response` is null when nobody waits for it any more. A
 * call without a valid key belongs to nobody and is not recorded.
 *
 * **Details.** It is recorded before it is answered, so that whoever has the answer finds the call in the log. Recording
 * takes no time unless too much is waiting to be written, and its failure changes no answer.
 */
export const recordCall =
  ({ record }: Usage["Service"], { changed }: Pick<Wakeups["Service"], "changed">) =>
  (
    exchange: ExchangeState,
    request: HttpServerRequest.HttpServerRequest,
    response: HttpServerResponse.HttpServerResponse | null
  ): Effect.Effect<void> => {
    const { caller } = exchange
    if (caller === null) return Effect.void
    // What is charged shows in the usage; a call that costs nothing, such as looking at it, does not make it new.
    const told = exchange.creditsUsed === 0 ? Effect.void : changed(caller.organization.id, ["usage"])
    return Clock.clockWith((clock) =>
      record(
        loggedCall(exchange, caller, request, {
          status: response?.status ?? goneStatus,
          body: response?.body ?? null,
          atMillis: clock.currentTimeMillisUnsafe()
        })
      )
    ).pipe(
      Effect.andThen(told),
      Effect.catchCause((cause) =>
        // Interrupted while it waited for room, the call is in the queue all the same.
        Cause.hasInterruptsOnly(cause)
          ? Effect.void
          : Effect.logError("a call was not logged", cause).pipe(Effect.annotateLogs({ requestId: exchange.requestId }))
      )
    )
  }
