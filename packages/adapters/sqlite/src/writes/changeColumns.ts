/** Changes as rows, for both sides of a thread. */

/** What a list shows of a change, as `changeSummaryColumns` selects it. */
export interface ChangeSummaryRow {
  readonly id: string
  readonly organizationId: string
  readonly monitorId: string
  readonly targetType: string
  readonly changeDetectionType: string
  readonly title: string
  readonly summary: string
  readonly detectedAt: number
  readonly url: string
  readonly tags: string
  readonly facts: string | null
  readonly triage: string
  readonly triagedAt: number | null
}

/** All of a change, as `changeColumns` selects it. */
export interface ChangeRow extends ChangeSummaryRow {
  readonly runId: string
  readonly diff: string
  readonly beforeTextExcerpt: string
  readonly afterTextExcerpt: string
  readonly details: string | null
  readonly sharedUntil: number | null
}

/** Selects what a list shows of a change `c`. */
export const changeSummaryColumns = `
  c.id, c.organization_id as organizationId, c.monitor_id as monitorId, c.target_type as targetType,
  c.change_detection_type as changeDetectionType, c.title, c.summary, c.detected_at as detectedAt, c.url, c.tags, c.facts,
  c.triage, c.triaged_at as triagedAt`

/** Selects all of a change `c`. */
export const changeColumns = `${changeSummaryColumns}, c.run_id as runId, c.diff,
  c.before_text_excerpt as beforeTextExcerpt, c.after_text_excerpt as afterTextExcerpt, c.details,
  c.shared_until as sharedUntil`

/** All that is written of a change, in order. */
export const changeWriteColumns = [
  "id",
  "organization_id",
  "monitor_id",
  "run_id",
  "target_type",
  "change_detection_type",
  "title",
  "summary",
  "detected_at",
  "url",
  "tags",
  "diff",
  "before_text_excerpt",
  "after_text_excerpt",
  "facts",
  "details",
  "triage",
  "words"
] as const

/** The values of `changeWriteColumns`. */
export type ChangeWrite = readonly [
  id: string,
  organizationId: string,
  monitorId: string,
  runId: string,
  targetType: string,
  changeDetectionType: string,
  title: string,
  summary: string,
  detectedAt: number,
  url: string,
  tags: string,
  diff: string,
  beforeTextExcerpt: string,
  afterTextExcerpt: string,
  facts: string | null,
  details: string | null,
  triage: string,
  words: string
]
