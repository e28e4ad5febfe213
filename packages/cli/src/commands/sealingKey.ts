/** `kittiwake sealing-key`: the key that stored secrets are sealed with. */
import { othersHearWithin } from "@kittiwake/worker/securityUpkeep"
import { Console, Duration, Effect, Option, Redacted } from "effect"
import { Command } from "effect/cli"
import { readSettings, type Settings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print } from "../output.ts"

/** Said before what takes long: only beside Postgres there may be other processes that must hear of the key. */
export const waitText = ({ storage }: Pick<Settings, "storage">): string | null =>
  storage._tag === "Postgres"
    ? `Waiting up to ${Duration.toSeconds(othersHearWithin)} s until every process that runs has heard of the new key…`
    : null

/** What is to be done with the key of now, by where it came from. */
export const startText = ({ nextSealingKey, sealingKey: own }: Pick<Settings, "nextSealingKey" | "sealingKey">) => {
  if (Option.isSome(nextSealingKey)) return ["Start every process with it as KITTIWAKE_SEALING_KEY from now on."]
  return Option.isSome(own)
    ? ["Start every process with the same KITTIWAKE_SEALING_KEY, before the next rotation at the latest."]
    : []
}

const rotate = Command.make(
  "rotate",
  { json },
  Effect.fnUntraced(function* (flags) {
    const settings = yield* readSettings(false)
    // From the environment: what stands in a command line can be read by everybody on the machine.
    const next = Option.match(settings.nextSealingKey, {
      onNone: () => null,
      onSome: (key) => Redacted.value(key)
    })
    const wait = waitText(settings)
    // Beside the result, which standard output holds alone.
    if (wait !== null) yield* Console.error(wait)
    const done = yield* withOperator(settings, (operator) => operator.rotateSealingKey(next))
    yield* print(flags.json, done, () =>
      [
        `Sealed ${done.sealed} secrets anew; the key is now ${done.place}.`,
        ...startText(settings),
        "Copies and exports from before open with the key of their time alone.",
        ...(done.unreadable === 0 ? [] : [`${done.unreadable} were sealed with a key that is not here, and stay so.`])
      ].join("\n")
    )
  })
).pipe(
  Command.withDescription(
    "Replace the key that stored secrets are sealed with: by KITTIWAKE_SEALING_KEY_NEXT, or where KITTIWAKE_SEALING_KEY is not set by one of the installation's own. A server may run meanwhile. When it is broken off, run it again."
  ),
  Command.withShortDescription("Replace the key that stored secrets are sealed with")
)

/** The key that stored secrets are sealed with. */
export const sealingKey = Command.make("sealing-key").pipe(
  Command.withDescription("The key that stored secrets are sealed with"),
  Command.withSubcommands([rotate])
)
