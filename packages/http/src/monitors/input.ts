/** What callers send about monitors (contract/monitors.md §1.2 to §1.5 and §3), and what it means to the core. */

import { InvalidInput } from "@kittiwake/core/InvalidInput"
import { type Unstable, unstableLimits } from "@kittiwake/core/internal/monitors/domain/Unstable"
import type { Sweep } from "@kittiwake/core/internal/monitors/triageChanges"
import { type BacktestRules, backtestLimits } from "@kittiwake/core/monitors/domain/Backtest"
import { ChangeId } from "@kittiwake/core/monitors/domain/Change"
import { Importance } from "@kittiwake/core/monitors/domain/Judgement"
import type { MonitorPatch, NewMonitor, WebhookInput } from "@kittiwake/core/monitors/domain/MonitorInput"
import { type Schedule, ScheduleUnit } from "@kittiwake/core/monitors/domain/Schedule"
import {
  type Action,
  type ChangeDetection,
  ChangeDetectionType,
  defaultConfidenceThreshold,
  type PageTarget,
  type Target,
  TargetType
} from "@kittiwake/core/monitors/domain/Target"
import { Triage, triageLimits } from "@kittiwake/core/monitors/domain/Triage"
import { BrowserProfileId } from "@kittiwake/core/profiles/domain/BrowserProfile"
import { MonitorEventType } from "@kittiwake/core/webhooks/domain/Event"
import { defaultRetryPlan, retryPlanLimits } from "@kittiwake/core/webhooks/domain/Subscription"
import { Effect, Schema } from "effect"
import { closed, integer, listOf, queryList, Tags, TimestampInput, text, WebUrl } from "../fields.ts"
import { ActionInput, maxSelectors, Selector, timeoutMillis } from "../web/query.ts"
import { changeFilter } from "./filters.ts"

const Lines = Schema.optionalKey(listOf(text(1, unstableLimits.characters), unstableLimits.lines))

const PageTargetInput = Schema.Struct({
  type: Schema.Literal("page"),
  url: WebUrl,
  instructions: Schema.optionalKey(text(1, 2_000)),
  normalize_whitespace: Schema.optionalKey(Schema.Boolean),
  include_selectors: Schema.optionalKey(listOf(Selector, maxSelectors)),
  exclude_selectors: Schema.optionalKey(listOf(Selector, maxSelectors)),
  include_noise: Schema.optionalKey(Schema.Boolean),
  actions: Schema.optionalKey(listOf(ActionInput, 5)),
  browser: Schema.optionalKey(Schema.Boolean),
  profile_id: Schema.optionalKey(text(1, 64).annotate({ logged: "id" })),
  pinned_lines: Lines,
  freed_lines: Lines
})

/** Most globs of one list, and longest glob. */
const globs = { most: 50, length: 500 } as const

const Globs = Schema.optionalKey(listOf(text(1, globs.length), globs.most))

const SitemapTargetInput = Schema.Struct({
  type: Schema.Literal("sitemap"),
  url: WebUrl,
  include: Globs,
  exclude: Globs,
  max_urls: Schema.optionalKey(integer(1, 10_000))
})

const ExtractTargetInput = Schema.Struct({
  type: Schema.Literal("extract"),
  url: WebUrl,
  instructions: text(1, 2_000),
  schema: Schema.optionalKey(Schema.JsonObject),
  max_pages: Schema.optionalKey(integer(1, 50)),
  max_depth: Schema.optionalKey(integer(0, 10)),
  follow_subdomains: Schema.optionalKey(Schema.Boolean)
})

const TargetInput = Schema.Union([PageTargetInput, SitemapTargetInput, ExtractTargetInput]).annotate({
  expected: 'an object whose type is "page", "sitemap" or "extract"'
})

const ChangeDetectionInput = Schema.Union([
  Schema.Struct({ type: Schema.Literal("exact") }),
  Schema.Struct({
    type: Schema.Literal("semantic"),
    confidence_threshold: Schema.optionalKey(
      Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }, { expected: "a number from 0 to 1" }))
    )
  })
]).annotate({ expected: 'an object whose type is "exact" or "semantic"' })

const ScheduleInput = Schema.Union([
  Schema.Struct({ type: Schema.Literal("interval"), frequency: integer(1, 525_600), unit: ScheduleUnit }),
  Schema.Struct({ type: Schema.Literal("cron"), expression: text(1, 200), time_zone: text(1, 100) })
]).annotate({ expected: 'an object whose type is "interval" or "cron"' })

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, number) => sum + number, 0)

