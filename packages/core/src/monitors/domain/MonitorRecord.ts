/** A monitor on the wire (contract/monitors.md §1.1 to §1.7). */
import { DateTime, Schema } from "effect"
import { StoredJson, StoredJsonObject } from "../../budget/domain/StoredJson.ts"
import { MonitorEventType } from "../../webhooks/domain/Event.ts"
import type { Subscription } from "../../webhooks/domain/Subscription.ts"
import type { Baseline } from "./Baseline.ts"
import { type Monitor, MonitorStatus } from "./Monitor.ts"
import { RunErrorCode } from "./RunError.ts"
import { type Schedule, ScheduleUnit } from "./Schedule.ts"
import type { Action, ChangeDetection, PageTarget, Target } from "./Target.ts"
import { unstableLines } from "./Unstable.ts"

/** A moment on the wire: ISO 8601 in UTC with milliseconds. */
export const Timestamp = Schema.String.annotate({ format: "date-time" })

/** Why a run failed. */
export const ErrorRecord = Schema.Struct({ code: RunErrorCode, message: Schema.String })

/** What a caller wrote for a page and not for the log of calls, which does not keep it. */
const Unlogged = Schema.String.annotate({ logged: "never" })

export const ActionRecord = Schema.Union([
  Schema.Struct({ do: Schema.Literal("wait"), timeMs: Schema.Int }),
  Schema.Struct({
    do: Schema.Literal("scroll"),
    direction: Schema.Literals(["up", "down", "left", "right"]),
    amount: Schema.Union([Schema.Int, Schema.Literals(["viewport", "max"])]),
    maxScrolls: Schema.Int,
    container: Schema.optionalKey(Unlogged)
  }),
  Schema.Struct({ do: Schema.Literal("perform"), action: Unlogged }),
  Schema.Struct({ do: Schema.Literal("click"), selector: Unlogged }),
  Schema.Struct({ do: Schema.Literal("type"), selector: Unlogged, text: Unlogged })
])
export type ActionRecord = typeof ActionRecord.Type

export const PageTargetRecord = Schema.Struct({
  type: Schema.Literal("page"),
  url: Schema.String,
  instructions: Schema.optionalKey(Unlogged),
  normalize_whitespace: Schema.Boolean,
  include_selectors: Schema.Array(Unlogged),
  exclude_selectors: Schema.Array(Unlogged),
  /** Beyond the contract, and only where it is so. */
  include_noise: Schema.optionalKey(Schema.Literal(true)),
  actions: Schema.Array(ActionRecord),
  browser: Schema.optionalKey(Schema.Literal(true)),
  profile_id: Schema.optionalKey(Schema.String),
  pinned_lines: Schema.optionalKey(Schema.Array(Unlogged)),
  freed_lines: Schema.optionalKey(Schema.Array(Unlogged))
})
export type PageTargetRecord = typeof PageTargetRecord.Type

export const SitemapTargetRecord = Schema.Struct({
  type: Schema.Literal("sitemap"),
  url: Schema.String,
  include: Schema.Array(Schema.String),
  exclude: Schema.Array(Schema.String),
  max_urls: Schema.Int
})

export type SitemapTargetRecord = typeof SitemapTargetRecord.Type

export const ExtractTargetRecord = Schema.Struct({
  type: Schema.Literal("extract"),
  url: Schema.String,
  instructions: Unlogged,
  schema: Schema.optionalKey(StoredJsonObject.annotate({ logged: "never" })),
  max_pages: Schema.Int,
  max_depth: Schema.optionalKey(Schema.Int),
  follow_subdomains: Schema.Boolean
})

export const TargetRecord = Schema.Union([PageTargetRecord, SitemapTargetRecord, ExtractTargetRecord])
export type TargetRecord = typeof TargetRecord.Type

export const ChangeDetectionRecord = Schema.Union([
  Schema.Struct({ type: Schema.Literal("exact") }),
  Schema.Struct({ type: Schema.Literal("semantic"), confidence_threshold: Schema.Finite })
])
export type ChangeDetectionRecord = typeof ChangeDetectionRecord.Type

