/** A change on the wire (contract/monitors.md §1.9, §1.10). What does not apply to it is left out. */
import { DateTime, Schema } from "effect"
import type { Change, ChangeSummary } from "./Change.ts"
import { Evidence, Importance } from "./Judgement.ts"
import { ChangeDetectionType, TargetType } from "./Target.ts"
import { Triage, type Triaged, type TriagedChange } from "./Triage.ts"
import { MovedUrl } from "./UrlChange.ts"

const Count = Schema.optionalKey(Schema.Int)
const Urls = Schema.optionalKey(Schema.Array(Schema.String))

export const ChangeSummaryRecord = Schema.Struct({
  mode: Schema.Literal("web"),
  id: Schema.String,
  monitor_id: Schema.String,
  target_type: TargetType,
  change_detection_type: ChangeDetectionType,
  title: Schema.String,
  summary: Schema.String,
  detected_at: Schema.String,
  url: Schema.String,
  tags: Schema.Array(Schema.String),
  importance: Schema.optionalKey(Importance),
  confidence: Schema.optionalKey(Schema.Finite),
  added_url_count: Count,
  removed_url_count: Count,
  /** Beyond the contract: how many of those that came and went are one page under another address. */
  moved_url_count: Count,
  matched_url_count: Count,
  /** Beyond the contract: how it stands, and since when, unless it is open. What a webhook is sent says neither. */
  triage: Schema.optionalKey(Triage),
  triaged_at: Schema.optionalKey(Schema.String)
})
export type ChangeSummaryRecord = typeof ChangeSummaryRecord.Type

export const ChangeRecord = Schema.Struct({
  ...ChangeSummaryRecord.fields,
  run_id: Schema.String,
  diff: Schema.optionalKey(Schema.String),
  before_text_excerpt: Schema.optionalKey(Schema.String),
  after_text_excerpt: Schema.optionalKey(Schema.String),
  added_urls: Urls,
  removed_urls: Urls,
  /** Beyond the contract. */
  moved_urls: Schema.optionalKey(Schema.Array(MovedUrl)),
  matched_urls: Urls,
  evidence: Schema.optionalKey(Schema.Array(Evidence)),
  /** Beyond the contract: the versions between which it was found; `before_version_id` is null where none was kept. */
  before_version_id: Schema.optionalKey(Schema.NullOr(Schema.String)),
  after_version_id: Schema.optionalKey(Schema.String),
  /**
   * Beyond the contract: until when the links work under which people without a key read it. Left out where nobody shared it, or
   * took all links back; it may be over.
   */
  shared_until: Schema.optionalKey(Schema.String)
})
export type ChangeRecord = typeof ChangeRecord.Type

/** Where a picture is fetched without a key, and until when. */
export const PictureLink = Schema.Struct({
  url: Schema.String.annotate({ logged: "never" }),
  expires_at: Schema.String
})
export type PictureLink = typeof PictureLink.Type

/** A change with its pictures: left out where none is kept. */
export const PicturedChangeRecord = Schema.Struct({
  ...ChangeRecord.fields,
  /** Beyond the contract. */
  pictures: Schema.optionalKey(Schema.Struct({ before: Schema.NullOr(PictureLink), after: Schema.NullOr(PictureLink) }))
})
export type PicturedChangeRecord = typeof PicturedChangeRecord.Type

/** A field under its name on the wire, where it is there. */
const field = <K extends string, A>(name: K, value: A | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [P in K]?: A }

/** A change as a list shows it; how it stands is known of what is kept. */
export const changeSummaryRecord = (change: ChangeSummary & Partial<Triaged>): ChangeSummaryRecord => ({
  mode: "web",
  id: change.id,
  monitor_id: change.monitorId,
  target_type: change.targetType,
  change_detection_type: change.changeDetectionType,
  title: change.title,
  summary: change.summary,
  detected_at: DateTime.formatIso(change.detectedAt),
  url: change.url,
  tags: change.tags,
  ...field("importance", change.importance),
  ...field("confidence", change.confidence),
  ...field("added_url_count", change.addedUrlCount),
  ...field("removed_url_count", change.removedUrlCount),
  ...field("moved_url_count", change.movedUrlCount),
  ...field("matched_url_count", change.matchedUrlCount),
  ...field("triage", change.triage),
  ...field("triaged_at", change.triagedAt ? DateTime.formatIso(change.triagedAt) : undefined)
})

/** A change in full, and what is known of it where it is kept. */
export const changeRecord = (change: Change & Partial<Triaged> & Pick<TriagedChange, "sharedUntil">): ChangeRecord => ({
  ...changeSummaryRecord(change),
  run_id: change.runId,
  ...field("diff", change.diff),
  ...field("before_text_excerpt", change.beforeTextExcerpt),
  ...field("after_text_excerpt", change.afterTextExcerpt),
  ...field("added_urls", change.addedUrls),
  ...field("removed_urls", change.removedUrls),
  ...field("moved_urls", change.movedUrls),
  ...field("matched_urls", change.matchedUrls),
  ...field("evidence", change.evidence),
  ...field("before_version_id", change.versions?.before),
  ...field("after_version_id", change.versions?.after),
  ...field("shared_until", change.sharedUntil ? DateTime.formatIso(change.sharedUntil) : undefined)
})
