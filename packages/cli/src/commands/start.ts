/** `kittiwake start`, `worker` and `migrate`: what runs for long, and what comes before it. */
import { Console, Effect, Layer, Option } from "effect"
import { Command, GlobalFlag } from "effect/cli"
import * as adapters from "../adapters.ts"
import { readSettings } from "../config.ts"
import { serve } from "../serve.ts"

/** The settings of a server, and how much it logs: everything from information on, unless --log-level says otherwise. */
const serverSettings = Effect.gen(function* () {
  const settings = yield* readSettings(process.stdout.isTTY === true)
  return { settings, level: Option.getOrElse(yield* GlobalFlag.LogLevel, () => "Info" as const) }
})

/** Serves the API and runs the monitors, or one of the two. */
export const start = Command.make(
  "start",
  {},
  Effect.fnUntraced(function* () {
    const { level, settings } = yield* serverSettings
    return yield* serve(settings, level)
  })
).pipe(
  Command.withDescription(
    "Serve the HTTP API and run the monitors. KITTIWAKE_ROLE limits a process to http or worker; every setting is described in docs/operate/configuration.md. Stops on SIGTERM or SIGINT when what has begun is finished, and at once on the second."
  ),
  Command.withShortDescription("Serve the API and run the monitors")
)

/** Runs the monitors and sends their events, without serving the API. */
export const worker = Command.make(
  "worker",
  {},
  Effect.fnUntraced(function* () {
    const { level, settings } = yield* serverSettings
    return yield* serve({ ...settings, role: "worker" }, level)
  })
).pipe(
  Command.withDescription("Run the monitors and send their events, without serving the API; needs DATABASE_URL"),
  Command.withShortDescription("Run the monitors only")
)

/** Brings the tables up to date and ends. */
export const migrate = Command.make(
  "migrate",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings(false)
    yield* Effect.scoped(Layer.build(adapters.layerStorage(settings)))
    yield* Console.log("The tables are up to date.")
  })
).pipe(
  Command.withDescription(
    "Bring the tables of the database up to date. A server does the same when it starts, so this is for those who want it done before."
  ),
  Command.withShortDescription("Bring the tables up to date")
)
