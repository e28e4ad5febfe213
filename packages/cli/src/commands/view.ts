/** `kittiwake view`: filters of the lists of changes and monitors, under names. */
import { Importance } from "@kittiwake/core/monitors/domain/Judgement"
import { MonitorStatus } from "@kittiwake/core/monitors/domain/Monitor"
import { ChangeDetectionType, TargetType } from "@kittiwake/core/monitors/domain/Target"
import { Triage } from "@kittiwake/core/monitors/domain/Triage"
import { ViewedList } from "@kittiwake/core/views/domain/View"
import type { ViewRecord } from "@kittiwake/http/internal/views/records"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { json, print, table } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { present } from "./lists.ts"
import { viewMeant } from "./savedView.ts"
import { forOutput } from "./terminal.ts"

const called = Argument.String("view").pipe(Argument.withDescription("A saved view, by its name or its id"))
const name = Argument.String("name").pipe(Argument.withDescription("What it is called, up to 80 characters"))

const filtersText = (filters: ViewRecord["filters"]): string =>
  forOutput(
    Object.entries(filters)
      .map(([field, value]) => `${field}=${Array.isArray(value) ? value.join(",") : String(value)}`)
      .join(" ")
  ) || "-"

const viewsText = (views: ReadonlyArray<ViewRecord>): string =>
  table(
    ["id", "list", "name", "filters"],
    views.map((view) => [view.id, view.list, forOutput(view.name), filtersText(view.filters)]),
    'No saved views. Keep one with "kittiwake view add NAME --list changes".'
  )

const list = Command.make(
  "list",
  {
    list: Flag.Literals("list", ViewedList.literals).pipe(
      Flag.withDescription("Only views of this list"),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const query = present({ list: Option.getOrUndefined(flags.list) })
    const { data } = yield* ask((client) => client.views.list({ query }))
    yield* print(flags.json, data, () => viewsText(data))
  })
).pipe(Command.withDescription("List saved views, oldest first"))

const add = Command.make(
  "add",
  {
    name,
    list: Flag.Literals("list", ViewedList.literals).pipe(Flag.withDescription("The list that is narrowed")),
    search: Flag.String("search").pipe(Flag.withDescription("Words that are looked for"), Flag.optional),
    tag: Flag.String("tag").pipe(Flag.withDescription("A label"), Flag.optional),
    type: Flag.Literals("type", TargetType.literals).pipe(Flag.withDescription("A kind of target"), Flag.optional),
    detection: Flag.Literals("detection", ChangeDetectionType.literals).pipe(
      Flag.withDescription("How changes are detected"),
      Flag.optional
    ),
    status: Flag.Literals("status", MonitorStatus.literals).pipe(
      Flag.withDescription("How monitors stand"),
      Flag.optional
    ),
    triage: Flag.Literals("triage", Triage.literals).pipe(Flag.withDescription("How changes stand"), Flag.optional),
    importance: Flag.Literals("importance", Importance.literals).pipe(
      Flag.withDescription("How important changes are; may be repeated"),
      Flag.between(0, 3)
    ),
    monitor: Flag.String("monitor").pipe(Flag.withDescription("The monitor of changes"), Flag.optional),
    grant: Flag.String("grant").pipe(Flag.withDescription("The grant that made monitors"), Flag.optional),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const filters = {
      ...present({
        q: Option.getOrUndefined(flags.search),
        tag: Option.getOrUndefined(flags.tag),
        target_type: Option.getOrUndefined(flags.type),
        change_detection_type: Option.getOrUndefined(flags.detection),
        status: Option.getOrUndefined(flags.status),
        triage: Option.getOrUndefined(flags.triage),
        monitor_id: Option.getOrUndefined(flags.monitor),
        grant_id: Option.getOrUndefined(flags.grant)
      }),
      ...(flags.importance.length === 0 ? {} : { importance: flags.importance })
    }
    const payload = { list: flags.list, name: flags.name, filters }
    const view = withoutCall(yield* ask((client) => client.views.create({ payload })))
    yield* print(flags.json, view, () => viewsText([view]))
  })
).pipe(Command.withDescription("Keep filters of a list under a name"))

const rename = Command.make(
  "rename",
  { called, name, json },
  Effect.fnUntraced(function* (flags) {
    const { id } = yield* viewMeant(null, flags.called)
    const asked = { params: { view_id: id }, payload: { name: flags.name } }
    const view = withoutCall(yield* ask((client) => client.views.update(asked)))
    yield* print(flags.json, view, () => viewsText([view]))
  })
).pipe(Command.withDescription("Give a saved view another name"))

const remove = Command.make(
  "remove",
  { called, json },
  Effect.fnUntraced(function* (flags) {
    const { id } = yield* viewMeant(null, flags.called)
    const removed = withoutCall(yield* ask((client) => client.views.remove({ params: { view_id: id } })))
    yield* print(flags.json, removed, () => "Removed. What it showed is there as before.")
  })
).pipe(Command.withDescription("Forget a saved view"))

/** All that can be done with saved views. */
export const view = Command.make("view").pipe(
  Command.withDescription(
    "Keep filters of the changes inbox and of monitors under names, through the server at KITTIWAKE_HOST and KITTIWAKE_PORT."
  ),
  Command.withShortDescription("Keep filters of lists under names"),
  Command.withSubcommands([add, list, rename, remove])
)
