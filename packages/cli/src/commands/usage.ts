/** `kittiwake usage`: what was called and charged. */
import { GroupBy } from "@kittiwake/core/usage/domain/History"
import { Interval } from "@kittiwake/core/usage/domain/Interval"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { moment, momentOf, present } from "./lists.ts"
import { usageText } from "./usageView.ts"

/** The command. */
export const usage = Command.make(
  "usage",
  {
    by: Flag.Literals("by", Interval.literals).pipe(
      Flag.withDescription("Add up by hour, day or month"),
      Flag.withDefault("day" as const)
    ),
    groupBy: Flag.Literals("group-by", GroupBy.literals).pipe(
      Flag.withDescription("Split by operation, key or status"),
      Flag.optional
    ),
    since: moment("since", "From then on; the last 24 hours, 30 days or year unless given"),
    until: moment("until", "Until then"),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const query = {
      interval: flags.by,
      ...present({
        group_by: Option.getOrUndefined(flags.groupBy),
        from: yield* momentOf("since", flags.since),
        to: yield* momentOf("until", flags.until)
      })
    }
    const told = yield* ask((client) =>
      Effect.all({
        credits: Effect.map(client.usage.credits({}), withoutCall),
        history: Effect.map(client.usage.history({ query }), withoutCall)
      })
    )
    yield* print(flags.json, told, () => usageText(told))
  })
).pipe(Command.withDescription("Show the credits that are left, and what was called and charged"))