export const ScheduleRecord = Schema.Union([
  Schema.Struct({ type: Schema.Literal("interval"), frequency: Schema.Int, unit: ScheduleUnit }),
  Schema.Struct({ type: Schema.Literal("cron"), expression: Schema.String, time_zone: Schema.String })
])
export type ScheduleRecord = typeof ScheduleRecord.Type

export const WebhookRecord = Schema.Struct({
  url: Schema.String.annotate({ logged: "receiver" }),
  events: Schema.Array(MonitorEventType),
  retry: Schema.optionalKey(Schema.Struct({ delays_seconds: Schema.Array(Schema.Int) })),
  /** Only for keys that may write monitors. */
  secret: Schema.optionalKey(Schema.String)
})
export type WebhookRecord = typeof WebhookRecord.Type

export const WebhookFailureRecord = Schema.Struct({
  consecutive_failures: Schema.Int,
  last_status: Schema.Literals(["rejected", "failed", "skipped_unsafe_url"]),
  last_message: Schema.String,
  last_failed_at: Timestamp
})
export type WebhookFailureRecord = typeof WebhookFailureRecord.Type

export const BaselineRecord = Schema.Union([
  Schema.Struct({ text: Schema.String, captured_at: Timestamp }),
  Schema.Struct({ urls: Schema.Array(Schema.String), url_count: Schema.Int, captured_at: Timestamp }),
  Schema.Struct({ data: StoredJson, urls_analyzed: Schema.Array(Schema.String), captured_at: Timestamp })
])
export type BaselineRecord = typeof BaselineRecord.Type

export const MonitorRecord = Schema.Struct({
  mode: Schema.Literal("web"),
  id: Schema.String,
  name: Schema.String,
  target: TargetRecord,
  change_detection: ChangeDetectionRecord,
  schedule: ScheduleRecord,
  webhook: Schema.NullOr(WebhookRecord),
  status: MonitorStatus,
  last_run_at: Schema.NullOr(Timestamp),
  last_change_at: Schema.NullOr(Timestamp),
  next_run_at: Schema.NullOr(Timestamp),
  last_error: Schema.NullOr(ErrorRecord),
  webhook_failure: Schema.NullOr(WebhookFailureRecord),
  tags: Schema.Array(Schema.String),
  /** The grant that it was made with: beyond the contract, and only where one did. */
  grant_id: Schema.optionalKey(Schema.String),
  created_at: Timestamp,
  updated_at: Timestamp
})
export type MonitorRecord = typeof MonitorRecord.Type

const actionRecord = (action: Action): ActionRecord => {
  if (action.do !== "scroll") return action
  const { container, ...rest } = action
  return container === null ? rest : { ...rest, container }
}

const pageRecord = (target: PageTarget): PageTargetRecord => ({
  type: "page",
  url: target.url,
  ...(target.instructions === null ? {} : { instructions: target.instructions }),
  normalize_whitespace: target.normalizeWhitespace,
  include_selectors: target.includeSelectors,
  exclude_selectors: target.excludeSelectors,
  ...(target.includeNoise === true ? { include_noise: true } : {}),
  actions: target.actions.map(actionRecord),
  ...(target.browser === true ? { browser: true } : {}),
  ...(target.profileId === undefined ? {} : { profile_id: target.profileId }),
  ...(target.pinnedLines === undefined ? {} : { pinned_lines: target.pinnedLines }),
  ...(target.freedLines === undefined ? {} : { freed_lines: target.freedLines })
})

/** What a monitor watches, as the wire says it and takes it. */
export const targetRecord = (target: Target): TargetRecord => {
  if (target.type === "page") return pageRecord(target)
  if (target.type === "sitemap") {
    const { exclude, include, maxUrls, type, url } = target
    return { type, url, include, exclude, max_urls: maxUrls }
  }
  return {
    type: "extract",
    url: target.url,
    instructions: target.instructions,
    ...(target.schema === null ? {} : { schema: target.schema }),
    max_pages: target.maxPages,
    ...(target.maxDepth === null ? {} : { max_depth: target.maxDepth }),
    follow_subdomains: target.followSubdomains
  }
}

