/** A call that reads the web: how long it may take, what may be kept, who pays, and who waits for the same. */

import type { BrandError } from "@kittiwake/core/brands/errors"
import { CurrentLease } from "@kittiwake/core/budget/MemoryBudget"
import type { Charged } from "@kittiwake/core/credits/Credits"
import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { makeFlights } from "@kittiwake/core/internal/budget/makeFlights"
import { leave } from "@kittiwake/core/internal/pages/acting"
import type { Organization } from "@kittiwake/core/organizations/domain/Organization"
import { planTerms } from "@kittiwake/core/organizations/domain/Plan"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { PaidPlanRequired } from "@kittiwake/core/organizations/errors"
import type { BrowserAction } from "@kittiwake/core/pages/domain/BrowserAction"
import type { WebError } from "@kittiwake/core/pages/errors"
import type { InvalidCursor } from "@kittiwake/core/paging/Cursors"
import type { SearchUnavailable } from "@kittiwake/core/search/errors"
import type { DisposableEmail, FreeEmail } from "@kittiwake/core/sites/errors"
import { unknownRoute } from "@kittiwake/core/usage/domain/RequestLog"
import type { Call } from "@kittiwake/core/web/domain/Call"
import {
  type Deadline,
  defaultTimeoutMillis,
  maxTimeoutMillis,
  minPartialTimeoutMillis,
  timeBesideWaitMillis
} from "@kittiwake/core/web/domain/Deadline"
import { defaultMaxAgeMillis } from "@kittiwake/core/web/domain/Freshness"
import { Cause, Context, Duration, Effect, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Exchange } from "../Exchange.ts"
import { type ApiError, TimeoutExceedsMaximum, TimeoutTooShortForWait, ZeroRetentionNotEnabled } from "../errors.ts"
import { isClientGone } from "../isClientGone.ts"
import { isSentAgain } from "../isSentAgain.ts"
import { checkRoom, leaseOf } from "../requestMemory.ts"
import type { TimeoutInput } from "./query.ts"

type Actions = ReadonlyArray<Pick<BrowserAction, "do">>

/** What every call that reads the web may say. */
export interface CallInput {
  readonly timeoutOpts?: TimeoutInput
  readonly timeoutMS?: number
  readonly timeout?: number | TimeoutInput
  readonly zdr?: "enabled" | "disabled"
  readonly maxAgeMs?: number
  readonly waitForMs?: number
  readonly actions?: Actions
  /** Of a monitor that is tried, which may have actions. */
  readonly target?: unknown
  /** Stands for the file that was sent. */
  readonly digest?: string
}

/** What work that reads the web can end in; what the plan has no room for is known where it begins. */
export type CallError =
  | BrandError
  | DisposableEmail
  | FreeEmail
  | InvalidCursor
  | PaidPlanRequired
  | SearchUnavailable
  | WebError

/** What an operation adds to the rules of deadlines. */
export interface DeadlineRules {
  /** Whether a part is worth anything only after some seconds. */
  readonly partialNeedsTime: boolean
  /** The deadline of a call that names none. */
  readonly usual?: TimeoutInput
  /** Whether the wait is one of each of its pages: such a call may have time for some of them. */
  readonly waitsAtEach?: true
}

/** A deadline as it was sent: under which name, and in which field its time stands. */
interface GivenTimeout extends TimeoutInput {
  readonly name: string
  readonly field: string
}

const named = (name: string, millis: number | TimeoutInput | undefined): ReadonlyArray<GivenTimeout> => {
  if (millis === undefined) return []
  return typeof millis === "number"
    ? [{ name, field: name, milliseconds: millis }]
    : [{ name, field: `${name}.milliseconds`, ...millis }]
}

/** The deadline that the caller names, under whichever of its three names; null when under none. */
const timeoutOf = (input: CallInput) => {
  const given = [
    ...named("timeoutOpts", input.timeoutOpts),
    ...named("timeoutMS", input.timeoutMS),
    ...named("timeout", input.timeout)
  ]
  const [first, second] = given
  return second === undefined
    ? Effect.succeed(first ?? null)
    : Effect.fail(new InvalidInput({ field: second.name, message: `cannot be given together with ${first!.name}` }))
}

/** When the call must be answered (contract/scrape.md §0.3, timeout rules). */
export const deadlineOf = Effect.fnUntraced(function* (
  input: CallInput,
  startedAtMillis: number,
  { partialNeedsTime, usual, waitsAtEach = false }: DeadlineRules
) {
  const given = yield* timeoutOf(input)
  const asked: TimeoutInput = given ?? usual ?? { milliseconds: defaultTimeoutMillis }
  const { behavior = "fail", milliseconds } = asked
  const deadline: Deadline = {
    atMillis: startedAtMillis + milliseconds,
    acceptsPart: behavior === "return-partial"
  }
  if (given === null) return deadline
  const { field } = given
  if (milliseconds > maxTimeoutMillis) return yield* new TimeoutExceedsMaximum({ field, maxMillis: maxTimeoutMillis })
  if (deadline.acceptsPart && partialNeedsTime && milliseconds < minPartialTimeoutMillis) {
    return yield* new InvalidInput({
      field,
      message: `must be at least ${minPartialTimeoutMillis} for return-partial`
    })
  }
  const leastMillis = (input.waitForMs ?? 0) + timeBesideWaitMillis
  if (input.waitForMs !== undefined && !waitsAtEach && milliseconds < leastMillis) {
    return yield* new TimeoutTooShortForWait({ field, leastMillis })
  }
  return deadline
})

