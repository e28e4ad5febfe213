/** What answering one message needs to know of whoever sent it. */
import type { Scope } from "@kittiwake/core/organizations/domain/Scope"
import type { Effect } from "effect"
import type { AnswerBudget } from "./AnswerBudget.ts"

/** Who asks, and how the API is reached for them. */
export interface Session {
  /** Address below which requests of operations are made. */
  readonly base: string
  /** The credential, as it is sent to the API. */
  readonly authorization: string
  /** For whom memory is counted: an organization, or nobody in a process of its own. */
  readonly owner: string
  /** What the credential may do; null is everything. */
  readonly scopes: ReadonlyArray<Scope> | null
  readonly api: (request: Request) => Promise<Response>
  readonly run: <A>(effect: Effect.Effect<A>, options?: { readonly signal?: AbortSignal }) => Promise<A>
  /** Draws on the caller's limits for a call that does not reach the API; what is told where they are used up. */
  readonly refusedByLimits: () => Promise<string | null>
  readonly budget: AnswerBudget
  /** Aborts when the client cancels the call of that id, besides what the library that speaks the protocol knows. */
  readonly endedBy: (id: unknown) => AbortSignal | undefined
}

/** What one call tells while it goes on. */
export interface Ongoing {
  readonly signal: AbortSignal
  readonly progress: (progress: number, total: number | undefined, message: string) => Promise<void>
}
