/** `kittiwake monitor add`: starts watching a page. */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import {
  actions,
  browser,
  cron,
  drop,
  event,
  every,
  free,
  keep,
  name,
  once,
  pin,
  profile,
  scheduleOf,
  seenOf,
  tag,
  timeZone,
  webhook,
  webhookOf,
  withNoise
} from "./monitorFlags.ts"
import { monitorText } from "./monitorView.ts"
import { url } from "./webFlags.ts"

/** The subcommand. */
export const add = Command.make(
  "add",
  {
    url,
    name,
    every,
    cron,
    timeZone,
    keep,
    drop,
    withNoise,
    browser,
    profile,
    actions,
    pin,
    free,
    exactWhitespace: Flag.Boolean("exact-whitespace").pipe(
      Flag.withDescription("Count a change of white space as a change"),
      Flag.withDefault(false)
    ),
    tag,
    webhook,
    event,
    once,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const payload = {
      name: Option.getOrElse(flags.name, () => flags.url.slice(0, 200)),
      target: {
        type: "page" as const,
        url: flags.url,
        include_selectors: flags.keep,
        exclude_selectors: flags.drop,
        ...(flags.withNoise ? { include_noise: true } : {}),
        ...(yield* seenOf(flags)),
        normalize_whitespace: !flags.exactWhitespace
      },
      tags: flags.tag,
      ...(yield* scheduleOf(flags)),
      ...(yield* webhookOf(flags))
    }
    const monitor = withoutCall(yield* ask((client) => client.monitors.create({ headers: {}, payload })))
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
