/** `kittiwake org`: the organizations of an installation. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import { readSettings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print, table } from "../output.ts"

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* (flags) {
    const all = yield* withOperator(yield* readSettings(false), (operator) => operator.organizations)
    yield* print(flags.json, all, () =>
      table(
        ["id", "name", "plan", "state", "created"],
        all.map(({ created_at, disabled, id, name, plan }) => [
          id,
          name,
          plan,
          disabled ? "disabled" : "active",
          created_at
        ]),
        `No organization yet: "kittiwake start" makes the first one.`
      )
    )
  })
).pipe(Command.withDescription("List organizations, oldest first"))

/** All that can be done with organizations. */
export const org = Command.make("org").pipe(
  Command.withDescription("Show who owns monitors, credits and keys"),
  Command.withSubcommands([list])
)
