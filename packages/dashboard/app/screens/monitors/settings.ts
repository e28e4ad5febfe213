/** What the settings of a monitor are as they are typed, and the patch that a person's edits make. */
import type { Input, Output } from "../../api/operations.ts"
import { sentAddress } from "../../parts/typedAddress.ts"
import { defaultRetry } from "./telling.ts"
import { linesOf } from "./typedLines.ts"

export type FullMonitor = Output<"monitors.get">
export type Patch = NonNullable<Input<"monitors.update">["payload"]>

/** The confidence at which a difference is told unless the monitor says otherwise, in percent. */
export const defaultPercent = 75

export interface Draft {
  readonly name: string
  /** Separated by commas. */
  readonly tags: string
  readonly goal: string
  readonly detection: "exact" | "semantic"
  /** How sure a finding must be, in percent. */
  readonly percent: number
  readonly scheduleType: "interval" | "cron"
  readonly frequency: number
  readonly unit: "minutes" | "hours" | "days"
  readonly expression: string
  readonly zone: string
  readonly tell: string
  /** Of a sitemap: paths that are kept, and those that are left out, one a line. */
  readonly include: string
  readonly exclude: string
}

const percentOf = (share: number): number => Math.round(share * 100)

export const draftOf = ({ change_detection, name, schedule, tags, target, webhook }: FullMonitor): Draft => ({
  name,
  tags: tags.join(", "),
  goal: target.type === "sitemap" ? "" : (target.instructions ?? ""),
  detection: change_detection.type,
  percent: change_detection.type === "semantic" ? percentOf(change_detection.confidence_threshold) : defaultPercent,
  scheduleType: schedule.type,
  frequency: schedule.type === "interval" ? schedule.frequency : 1,
  unit: schedule.type === "interval" ? schedule.unit : "days",
  expression: schedule.type === "cron" ? schedule.expression : "0 9 * * *",
  zone: schedule.type === "cron" ? schedule.time_zone : Intl.DateTimeFormat().resolvedOptions().timeZone,
  tell: webhook?.url ?? "",
  include: target.type === "sitemap" ? target.include.join("\n") : "",
  exclude: target.type === "sitemap" ? target.exclude.join("\n") : ""
})

const tagsIn = (typed: string): ReadonlyArray<string> => [
  ...new Set(
    typed
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "")
  )
]

const differs = (draft: Draft, before: Draft, keys: ReadonlyArray<keyof Draft>): boolean =>
  keys.some((key) => draft[key] !== before[key])

const targetWith = (target: FullMonitor["target"], draft: Draft): FullMonitor["target"] => {
  if (target.type === "sitemap") return { ...target, include: linesOf(draft.include), exclude: linesOf(draft.exclude) }
  const goal = draft.goal.trim()
  if (target.type === "extract") return { ...target, instructions: goal }
  const { instructions: _, ...rest } = target
  return goal === "" ? rest : { ...rest, instructions: goal }
}

const webhookOf = (
  monitor: FullMonitor,
  tell: string
): FullMonitor["webhook"] | { readonly url: string; readonly retry: typeof defaultRetry } => {
  if (tell === "") return null
  if (monitor.webhook === null) return { url: tell, retry: defaultRetry }
  const { secret: _, ...kept } = monitor.webhook
  return { ...kept, url: tell }
}

/** What is sent of edits: what differs, and nothing else. */
export const patchOf = (monitor: FullMonitor, draft: Draft): Patch => {
  const before = draftOf(monitor)
  const is = (...keys: ReadonlyArray<keyof Draft>) => differs(draft, before, keys)
  const schedule =
    draft.scheduleType === "cron"
      ? { type: "cron", expression: draft.expression.trim(), time_zone: draft.zone.trim() }
      : { type: "interval", frequency: draft.frequency, unit: draft.unit }
  const detection =
    draft.detection === "exact"
      ? { type: "exact" }
      : { type: "semantic", confidence_threshold: Math.round(draft.percent) / 100 }
  const isOtherDetection = is("detection") || (draft.detection === "semantic" && is("percent"))
  const isOtherSchedule =
    is("scheduleType") || (draft.scheduleType === "cron" ? is("expression", "zone") : is("frequency", "unit"))
  return {
    ...(is("name") ? { name: draft.name.trim() } : {}),
    ...(is("tags") ? { tags: tagsIn(draft.tags) } : {}),
    ...(is("goal", "include", "exclude") ? { target: targetWith(monitor.target, draft) } : {}),
    ...(isOtherDetection ? { change_detection: detection } : {}),
    ...(isOtherSchedule ? { schedule } : {}),
    ...(is("tell") ? { webhook: webhookOf(monitor, sentAddress(draft.tell.trim())) } : {})
  } as Patch
}

/** The patch that takes another back: what it touches, as the monitor had it. */
export const takingBack = (monitor: FullMonitor, patch: Patch): Patch => {
  const { secret: _, ...webhook } = monitor.webhook ?? {}
  const before = { ...monitor, webhook: monitor.webhook === null ? null : webhook } as Record<string, unknown>
  return Object.fromEntries(Object.keys(patch).map((key) => [key, before[key]])) as Patch
}

const pageLines = ["pinned_lines", "freed_lines"]

const watched = (target: object): string =>
  JSON.stringify(
    Object.entries(target)
      .filter(([key]) => !pageLines.includes(key))
      .sort(([one], [other]) => (one < other ? -1 : 1))
  )

/** Whether the monitor begins anew with a patch: what is watched or how it is compared is then another. */
export const beginsAnew = (monitor: FullMonitor, { change_detection, target }: Patch): boolean =>
  change_detection !== undefined || (target !== undefined && watched(target) !== watched(monitor.target))

export type MuteKind = "region" | "address" | "pinned" | "flickering" | "threshold"

export interface Mute {
  readonly kind: MuteKind
  readonly what: string
  /** What tells it again. */
  readonly undone: Patch
}

const without = (list: ReadonlyArray<string>, one: string): ReadonlyArray<string> => list.filter((it) => it !== one)

/** What a monitor keeps quiet, each with the patch that undoes it. */
export const mutesOf = ({ change_detection, target, unstable = [] }: FullMonitor): ReadonlyArray<Mute> => {
  const mutes: Array<Mute> = []
  const add = (kind: MuteKind, what: string, undone: object) => mutes.push({ kind, what, undone: undone as Patch })
  if (target.type === "page") {
    for (const one of target.exclude_selectors)
      add("region", one, { target: { ...target, exclude_selectors: without(target.exclude_selectors, one) } })
    const { freed_lines = [], pinned_lines = [] } = target
    for (const one of pinned_lines)
      add("pinned", one, { target: { ...target, pinned_lines: without(pinned_lines, one) } })
    for (const one of unstable)
      if (!pinned_lines.includes(one) && !freed_lines.includes(one))
        add("flickering", one, { target: { ...target, freed_lines: [...freed_lines, one] } })
  }
  if (target.type === "sitemap") {
    for (const one of target.exclude)
      add("address", one, { target: { ...target, exclude: without(target.exclude, one) } })
  }
  if (change_detection.type === "semantic" && percentOf(change_detection.confidence_threshold) > defaultPercent) {
    add("threshold", `${percentOf(change_detection.confidence_threshold)} %`, {
      change_detection: { type: "semantic", confidence_threshold: defaultPercent / 100 }
    })
  }
  return mutes
}
