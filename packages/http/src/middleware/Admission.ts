/** Whether this caller may call this now: the key, its scopes, the budget, and only then the shape of the input. */
import { BatchNotFound } from "@kittiwake/core/batches/errors"
import { Grants } from "@kittiwake/core/grants/Grants"
import { InboxEventNotFound } from "@kittiwake/core/inbox/errors"
import type { Bucket } from "@kittiwake/core/limits/domain/Window"
import { Limits } from "@kittiwake/core/limits/Limits"
import { ChangeNotFound, MonitorNotFound, RunNotFound, VersionNotFound } from "@kittiwake/core/monitors/errors"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { covers, type Scope } from "@kittiwake/core/organizations/domain/Scope"
import { ProfileNotFound } from "@kittiwake/core/profiles/errors"
import { SessionNotFound } from "@kittiwake/core/sessions/errors"
import { RequestLogNotFound } from "@kittiwake/core/usage/errors"
import { ViewNotFound } from "@kittiwake/core/views/errors"
import type { TooBusy } from "@kittiwake/core/web/errors"
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { AnyScope, kindOfCall, loggedOperation, ObjectParameters, RequestCost, RequiredScope } from "../access.ts"
import { CallTurns, untilBegun, writeLimits } from "../CallTurns.ts"
import { CurrentCaller, Exchange, type ExchangeState } from "../Exchange.ts"
import { errorsWith, ScopeMissing } from "../errors.ts"
import { noteCaller } from "../inTurns.ts"
import { asksForScreen } from "../logs/loggedCall.ts"
import { queryNames } from "../query.ts"
import { Replies } from "../Replies.ts"
import { noRoom } from "../requestMemory.ts"
import { Authenticator } from "./Authenticator.ts"
import { decoded, type NoSuchId } from "./decoded.ts"

/** An id that nobody could have is the id of nothing. Only the form of a delivery's id is part of the contract. */
const noSuchId: NoSuchId = {
  batch_id: () => new BatchNotFound(),
  monitor_id: () => new MonitorNotFound(),
  run_id: () => new RunNotFound(),
  change_id: () => new ChangeNotFound(),
  version_id: () => new VersionNotFound(),
  request_id: () => new RequestLogNotFound(),
  profile_id: () => new ProfileNotFound(),
  session_id: () => new SessionNotFound(),
  event_id: () => new InboxEventNotFound(),
  view_id: () => new ViewNotFound()
}

/** Part of the memory of all that one organization may hold, from which on no call of it begins: what is made for one is counted when it is there. */
const partOfOne = 5 / 8

/** Whether no call of a caller should begin: the process has no memory left, or its organization holds too much. */
const isFull = ({ memory }: ExchangeState, { organization }: Principal): boolean =>
  memory.isShort || !memory.isWithin(organization.id, 0, partOfOne)

/**
 * Lets a request pass with a valid key: checks key, scope and budget before any input is looked at, so that a refusal costs
 * its sender and not us.
 *
 * **Details.** The key is read here and not by the security middleware of `HttpApi`, which would wrap and register each one
 * anew to keep it out of logs. `describe.ts` says in the description that a key is needed.
 */
