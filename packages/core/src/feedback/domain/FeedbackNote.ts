/** What a caller says of the service (contract/org-logs.md, agent feedback). */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"

export const FeedbackNoteId = Schema.String.pipe(Schema.brand("FeedbackNoteId"))
export type FeedbackNoteId = typeof FeedbackNoteId.Type

export const Rating = Schema.Literals(["positive", "negative"])
export type Rating = typeof Rating.Type

/** What a caller may say. */
export const Said = Schema.Struct({
  message: Schema.String,
  /** The call that it is about. */
  requestId: Schema.NullOr(Schema.String),
  rating: Schema.NullOr(Rating),
  tags: Schema.Array(Schema.String)
})
export type Said = typeof Said.Type

/** What was said, and by whom. */
export const FeedbackNote = Schema.Struct({
  id: FeedbackNoteId,
  organizationId: OrganizationId,
  /** The key or grant that said it; null where a program did that has the installation in itself. */
  by: Schema.NullOr(Schema.String),
  saidAt: Schema.DateTimeUtc,
  ...Said.fields
})
export type FeedbackNote = typeof FeedbackNote.Type

/** The longest message, in characters, and how many notes of an organization are kept: of more, the newest. */
export const feedbackLimits = { characters: 5_000, kept: 1_000 } as const
