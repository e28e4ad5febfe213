/** Turns what an operation gives into a reply: the record with the call's id and credits, or the error envelope. */
import { Credits } from "@kittiwake/core/credits/Credits"
import type { RateLimited } from "@kittiwake/core/limits/Limits"
import type { Caller } from "@kittiwake/core/organizations/Organizations"
import { Context, Effect, Fiber, Layer, Result, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentCaller, Exchange, type ExchangeState } from "./Exchange.ts"
import { type ApiError, type ErrorBody, KeyMetadata, type Refusal, refusalOf } from "./errors.ts"

/** What every record at the top of a reply carries. */
export const callFields = {
  request_id: Schema.String,
  key_metadata: Schema.optionalKey(KeyMetadata)
}

/** The call's id, and what the key has left. */
export interface CallFields {
  readonly request_id: string
  readonly key_metadata?: KeyMetadata
}

/**
 * **Details.** `credits_remaining` shows what the call and everything before it was charged: it is read after the work of
 * the call, or, for a GET that charges nothing, beside it. Nothing is kept between reads.
 */
export class Replies extends Context.Service<
  Replies,
  {
    /** The record of what `work` did for the caller, or the envelope of the error it failed with. */
    readonly answer: <A extends object>(
      work: (caller: Caller) => Effect.Effect<A, ApiError>
    ) => Effect.Effect<
      (A & CallFields) | HttpServerResponse.HttpServerResponse,
      never,
      CurrentCaller | HttpServerRequest.HttpServerRequest
    >

    /** The envelope of an error. */
    readonly refuse: (exchange: ExchangeState, error: ApiError) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  }
>()("@kittiwake/http/Replies") {
  static readonly layer = Layer.effect(
    Replies,
    Effect.gen(function* () {
      const { account } = yield* Credits

      // A reply that is ready must not turn into an error because the balance cannot be read: it is left out.
      const callFieldsOf = (exchange: ExchangeState, read?: ReturnType<typeof account>): Effect.Effect<CallFields> => {
        const request_id = exchange.requestId
        if (exchange.caller === null) return Effect.succeed({ request_id })
        return Effect.match(read ?? account(exchange.caller.organization.id), {
          onSuccess: ({ available }) => ({
            request_id,
            key_metadata: { credits_consumed: exchange.creditsUsed, credits_remaining: available }
          }),
          onFailure: () => ({ request_id })
        })
      }

      const refuse = (exchange: ExchangeState, error: ApiError) => {
        if (error._tag === "RateLimited") exchange.limit = (error as RateLimited).report
        const refusal = refusalOf(error)
        exchange.errorCode = refusal.code
        const logged = error._tag === "StoreUnavailable" ? Effect.logError("store unavailable", error) : Effect.void
        return logged.pipe(
          Effect.andThen(callFieldsOf(exchange)),
          Effect.map((call) => {
            const body = errorBody(refusal, call)
            exchange.reply = body
            return envelope(refusal, body)
          }),
          Effect.annotateLogs({ requestId: exchange.requestId })
        )
      }

      const readBeside = ({ organization }: Caller) =>
        Effect.map(Effect.forkChild(account(organization.id), { startImmediately: true }), Fiber.join)

      return Replies.of({
        refuse,
        answer: Effect.fnUntraced(function* <A extends object>(work: (caller: Caller) => Effect.Effect<A, ApiError>) {
          const exchange = yield* Exchange
          const caller = yield* CurrentCaller
          const { method } = yield* HttpServerRequest.HttpServerRequest
          // The two reads of a small GET then go to the database together, which halves the wait for it.
          const beside = method === "GET" ? yield* readBeside(caller) : undefined
          const done = yield* Effect.result(work(caller))
          if (Result.isFailure(done)) return yield* refuse(exchange, done.failure)
          const reply = {
            ...done.success,
            ...(yield* callFieldsOf(exchange, exchange.creditsUsed > 0 ? undefined : beside))
          }
          if (exchange.operation?.keepsReply === true) exchange.reply = reply
          return reply
        })
      })
    })
  )
}

/** The body of an error. */
export const errorBody = (refusal: Refusal, call: CallFields): ErrorBody => ({
  request_id: call.request_id,
  message: refusal.message,
  error_code: refusal.code,
  ...(refusal.requiredPermission === undefined ? {} : { required_permission: refusal.requiredPermission }),
  ...(call.key_metadata === undefined ? {} : { key_metadata: call.key_metadata })
})

const envelope = (refusal: Refusal, body: ErrorBody) =>
  HttpServerResponse.jsonUnsafe(body, {
    status: refusal.status,
    ...(refusal.headers === undefined ? {} : { headers: refusal.headers })
  })