export class Admission extends HttpApiMiddleware.Service<Admission, { provides: CurrentCaller }>()(
  "@kittiwake/http/middleware/Admission",
  { requiredForClient: true, error: errorsWith(400, 401, 403, 429, 500, 503) }
) {
  static readonly layer = Layer.effect(
    Admission,
    Effect.gen(function* () {
      const limits = yield* Limits
      const { authenticate } = yield* Authenticator
      const { within } = yield* Grants
      const { refuse } = yield* Replies

      const decode = decoded(refuse, noSuchId)
      const turns = { read: new CallTurns(), write: new CallTurns(writeLimits) }

      return Admission.of((handler, { endpoint, group }) => {
        const annotations = Context.merge(group.annotations, endpoint.annotations)
        const scope = Context.get(annotations, RequiredScope)
        const anyScope = Context.get(annotations, AnyScope)
        const { bucket: own, weight } = Context.get(annotations, RequestCost)
        const names = queryNames(endpoint.query, Context.get(annotations, ObjectParameters))
        const operation = loggedOperation(endpoint, annotations)
        const kind = kindOfCall(endpoint.method, annotations)

        // What a screen reads of what is stored uses up nothing that programs are given; what executes is theirs, whoever asks.
        const mayBeOfScreen = own === "default" && scope !== "data:execute"
        const bucketFor = (request: HttpServerRequest.HttpServerRequest): Bucket =>
          mayBeOfScreen && asksForScreen(request, operation) ? "screens" : own

        /** The scope that the caller lacks, as far as that shows before anything is read; null when it may go on. */
        const lackedBy = ({ scopes }: Principal): Scope | null => {
          if (scope !== null) return covers(scopes, scope) ? null : scope
          return anyScope.some((one) => covers(scopes, one)) ? null : (anyScope[0] ?? null)
        }

        const refuseScope = (exchange: ExchangeState, caller: Principal, bucket: Bucket, missing: Scope) =>
          // A draw of nothing tells how the budget stands.
          Effect.flatMap(
            Effect.catch(limits.admit(caller, bucket, 0), ({ report }) => Effect.succeed(report)),
            (report) => {
              exchange.limit = report
              return refuse(exchange, new ScopeMissing({ scope: missing }))
            }
          )

        /** Runs what reads or writes what is stored when it is its turn, which `requestId.ts` ends with the call. What those before it hold is counted by then. */
        const inTurn = <E, R>(
          exchange: ExchangeState,
          caller: Principal,
          kindOfTurn: "read" | "write",
          work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
        ) => {
          const ask = (): Effect.Effect<void, TooBusy> | null => {
            const turn = turns[kindOfTurn].ask(caller.organization.id, operation, exchange.startedAtMillis)
            exchange.callTurn = turn
            if (turn.hasBegun) return null
            return Effect.andThen(untilBegun(turn), () =>
              isFull(exchange, caller) ? Effect.fail(noRoom) : Effect.void
            )
          }
          exchange.askTurn = Effect.suspend(() => ask() ?? Effect.void)
          const waiting = ask()
          if (waiting === null) return work
          return Effect.matchEffect(waiting, {
            onFailure: (error) => refuse(exchange, error),
            onSuccess: () => work
          })
        }

        // Runs with every call, so it is put together without a generator.
        return Effect.contextWith(
          (context: Context.Context<HttpServerRequest.HttpServerRequest | HttpServerRequest.ParsedSearchParams>) => {
            const exchange = Context.get(context, Exchange)
            exchange.operation = operation
            exchange.query = Context.get(context, HttpServerRequest.ParsedSearchParams)
            const request = Context.get(context, HttpServerRequest.HttpServerRequest)
            return Effect.matchEffect(authenticate(request), {
              onFailure: (error) => {
                if (error._tag !== "StoreUnavailable") noteCaller(request.source, null)
                return refuse(exchange, error)
              },
              onSuccess: (caller) => {
                exchange.caller = caller
                noteCaller(request.source, caller.organization.id)
                if (isFull(exchange, caller)) return refuse(exchange, noRoom)
                const bucket = bucketFor(request)
                const lacked = lackedBy(caller)
                if (lacked !== null) return refuseScope(exchange, caller, bucket, lacked)
                return Effect.matchEffect(limits.admit(caller, bucket, weight), {
                  onFailure: (error) => refuse(exchange, error),
                  onSuccess: (report) => {
                    exchange.limit = report
                    const answered = within(caller)(Effect.provideService(handler, CurrentCaller, caller))
                    return decode(
                      exchange,
                      kind === "neither" ? answered : inTurn(exchange, caller, kind, answered),
                      names
                    )
                  }
                })
              }
            })
          }
        )
      })
    })
  )
}
