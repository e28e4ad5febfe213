/** `kittiwake logs`: what was called, and what came of it. */
import { Console, DateTime, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { json, print } from "../output.ts"
import { ask } from "../serverClient.ts"
import { limit, moment, momentOf, present } from "./lists.ts"
import { logsText, logText } from "./logView.ts"
import { wholeNumber } from "./wholeNumber.ts"

const list = Command.make(
  "list",
  {
    errors: Flag.Boolean("errors").pipe(
      Flag.withDescription("Only calls that were refused or failed"),
      Flag.withDefault(false)
    ),
    path: Flag.String("path").pipe(Flag.withDescription("Only calls of this path"), Flag.optional),
    status: wholeNumber("status").pipe(Flag.withDescription("Only replies with this status"), Flag.optional),
    search: Flag.String("search").pipe(Flag.withDescription("Only calls that hold this text"), Flag.optional),
    key: Flag.String("key").pipe(Flag.withDescription("Only calls with the key of this id"), Flag.optional),
    grant: Flag.String("grant").pipe(
      Flag.withDescription("Only calls of the program with the grant of this id"),
      Flag.optional
    ),
    withoutDashboard: Flag.Boolean("without-dashboard").pipe(
      Flag.withDescription("Without what screens of the dashboard asked by themselves"),
      Flag.withDefault(false)
    ),
    since: moment("since", "Only calls from then on; the last 24 hours unless given"),
    until: moment("until", "Only calls before then"),
    page: wholeNumber("page").pipe(Flag.withDescription("Which part of the list; the first is 1"), Flag.withDefault(1)),
    limit,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const until = (yield* momentOf("until", flags.until)) ?? DateTime.formatIso(yield* DateTime.now)
    const since = yield* momentOf("since", flags.since)
    const query = {
      page: flags.page,
      limit: flags.limit,
      ...(flags.errors ? { errors_only: true } : {}),
      ...(flags.withoutDashboard ? { dashboard: false } : {}),
      ...present({
        path: Option.getOrUndefined(flags.path),
        status_code: Option.getOrUndefined(flags.status),
        search: Option.getOrUndefined(flags.search),
        key_id: Option.getOrUndefined(flags.key),
        grant_id: Option.getOrUndefined(flags.grant),
        from: since,
        to: until
      })
    }
    const { data, has_more } = yield* ask((client) => client.logs.list({ query }))
    yield* print(flags.json, data, () => logsText(data))
    // This very call is logged: without the same end, what is shown here would come again.
    const window = since === undefined ? `--until ${until}` : `--since ${since} --until ${until}`
    if (has_more) yield* Console.error(`There are more: --page ${flags.page + 1} ${window}`)
  })
).pipe(Command.withDescription("List calls, newest first"))

const show = Command.make(
  "show",
  {
    requestId: Argument.String("request-id").pipe(
      Argument.withDescription("Id of a call, as its reply named it: req_1f0c…")
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const { data } = yield* ask((client) => client.logs.get({ params: { request_id: flags.requestId } }))
    yield* print(flags.json, data, () => logText(data))
  })
).pipe(Command.withDescription("Show one call with what was sent and answered"))

/** All that can be asked of the log. */
export const logs = Command.make("logs").pipe(
  Command.withDescription("Look at what was called, and what came of it, through the running server."),
  Command.withShortDescription("Look at what was called"),
  Command.withSubcommands([list, show])
)
