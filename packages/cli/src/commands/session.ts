/** `kittiwake session`: browsers that are signed in to the dashboard. */
import { Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { readSettings } from "../config.ts"
import { withOperator } from "../operator/withOperator.ts"
import { json, print, table } from "../output.ts"
import { organization } from "./orgFlag.ts"

const list = Command.make(
  "list",
  { organization, json },
  Effect.fnUntraced(function* (flags) {
    const sessions = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.listSessions(Option.getOrNull(flags.organization))
    )
    yield* print(flags.json, sessions, () =>
      table(
        ["id", "who", "organization", "signed in", "last used", "ends", "from", "browser"],
        sessions.map((session) => [
          session.id,
          session.key_id ?? "operator",
          session.organization_id ?? "-",
          session.created_at,
          session.last_used_at,
          session.expires_at,
          session.address ?? "-",
          session.user_agent ?? "-"
        ]),
        "No sessions."
      )
    )
  })
).pipe(Command.withDescription("List the sessions that can be used, of all organizations and the operator's"))

const revoke = Command.make(
  "revoke",
  {
    sessionId: Argument.String("session-id").pipe(Argument.withDescription("Id of a session, such as ses_1f0c…")),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const session = yield* withOperator(yield* readSettings(false), (operator) =>
      operator.revokeSession(flags.sessionId)
    )
    yield* print(
      flags.json,
      session,
      () => `Ended ${session.id}. Servers that it used just now refuse it within 4 seconds.`
    )
  })
).pipe(Command.withDescription("End a session"))

/** All that can be done with sessions. */
export const session = Command.make("session").pipe(
  Command.withDescription(
    "List and revoke sessions: browsers that are signed in to the dashboard. Works beside a running server and without one."
  ),
  Command.withShortDescription("List and revoke sessions of the dashboard"),
  Command.withSubcommands([list, revoke])
)
