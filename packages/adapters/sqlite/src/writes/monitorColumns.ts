/** Monitors as rows, for both sides of a thread. */

/** A monitor and its subscription as `monitorColumns` selects them. */
export interface MonitorRow {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly target: string
  readonly changeDetection: string
  readonly schedule: string
  readonly tags: string
  readonly status: string
  readonly baseline: string | null
  readonly targetVersion: number
  readonly anchorAt: number
  readonly nextRunAt: number | null
  readonly lastRunAt: number | null
  readonly lastChangeAt: number | null
  readonly lastError: string | null
  readonly failuresInARow: number
  readonly skipsInARow: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly revision: number
  readonly grantId: string | null
  readonly grantDailyCredits: number | null
  /** Null without a subscription; the others say nothing then. */
  readonly subscriptionUrl: string | null
  readonly events: string
  readonly retry: string | null
  readonly secret: string
  readonly failure: string | null
}

/** Selects a monitor from `monitorTables`. */
export const monitorColumns = `
  m.id, m.organization_id as organizationId, m.name, m.target, m.change_detection as changeDetection, m.schedule, m.tags,
  m.status, m.baseline, m.target_version as targetVersion, m.anchor_at as anchorAt, m.next_run_at as nextRunAt,
  m.last_run_at as lastRunAt, m.last_change_at as lastChangeAt, m.last_error as lastError,
  m.failures_in_a_row as failuresInARow, m.skips_in_a_row as skipsInARow, m.created_at as createdAt,
  m.updated_at as updatedAt, m.revision, m.grant_id as grantId, m.grant_daily_credits as grantDailyCredits, s.url as subscriptionUrl, s.events, s.retry, s.secret, s.failure`

/** What a monitor takes in a list, about: a target has up to 64 KB, and nothing else is as large. */
export const listedBytes = ({ target }: MonitorRow): number => target.length

/** Each monitor with its subscription. */
export const monitorTables = "monitors m left join subscriptions s on s.id = m.id"

/** What a run writes of its monitor, in order. A run changes neither what is watched nor how. */
export const monitorStateColumns = [
  "status",
  "baseline",
  "target_version",
  "anchor_at",
  "next_run_at",
  "last_run_at",
  "last_change_at",
  "last_error",
  "failures_in_a_row",
  "skips_in_a_row",
  "updated_at"
] as const

/** The values of `monitorStateColumns`. */
export type MonitorState = readonly [
  status: string,
  baseline: string | null,
  targetVersion: number,
  anchorAt: number,
  nextRunAt: number | null,
  lastRunAt: number | null,
  lastChangeAt: number | null,
  lastError: string | null,
  failuresInARow: number,
  skipsInARow: number,
  updatedAt: number
]

/** What an owner writes besides, in order: what is watched and how. */
export const monitorDefinitionColumns = [
  "name",
  "target",
  "target_type",
  "host",
  "change_detection",
  "change_detection_type",
  "schedule",
  "tags",
  "created_at",
  "name_words",
  "url_words",
  "instructions_words",
  "tags_words",
  "run_price",
  "grant_id",
  "grant_daily_credits"
] as const

/** The values of `monitorDefinitionColumns`. */
export type MonitorDefinition = readonly [
  name: string,
  target: string,
  targetType: string,
  host: string,
  changeDetection: string,
  changeDetectionType: string,
  schedule: string,
  tags: string,
  createdAt: number,
  nameWords: string,
  urlWords: string,
  instructionsWords: string,
  tagsWords: string,
  runPrice: number,
  grantId: string | null,
  grantDailyCredits: number | null
]

/** All that is written of a monitor but its subscription and who holds it. */
export interface MonitorWrite {
  readonly id: string
  readonly organizationId: string
  readonly definition: MonitorDefinition
  readonly state: MonitorState
}