/** Browser actions are for paid plans, whoever asks. */
export const checkActions = ({ plan }: Pick<Organization, "plan">) =>
  planTerms[plan].paid ? Effect.void : Effect.fail(new PaidPlanRequired({ feature: "Browser actions" }))

const checkPlan = ({ organization }: Principal, { actions = [], zdr }: CallInput) => {
  if (zdr === "enabled" && !organization.zeroDataRetention) return Effect.fail(new ZeroRetentionNotEnabled())
  return actions.length > 0 ? checkActions(organization) : Effect.void
}

const actionsOf = ({ actions, target }: CallInput): Actions => {
  if (actions !== undefined) return actions
  const isObject = typeof target === "object" && target !== null
  return isObject && "actions" in target && Array.isArray(target.actions) ? target.actions : []
}

/** How long work goes on for a caller who went away: the public client asks again after half a second to eight. */
export const lingersFor = Duration.seconds(5)

/** What a call must have in common with another to be its repetition. */
const keyOf = ({ organization }: Principal, route: string, input: CallInput): string =>
  JSON.stringify([organization.id, route, input])

/**
 * Runs calls that read the web.
 *
 * **Details.** A client that lost patience asks again for what is still being done: a call that says it is a repetition
 * (`X-Stainless-Retry-Count`) gets what the same call of the same organization gives that is under way, and both are
 * charged once. Work that nobody waits for any more is stopped after `lingersFor` and costs nothing
 * (contract/client-behaviour.md §4). A call that is broken off while it is under way, as by a server that stops, counts as one that acted where it
 * names actions and they may have begun. Where they have not, its work does none of them any more.
 */
export class WebCalls extends Context.Service<
  WebCalls,
  {
    /** `input` is all that the caller sent, as it was understood. */
    readonly run: <A>(
      request: HttpServerRequest.HttpServerRequest,
      caller: Principal,
      input: CallInput,
      rules: DeadlineRules,
      work: (call: Call) => Effect.Effect<Charged<A>, CallError>
    ) => Effect.Effect<A, ApiError>
  }
>()("@kittiwake/http/web/WebCalls") {
  static readonly layer = Layer.effect(
    WebCalls,
    Effect.gen(function* () {
      const join = yield* makeFlights<Charged<unknown>, CallError>({ lingers: lingersFor })
      // What several calls got was charged once. The newest says so: who repeats a call reads no answer to an older one.
      const isTold = new WeakSet<Charged<unknown>>()
      return WebCalls.of({
        run: <A>(
          request: HttpServerRequest.HttpServerRequest,
          caller: Principal,
          input: CallInput,
          rules: DeadlineRules,
          work: (call: Call) => Effect.Effect<Charged<A>, CallError>
        ) =>
          Effect.gen(function* () {
            const exchange = yield* Exchange
            const zeroRetention = input.zdr === "enabled"
            const route = exchange.operation?.route ?? unknownRoute
            yield* checkPlan(caller, input)
            yield* checkRoom(exchange)
            exchange.zeroRetention = zeroRetention
            const deadline = yield* deadlineOf(input, exchange.startedAtMillis, rules)
            const call = (isWanted: () => boolean): Call => ({
              organizationId: caller.organization.id,
              requestId: exchange.requestId,
              route,
              caller: caller.id,
              deadline,
              freshness: { maxAgeMillis: input.maxAgeMs ?? defaultMaxAgeMillis, zeroRetention },
              isWanted
            })
            const key = keyOf(caller, route, input)
            let isNewest = true
            const done = yield* join(key, (isWanted) => work(call(isWanted)), {
              takesPart: isSentAgain(request),
              onLanding: (newest) => {
                isNewest = newest
              }
            }).pipe(
              Effect.provideService(CurrentLease, leaseOf(exchange)),
              // The work goes on for a while without this call, which is told whether it may act. Who went away may come back for it.
              Effect.onError((cause) =>
                Cause.hasInterrupts(cause) && !isClientGone(cause) ? leave({ actions: actionsOf(input) }) : Effect.void
              )
            )
            if (isNewest && !isTold.has(done)) {
              isTold.add(done)
              exchange.creditsUsed = done.credits
              exchange.creditsLeft = done.credits === 0 ? null : (done.available ?? null)
            }
            // The key holds everything that decides what the work gives.
            return done.value as A
          })
      })
    })
  )
}
