/** `GET /v1/events`: tells whoever looks at an organization what of it changed, as it does. */
import { countersBy } from "@kittiwake/core/internal/counters"
import { keptOfUnknown } from "@kittiwake/core/internal/usage/domain/Kept"
import { Limits } from "@kittiwake/core/limits/Limits"
import { countedFor } from "@kittiwake/core/organizations/domain/Principal"
import { covers, type Scope as KeyScope } from "@kittiwake/core/organizations/domain/Scope"
import { type Part, parts, Wakeups } from "@kittiwake/core/waking/Wakeups"
import { Effect, Metric } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { LoggedOperation } from "../access.ts"
import { Exchange } from "../Exchange.ts"
import { ScopeMissing } from "../errors.ts"
import { asksForScreen, queryOf } from "../logs/loggedCall.ts"
import { Authenticator } from "../middleware/Authenticator.ts"
import { Replies } from "../Replies.ts"
import { noRoom } from "../requestMemory.ts"
import { Ending } from "./Ending.ts"
import { events } from "./events.ts"
import { makePlaces } from "./Places.ts"

/** What a caller must be allowed to read to be told that it changed. */
const scopeOf: { readonly [P in Part]: KeyScope } = {
  changes: "monitors:read",
  runs: "monitors:read",
  monitors: "monitors:read",
  deliveries: "monitors:read",
  batches: "batches:read",
  usage: "logs:read"
}

const operation: LoggedOperation = {
  name: "GET /v1/events",
  route: "/events",
  labels: "none",
  keepsReply: false,
  kept: keptOfUnknown
}

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { authenticate } = yield* Authenticator
    const { refuse } = yield* Replies
    const limits = yield* Limits
    const wakeups = yield* Wakeups
    const ending = yield* Ending
    const open = Metric.gauge("kittiwake_event_streams", { description: "Streams of events that are open." })
    const outcomes = countersBy({
      name: "kittiwake_event_streams_total",
      description: "Streams of events that were asked for.",
      label: "outcome",
      values: ["opened", "refused"]
    })
    yield* Effect.andThen(outcomes.begin, Metric.update(open, 0))
    const enter = makePlaces((count) => Metric.update(open, count))

    const opened = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const exchange = yield* Exchange
      exchange.operation = operation
      exchange.query = queryOf(request.url)
      // A reader of the standard's own kind can send no header.
      const { organization } = exchange.query
      const named = typeof organization === "string" ? organization : undefined
      const caller = yield* authenticate(request, "api", named)
      exchange.caller = caller
      if (exchange.memory.isShort) return yield* noRoom
      const seen = parts.filter((part) => covers(caller.scopes, scopeOf[part]))
      if (seen.length === 0) return yield* new ScopeMissing({ scope: "monitors:read" })
      // It draws on the budget once, and keeps none of the places of calls.
      exchange.limit = yield* Effect.scoped(
        limits.admit(caller, asksForScreen(request, operation) ? "screens" : "default", 1)
      )
      yield* enter({ organization: caller.organization.id, caller: countedFor(caller) })
      const watch = yield* wakeups.watch(caller.organization.id)
      yield* outcomes.count("opened")
      const stream = events({
        watch,
        parts: seen,
        hears: wakeups.hears,
        // A key that was revoked, or a session that is over, is noticed with the next beat.
        stands: Effect.match(authenticate(request, "api", named), {
          onSuccess: ({ organization }) => organization.id === caller.organization.id,
          onFailure: ({ _tag }) => _tag === "StoreUnavailable"
        }),
        ending
      })
      return HttpServerResponse.stream(stream, {
        contentType: "text/event-stream; charset=utf-8",
        // Proxies gather what comes otherwise.
        headers: { "x-accel-buffering": "no", "x-content-type-options": "nosniff" }
      })
    })

    yield* router.add(
      "GET",
      "/v1/events",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        return yield* Effect.catch(opened(request), (error) =>
          Effect.andThen(
            outcomes.count("refused"),
            Effect.flatMap(Exchange, (exchange) => refuse(exchange, error))
          )
        )
      })
    )
  })
)
