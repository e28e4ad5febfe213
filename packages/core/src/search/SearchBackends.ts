/** Who is asked when the web is searched. */
import { Context, type Effect, Schema } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { UnreadSite } from "../web/domain/UnreadSite.ts"
import { searchFailures } from "./domain/SearchFailure.ts"
import type { SearchHit, SearchQuestion } from "./domain/SearchQuestion.ts"

/** A backend gave no answer. The others are asked all the same. `message` names no secret and no address. */
export class BackendFailed extends Schema.TaggedError<BackendFailed>()("BackendFailed", {
  reason: Schema.Literals(searchFailures),
  /** When it may be asked again, where it says so. */
  retryAfterSeconds: Schema.NullOr(Schema.Int),
  message: Schema.String
}) {}

/** For whom is searched, and how long. */
export interface SearchTurn {
  readonly organizationId: OrganizationId
  /** Time for the answer. */
  readonly leftMillis: number
  /** Whether nothing of the question may be kept. */
  readonly zeroRetention: boolean
  /** Is told of each site that the question names and of which nothing could be read. */
  readonly tellUnread?: (site: UnreadSite) => void
}

/**
 * One that can be asked.
 *
 * **Contract** (every adapter passes `testing/searchBackendSuite.ts`)
 *
 * - It ends within its time, whatever its server does, and reads no more than an answer can be.
 * - An answer without results because nothing fits is no failure; one without results because nobody looked is.
 * - Hits have absolute `http` or `https` addresses. Whether they fit what the question demands is checked by whoever asks.
 */
export interface SearchBackend {
  /** As settings, logs and metrics call it: `own`, `searxng`, `brave`, … */
  readonly name: string
  /**
   * Whether it keeps nothing of a question of which nothing may be kept: the installation itself, and who can be told so with the question.
   * Others are not asked such questions.
   */
  readonly keepsNothing: boolean
  /** Whether it is part of this process: how it fails concerns no other. */
  readonly isHere?: boolean
  readonly search: (
    question: SearchQuestion,
    turn: SearchTurn
  ) => Effect.Effect<ReadonlyArray<SearchHit>, BackendFailed>
}

/** Those that are set, in the order of their weight. */
export class SearchBackends extends Context.Service<
  SearchBackends,
  {
    readonly backends: ReadonlyArray<SearchBackend>
    /** Where among them the installation itself stands, with the pages that it has read and those of a site that is named; null where it is not asked. */
    readonly ownPlace: number | null
  }
>()("@kittiwake/core/search/SearchBackends") {}
