/**
 * What the columns hold whose declared type does not say it: SQLite knows text, whole numbers and bytes alone. A test
 * compares this with the types that the same columns have on Postgres.
 */

/** What a column holds. Records and lists are JSON. */
export type ColumnKind = "text" | "integer" | "bytes" | "boolean" | "moment" | "json"

const [boolean, moment, json] = ["boolean", "moment", "json"] as const

/** By table and column. */
export const columnKinds: Readonly<Record<string, Readonly<Record<string, ColumnKind>>>> = {
  organizations: {
    disabled: boolean,
    overrides: json,
    created_at: moment,
    zero_data_retention: boolean,
    billing: json,
    auto_topup: json
  },
  api_keys: { scopes: json, created_at: moment, revoked_at: moment },
  accounts: { period_start: moment, due_at: moment },
  ledger_entries: { at: moment },
  holds: { expires_at: moment },
  monitors: {
    begun: boolean,
    target: json,
    change_detection: json,
    schedule: json,
    tags: json,
    baseline: json,
    anchor_at: moment,
    next_run_at: moment,
    last_run_at: moment,
    last_change_at: moment,
    last_error: json,
    created_at: moment,
    updated_at: moment,
    lease_until: moment,
    queued_at: moment,
    running_due_at: moment,
    due_at: moment
  },
  baselines: { captured_at: moment },
  runs: {
    queued_at: moment,
    started_at: moment,
    completed_at: moment,
    change_detected: boolean,
    baseline_created: boolean,
    error: json,
    trace: json,
    slot_at: moment
  },
  changes: { detected_at: moment, tags: json, facts: json, details: json, triaged_at: moment, shared_until: moment },
  subscriptions: { events: json, retry: json, failure: json },
  change_tags: { detected_at: moment },
  run_spend: { start: moment, last_run_at: moment },
  deliveries: {
    delays_seconds: json,
    created_at: moment,
    delivered_at: moment,
    next_attempt_at: moment,
    last_attempt: json,
    lease_until: moment,
    due_at: moment
  },
  delivery_attempts: { body: json },
  retry_keys: { expires_at: moment },
  request_logs: { at: moment, tags: json, zdr: boolean, input: json, response: json, of_dashboard: boolean },
  usage_charges: { at: moment },
  usage_hours: { start: moment },
  usage_days: { start: moment },
  usage_tallies: { hour: moment },
  idempotency_keys: { expires_at: moment },
  cache_bodies: { loose: boolean, counted: boolean },
  cache_size: { id: boolean },
  cached_pages: { captured_at: moment, used_at: moment },
  asset_bodies: { loose: boolean, counted: boolean },
  assets: { created_at: moment, expires_at: moment },
  version_bodies: { loose: boolean, counted: boolean },
  monitor_versions: {
    captured_at: moment,
    replaced_at: moment,
    has_source: boolean,
    kept: boolean,
    has_picture: boolean
  },
  views: { filters: json, created_at: moment, updated_at: moment },
  feedback: { said_at: moment, said: json },
  frontiers: { touched_at: moment },
  frontier_entries: { lease_until: moment, is_open: boolean },
  browser_profiles: { created_at: moment, last_used_at: moment, lease_until: moment },
  batches: {
    opened_at: moment,
    created_at: moment,
    started_at: moment,
    ended_at: moment,
    open: boolean,
    stale: boolean
  },
  batch_segments: { small: boolean },
  batch_items: { lease_until: moment, begun: boolean },
  brands: { aliases: json, symbols: json, ids: json, told: json, updated_at: moment },
  brand_imports: { started_at: moment, updated_at: moment, ended_at: moment, problems: json },
  waiting_brands: { facts: json },
  brand_lists: { taken_at: moment },
  brand_profiles: { profile: json, read_at: moment, ages_from: moment, lease_until: moment },
  brand_refresh_turns: { taken_at: moment },
  news_sources: {
    listed: boolean,
    failing: boolean,
    due_at: moment,
    gone_at: moment,
    entry: json,
    fruitful: boolean,
    added_at: moment
  },
  news_hosts: { due_at: moment, quiet_until: moment, lease_until: moment },
  news_looks: { looked_at: moment },
  person_records: { record: json, imported_at: moment },
  person_suppressions: { forgotten_at: moment },
  inbox_events: { told: json, headers: json, received_at: moment },
  oauth_clients: { client: json, put_at: moment },
  oauth_grants: { signed: json, created_at: moment, last_used_at: moment, ends_at: moment, revoked_at: moment },
  oauth_tokens: { scopes: json, expires_at: moment, spent_at: moment },
  dashboard_sessions: { created_at: moment, last_used_at: moment, expires_at: moment },
  dashboard_links: { expires_at: moment },
  migrations: { created_at: moment }
}

const declared: Readonly<Record<string, ColumnKind>> = { TEXT: "text", INTEGER: "integer", BLOB: "bytes" }

/** What a column of this name and declared type holds. */
export const kindOf = (table: string, column: string, type: string): ColumnKind =>
  columnKinds[table]?.[column] ?? declared[type.toUpperCase()] ?? "text"
