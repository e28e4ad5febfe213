/** What callers said, as every door shows it. */
import { DateTime, Schema } from "effect"
import { type FeedbackNote, Rating } from "./FeedbackNote.ts"

const Unlogged = Schema.String.annotate({ logged: "never" })

export const FeedbackRecord = Schema.Struct({
  id: Schema.String,
  organization_id: Schema.String,
  /** The key or grant that said it. */
  key_id: Schema.NullOr(Schema.String),
  said_at: Schema.String,
  message: Unlogged,
  /** The call that it is about. */
  about_request_id: Schema.NullOr(Schema.String),
  rating: Schema.NullOr(Rating),
  tags: Schema.Array(Schema.String)
}).annotate({ identifier: "Feedback" })
export type FeedbackRecord = typeof FeedbackRecord.Type

export const feedbackRecord = (note: FeedbackNote): FeedbackRecord => ({
  id: note.id,
  organization_id: note.organizationId,
  key_id: note.by,
  said_at: DateTime.formatIso(note.saidAt),
  message: note.message,
  about_request_id: note.requestId,
  rating: note.rating,
  tags: note.tags
})
