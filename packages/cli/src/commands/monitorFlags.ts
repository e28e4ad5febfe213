/** Flags that say what is watched, when, and who is told; `monitor add` and `monitor edit` share them. */

import type { MonitorEventType } from "@kittiwake/core/webhooks/domain/Event"
import { ActionInput } from "@kittiwake/http/internal/web/query"
import { Effect, Option, Schema } from "effect"
import { Argument, Flag } from "effect/cli"
import { CommandFailed, wrongUsage } from "../CommandFailed.ts"
import { type FlagNames, inFlags } from "../flagNames.ts"
import { withScheme } from "./webFlags.ts"

/** The argument that names a monitor. */
export const monitorId = Argument.String("monitor-id").pipe(
  Argument.withDescription("Id of a monitor, such as mon_1f0c…")
)

/** A flag that may be repeated. */
export const many = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.between(0, 50))

const name = Flag.String("name").pipe(Flag.withDescription("A name for people"), Flag.optional)

const every = Flag.String("every").pipe(
  Flag.withDescription("Time between looks: 10m, 2h or 1d; a new monitor looks once a day unless given"),
  Flag.optional
)

const cron = Flag.String("cron").pipe(
  Flag.withDescription('Five cron fields instead, such as "0 9 * * 1-5"; in UTC unless --time-zone says otherwise'),
  Flag.optional
)

const timeZone = Flag.String("time-zone").pipe(
  Flag.withDescription("Time zone of --cron, such as Europe/Berlin; UTC unless given"),
  Flag.optional
)

/** What a monitor is called and when it looks. */
export const scheduleFlags = { name, every, cron, timeZone }

export const keep = many("keep", "CSS selector of a region to watch; may be repeated; the main content unless given")

export const drop = many("drop", "CSS selector of a region to leave out; may be repeated")

export const withNoise = Flag.Boolean("with-noise").pipe(
  Flag.withDescription("Watch advertisements, related pages, share buttons, counters and relative times too"),
  Flag.withDefault(false)
)

const browser = Flag.Boolean("browser").pipe(
  Flag.withDescription("Let a browser show the page at every look, whether or not it needs one"),
  Flag.withDefault(false)
)

const profile = Flag.String("profile").pipe(
  Flag.withDescription("Id of a browser profile whose session sees the page"),
  Flag.optional
)

const actions = Flag.String("actions").pipe(
  Flag.withDescription('What a browser does before each look, as JSON: [{"do":"click","selector":"#more"}]'),
  Flag.optional
)

const pin = many("pin", "A line that is never told, whatever its numbers are; may be repeated")

const free = many("free", "A line that is told although it comes and goes; may be repeated")

const goal = Flag.String("goal").pipe(
  Flag.withDescription("What you want to know of a page, in your words: 'price below $50'; nothing else is told"),
  Flag.optional
)

const threshold = Flag.Finite("threshold").pipe(
  Flag.withDescription("Least confidence from 0 to 1 with which a change is told; 0.75 unless given; with a goal"),
  Flag.optional
)

/** How a page is read and what of it is told. */
export const pageFlags = { keep, drop, withNoise, goal, threshold, browser, profile, actions, pin, free }

export interface GoalFlags {
  readonly goal: Option.Option<string>
  readonly threshold: Option.Option<number>
}

/** How changes are compared, where a goal or a threshold is given. */
export const detectionOf = ({ goal, threshold }: GoalFlags) =>
  Option.isNone(goal) && Option.isNone(threshold)
    ? {}
    : {
        change_detection: {
          type: "semantic" as const,
          ...(Option.isSome(threshold) ? { confidence_threshold: threshold.value } : {})
        }
      }

export interface SeenFlags {
  readonly goal: Option.Option<string>
  readonly browser: boolean
  readonly profile: Option.Option<string>
  readonly actions: Option.Option<string>
  readonly pin: ReadonlyArray<string>
  readonly free: ReadonlyArray<string>
}

const decodeActions = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(ActionInput)))

/** How the page is seen and which of its lines are told, as fields of its target. */
export const seenOf = Effect.fnUntraced(function* ({ actions, browser, free, goal, pin, profile }: SeenFlags) {
  const list = Option.isNone(actions)
    ? {}
    : {
        actions: yield* decodeActions(actions.value).pipe(
          Effect.mapError(() =>
            wrongUsage(`--actions is no list of actions: write one such as '[{"do":"click","selector":"#more"}]'.`)
          )
        )
      }
  const both = pin.find((line) => free.includes(line))
  if (both !== undefined) return yield* wrongUsage(`--pin and --free both name "${both}": a line is told or it is not.`)
  return {
    ...list,
    ...(Option.isSome(goal) ? { instructions: goal.value } : {}),
    ...(browser ? { browser: true as const } : {}),
    ...(Option.isSome(profile) ? { profile_id: profile.value } : {}),
    ...(pin.length > 0 ? { pinned_lines: pin } : {}),
    ...(free.length > 0 ? { freed_lines: free } : {})
  }
})

export const tag = many("tag", "A label; may be repeated")

const webhook = Flag.String("webhook").pipe(
  Flag.withDescription("Address that gets an event for each change"),
  Flag.optional
)

