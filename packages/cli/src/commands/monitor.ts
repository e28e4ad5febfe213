/** `kittiwake monitor`: watches pages through the running server. */
import type { RunRecord } from "@kittiwake/core/monitors/domain/RunRecord"
import { Duration, Effect, Option, Schedule, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { failed, unavailable } from "../CommandFailed.ts"
import { readSettings, type Settings } from "../config.ts"
import { json, print } from "../output.ts"
import { callServer, type ServerClient } from "../serverClient.ts"
import { add } from "./monitorAdd.ts"
import { changesText, monitorsText, monitorText, runText } from "./monitorView.ts"

const monitorId = Argument.String("monitor-id").pipe(Argument.withDescription("Id of a monitor, such as mon_1f0c…"))

const limit = Flag.Int("limit").pipe(Flag.withDescription("Most rows to print, from 1 to 100"), Flag.withDefault(25))

const list = Command.make(
  "list",
  { json, limit },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    const page = yield* callServer(settings, (client) => client.monitors.list({ query: { limit: flags.limit } }))
    yield* print(flags.json, page.data, () => monitorsText(page.data))
  })
).pipe(Command.withDescription("List monitors, newest first"))

const show = Command.make(
  "show",
  { monitorId, json },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    const {
      key_metadata: _,
      request_id: __,
      ...monitor
    } = yield* callServer(settings, (client) => client.monitors.get({ params: { monitor_id: flags.monitorId } }))
    yield* print(flags.json, monitor, () => monitorText(monitor))
  })
).pipe(Command.withDescription("Show one monitor, its baseline (with --json) and its webhook's secret"))

const ended = (run: RunRecord): boolean => run.status !== "queued" && run.status !== "running"

const patience = Duration.minutes(2)

class NotEnded extends Schema.TaggedError<NotEnded>()("NotEnded", {}) {}

const outcome = (client: ServerClient, monitor_id: string, run_id: string) =>
  client.monitors.runOf({ params: { monitor_id, run_id } }).pipe(
    Effect.filterOrFail(ended, () => new NotEnded()),
    Effect.retry({ schedule: Schedule.spaced("300 millis"), while: (error) => error instanceof NotEnded }),
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () =>
        Effect.fail(
          unavailable(`Run ${run_id} did not end within 2 minutes: is a worker running ("kittiwake worker")?`)
        )
    })
  )

const runAndWait = (settings: Settings, monitor_id: string) =>
  callServer(
    settings,
    Effect.fnUntraced(function* (client) {
      const { run_id } = yield* client.monitors.run({ headers: {}, params: { monitor_id } })
      const run = yield* outcome(client, monitor_id, run_id)
      const change =
        run.change_id === null ? null : yield* client.monitors.change({ params: { change_id: run.change_id } })
      return { run, change }
    })
  )

const run = Command.make(
  "run",
  {
    monitorId,
    background: Flag.Boolean("background").pipe(
      Flag.withDescription("Only queue the run, without waiting for its outcome"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    const params = { monitor_id: flags.monitorId }
    if (flags.background) {
      const { run_id } = yield* callServer(settings, (client) => client.monitors.run({ headers: {}, params }))
      return yield* print(flags.json, { ...params, run_id, queued: true }, () => `Queued run ${run_id}.`)
    }
    const { change, run } = yield* runAndWait(settings, flags.monitorId)
    yield* print(flags.json, { run, change }, () => runText(run, change))
    if (run.status !== "completed") return yield* failed(`The run ${run.status}.`)
  })
).pipe(Command.withDescription("Look at the page now, and say what came of it"))

const changes = Command.make(
  "changes",
  { monitorId: Argument.optional(monitorId), json, limit },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    const page = yield* callServer(settings, (client) =>
      Option.match(flags.monitorId, {
        onNone: () => client.monitors.allChanges({ query: { limit: flags.limit } }),
        onSome: (monitor_id) => client.monitors.changes({ params: { monitor_id }, query: { limit: flags.limit } })
      })
    )
    yield* print(flags.json, page.data, () => changesText(page.data))
  })
).pipe(Command.withDescription("List the changes of one monitor, or of all, newest first"))

const remove = Command.make(
  "remove",
  { monitorId, json },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    yield* callServer(settings, (client) => client.monitors.remove({ params: { monitor_id: flags.monitorId } }))
    yield* print(flags.json, { id: flags.monitorId, deleted: true }, () => `Removed ${flags.monitorId}.`)
  })
).pipe(Command.withDescription("Stop watching; what was found stays readable"))

/** All that can be done with monitors. */
export const monitor = Command.make("monitor").pipe(
  Command.withDescription(
    "Watch pages. Talks to the server at KITTIWAKE_HOST and KITTIWAKE_PORT with KITTIWAKE_API_KEY, or with the key that the server left in its data directory."
  ),
  Command.withShortDescription("Watch pages through the running server"),
  Command.withSubcommands([add, list, show, run, changes, remove])
)
