/** Answers about the process itself. */
import { Duration, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api.ts"
import { Exchange } from "../Exchange.ts"
import type { NotReady } from "./api.ts"
import { Readiness, type ReadinessCheck } from "./Readiness.ts"

/** Longest time a check may take; one that hangs is one that failed. */
const checkTimeout = Duration.seconds(2)

/** What a check found wrong, or nothing. A check that breaks tells no more than that: its cause may hold secrets. */
const failureOf = ({ name, check, isNeeded = true }: ReadinessCheck) =>
  check.pipe(
    Effect.timeoutOrElse({ duration: checkTimeout, orElse: () => Effect.fail("did not answer in time") }),
    Effect.matchCauseEffect({
      onSuccess: () => Effect.succeed([]),
      onFailure: (cause) => {
        const failure = cause.reasons.find((reason) => reason._tag === "Fail")
        const message = failure?._tag === "Fail" ? failure.error : "broke; see the log"
        const words = isNeeded ? "not ready" : "ready without"
        return Effect.as(Effect.logWarning(words, name, cause), [{ isNeeded, reason: { check: name, message } }])
      }
    })
  )

export const layer = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fn(function* (handlers) {
    const { checks } = yield* Readiness
    return handlers.handleAll({
      health: () => Effect.map(Exchange, ({ requestId }) => ({ status: "ok" as const, request_id: requestId })),
      ready: Effect.fnUntraced(function* () {
        const { requestId } = yield* Exchange
        const failures = yield* Effect.forEach(checks, failureOf, { concurrency: "unbounded" })
        const reasonsOf = (needed: boolean) =>
          failures.flat().flatMap(({ isNeeded, reason }) => (isNeeded === needed ? [reason] : []))
        const [reasons, degraded] = [reasonsOf(true), reasonsOf(false)]
        if (reasons.length === 0) {
          return { status: "ready" as const, request_id: requestId, ...(degraded.length === 0 ? {} : { degraded }) }
        }
        const body: NotReady = {
          request_id: requestId,
          message: `Not ready: ${reasons.map(({ check, message }) => `${check} ${message}`).join("; ")}.`,
          error_code: "INTERNAL_ERROR",
          reasons
        }
        return HttpServerResponse.jsonUnsafe(body, { status: 503, headers: { "retry-after": "1" } })
      })
    })
  })
)