/** Waits between attempts. */
export const DelaysSeconds = listOf(integer(1, retryPlanLimits.totalSeconds), retryPlanLimits.delays).check(
  Schema.makeFilter((delays: ReadonlyArray<number>) => sumOf(delays) <= retryPlanLimits.totalSeconds, {
    expected: `a list of delays that sum to at most ${retryPlanLimits.totalSeconds} seconds`
  })
)

const Events = Schema.Array(MonitorEventType).check(
  Schema.makeFilter((events: ReadonlyArray<string>) => events.length > 0 && new Set(events).size === events.length, {
    expected: "a list of one to four different events",
    toJsonSchema: () => ({ minItems: 1, maxItems: 4, uniqueItems: true })
  })
)

const WebhookBody = Schema.Struct({
  url: WebUrl.annotate({ logged: "receiver" }),
  events: Schema.optionalKey(Events),
  retry: Schema.optionalKey(Schema.Struct({ delays_seconds: Schema.optionalKey(DelaysSeconds) }))
})

/** The body of `POST /monitors`. */
export const CreateMonitorBody = Schema.Struct({
  name: text(1, 200).annotate({ logged: "label" }),
  target: TargetInput,
  change_detection: Schema.optionalKey(ChangeDetectionInput),
  schedule: Schema.optionalKey(ScheduleInput),
  mode: Schema.optionalKey(Schema.Literal("web")),
  tags: Schema.optionalKey(Tags),
  webhook: Schema.optionalKey(Schema.NullOr(WebhookBody))
}).annotate({ identifier: "CreateMonitor" })
export type CreateMonitorBody = typeof CreateMonitorBody.Type

/** The body of `POST /monitors/preview`: that of a new monitor, which needs no name yet, and how long it may take. */
export const PreviewMonitorBody = Schema.Struct({
  ...CreateMonitorBody.fields,
  name: Schema.optionalKey(CreateMonitorBody.fields.name),
  /** Whether the parts of the page are told, each with a selector. */
  blocks: Schema.optionalKey(Schema.Boolean),
  timeoutOpts: Schema.optionalKey(
    closed({ milliseconds: timeoutMillis(1), behavior: Schema.optionalKey(Schema.Literal("fail")) })
  ),
  timeoutMS: Schema.optionalKey(timeoutMillis(1))
}).annotate({ identifier: "PreviewMonitor" })
export type PreviewMonitorBody = typeof PreviewMonitorBody.Type

/** The body of `PATCH /monitors/{monitor_id}`. */
export const UpdateMonitorBody = Schema.Struct({
  name: Schema.optionalKey(text(1, 200).annotate({ logged: "label" })),
  tags: Schema.optionalKey(Tags),
  status: Schema.optionalKey(Schema.Literals(["active", "paused"])),
  target: Schema.optionalKey(TargetInput),
  change_detection: Schema.optionalKey(ChangeDetectionInput),
  schedule: Schema.optionalKey(ScheduleInput),
  webhook: Schema.optionalKey(Schema.NullOr(WebhookBody))
}).annotate({ identifier: "UpdateMonitor" })
export type UpdateMonitorBody = typeof UpdateMonitorBody.Type

/** The body of `POST /monitors/{monitor_id}/backtest`: rules to try; what is left out is as the monitor has it. */
export const BacktestBody = Schema.Struct({
  include_selectors: Schema.optionalKey(listOf(Selector, maxSelectors)),
  exclude_selectors: Schema.optionalKey(listOf(Selector, maxSelectors)),
  normalize_whitespace: Schema.optionalKey(Schema.Boolean),
  include_noise: Schema.optionalKey(Schema.Boolean),
  pinned_lines: Lines,
  include: Globs,
  exclude: Globs,
  instructions: Schema.optionalKey(text(1, 2_000)),
  /** Known so that it is refused with its reason: what it would be read from is not kept. */
  schema: Schema.optionalKey(Schema.JsonObject),
  change_detection: Schema.optionalKey(ChangeDetectionInput),
  limit: Schema.optionalKey(integer(1, backtestLimits.pairs.most))
}).annotate({ identifier: "Backtest" })
export type BacktestBody = typeof BacktestBody.Type

