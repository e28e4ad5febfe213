/** A confirmed difference between two looks (contract/monitors.md §1.9). */
import { Schema } from "effect"
import { OrganizationId } from "../../organizations/domain/Organization.ts"
import { Evidence, Importance } from "./Judgement.ts"
import { MonitorId } from "./Monitor.ts"
import { RunId } from "./RunId.ts"
import { ChangeDetectionType, TargetType } from "./Target.ts"
import { MovedUrl } from "./UrlChange.ts"

export const ChangeId = Schema.String.pipe(Schema.brand("ChangeId"))
export type ChangeId = typeof ChangeId.Type

/** What a list shows of some changes: what a judge said, and how many addresses there are. @internal */
export const ChangeFacts = Schema.Struct({
  importance: Schema.optionalKey(Importance),
  confidence: Schema.optionalKey(Schema.Finite),
  addedUrlCount: Schema.optionalKey(Schema.Int),
  removedUrlCount: Schema.optionalKey(Schema.Int),
  movedUrlCount: Schema.optionalKey(Schema.Int),
  matchedUrlCount: Schema.optionalKey(Schema.Int)
})
/** @internal */
export type ChangeFacts = typeof ChangeFacts.Type

/** What only the change in full shows of some: the first addresses, and what was quoted. @internal */
export const ChangeDetails = Schema.Struct({
  addedUrls: Schema.optionalKey(Schema.Array(Schema.String)),
  removedUrls: Schema.optionalKey(Schema.Array(Schema.String)),
  movedUrls: Schema.optionalKey(Schema.Array(MovedUrl)),
  matchedUrls: Schema.optionalKey(Schema.Array(Schema.String)),
  evidence: Schema.optionalKey(Schema.Array(Evidence)),
  /** Ids of the versions between which it was found, of which history keeps some longer than others. */
  versions: Schema.optionalKey(Schema.Struct({ before: Schema.NullOr(Schema.String), after: Schema.String }))
})
/** @internal */
export type ChangeDetails = typeof ChangeDetails.Type

/** A difference as text, which pages have. */
export const ChangeTexts = Schema.Struct({
  /** Unified diff. */
  diff: Schema.String,
  beforeTextExcerpt: Schema.String,
  afterTextExcerpt: Schema.String
})
export type ChangeTexts = typeof ChangeTexts.Type

/** A change as a list shows it. */
export const ChangeSummary = Schema.Struct({
  id: ChangeId,
  organizationId: OrganizationId,
  monitorId: MonitorId,
  targetType: TargetType,
  changeDetectionType: ChangeDetectionType,
  title: Schema.String,
  summary: Schema.String,
  detectedAt: Schema.DateTimeUtc,
  url: Schema.String,
  /** The monitor's labels when the change was found. */
  tags: Schema.Array(Schema.String),
  ...ChangeFacts.fields
})
export type ChangeSummary = typeof ChangeSummary.Type

/** A change in full. The texts are there together, or none of them is. */
export const Change = Schema.Struct({
  ...ChangeSummary.fields,
  runId: RunId,
  ...ChangeDetails.fields,
  diff: Schema.optionalKey(ChangeTexts.fields.diff),
  beforeTextExcerpt: Schema.optionalKey(ChangeTexts.fields.beforeTextExcerpt),
  afterTextExcerpt: Schema.optionalKey(ChangeTexts.fields.afterTextExcerpt)
})
export type Change = typeof Change.Type
