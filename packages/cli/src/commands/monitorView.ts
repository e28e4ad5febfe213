/** How monitors look to a person. */
import type {
  MonitorRecord,
  ScheduleRecord,
  TargetRecord
} from "@kittiwake/core/internal/monitors/domain/MonitorRecord"
import type { MonitorSummaryRecord } from "@kittiwake/http/internal/monitors/SummaryRecord"
import { fields, table } from "../output.ts"
import { forOutput } from "./terminal.ts"

/** When a monitor looks. */
export const scheduleText = (schedule: ScheduleRecord): string =>
  schedule.type === "cron"
    ? `${schedule.expression} (${schedule.time_zone})`
    : `every ${schedule.frequency} ${schedule.frequency === 1 ? schedule.unit.slice(0, -1) : schedule.unit}`

/** Monitors as a table: all there are, or those that were asked for. */
export const monitorsText = (monitors: ReadonlyArray<MonitorRecord>, areAll: boolean): string =>
  table(
    ["id", "status", "schedule", "name", "url"],
    monitors.map(({ id, name, schedule, status, target }) => [id, status, scheduleText(schedule), name, target.url]),
    areAll ? `No monitors. Add one with "kittiwake monitor add URL".` : "No monitors with these filters."
  )

const counted = ({ count, has_more }: { readonly count: number; readonly has_more: boolean }): string =>
  `${count}${has_more ? " and more" : ""}`

/** How monitors stand together, and the looks that come next. */
export const summaryText = ({ failed, late, monitors, next, paused }: MonitorSummaryRecord): string =>
  [
    fields([
      ["monitors", String(monitors)],
      ["paused", counted(paused)],
      ["failing", counted(failed)],
      ["late", late.since === null ? counted(late) : `${counted(late)}, the first since ${late.since}`]
    ]),
    table(
      ["next look", "id", "name"],
      next.map(({ monitor_id, name, next_run_at }) => [next_run_at, monitor_id, name]),
      "No look is to come."
    )
  ].join("\n\n")

/** What is watched of the address, by the kind of target. */
export const targetFields = (target: TargetRecord): ReadonlyArray<readonly [string, string | null]> => {
  if (target.type === "page") {
    return [
      ["keeps", target.include_selectors.join(", ") || "main content"],
      ["drops", target.exclude_selectors.join(", ") || null],
      ["goal", target.instructions === undefined ? null : forOutput(target.instructions)],
      ["noise", target.include_noise === true ? "watched too" : null],
      ["browser", target.browser === true ? "at every look" : null],
      ["profile", target.profile_id ?? null],
      ["actions", target.actions.length === 0 ? null : `${target.actions.length} before each look`],
      ["pinned", target.pinned_lines?.map(forOutput).join(", ") ?? null],
      ["freed", target.freed_lines?.map(forOutput).join(", ") ?? null]
    ]
  }
  if (target.type === "sitemap") {
    return [
      ["watches", `up to ${target.max_urls} addresses of its sitemap`],
      ["includes", target.include.join(", ") || "all paths"],
      ["excludes", target.exclude.join(", ") || null]
    ]
  }
  return [
    ["watches", `what up to ${target.max_pages} pages say`],
    ["goal", forOutput(target.instructions)]
  ]
}

/** Which differences are told, and how sure a judge must be of them. */
const detectionText = (detection: MonitorRecord["change_detection"]): string =>
  detection.type === "exact"
    ? "every difference"
    : `what matters, from a confidence of ${detection.confidence_threshold} on`

/** Without rows of what is not there. */
const given = (rows: Parameters<typeof fields>[0]): Parameters<typeof fields>[0] =>
  rows.filter(([, value]) => value !== null)

/** A monitor in full. */
export const monitorText = (
  monitor: MonitorRecord & { readonly unstable?: ReadonlyArray<string>; readonly conditions?: ReadonlyArray<string> }
): string =>
  fields(
    given([
      ["id", monitor.id],
      ["name", monitor.name],
      ["url", monitor.target.url],
      ["status", monitor.status],
      ["schedule", scheduleText(monitor.schedule)],
      ...targetFields(monitor.target),
      ["tells when", monitor.conditions?.map(forOutput).join("; ") ?? null],
      ["detection", detectionText(monitor.change_detection)],
      ["unstable lines", monitor.unstable?.map(forOutput).join(", ") || null],
      ["labels", monitor.tags.join(", ") || null],
      ["made by", monitor.grant_id ?? null],
      ["last run", monitor.last_run_at],
      ["last change", monitor.last_change_at],
      ["next run", monitor.next_run_at],
      ["last error", monitor.last_error === null ? null : `${monitor.last_error.code}: ${monitor.last_error.message}`],
      ["webhook", monitor.webhook?.url ?? null],
      ["webhook secret", monitor.webhook?.secret ?? null],
      ["webhook trouble", monitor.webhook_failure?.last_message ?? null]
    ])
  )
