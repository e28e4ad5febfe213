/** Where it is kept what callers say of the service. */
import { Context, type Effect } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import type { Part, Slice } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import type { FeedbackNote } from "./domain/FeedbackNote.ts"

/**
 * Keeps what callers say, for whoever runs the installation.
 *
 * **Contract** (every adapter passes `testing/feedbackStoreSuite.ts`)
 *
 * - Of an organization no more are kept than were asked for when the last one came; the oldest go first, with its coming.
 * - What one organization says takes nothing of what another said.
 */
export class FeedbackStore extends Context.Service<
  FeedbackStore,
  {
    /** Keeps what was said, and of the organization the newest `most`. */
    readonly put: (note: FeedbackNote, most: number) => Effect.Effect<void, StoreUnavailable>

    /** What an organization said, newest first. */
    readonly list: (organizationId: OrganizationId, slice: Slice) => Effect.Effect<Part<FeedbackNote>, StoreUnavailable>
  }
>()("@kittiwake/core/feedback/FeedbackStore") {}
