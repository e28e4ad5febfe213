/** `kittiwake demo`: what all of this is for, in a minute, on this machine alone. */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { failed } from "../CommandFailed.ts"
import { readBrowser } from "../config.ts"
import { dashboardFolder } from "../dashboardFiles.ts"
import { type Demo, startDemo } from "../demo/startDemo.ts"
import { tellStory } from "../demo/story.ts"
import { partText } from "../demo/view.ts"
import { fields, json } from "../output.ts"
import { Serving } from "../Shutdown.ts"
import { wholeNumber } from "./wholeNumber.ts"

const stayText = (url: string, apiKey: string, link: string | null): string =>
  [
    "",
    "It stays until you press Ctrl-C; then all of it is removed.",
    "",
    fields([
      ...(link === null ? [] : ([["  Dashboard", `${url}${link}`]] as const)),
      ["  API", `${url}/v1`],
      ["  Reference", `${url}/docs`],
      ["  Key", apiKey]
    ]),
    "",
    `  curl -H "Authorization: Bearer ${apiKey}" ${url}/v1/webhooks/inbox`,
    ""
  ].join("\n")

const nextText = [
  "",
  "That is all; nothing of it stays. Now with a page of your own:",
  "",
  "  npx kittiwake start",
  "  npx kittiwake monitor add https://example.com --every 1h",
  ""
].join("\n")

/** What opens the dashboard once, signed in; null where the dashboard was not built. */
const dashboardLink = ({ kittiwake }: Demo) =>
  dashboardFolder() === null
    ? Effect.succeed(null)
    : Effect.map(
        Effect.promise(() => kittiwake.dashboard.newLink()),
        ({ path }) => path
      )

const told = (error: Error) => failed(`The demo could not be shown: ${error.message}`)

/** Shows the product on a site of its own. */
export const demo = Command.make(
  "demo",
  {
    stay: Flag.Boolean("stay").pipe(
      Flag.withDescription(
        "Keep it running afterwards, to look around; so it is in a terminal unless --no-stay is given"
      ),
      Flag.optional
    ),
    port: wholeNumber("port").pipe(
      Flag.withDescription("Port of the installation that is shown; any that is free unless given"),
      Flag.withDefault(0)
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const stays = Option.getOrElse(flags.stay, () => process.stdout.isTTY === true && !flags.json)
    const { begin } = yield* Serving
    yield* Effect.scoped(
      Effect.gen(function* () {
        const browser = yield* readBrowser
        const running = yield* Effect.mapError(startDemo({ port: flags.port, browser }), told)
        const tell = flags.json
          ? () => undefined
          : (part: Parameters<typeof partText>[0]) => console.log(partText(part))
        const report = yield* Effect.tryPromise({
          try: () => tellStory(running, tell),
          catch: (cause) => told(cause instanceof Error ? cause : new Error(String(cause)))
        })
        if (flags.json) yield* Console.log(JSON.stringify(report, null, 2))
        if (!stays) return
        yield* begin
        const link = yield* dashboardLink(running)
        yield* (flags.json ? Console.error : Console.log)(stayText(running.url, running.apiKey, link))
        yield* Effect.never
      })
    )
    if (!flags.json) yield* Console.log(nextText)
  })
).pipe(
  Command.withDescription(
    "Show in a minute what Kittiwake does: a small site on this machine is watched, flickers and changes; what was found, why, and the signed event as it arrived; then a day and a week pass. Offline, in a directory that is removed at the end."
  ),
  Command.withShortDescription("See what it does, in a minute")
)
