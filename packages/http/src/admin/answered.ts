/** Answers of the operator's API. */
import { Effect, Result } from "effect"
import { Exchange } from "../Exchange.ts"
import type { ApiError } from "../errors.ts"
import { Replies } from "../Replies.ts"

/** Makes what answers with the record of what was done, or with the envelope of the error it failed with. */
export const makeAnswer = Effect.map(Replies, ({ refuse }) =>
  Effect.fnUntraced(function* <A extends object>(work: Effect.Effect<A, ApiError>) {
    const exchange = yield* Exchange
    const done = yield* Effect.result(work)
    if (Result.isFailure(done)) return yield* refuse(exchange, done.failure)
    return { ...done.success, request_id: exchange.requestId }
  })
)
