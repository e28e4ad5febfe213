/** `kittiwake monitor`: watches pages through the running server. */
import { MonitorStatus } from "@kittiwake/core/monitors/domain/Monitor"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { cursor, limit, placeOf, present, printPage } from "./lists.ts"
import { add } from "./monitorAdd.ts"
import { changes, diff } from "./monitorChanges.ts"
import { edit, pause, remove, resume, rotateSecret } from "./monitorEdit.ts"
import { monitorId, tag } from "./monitorFlags.ts"
import { run, runs, why } from "./monitorRuns.ts"
import { backtest, compare, versions } from "./monitorVersions.ts"
import { monitorsText, monitorText, summaryText } from "./monitorView.ts"
import { filtersOfView, savedView } from "./savedView.ts"

const list = Command.make(
  "list",
  {
    status: Flag.Literals("status", MonitorStatus.literals).pipe(
      Flag.withDescription("Only monitors that stand so"),
      Flag.optional
    ),
    tag,
    search: Flag.String("search").pipe(
      Flag.withDescription("Only monitors of whose name or address a word begins so"),
      Flag.optional
    ),
    grant: Flag.String("grant").pipe(Flag.withDescription("Only monitors that this grant made"), Flag.optional),
    view: savedView,
    limit,
    cursor,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const { tag: labelled, ...filters } = yield* filtersOfView("monitors", flags.view)
    const query = {
      ...filters,
      ...placeOf(flags),
      ...present({
        status: Option.getOrUndefined(flags.status),
        q: Option.getOrUndefined(flags.search),
        grant_id: Option.getOrUndefined(flags.grant)
      }),
      ...(flags.tag.length === 0 ? present({ tag: labelled }) : { tags: flags.tag })
    }
    const page = yield* ask((client) => client.monitors.list({ query }))
    const isNarrowed = Object.keys(query).some((name) => name !== "limit")
    yield* printPage(flags.json, page, (monitors) => monitorsText(monitors, !isNarrowed))
  })
).pipe(Command.withDescription("List monitors, newest first"))

const show = Command.make(
  "show",
  { monitorId, json },
  Effect.fnUntraced(function* (flags) {
    const monitor = withoutCall(
      yield* ask((client) => client.monitors.get({ params: { monitor_id: flags.monitorId } }))
    )
    yield* print(flags.json, monitor, () => monitorText(monitor))
  })
).pipe(Command.withDescription("Show one monitor, its baseline (with --json) and its webhook's secret"))

const summary = Command.make(
  "summary",
  { json },
  Effect.fnUntraced(function* (flags) {
    const found = withoutCall(yield* ask((client) => client.monitors.summary({})))
    yield* print(flags.json, found, () => summaryText(found))
  })
).pipe(Command.withDescription("Say how many monitors are paused, fail or are late, and which are looked at next"))

/** All that can be done with monitors. */
export const monitor = Command.make("monitor").pipe(
  Command.withDescription(
    "Watch pages. Talks to the server at KITTIWAKE_HOST and KITTIWAKE_PORT with KITTIWAKE_API_KEY, or with the key that the server left in its data directory."
  ),
  Command.withShortDescription("Watch pages through the running server"),
  Command.withSubcommands([
    add,
    list,
    summary,
    show,
    edit,
    pause,
    resume,
    run,
    runs,
    why,
    changes,
    diff,
    versions,
    compare,
    backtest,
    rotateSecret,
    remove
  ])
)
