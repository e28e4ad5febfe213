/** Answers input that does not decode, in the words of the operation. */
import { Effect, Result } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import type { unhandled } from "effect/Types"
import type { ExchangeState } from "../Exchange.ts"
import type { ApiError } from "../errors.ts"
import { invalidInput, invalidQuery } from "../inputErrors.ts"
import { plainQuery, type Query, type QueryNames } from "../query.ts"
import type { Replies } from "../Replies.ts"

/** What a path parameter that no id could have is the id of: nothing, in the words of its concept. */
export type NoSuchId = Readonly<Record<string, () => ApiError>>

/** Parts of a reply: when one cannot be written, that is our mistake and not the caller's. */
const ofReply: ReadonlySet<HttpApiError.HttpApiSchemaError["kind"]> = new Set(["Body", "ResponseHeaders"])

const isEmpty = (query: Query): boolean => Object.keys(query).length === 0

/** Runs a handler with its query made plain, and refuses what cannot be decoded. */
export const decoded =
  (refuse: Replies["Service"]["refuse"], noSuchId: NoSuchId) =>
  (
    exchange: ExchangeState,
    handler: Effect.Effect<HttpServerResponse.HttpServerResponse, unhandled>,
    names: QueryNames
  ) => {
    const inputError = (error: HttpApiError.HttpApiSchemaError): ApiError => {
      if (error.kind === "Query") return invalidQuery(error.cause)
      const problem = invalidInput(error.cause)
      return error.kind === "Params" ? (noSuchId[problem.field]?.() ?? problem) : problem
    }
    const answered = Effect.catch(handler, (error) =>
      HttpApiError.HttpApiSchemaError.is(error) && !ofReply.has(error.kind)
        ? refuse(exchange, inputError(error))
        : Effect.fail(error)
    )
    if (isEmpty(exchange.query)) return answered
    const plain = plainQuery(exchange.query, names)
    if (Result.isFailure(plain)) return refuse(exchange, plain.failure)
    const query = plain.success as unknown as HttpServerRequest.ParsedSearchParams["Service"]
    return Effect.provideService(answered, HttpServerRequest.ParsedSearchParams, query)
  }
