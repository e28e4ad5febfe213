/** `kittiwake monitor add`: starts watching a page, a sitemap, or what a site says. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { failed } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { json, print } from "../output.ts"
import { callServer, withoutCall } from "../serverClient.ts"
import { firstLook, firstLookFailure, firstLookText } from "./firstLook.ts"
import { namingFlags } from "./monitorFlags.ts"
import { monitorText } from "./monitorView.ts"
import { newMonitorFlags, newMonitorOf } from "./newMonitorFlags.ts"
import { checkProfile } from "./profile.ts"
import { showing } from "./terminal.ts"
import { yes } from "./webFlags.ts"

/** The subcommand. */
export const add = Command.make(
  "add",
  {
    ...newMonitorFlags,
    background: yes("background", "Only make the monitor, without waiting for its first look"),
    json
  },
  Effect.fnUntraced(function* ({ background, ...flags }) {
    const payload = yield* newMonitorOf(flags)
    const settings = yield* readSettings(false)
    const { look, monitor } = yield* namingFlags(
      callServer(
        settings,
        Effect.fnUntraced(function* (client) {
          yield* checkProfile(client, flags.profile)
          const monitor = withoutCall(yield* client.monitors.create({ headers: {}, payload }))
          if (background) return { monitor, look: null }
          // The monitor is there, whoever waits for its first look.
          const made = print(flags.json, { ...monitor, first_run: null }, () => monitorText(monitor))
          const look = yield* firstLook(client, settings, monitor).pipe(
            showing(`Looking at ${flags.url}`),
            Effect.onInterrupt(() => made)
          )
          return { monitor, look }
        })
      )
    )
    const first = look === null ? {} : { first_run: look._tag === "Ended" ? look.run : null }
    yield* print(flags.json, { ...monitor, ...first }, () =>
      [monitorText(monitor), look === null ? "" : firstLookText(monitor, look)]
        .filter((text) => text !== "")
        .join("\n\n")
    )
    const failure = look === null ? null : firstLookFailure(monitor, look)
    if (failure !== null) return yield* failed(failure)
  })
).pipe(
  Command.withDescription(
    "Start watching a page, a sitemap or what a site says. The first look makes the baseline, and is waited for; where it fails, the monitor stays and the command says what helps."
  ),
  Command.withExamples([
    { command: "kittiwake monitor add https://example.com/pricing --every 1h", description: "Look every hour" },
    {
      command: `kittiwake monitor add https://example.com/pricing --goal "price of the Pro plan below $50"`,
      description: "Tell only what somebody wants to know"
    },
    {
      command: `kittiwake monitor add https://example.com --keep main --drop .ad --webhook https://hooks.example.com/in`,
      description: "Watch one region and send its changes"
    },
    {
      command: `kittiwake monitor add --sitemap https://example.com/sitemap.xml --include "/blog/*" --exclude "*/draft-*"`,
      description: "Watch which posts come and go"
    },
    {
      command: `kittiwake monitor add https://example.com --extract --instructions "Watch plans and prices" --schema plans.json`,
      description: "Watch what several pages say"
    }
  ])
)
