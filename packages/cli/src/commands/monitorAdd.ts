/** `kittiwake monitor add`: starts watching a page, a sitemap, or what a site says. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { namingFlags } from "./monitorFlags.ts"
import { monitorText } from "./monitorView.ts"
import { newMonitorFlags, newMonitorOf } from "./newMonitorFlags.ts"
import { checkProfile } from "./profile.ts"

/** The subcommand. */
export const add = Command.make(
  "add",
  { ...newMonitorFlags, json },
  Effect.fnUntraced(function* (flags) {
    const payload = yield* newMonitorOf(flags)
    const monitor = withoutCall(
      yield* namingFlags(
        ask((client) =>
          Effect.andThen(checkProfile(client, flags.profile), client.monitors.create({ headers: {}, payload }))
        )
      )
    )
    yield* print(flags.json, monitor, () => monitorText(monitor))
  })
).pipe(
  Command.withDescription("Start watching a page, a sitemap or what a site says; the first look makes the baseline"),
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