/** How two looks are compared, as the wire says it. */
export const changeDetectionRecord = (detection: ChangeDetection): ChangeDetectionRecord =>
  detection.type === "exact"
    ? { type: "exact" }
    : { type: "semantic", confidence_threshold: detection.confidenceThreshold }

const scheduleRecord = (schedule: Schedule): ScheduleRecord =>
  schedule.type === "interval"
    ? { type: "interval", frequency: schedule.frequency, unit: schedule.unit }
    : { type: "cron", expression: schedule.expression, time_zone: schedule.timeZone }

const isMonitorEvent = Schema.is(MonitorEventType)

const webhookRecord = (subscription: Subscription, options: RecordOptions): WebhookRecord => ({
  url: subscription.url,
  events: subscription.events.filter(isMonitorEvent),
  ...(subscription.retry === null ? {} : { retry: { delays_seconds: subscription.retry.delaysSeconds } }),
  ...(options.showSecret ? { secret: subscription.secret } : {})
})

/** A moment as the wire shows it, or null. */
export const timestampOrNull = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

/** Whether the caller may see the webhook's signing secret. */
export interface RecordOptions {
  readonly showSecret: boolean
}

/** A monitor as lists and replies show it. */
export const monitorRecord = (monitor: Monitor, options: RecordOptions): MonitorRecord => {
  const failure = monitor.subscription?.failure ?? null
  return {
    mode: "web",
    id: monitor.id,
    name: monitor.name,
    target: targetRecord(monitor.target),
    change_detection: changeDetectionRecord(monitor.changeDetection),
    schedule: scheduleRecord(monitor.schedule),
    webhook: monitor.subscription === null ? null : webhookRecord(monitor.subscription, options),
    status: monitor.status,
    last_run_at: timestampOrNull(monitor.lastRunAt),
    last_change_at: timestampOrNull(monitor.lastChangeAt),
    next_run_at: timestampOrNull(monitor.nextRunAt),
    last_error:
      monitor.lastError === null ? null : { code: monitor.lastError.code, message: monitor.lastError.message },
    webhook_failure:
      failure === null
        ? null
        : {
            consecutive_failures: failure.consecutiveFailures,
            last_status: failure.lastStatus,
            last_message: failure.lastMessage,
            last_failed_at: DateTime.formatIso(failure.lastFailedAt)
          },
    tags: monitor.tags,
    ...(monitor.madeBy === undefined ? {} : { grant_id: monitor.madeBy.grantId }),
    created_at: DateTime.formatIso(monitor.createdAt),
    updated_at: DateTime.formatIso(monitor.updatedAt)
  }
}

/**
 * Lines of the baseline of a page that are known to change by themselves, and those that are pinned: beyond the contract, for who
 * retrieves a monitor. Nothing of other targets.
 */
export const unstableRecord = (
  { baseline: mark, target }: Monitor,
  baseline: Baseline | null
): { readonly unstable?: ReadonlyArray<string> } =>
  target.type === "page" && baseline?.type === "page"
    ? { unstable: unstableLines(baseline.text, mark?.flicker?.lines ?? [], target.pinnedLines ?? []) }
    : {}

/** A stored baseline, or null before the first capture and after a reset. */
export const baselineRecord = (baseline: Baseline | null): BaselineRecord | null => {
  if (baseline === null) return null
  const captured_at = DateTime.formatIso(baseline.capturedAt)
  if (baseline.type === "page") return { text: baseline.text, captured_at }
  if (baseline.type === "sitemap") return { urls: baseline.urls, url_count: baseline.urls.length, captured_at }
  return { data: baseline.data, urls_analyzed: baseline.urlsAnalyzed, captured_at }
}