/** The rules that a body asks to be tried. */
export const backtestRules = (body: BacktestBody): BacktestRules => ({
  ...(body.include_selectors === undefined ? {} : { includeSelectors: body.include_selectors }),
  ...(body.exclude_selectors === undefined ? {} : { excludeSelectors: body.exclude_selectors }),
  ...(body.normalize_whitespace === undefined ? {} : { normalizeWhitespace: body.normalize_whitespace }),
  ...(body.include_noise === undefined ? {} : { includeNoise: body.include_noise }),
  ...(body.pinned_lines === undefined ? {} : { pinnedLines: body.pinned_lines }),
  ...(body.include === undefined ? {} : { include: body.include }),
  ...(body.exclude === undefined ? {} : { exclude: body.exclude }),
  ...(body.instructions === undefined ? {} : { goal: body.instructions }),
  ...(body.schema === undefined ? {} : { schema: body.schema }),
  ...(body.change_detection === undefined ? {} : { changeDetection: changeDetectionOf(body.change_detection) }),
  limit: body.limit ?? backtestLimits.pairs.default
})

const ChangeName = text(1, 64).annotate({ logged: "id" })

/** Words that are looked for in changes. */
const Words = text(1, 200)

/** How important a change is that is looked for; one of these. */
const Importances = listOf(Importance, Importance.literals.length)

/** What a list of changes may be asked for in a query, beside its page. */
export const changesQuery = {
  tag: Schema.optionalKey(text(1, 50).annotate({ logged: "label" })),
  since: Schema.optionalKey(TimestampInput),
  until: Schema.optionalKey(TimestampInput),
  triage: Schema.optionalKey(Triage),
  triaged_at: Schema.optionalKey(TimestampInput),
  importance: Schema.optionalKey(queryList(Importances)),
  q: Schema.optionalKey(Words)
}

/** What changes of all monitors may be asked for besides. */
export const allChangesQuery = {
  monitor_id: Schema.optionalKey(text(1, 200).annotate({ logged: "id" })),
  target_type: Schema.optionalKey(TargetType),
  change_detection_type: Schema.optionalKey(ChangeDetectionType)
}

/** The body of `PATCH /monitors/changes/{change_id}`. */
export const TriageChangeBody = Schema.Struct({ triage: Triage }).annotate({ identifier: "TriageChange" })
export type TriageChangeBody = typeof TriageChangeBody.Type

/**
 * The body of `POST /monitors/changes/triage`: changes by name, or all that a filter shows. A filter says how they stand, so that
 * setting them back sets back those alone, and which is the newest, so that none is swept that nobody has seen.
 */
export const TriageChangesBody = Schema.Struct({
  triage: Triage,
  change_ids: Schema.optionalKey(listOf(ChangeName, triageLimits.named)),
  filter: Schema.optionalKey(
    Schema.Struct({ ...allChangesQuery, ...changesQuery, triage: Triage, importance: Schema.optionalKey(Importances) })
  ),
  up_to: Schema.optionalKey(ChangeName),
  cursor: Schema.optionalKey(text(1, 300))
}).annotate({ identifier: "TriageChanges" })
export type TriageChangesBody = typeof TriageChangesBody.Type

const refuse = (field: string, message: string) => Effect.fail(new InvalidInput({ field, message }))

/** The changes that a body names, or the sweep that its filter asks for. */
export const triageOf = ({ change_ids, cursor, filter, triage, up_to }: TriageChangesBody) => {
  if (filter === undefined) {
    if (change_ids === undefined) return refuse("change_ids", "must be there, or a filter in its place")
    if (up_to !== undefined) return refuse("up_to", "stands beside a filter alone")
    if (cursor !== undefined) return refuse("cursor", "stands beside a filter alone")
    return Effect.succeed({ named: change_ids.map((id) => ChangeId.make(id)) })
  }
  if (change_ids !== undefined) return refuse("change_ids", "must not stand beside a filter")
  if (filter.until === undefined && up_to === undefined) {
    return refuse(
      "filter.until",
      "must be there, or up_to beside the filter, so that no change is meant that nobody saw"
    )
  }
  const sweep: Sweep = {
    filter: { ...changeFilter(filter), triage: filter.triage },
    upTo: up_to === undefined ? null : ChangeId.make(up_to),
    to: triage,
    cursor
  }
  return Effect.succeed({ sweep })
}

/**
 * The body without `webhook.secret`, so that a webhook can be sent back as it was read. The secret is never taken from
 * outside.
 */
