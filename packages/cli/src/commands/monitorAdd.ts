/** `kittiwake monitor add`: starts watching a page. */
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { json, print } from "../output.ts"
import { callServer } from "../serverClient.ts"
import { monitorText } from "./monitorView.ts"

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

const many = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.between(0, 50))

/** The subcommand. */
export const add = Command.make(
  "add",
  {
    url: Argument.String("url").pipe(Argument.withDescription("Address of the page")),
    name: Flag.String("name").pipe(Flag.withDescription("A name for people; the address unless given"), Flag.optional),
    every: Flag.String("every").pipe(
      Flag.withDescription("Time between looks: 10m, 2h or 1d; once a day unless given"),
      Flag.optional
    ),
    cron: Flag.String("cron").pipe(
      Flag.withDescription('Five cron fields instead, such as "0 9 * * 1-5"; with --time-zone'),
      Flag.optional
    ),
    timeZone: Flag.String("time-zone").pipe(
      Flag.withDescription("Time zone of --cron, such as Europe/Berlin; UTC unless given"),
      Flag.optional
    ),
    keep: many("keep", "CSS selector of a region to watch; may be repeated; the main content unless given"),
    drop: many("drop", "CSS selector of a region to leave out; may be repeated"),
    exactWhitespace: Flag.Boolean("exact-whitespace").pipe(
      Flag.withDescription("Count a change of white space as a change"),
      Flag.withDefault(false)
    ),
    tag: many("tag", "A label; may be repeated"),
    webhook: Flag.String("webhook").pipe(
      Flag.withDescription("Address that gets an event for each change"),
      Flag.optional
    ),
    event: Flag.Literals("event", ["change.detected", "run.completed"]).pipe(
      Flag.withDescription("What the webhook gets; may be repeated; change.detected unless given"),
      Flag.between(0, 2)
    ),
    once: Flag.Boolean("once").pipe(
      Flag.withDescription("Try to deliver an event once instead of seven times over 35 hours"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    if (Option.isSome(flags.every) && Option.isSome(flags.cron)) {
      return yield* wrongUsage("--every and --cron exclude each other: give one of them.")
    }
    if (Option.isSome(flags.timeZone) && Option.isNone(flags.cron)) {
      return yield* wrongUsage('--time-zone goes with --cron, such as --cron "0 9 * * *".')
    }
    if (Option.isNone(flags.webhook) && (flags.once || flags.event.length > 0)) {
      return yield* wrongUsage("--event and --once go with --webhook.")
    }
    const every = Option.isSome(flags.every) ? yield* interval(flags.every.value) : undefined
    const schedule = Option.isSome(flags.cron)
      ? {
          type: "cron" as const,
          expression: flags.cron.value,
          time_zone: Option.getOrElse(flags.timeZone, () => "UTC")
        }
      : every
    const webhook = Option.map(flags.webhook, (url) => ({
      url,
      ...(flags.event.length === 0 ? {} : { events: flags.event }),
      ...(flags.once ? {} : { retry: {} })
    }))
    const {
      key_metadata: _,
      request_id: __,
      ...monitor
    } = yield* callServer(settings, (client) =>
      client.monitors.create({
        headers: {},
        payload: {
          name: Option.getOrElse(flags.name, () => flags.url.slice(0, 200)),
          target: {
            type: "page",
            url: flags.url,
            include_selectors: flags.keep,
            exclude_selectors: flags.drop,
            normalize_whitespace: !flags.exactWhitespace
          },
          tags: flags.tag,
          ...(schedule === undefined ? {} : { schedule }),
          ...(Option.isNone(webhook) ? {} : { webhook: webhook.value })
        }
      })
    )
    yield* print(flags.json, monitor, () => monitorText(monitor))
  })
).pipe(
  Command.withDescription("Start watching a page; its first look makes the baseline"),
  Command.withExamples([
    { command: "kittiwake monitor add https://example.com/pricing --every 1h", description: "Look every hour" },
    {
      command: `kittiwake monitor add https://example.com --keep main --drop .ad --webhook https://hooks.example.com/in`,
      description: "Watch one region and send its changes"
    }
  ])
)