const event = Flag.Literals("event", ["change.detected", "run.completed", "monitor.failing", "monitor.recovered"]).pipe(
  Flag.withDescription("What the webhook gets; may be repeated; change.detected unless given"),
  Flag.between(0, 4)
)

const once = Flag.Boolean("once").pipe(
  Flag.withDescription("Try to deliver an event once instead of seven times over 35 hours"),
  Flag.withDefault(false)
)

/** Who is told. */
export const tellingFlags = { tag, webhook, event, once }

const units = { m: "minutes", h: "hours", d: "days" } as const

/** Reads `10m`, `2h` and `1d`. */
const interval = (text: string) => {
  const [, frequency, unit] = /^\s*([1-9]\d{0,5})\s*(m|h|d)[a-z]*\s*$/.exec(text) ?? []
  return frequency === undefined || unit === undefined
    ? Effect.fail(wrongUsage(`--every is "${text}": write a number and m, h or d, such as 10m, 2h or 1d.`))
    : Effect.succeed({
        type: "interval" as const,
        frequency: Number(frequency),
        unit: units[unit as keyof typeof units]
      })
}

export interface ScheduleFlags {
  readonly every: Option.Option<string>
  readonly cron: Option.Option<string>
  readonly timeZone: Option.Option<string>
}

/** The schedule that the flags say, as a field of a request. */
export const scheduleOf = Effect.fnUntraced(function* ({ cron, every, timeZone }: ScheduleFlags) {
  if (Option.isSome(every) && Option.isSome(cron)) {
    return yield* wrongUsage("--every and --cron exclude each other: give one of them.")
  }
  if (Option.isSome(timeZone) && Option.isNone(cron)) {
    return yield* wrongUsage('--time-zone goes with --cron, such as --cron "0 9 * * *".')
  }
  if (Option.isSome(every)) return { schedule: yield* interval(every.value) }
  if (Option.isNone(cron)) return {}
  const time_zone = Option.getOrElse(timeZone, () => "UTC")
  return { schedule: { type: "cron" as const, expression: cron.value, time_zone } }
})

export interface WebhookFlags {
  readonly webhook: Option.Option<string>
  readonly event: ReadonlyArray<MonitorEventType>
  readonly once: boolean
}

/** The webhook that the flags say, as a field of a request. */
export const webhookOf = Effect.fnUntraced(function* ({ event, once, webhook }: WebhookFlags) {
  if (Option.isSome(webhook)) {
    const events = event.length === 0 ? {} : { events: event }
    return { webhook: { url: withScheme(webhook.value), ...events, ...(once ? {} : { retry: {} }) } }
  }
  if (once || event.length > 0) return yield* wrongUsage("--event and --once go with --webhook.")
  return {}
})

/** What sets the whole schedule. */
const wholeSchedule = "--every or --cron"

/** What a field of a request was typed as. */
const flagOf: FlagNames = {
  name: "--name",
  tags: "--tag",
  schedule: wholeSchedule,
  "schedule.frequency": "--every",
  "schedule.unit": "--every",
  "schedule.expression": "--cron",
  "schedule.time_zone": "--time-zone",
  "target.type": "--extract",
  "target.include_selectors": "--keep",
  "target.exclude_selectors": "--drop",
  "target.actions": "--actions",
  "target.profile_id": "--profile",
  "target.pinned_lines": "--pin",
  "target.freed_lines": "--free",
  "target.include": "--include",
  "target.exclude": "--exclude",
  "target.max_urls": "--max-urls",
  "target.max_pages": "--max-pages",
  "target.max_depth": "--max-depth",
  "target.schema": "--schema",
  "change_detection.confidence_threshold": "--threshold",
  "webhook.url": "--webhook",
  url: "--url",
  secret: "--secret",
  // A backtest has the rules of its target by themselves.
  include_selectors: "--keep",
  exclude_selectors: "--drop",
  include: "--include",
  exclude: "--exclude",
  instructions: "--goal",
  normalize_whitespace: "--exact-whitespace",
  include_noise: "--with-noise",
  change_detection: "--exact or --semantic"
}

const isCommandFailed = Schema.is(CommandFailed)

/** What is wrong with a whole schedule is said of it, and begins with its fields: those were typed as flags. */
const scheduleWords = [
  ["frequency and unit must", "--every must"],
  ["expression or time_zone is", "--cron or --time-zone is"],
  ["expression must", "--cron must"],
  ["expression never", "--cron never"],
  ["time_zone must", "--time-zone must"]
] as const

const inWords = (message: string): string =>
  scheduleWords.reduce(
    (said, [field, typed]) => said.replaceAll(`${wholeSchedule}: ${field}`, typed),
    inFlags(flagOf, message)
  )

const named = ({ exitCode, message }: CommandFailed): CommandFailed =>
  new CommandFailed({ exitCode, message: inWords(message) })

/** Has a refusal name what was typed, and not the field that it became. */
export const namingFlags = <A, E, R>(asked: Effect.Effect<A, E, R>) =>
  Effect.mapError(asked, (error) => (isCommandFailed(error) ? named(error) : error))
