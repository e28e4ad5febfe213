/** Replies that refuse what was made ready, where nothing else answers any more. */
import { HttpServerResponse } from "effect/http"
import type { ExchangeState } from "./Exchange.ts"
import { type ApiError, refusalOf } from "./errors.ts"
import { type CallFields, errorBody } from "./Replies.ts"

/** The envelope of an error, with what was charged where that is known. */
export const refusalReply = (exchange: ExchangeState, error: ApiError): HttpServerResponse.HttpServerResponse => {
  const refusal = refusalOf(error)
  const { creditsLeft, creditsUsed, requestId } = exchange
  const call: CallFields = {
    request_id: requestId,
    ...(creditsLeft === null ? {} : { key_metadata: { credits_consumed: creditsUsed, credits_remaining: creditsLeft } })
  }
  const body = errorBody(refusal, call)
  exchange.errorCode = refusal.code
  exchange.reply = body
  return HttpServerResponse.jsonUnsafe(body, {
    status: refusal.status,
    ...(refusal.headers === undefined ? {} : { headers: refusal.headers })
  })
}
