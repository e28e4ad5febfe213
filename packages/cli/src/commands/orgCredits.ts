/** `kittiwake org credits`: what moved an organization's credits, and moving them by hand. */
import type { MoveKind } from "@kittiwake/core/credits/Credits"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print } from "../output.ts"
import { organization } from "./orgFlag.ts"
import { entriesText } from "./orgText.ts"
import { wholeNumber } from "./wholeNumber.ts"

const list = Command.make(
  "list",
  {
    organization,
    limit: wholeNumber("limit").pipe(
      Flag.withDescription("How many, up to 100"),
      Flag.withDefault(25),
      Flag.filter(
        (limit) => limit >= 1 && limit <= 100,
        (limit) => `--limit is ${limit}: write a number from 1 to 100`
      )
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const entries = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.entries(Option.getOrNull(flags.organization), flags.limit)
    )
    yield* print(flags.json, entries, () => entriesText(entries))
  })
).pipe(Command.withDescription("Show what moved credits, newest first"))

const moving = (name: string, kind: MoveKind, sign: 1 | -1, description: string) =>
  Command.make(
    name,
    {
      credits: Argument.Int("credits").pipe(
        Argument.withDescription("How many"),
        Argument.filter(
          (credits) => credits >= 1,
          (credits) => `${credits} are no credits to move: write a number from 1 on`
        )
      ),
      organization,
      id: Flag.String("id").pipe(
        Flag.withDescription("Names the movement: asked for again under the same id, it moves nothing more"),
        Flag.optional
      ),
      reason: Flag.String("reason").pipe(Flag.withDescription("Why; kept with the movement"), Flag.optional),
      json
    },
    Effect.fnUntraced(function* (flags) {
      if (kind === "adjustment" && Option.isNone(flags.reason)) {
        return yield* wrongUsage(`Say why with --reason, such as --reason "counted twice".`)
      }
      const entry = yield* withOperator(yield* readSettings(false), (operator) =>
        operator.moveCredits({
          organization: Option.getOrNull(flags.organization),
          kind,
          id: Option.getOrNull(flags.id),
          credits: sign * flags.credits,
          reason: Option.getOrNull(flags.reason)
        })
      )
      yield* print(flags.json, entry, () => entriesText([entry]))
    })
  ).pipe(Command.withDescription(description))

/** The subcommand. */
export const credits = Command.make("credits").pipe(
  Command.withDescription("Show what moved an organization's credits, and move them by hand"),
  Command.withSubcommands([
    list,
    moving("grant", "grant", 1, "Give credits that never expire"),
    moving("topup", "topup", 1, "Add credits that were bought"),
    moving("refund", "refund", 1, "Give back what work has cost"),
    moving("add", "adjustment", 1, "Put a balance right by adding; needs --reason"),
    moving("take", "adjustment", -1, "Put a balance right by taking; needs --reason")
  ])
)
