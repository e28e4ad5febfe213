/** Answers with what is kept and may be of megabytes: counted by what is known of it, before any of it is loaded. */
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import { Context, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { countedReply } from "./countedReply.ts"
import { CurrentCaller, Exchange } from "./Exchange.ts"
import type { ApiError } from "./errors.ts"
import type { Replies } from "./Replies.ts"
import { countedFromBytes, leaseOf } from "./requestMemory.ts"

/** What is loaded is there as a text, and as the answer that is made of it. */
const perByte = 2

/**
 * Makes an answer of something of which it is known how many bytes it has, when there is room for it. Where memory is too small for what it
 * is made of, the answer is counted alone.
 */
export const countedByKept =
  ({ refuse }: Replies["Service"]) =>
  <A, E, R>(
    bytesOf: (caller: Principal) => Effect.Effect<number, ApiError>,
    make: Effect.Effect<A, E, R>
  ): Effect.Effect<A | HttpServerResponse.HttpServerResponse, E, R | CurrentCaller> =>
    Effect.contextWith((context: Context.Context<CurrentCaller>) => {
      type Answer = Effect.Effect<A | HttpServerResponse.HttpServerResponse, E, R>
      const exchange = Context.get(context, Exchange)
      return Effect.matchEffect(bytesOf(Context.get(context, CurrentCaller)), {
        onFailure: (error): Answer => refuse(exchange, error),
        onSuccess: (bytes): Answer => {
          const wanted = perByte * bytes
          if (wanted < countedFromBytes) return make
          return countedReply(make, leaseOf(exchange).fits(wanted) ? wanted : bytes)
        }
      })
    })
