/** Turns what an operation gives into a reply: the record with the call's id and credits, or the error envelope. */
import { Credits } from "@kittiwake/core/credits/Credits"
import type { RateLimited } from "@kittiwake/core/limits/Limits"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { Context, Effect, Layer, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentCaller, Exchange, type ExchangeState } from "./Exchange.ts"
import { type ApiError, afterActing, type ErrorBody, KeyMetadata, type Refusal, refusalOf } from "./errors.ts"

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
 * **Details.** `credits_remaining` of a call that was charged is what its charge left, exactly. Of one that was not, it is
 * read after the work: it shows everything that this process charged before. Where several processes serve, it may lack
 * what another of them charged in the last second.
 */
export class Replies extends Context.Service<
  Replies,
  {
    /** The record of what `work` did for the caller, or the envelope of the error it failed with. */
    readonly answer: <A extends object>(
      work: (caller: Principal) => Effect.Effect<A, ApiError>
    ) => Effect.Effect<(A & CallFields) | HttpServerResponse.HttpServerResponse, never, CurrentCaller>

    /** The envelope of an error. */
    readonly refuse: (exchange: ExchangeState, error: ApiError) => Effect.Effect<HttpServerResponse.HttpServerResponse>
  }
>()("@kittiwake/http/Replies") {
  static readonly layer = Layer.effect(
    Replies,
    Effect.gen(function* () {
      const { account, recentAccount } = yield* Credits

      // A reply that is ready must not turn into an error because the balance cannot be read: it is left out, but never
      // where something was charged. The charge itself has told what it left.
      const callFieldsOf = (exchange: ExchangeState): Effect.Effect<CallFields> => {
        const { caller, creditsLeft, creditsUsed, requestId } = exchange
        if (caller === null) return Effect.succeed({ request_id: requestId })
        const fields = (available: number): CallFields => ({
          request_id: requestId,
          key_metadata: { credits_consumed: creditsUsed, credits_remaining: available }
        })
        if (creditsLeft !== null) return Effect.succeed(fields(creditsLeft))
        const read = creditsUsed === 0 ? recentAccount : account
        return Effect.match(read(caller.organization.id), {
          onSuccess: ({ available }) => fields(available),
          onFailure: () => ({ request_id: requestId })
        })
      }

      const refuse = (exchange: ExchangeState, error: ApiError) => {
        if (error._tag === "RateLimited") exchange.limit = (error as RateLimited).report
        const said = refusalOf(error)
        const refusal = exchange.acting.hasActed ? afterActing(said) : said
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

      /** The record of what was done, kept for the log where the operation says so. */
      const replyOf = <A extends object>(exchange: ExchangeState, record: A) =>
        Effect.map(callFieldsOf(exchange), (call): A & CallFields => {
          const reply = { ...record, ...call }
          if (exchange.operation?.keepsReply === true) exchange.reply = reply
          return reply
        })

      return Replies.of({
        refuse,
        answer: (work) =>
          Effect.contextWith((context: Context.Context<CurrentCaller>) => {
            const exchange = Context.get(context, Exchange)
            return Effect.matchEffect(work(Context.get(context, CurrentCaller)), {
              onFailure: (error) => refuse(exchange, error),
              onSuccess: (record) => replyOf(exchange, record)
            })
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
  ...(refusal.bodyStatus === undefined ? {} : { status: refusal.bodyStatus }),
  ...(refusal.requiredPermission === undefined ? {} : { required_permission: refusal.requiredPermission }),
  ...(call.key_metadata === undefined ? {} : { key_metadata: call.key_metadata })
})

const envelope = (refusal: Refusal, body: ErrorBody) =>
  HttpServerResponse.jsonUnsafe(body, {
    status: refusal.status,
    ...(refusal.headers === undefined ? {} : { headers: refusal.headers })
  })
