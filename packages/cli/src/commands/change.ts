/** `kittiwake change`: says what became of changes that were found. */
import { Triage, triageLimits } from "@kittiwake/core/monitors/domain/Triage"
import type { TriageChangesBody } from "@kittiwake/http/internal/monitors/input"
import type { TriagedRecord } from "@kittiwake/http/internal/monitors/TriageRecord"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { cursor, moment, momentOf, present } from "./lists.ts"

/** How changes stand, in words. */
const wordsOf: { readonly [State in Triage]: string } = { open: "open", done: "done", not_useful: "not useful" }

const triage = (body: TriageChangesBody) =>
  Effect.map(
    ask((client) => client.monitors.triageChanges({ payload: body })),
    withoutCall
  )

const triagedText = ({ changed, triage: to }: TriagedRecord): string =>
  changed === 1 ? `1 change is ${wordsOf[to]} now.` : `${changed} changes are ${wordsOf[to]} now.`

const changeIds = Argument.String("change-id").pipe(
  Argument.withDescription(`Id of a change, such as chg_1f0c…; up to ${triageLimits.named}`),
  Argument.variadic({ min: 1, max: triageLimits.named })
)

const standing = (name: string, to: Triage, description: string) =>
  Command.make(
    name,
    { changeIds, json },
    Effect.fnUntraced(function* (flags) {
      const triaged = yield* triage({ triage: to, change_ids: flags.changeIds })
      yield* print(flags.json, triaged, () => triagedText(triaged))
    })
  ).pipe(Command.withDescription(description))

const done = standing("done", "done", "Put changes away that were dealt with")
const open = standing("open", "open", "Put changes back that were put away")
const notUseful = standing("not-useful", "not_useful", "Say of changes that they were not worth being told of")

const sweep = Command.make(
  "sweep",
  {
    from: Flag.Literals("from", Triage.literals).pipe(
      Flag.withDescription("How the changes stand; open unless given"),
      Flag.withDefault("open" as const)
    ),
    to: Flag.Literals("to", Triage.literals).pipe(
      Flag.withDescription("How they are to stand; done unless given"),
      Flag.withDefault("done" as const)
    ),
    since: moment("since", "Only changes from then on"),
    until: moment("until", "Only changes before then"),
    upTo: Flag.String("up-to").pipe(Flag.withDescription("This change and older ones, by its id"), Flag.optional),
    at: Flag.String("triaged-at").pipe(
      Flag.withDescription("Only those that came to stand so at this moment: what undoes a sweep"),
      Flag.optional
    ),
    monitor: Flag.String("monitor").pipe(Flag.withDescription("Only of this monitor"), Flag.optional),
    tag: Flag.String("tag").pipe(Flag.withDescription("Only with this label"), Flag.optional),
    cursor,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const since = yield* momentOf("since", flags.since)
    const until = yield* momentOf("until", flags.until)
    if (until === undefined && Option.isNone(flags.upTo)) {
      return yield* wrongUsage("Say with --until or --up-to which changes it begins with, such as --until 1h.")
    }
    const triaged = yield* triage({
      triage: flags.to,
      filter: {
        triage: flags.from,
        ...present({
          since,
          until,
          triaged_at: Option.getOrUndefined(flags.at),
          monitor_id: Option.getOrUndefined(flags.monitor),
          tag: Option.getOrUndefined(flags.tag)
        })
      },
      ...present({ up_to: Option.getOrUndefined(flags.upTo), cursor: Option.getOrUndefined(flags.cursor) })
    })
    yield* print(flags.json, triaged, () => triagedText(triaged))
    if (triaged.next_cursor !== null) {
      const window = Object.entries(present({ since, until })).map(([name, at]) => ` --${name} ${at}`)
      yield* Console.error(`There are more: --cursor ${triaged.next_cursor}${window.join("")}`)
    }
  })
).pipe(Command.withDescription("Say of all changes that stand so, from one on back, that they stand otherwise"))

/** All that can be said of changes. */
export const change = Command.make("change").pipe(
  Command.withDescription(
    "Say what became of changes. `kittiwake monitor changes` lists them. Talks to the server at KITTIWAKE_HOST and KITTIWAKE_PORT with KITTIWAKE_API_KEY, or with the key that the server left in its data directory."
  ),
  Command.withShortDescription("Say what became of changes: done, open, not useful"),
  Command.withSubcommands([done, open, notUseful, sweep])
)
