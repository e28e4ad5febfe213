/** `kittiwake grant`: what people let assistants and other programs do. */
import type { GrantRecord } from "@kittiwake/core/grants/domain/GrantRecord"
import { Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { readSettings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print, table } from "../output.ts"
import { organization } from "./orgFlag.ts"

const whoText = ({ client_host: host, client_name: name }: GrantRecord): string =>
  host === null ? name : `${name} (${host})`

const list = Command.make(
  "list",
  { organization, json },
  Effect.fnUntraced(function* (flags) {
    const grants = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.listGrants(Option.getOrNull(flags.organization))
    )
    yield* print(flags.json, grants, () =>
      table(
        ["id", "client", "may", "credits a day", "granted", "last used", "ends", "revoked"],
        grants.map((grant) => [
          grant.id,
          whoText(grant),
          grant.scopes.join(" "),
          grant.daily_credits === null ? "no limit" : String(grant.daily_credits),
          grant.created_at,
          grant.last_used_at ?? "-",
          grant.ends_at,
          grant.revoked_at ?? "-"
        ]),
        "No grants."
      )
    )
  })
).pipe(Command.withDescription("List the latest grants of an organization, ended ones included"))

const revoke = Command.make(
  "revoke",
  { grantId: Argument.String("grant-id").pipe(Argument.withDescription("Id of a grant, such as grant_1f0c…")), json },
  Effect.fnUntraced(function* (flags) {
    const grant = yield* withOperator(yield* readSettings(false), (operator) => operator.revokeGrant(flags.grantId))
    yield* print(
      flags.json,
      grant,
      () =>
        `Revoked ${grant.id}. Servers that its client used just now refuse it within 4 seconds. Monitors that it made go on, within its daily budget: kittiwake monitor list --grant ${grant.id} lists them.`
    )
  })
).pipe(Command.withDescription("End a grant with all its tokens"))

/** All that can be done with grants. */
export const grant = Command.make("grant").pipe(
  Command.withDescription(
    "List and revoke what people let assistants and other programs do. Works beside a running server and without one."
  ),
  Command.withShortDescription("List and revoke grants"),
  Command.withSubcommands([list, revoke])
)
