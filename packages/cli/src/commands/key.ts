/** `kittiwake key`: keys of the HTTP API. */
import { allScopes } from "@kittiwake/core/organizations/domain/Scope"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import type { KeyRecord } from "../operator/KeyRecord.ts"
import { withOperator } from "../operator/withOperator.ts"
import { fields, json, print, table } from "../output.ts"
import { organization } from "./orgFlag.ts"
import { forOutput } from "./terminal.ts"

const scopesText = ({ scopes }: KeyRecord): string => (scopes === null ? "full access" : scopes.join(" "))

/** As in the library (`KeyMethods.ts`). */
const longestName = 200

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("What the key is for"), Flag.withDefault("unnamed")),
    scope: Flag.Literals("scope", allScopes).pipe(
      Flag.withDescription("What the key may do; may be repeated; full access unless given"),
      Flag.between(0, allScopes.length)
    ),
    organization,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const name = flags.name.trim()
    if (name === "" || name.length > longestName) {
      return yield* wrongUsage(`--name is what the key is for, in 1 to ${longestName} characters, such as reports.`)
    }
    const key = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.createKey({
        organization: Option.getOrNull(flags.organization),
        name,
        scopes: flags.scope.length === 0 ? null : flags.scope
      })
    )
    yield* print(flags.json, key, () =>
      fields([
        ["id", key.id],
        ["may", scopesText(key)],
        ["key", `${key.secret} (shown only now)`]
      ])
    )
  })
).pipe(
  Command.withDescription("Make a key"),
  Command.withExamples([
    {
      command: "kittiwake key create --name reports --scope monitors:read",
      description: "A key that reads monitors and changes nothing"
    }
  ])
)

/** Keys as a table; whose they are where there are several organizations. */
export const keysText = (
  keys: ReadonlyArray<KeyRecord>,
  owners: ReadonlyArray<{ readonly id: string; readonly name: string }>
): string => {
  const names = new Map(owners.map(({ id, name }) => [id, name]))
  const ownerOf = ({ organization_id: id }: KeyRecord) => forOutput(`${id} ${names.get(id) ?? ""}`.trim())
  const isShared = owners.length > 1
  return table(
    ["id", ...(isShared ? ["organization"] : []), "ends in", "name", "may", "created", "revoked"],
    keys.map((key) => [
      key.id,
      ...(isShared ? [ownerOf(key)] : []),
      key.last4,
      forOutput(key.name),
      scopesText(key),
      key.created_at,
      key.revoked_at ?? "-"
    ]),
    "No keys."
  )
}

const list = Command.make(
  "list",
  { organization, json },
  Effect.fnUntraced(function* (flags) {
    const { keys, owners } = yield* withOperator(yield* readSettings(false), (operator) =>
      Effect.all({ keys: operator.listKeys(Option.getOrNull(flags.organization)), owners: operator.organizations })
    )
    yield* print(flags.json, keys, () => keysText(keys, owners))
  })
).pipe(Command.withDescription("List keys, revoked ones included"))

const revoke = Command.make(
  "revoke",
  { keyId: Argument.String("key-id").pipe(Argument.withDescription("Id of a key, such as key_1f0c…")), json },
  Effect.fnUntraced(function* (flags) {
    const key = yield* withOperator(yield* readSettings(false), (operator) => operator.revokeKey(flags.keyId))
    yield* print(flags.json, key, () => `Revoked ${key.id}. Servers that used it just now refuse it within 4 seconds.`)
  })
).pipe(Command.withDescription("End a key"))

/** All that can be done with keys. */
export const key = Command.make("key").pipe(
  Command.withDescription("Make, list and revoke keys of the HTTP API. Works beside a running server and without one."),
  Command.withShortDescription("Make, list and revoke keys"),
  Command.withSubcommands([create, list, revoke])
)
