/** What is known so far about the request that is being answered. */

import type { MemoryCounter, MemoryLease } from "@kittiwake/core/budget/MemoryBudget"
import { type Acting, newActing } from "@kittiwake/core/internal/budget/CurrentActing"
import type { LimitReport } from "@kittiwake/core/limits/Limits"
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import type { TooBusy } from "@kittiwake/core/web/errors"
import { Context, type Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { LoggedOperation } from "./access.ts"
import type { CallTurn } from "./CallTurns.ts"
import type { Query } from "./query.ts"

/**
 * Filled in as the request passes each check, so that a refusal at any of them can still say who called and how often, and
 * so that the log of calls can tell what was asked and answered.
 */
export interface ExchangeState {
  requestId: string
  readonly startedAtMillis: number
  /** Null until who calls was accepted. */
  caller: Principal | null
  /** Null until a limit was drawn on, and when none applies. */
  limit: LimitReport | null
  /** Null until the path was found to be one of an operation. */
  operation: LoggedOperation | null
  /** The query as it was sent. */
  query: Query
  /** The JSON that was sent; null while none was read. */
  body: { readonly value: unknown; readonly bytes: number } | null
  /** What is answered, before it is encoded; null for what is not kept. */
  reply: object | null
  /** Length of the encoded answer before it was compressed; null when it was not. */
  replyBytes: number | null
  /** The code of the error that is answered. */
  errorCode: string | null
  /** What the call was charged. */
  creditsUsed: number
  /** What was left right after that charge; null when nothing was charged, or nobody told. */
  creditsLeft: number | null
  /** The memory that all requests share. */
  readonly memory: MemoryCounter
  /** What this request has of it; null until it took any. */
  lease: MemoryLease | null
  /** Its turn at reading; null for what takes none. */
  callTurn: CallTurn | null
  /** Asks for such a turn anew and waits for it: whoever waits for the caller in the meantime leaves its own. */
  askTurn: Effect.Effect<void, TooBusy> | null
  /** Whether nothing of what is sent and answered may be kept. */
  zeroRetention: boolean
  /** Whether a page was acted on for it. */
  readonly acting: Acting
}

/** A request of which nothing is known yet. */
export const newExchange = (requestId: string, startedAtMillis: number, memory: MemoryCounter): ExchangeState => ({
  requestId,
  startedAtMillis,
  caller: null,
  limit: null,
  operation: null,
  query: {},
  body: null,
  reply: null,
  replyBytes: null,
  errorCode: null,
  creditsUsed: 0,
  creditsLeft: null,
  memory,
  lease: null,
  callTurn: null,
  askTurn: null,
  zeroRetention: false,
  acting: newActing()
})

/** Bytes of an answer before it was compressed. */
export const bytesOfReply = (
  { replyBytes }: ExchangeState,
  body: HttpServerResponse.HttpServerResponse["body"] | null
): number => replyBytes ?? (body?._tag === "Uint8Array" ? body.contentLength : 0)

/** Ends the turn of a call whose answer is made. What was refused says nothing about the answers of its operation. */
export const endCallTurn = (exchange: ExchangeState, body: HttpServerResponse.HttpServerResponse["body"]): void =>
  exchange.callTurn?.leave(exchange.errorCode === null ? bytesOfReply(exchange, body) : null)

/**
 * The request that is being answered. A reference and not a service: middleware of an `HttpApi` can only require services
 * that exist when the routes are built, and this one comes with each request.
 */
export const Exchange = Context.Reference<ExchangeState>("@kittiwake/http/Exchange", {
  defaultValue: () => {
    throw new Error("This runs only while a request is answered.")
  }
})

/** Who is calling, for operations behind `Admission`. */
export class CurrentCaller extends Context.Service<CurrentCaller, Principal>()("@kittiwake/http/CurrentCaller") {}
