/** `kittiwake monitor changes` and `diff`: what changed on the pages that are watched. */
import { Importance } from "@kittiwake/core/monitors/domain/Judgement"
import { Triage } from "@kittiwake/core/monitors/domain/Triage"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { changesText, changeText } from "./changeView.ts"
import { cursor, limit, moment, momentOf, placeOf, present, printPage } from "./lists.ts"
import { monitorId } from "./monitorFlags.ts"
import { monitorNames } from "./monitorNames.ts"
import { filtersOfView, savedView } from "./savedView.ts"

/** The subcommand. */
export const changes = Command.make(
  "changes",
  {
    monitorId: Argument.optional(monitorId),
    tag: Flag.String("tag").pipe(Flag.withDescription("Only of monitors with this label"), Flag.optional),
    since: moment("since", "Only changes from then on"),
    until: moment("until", "Only changes before then"),
    triage: Flag.Literals("triage", Triage.literals).pipe(
      Flag.withDescription("Only changes that stand so"),
      Flag.optional
    ),
    importance: Flag.Literals("importance", Importance.literals).pipe(
      Flag.withDescription("Only changes of this importance; may be repeated"),
      Flag.between(0, Importance.literals.length)
    ),
    search: Flag.String("search").pipe(
      Flag.withDescription("Only changes in whose title, summary or monitor's name a word begins so"),
      Flag.optional
    ),
    view: savedView,
    diff: Flag.Boolean("diff").pipe(Flag.withDescription("Show each with its diff"), Flag.withDefault(false)),
    limit,
    cursor,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const since = yield* momentOf("since", flags.since)
    const until = yield* momentOf("until", flags.until)
    const filters = yield* filtersOfView("changes", flags.view)
    const query = {
      ...filters,
      ...placeOf(flags),
      ...present({
        tag: Option.getOrUndefined(flags.tag),
        since,
        until,
        triage: Option.getOrUndefined(flags.triage),
        q: Option.getOrUndefined(flags.search)
      }),
      ...(flags.importance.length === 0 ? {} : { importance: flags.importance })
    }
    const list = ask((client) =>
      Option.match(flags.monitorId, {
        onNone: () => client.monitors.allChanges({ query }),
        // A list of one monitor has not all filters of a view.
        onSome: (monitor_id) =>
          Option.isSome(flags.view)
            ? client.monitors.allChanges({ query: { ...query, monitor_id } })
            : client.monitors.changes({ params: { monitor_id }, query })
      })
    )
    const page = yield* list
    if (!flags.diff) {
      const ofAll = Option.isNone(flags.monitorId) && !flags.json
      const ids = page.data.map(({ monitor_id }) => monitor_id)
      const names = ofAll ? yield* ask((client) => monitorNames(client, ids)) : null
      return yield* printPage(flags.json, page, (rows) => changesText(rows, names), { since, until })
    }
    const whole = yield* ask((client) =>
      Effect.forEach(page.data, ({ id }) =>
        Effect.map(client.monitors.change({ params: { change_id: id } }), withoutCall)
      )
    )
    const text = (rows: Readonly<typeof whole>) =>
      rows.length === 0 ? changesText([]) : rows.map(changeText).join("\n\n")
    yield* printPage(flags.json, { ...page, data: whole }, text, { since, until })
  })
).pipe(Command.withDescription("List the changes of one monitor, or of all, newest first"))

/** The subcommand. */
export const diff = Command.make(
  "diff",
  {
    changeId: Argument.String("change-id").pipe(Argument.withDescription("Id of a change, such as chg_1f0c…")),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const change = withoutCall(
      yield* ask((client) => client.monitors.change({ params: { change_id: flags.changeId } }))
    )
    yield* print(flags.json, change, () => changeText(change))
  })
).pipe(Command.withDescription("Show one change with its diff"))
