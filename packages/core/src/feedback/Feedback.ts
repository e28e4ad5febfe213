/** What callers say of the service: kept here, told to nobody but whoever runs the installation. */
import { Context, DateTime, Effect, Layer } from "effect"
import { bind } from "../bind.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { Cursors, type InvalidCursor } from "../paging/Cursors.ts"
import type { Page, PageRequest } from "../paging/domain/Page.ts"
import type { StoreUnavailable } from "../StoreUnavailable.ts"
import { Ids } from "../security/Ids.ts"
import { type FeedbackNote, FeedbackNoteId, feedbackLimits, type Said } from "./domain/FeedbackNote.ts"
import { FeedbackStore } from "./FeedbackStore.ts"

const say = Effect.fn("Feedback.say")(function* (organizationId: OrganizationId, by: string | null, said: Said) {
  const id = FeedbackNoteId.make(yield* (yield* Ids).next("fb"))
  const note: FeedbackNote = { id, organizationId, by, saidAt: yield* DateTime.now, ...said }
  yield* (yield* FeedbackStore).put(note, feedbackLimits.kept)
  return note
})

const page = Effect.fn("Feedback.page")(function* (organizationId: OrganizationId, request: PageRequest) {
  const store = yield* FeedbackStore
  return yield* (yield* Cursors).page({
    scope: { organizationId, list: "feedback", filter: {} },
    ...request,
    read: (slice) => store.list(organizationId, slice),
    position: ({ id, saidAt }) => ({ at: saidAt, id })
  })
})

const newest = Effect.fn("Feedback.newest")(function* (organizationId: OrganizationId, limit: number) {
  const { rows } = yield* (yield* FeedbackStore).list(organizationId, { limit, after: null })
  return rows
})

export class Feedback extends Context.Service<
  Feedback,
  {
    /** Keeps what a key, a grant or (null) the program itself says. */
    readonly say: (
      organizationId: OrganizationId,
      by: string | null,
      said: Said
    ) => Effect.Effect<FeedbackNote, StoreUnavailable>

    /** What an organization said, newest first. For whoever runs the installation. */
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<Page<FeedbackNote>, InvalidCursor | StoreUnavailable>

    /** The newest of what an organization said. For whoever runs the installation. */
    readonly newest: (
      organizationId: OrganizationId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<FeedbackNote>, StoreUnavailable>
  }
>()("@kittiwake/core/feedback/Feedback") {
  static readonly layer: Layer.Layer<Feedback, never, Cursors | FeedbackStore | Ids> = Layer.effect(
    Feedback,
    Effect.gen(function* () {
      const bound = bind(yield* Effect.context<Cursors | FeedbackStore | Ids>())
      return Feedback.of({ say: bound(say), page: bound(page), newest: bound(newest) })
    })
  )
}
