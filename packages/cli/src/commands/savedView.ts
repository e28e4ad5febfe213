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

/** The filters of the view that the flag names; none where it names none. */
export const filtersOfView = Effect.fnUntraced(function* (list: ViewedList, flag: Option.Option<string>) {
  const none: ViewRecord["filters"] = {}
  if (Option.isNone(flag)) return none
  const { data } = yield* ask((client) => client.views.list({ query: { list } }))
  const [view, ...others] = meant(data, flag.value)
  const name = forOutput(flag.value)
  if (view === undefined) {
    return yield* failed(`No saved view of ${list} is called "${name}": see "kittiwake view list --list ${list}".`)
  }
  if (others.length > 0) {
    const ids = [view, ...others].map(({ id }) => id).join(", ")
    return yield* failed(
      `${others.length + 1} saved views of ${list} are called "${name}". Give the id of one: ${ids}.`
    )
  }
  return view.filters
})
