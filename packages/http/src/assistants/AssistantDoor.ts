/**
 * The place of the door for AI clients: what `/mcp` needs of whoever speaks their protocol, and what it gives them.
 *
 * The protocol itself is a package of its own, which is made of this package's API value; so it cannot be imported here,
 * and the composition root brings both together.
 */
import type { Principal } from "@kittiwake/core/organizations/domain/Principal"
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import { Context, type Effect } from "effect"

/** Answers a web-standard request to the API, in this process. */
type AnswerRequest = (request: Request) => Promise<Response>

/** One message of an AI client, whose sender is known and may call. */
export interface AssistantCall {
  /** The request without its body, at the address that the installation has from outside. */
  readonly request: Request
  /** The body: JSON that has passed the limits of bodies. */
  readonly message: unknown
  readonly principal: Principal
  /** Aborts when the client cancels one of the calls of the message; absent where it cannot. One that is sent alone ends with the request. */
  readonly endedBy: (id: unknown) => AbortSignal | undefined
  /** Answers a request to the API in this process: with the key of that request, its limits, its charge and its log. */
  readonly api: AnswerRequest
  /** Draws on the caller's limits for a message that turned out not to call the API; what is told where they are used up. */
  readonly refusedByLimits: () => Promise<string | null>
  /** Runs an effect with the clock of this process. */
  readonly run: <A>(effect: Effect.Effect<A>, options?: { readonly signal?: AbortSignal }) => Promise<A>
}

/** Who speaks the protocol of AI clients. */
export interface SpeaksProtocol {
  /** Whether answering this message calls the API, which then draws on the caller's limits itself. */
  readonly callsApi: (message: unknown) => boolean
  /** The scope that a call of this message needs and a caller with these lacks; null where nothing is lacking, or there is no such call. */
  readonly lacks: (message: unknown, scopes: ReadonlyArray<Scope> | null) => Scope | null
  readonly answer: (call: AssistantCall) => Promise<Response>
}

/** What answers at `/mcp`; null where nobody speaks the protocol, and then there is no such path. */
export const AssistantDoor = Context.Reference<SpeaksProtocol | null>("@kittiwake/http/assistants/AssistantDoor", {
  defaultValue: () => null
})

/** Web pages that may speak to `/mcp` from a browser, as origins, besides the installation's own and this machine's. */
export const AssistantOrigins = Context.Reference<ReadonlyArray<string>>(
  "@kittiwake/http/assistants/AssistantOrigins",
  {
    defaultValue: () => []
  }
)
