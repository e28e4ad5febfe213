/** A change on the wire (contract/monitors.md §1.9, §1.10). */
import { DateTime, Schema } from "effect"
import type { Change, ChangeSummary } from "./Change.ts"
import { ChangeDetectionType, TargetType } from "./Target.ts"

const summaryFields = {
  mode: Schema.Literal("web"),
  id: Schema.String,
  monitor_id: Schema.String,
  target_type: TargetType,
  change_detection_type: ChangeDetectionType,
  title: Schema.String,
  summary: Schema.String,
  detected_at: Schema.String,
  url: Schema.String,
  tags: Schema.Array(Schema.String)
}

export const ChangeSummaryRecord = Schema.Struct(summaryFields)
export type ChangeSummaryRecord = typeof ChangeSummaryRecord.Type

export const ChangeRecord = Schema.Struct({
  ...summaryFields,
  run_id: Schema.String,
  diff: Schema.String,
  before_text_excerpt: Schema.String,
  after_text_excerpt: Schema.String
})
export type ChangeRecord = typeof ChangeRecord.Type

/** A change as a list shows it. */
export const changeSummaryRecord = (change: ChangeSummary): ChangeSummaryRecord => ({
  mode: "web",
  id: change.id,
  monitor_id: change.monitorId,
  target_type: change.targetType,
  change_detection_type: change.changeDetectionType,
  title: change.title,
  summary: change.summary,
  detected_at: DateTime.formatIso(change.detectedAt),
  url: change.url,
  tags: change.tags
})

/** A change in full. */
export const changeRecord = (change: Change): ChangeRecord => ({
  ...changeSummaryRecord(change),
  run_id: change.runId,
  diff: change.diff,
  before_text_excerpt: change.beforeTextExcerpt,
  after_text_excerpt: change.afterTextExcerpt
})