export const withoutSecret = (body: unknown): unknown => {
  if (!isObject(body) || !isObject(body.webhook) || !Object.hasOwn(body.webhook, "secret")) return body
  const { secret: _, ...webhook } = body.webhook
  return { ...body, webhook }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const actionOf = (action: typeof ActionInput.Type): Action =>
  action.do === "scroll" ? { direction: "down", amount: "viewport", maxScrolls: 1, container: null, ...action } : action

/** Lines each once; nothing where there are none. */
const linesOf = (lines: ReadonlyArray<string> = []) => (lines.length === 0 ? undefined : [...new Set(lines)])

/** What an owner says of lines that change by themselves. */
const unstableOf = ({ freed_lines, pinned_lines }: typeof PageTargetInput.Type): Unstable => {
  const [pinnedLines, freedLines] = [linesOf(pinned_lines), linesOf(freed_lines)]
  return {
    ...(pinnedLines === undefined ? {} : { pinnedLines }),
    ...(freedLines === undefined ? {} : { freedLines })
  }
}

const pageOf = (target: typeof PageTargetInput.Type): PageTarget => ({
  type: "page",
  url: target.url,
  instructions: target.instructions ?? null,
  normalizeWhitespace: target.normalize_whitespace ?? true,
  includeSelectors: target.include_selectors ?? [],
  excludeSelectors: target.exclude_selectors ?? [],
  ...(target.include_noise === true ? { includeNoise: true } : {}),
  actions: (target.actions ?? []).map(actionOf),
  ...(target.browser === true ? { browser: true } : {}),
  ...(target.profile_id === undefined ? {} : { profileId: BrowserProfileId.make(target.profile_id) }),
  ...unstableOf(target)
})

/** What is tracked unless the caller says otherwise (contract/monitors.md §1.2). */
const defaults = { maxUrls: 5_000, maxPages: 10 } as const

const targetOf = (target: typeof TargetInput.Type): Target => {
  if (target.type === "page") return pageOf(target)
  const { url } = target
  if (target.type === "sitemap") {
    const { exclude = [], include = [], max_urls = defaults.maxUrls } = target
    return { type: "sitemap", url, include, exclude, maxUrls: max_urls }
  }
  return {
    type: "extract",
    url,
    instructions: target.instructions,
    schema: target.schema ?? null,
    maxPages: target.max_pages ?? defaults.maxPages,
    maxDepth: target.max_depth ?? null,
    followSubdomains: target.follow_subdomains ?? false
  }
}

const changeDetectionOf = (detection: typeof ChangeDetectionInput.Type): ChangeDetection =>
  detection.type === "exact"
    ? detection
    : { type: "semantic", confidenceThreshold: detection.confidence_threshold ?? defaultConfidenceThreshold }

const scheduleOf = (schedule: typeof ScheduleInput.Type): Schedule =>
  schedule.type === "interval"
    ? schedule
    : { type: "cron", expression: schedule.expression, timeZone: schedule.time_zone }

const webhookOf = (webhook: typeof WebhookBody.Type): WebhookInput => ({
  url: webhook.url,
  events: webhook.events ?? ["change.detected"],
  retry:
    webhook.retry === undefined
      ? null
      : { delaysSeconds: webhook.retry.delays_seconds ?? defaultRetryPlan.delaysSeconds }
})

const sharedOf = (body: Omit<UpdateMonitorBody, "name" | "target" | "status">) => ({
  ...(body.change_detection === undefined ? {} : { changeDetection: changeDetectionOf(body.change_detection) }),
  ...(body.schedule === undefined ? {} : { schedule: scheduleOf(body.schedule) }),
  ...(body.tags === undefined ? {} : { tags: [...new Set(body.tags)] }),
  ...(body.webhook === undefined ? {} : { webhook: body.webhook === null ? null : webhookOf(body.webhook) })
})

/** The monitor that a body asks for. */
export const newMonitor = (body: CreateMonitorBody): NewMonitor => ({
  ...sharedOf(body),
  name: body.name,
  target: targetOf(body.target)
})

/** The monitor that a body asks to be shown before it is made. */
export const previewedMonitor = ({ name = "", ...body }: PreviewMonitorBody): NewMonitor =>
  newMonitor({ ...body, name })

/** The changes that a body asks for. */
export const monitorPatch = (body: UpdateMonitorBody): MonitorPatch => ({
  ...sharedOf(body),
  ...(body.name === undefined ? {} : { name: body.name }),
  ...(body.status === undefined ? {} : { status: body.status }),
  ...(body.target === undefined ? {} : { target: targetOf(body.target) })
})
