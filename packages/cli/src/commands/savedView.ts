/** `--view`: a list that is narrowed by one of its saved views. */
import type { ViewedList } from "@kittiwake/core/views/domain/View"
import type { ViewRecord } from "@kittiwake/http/internal/views/records"
import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { failed } from "../CommandFailed.ts"
import { ask } from "../serverClient.ts"
import { forOutput } from "./terminal.ts"

export const savedView = Flag.String("view").pipe(
  Flag.withDescription(
    "Only what this saved view shows, by its name or its id; what other flags say takes the place of its filters"
  ),
  Flag.optional
)

/** Those that are meant: the one with that id, else all of that name. */
const meant = (views: ReadonlyArray<ViewRecord>, wanted: string): ReadonlyArray<ViewRecord> => {
  const byId = views.filter(({ id }) => id === wanted)
  return byId.length > 0 ? byId : views.filter(({ name }) => name === wanted.trim())
}

/** The view with this id or name, of one list or of all. */
export const viewMeant = Effect.fnUntraced(function* (list: ViewedList | null, wanted: string) {
  const { data } = yield* ask((client) => client.views.list({ query: list === null ? {} : { list } }))
  const [view, ...others] = meant(data, wanted)
  const [views, command] = list === null ? ["view", ""] : [`view of ${list}`, ` --list ${list}`]
  const name = forOutput(wanted)
  if (view === undefined) {
    return yield* failed(`No saved ${views} is called "${name}": see "kittiwake view list${command}".`)
  }
  if (others.length > 0) {
    const ids = [view, ...others].map(({ id }) => id).join(", ")
    return yield* failed(
      `${others.length + 1} saved ${views.replace("view", "views")} are called "${name}". Give the id of one: ${ids}.`
    )
  }
  return view
})

/** The filters of the view that the flag names; none where it names none. */
export const filtersOfView = Effect.fnUntraced(function* (list: ViewedList, flag: Option.Option<string>) {
  const none: ViewRecord["filters"] = {}
  return Option.isNone(flag) ? none : (yield* viewMeant(list, flag.value)).filters
})
