/** `kittiwake change`: says what became of changes that were found. */
import type { MuteOptionRecord, MuteOptionsRecord } from "@kittiwake/core/internal/monitors/domain/MuteRecord"
import { Triage, triageLimits } from "@kittiwake/core/monitors/domain/Triage"
import { ErrorBody } from "@kittiwake/http/errors"
import type { TriageChangesBody } from "@kittiwake/http/internal/monitors/input"
import type { TriagedRecord } from "@kittiwake/http/internal/monitors/TriageRecord"
import { Console, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { failed, wrongUsage } from "../CommandFailed.ts"
import { readSettings, serverUrl } from "../config.ts"
import { json, print } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { cursor, moment, momentOf, present } from "./lists.ts"
import { forOutput } from "./terminal.ts"
import { wholeNumber } from "./wholeNumber.ts"

/** How changes stand, in words. */
const wordsOf: { readonly [State in Triage]: string } = { open: "open", done: "done", not_useful: "not useful" }

const triage = (body: TriageChangesBody) =>
  Effect.map(
    ask((client) => client.monitors.triageChanges({ payload: body })),
    withoutCall
  )

const triagedText = ({ changed, triage: to }: TriagedRecord): string =>
  changed === 1 ? `1 change is ${wordsOf[to]} now.` : `${changed} changes are ${wordsOf[to]} now.`

const isErrorBody = Schema.is(ErrorBody)

/** Those of the ids that no change has. */
const unknownOf = (ids: ReadonlyArray<string>) =>
  ask((client) =>
    Effect.filter(
      [...new Set(ids)],
      (change_id) =>
        client.monitors.change({ params: { change_id } }).pipe(
          Effect.as(false),
          Effect.catchIf(
            (error) => isErrorBody(error) && error.error_code === "NOT_FOUND",
            () => Effect.succeed(true)
          )
        ),
      { concurrency: 4 }
    )
  )

/** Ids that are told one by one. */
const mostNamed = 10

const namedOf = (ids: ReadonlyArray<string>): string =>
  `${ids.slice(0, mostNamed).join(", ")}${ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ""}`

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
      // Those that stood so before count as little as those that are not there.
      const unknown = triaged.changed === new Set(flags.changeIds).size ? [] : yield* unknownOf(flags.changeIds)
      yield* print(flags.json, triaged, () => triagedText(triaged))
      if (unknown.length === 0) return
      const told = `NOT_FOUND: ${namedOf(unknown)}: no such change. "kittiwake monitor changes" shows what there is.`
      if (triaged.changed === 0) return yield* failed(told)
      if (!flags.json) yield* Console.error(`kittiwake: ${told}`)
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
    yield* print(flags.json, triaged, () => {
      if (triaged.changed === 0) return triagedText(triaged)
      const newest = Object.entries(present({ until, "up-to": Option.getOrUndefined(flags.upTo) }))
      const those = [...newest, ["triaged-at", triaged.triaged_at]].map(([name, value]) => ` --${name} ${value}`)
      const undo = `kittiwake change sweep --from ${flags.to} --to ${flags.from}${those.join("")}`
      return `${triagedText(triaged)}\nTo undo it: ${undo}`
    })
    if (triaged.next_cursor !== null) {
      const window = Object.entries(present({ since, until })).map(([name, at]) => ` --${name} ${at}`)
      yield* Console.error(`There are more: --cursor ${triaged.next_cursor}${window.join("")}`)
    }
  })
).pipe(Command.withDescription("Say of all changes that stand so, from one on back, that they stand otherwise"))

const kindsOf: { readonly [Kind in MuteOptionRecord["kind"]]: (patch: MuteOptionRecord["patch"]) => string } = {
  region: ({ target }) => `leave out ${target?.type === "page" ? target.exclude_selectors.join(", ") : ""}`,
  lines: ({ target }) =>
    `pin ${target?.type === "page" ? (target.pinned_lines ?? []).map((line) => `"${forOutput(line)}"`).join(", ") : ""}`,
  addresses: ({ target }) => `leave out ${target?.type === "sitemap" ? target.exclude.join(", ") : ""}`,
  threshold: ({ change_detection }) =>
    `tell from a confidence of ${change_detection?.type === "semantic" ? change_detection.confidence_threshold : ""} on`
}

const optionText = (option: MuteOptionRecord, index: number): string => {
  const { hides_goal, is_cut, keeps_this_quiet, kind, patch, quiet_count, resets_baseline, told_count, unknown_count } =
    option
  const itself = keeps_this_quiet === null ? "; of this change it cannot be said" : ""
  return [
    `${index + 1}. ${kind}: ${kindsOf[kind](patch)}`,
    `   would have kept ${quiet_count} quiet and told ${told_count}${itself}` +
      `${unknown_count === 0 ? "" : `; of ${unknown_count} it cannot be said`}${is_cut ? "; not all was looked at" : ""}` +
      `${resets_baseline ? "; the monitor begins anew with it" : ""}`,
    ...(hides_goal ? ["   the goal asks for this: nothing like it would be told any more"] : [])
  ].join("\n")
}

const muteText = ({ options }: MuteOptionsRecord): string =>
  options.length === 0
    ? "Nothing that a monitor can be told would have kept this change quiet alone."
    : `${options.map(optionText).join("\n")}\nTo make one so: --apply ${options.length === 1 ? "1" : `1 to ${options.length}`}.`

const mute = Command.make(
  "mute",
  {
    changeId: Argument.String("change-id").pipe(Argument.withDescription("Id of a change, such as chg_1f0c…")),
    apply: wholeNumber("apply").pipe(
      Flag.withDescription("Changes the monitor as the option with this number says, and puts the change away"),
      Flag.optional
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const params = { change_id: flags.changeId }
    const found = withoutCall(yield* ask((client) => client.monitors.muteOptions({ params })))
    if (Option.isNone(flags.apply)) return yield* print(flags.json, found, () => muteText(found))
    const option = found.options[flags.apply.value - 1]
    if (option === undefined) {
      return yield* wrongUsage(`--apply is ${flags.apply.value}, and there are ${found.options.length} options.`)
    }
    const monitor = withoutCall(
      yield* ask((client) =>
        client.monitors.update({ params: { monitor_id: found.monitor_id }, payload: option.patch })
      )
    )
    yield* triage({ triage: "not_useful", change_ids: [flags.changeId] })
    yield* print(flags.json, monitor, () => `${monitor.id} will ${kindsOf[option.kind](option.patch)}.`)
  })
).pipe(Command.withDescription("Show what would have kept a change quiet, and what else it would have"))

const span = /^([1-9]\d{0,5})(m|h|d)$/

const secondsOf = { m: 60, h: 3_600, d: 86_400 } as const

/** Longest that a link works, in seconds. */
const longestLink = 30 * secondsOf.d

/** How long a link works, in seconds. */
const lifetimeOf = (text: string) => {
  const [, count, unit] = span.exec(text) ?? []
  if (count === undefined || unit === undefined)
    return Effect.fail(wrongUsage(`--for takes a time such as 30m, 12h or 7d, not "${text}".`))
  const seconds = Number(count) * secondsOf[unit as keyof typeof secondsOf]
  return seconds > longestLink
    ? Effect.fail(wrongUsage(`--for is ${text}: a link works for 30d at most.`))
    : Effect.succeed(seconds)
}

/** The server tells a path where it does not know its own address, and whoever typed this reached it at one. */
const wholeAddress = Effect.fnUntraced(function* (url: string) {
  return url.startsWith("/") ? `${serverUrl(yield* readSettings(false))}${url}` : url
})

const share = Command.make(
  "share",
  {
    changeId: Argument.String("change-id").pipe(Argument.withDescription("Id of a change, such as chg_1f0c…")),
    lifetime: Flag.String("for").pipe(
      Flag.withDescription("How long the link works, from 1m to 30d, such as 12h; 7d unless given"),
      Flag.optional
    ),
    withdraw: Flag.Boolean("withdraw").pipe(
      Flag.withDescription("Takes all links to the change back instead"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const params = { change_id: flags.changeId }
    if (flags.withdraw) {
      if (Option.isSome(flags.lifetime)) return yield* wrongUsage("--withdraw ends links, and --for makes one.")
      const withdrawn = withoutCall(yield* ask((client) => client.monitors.withdrawChange({ params })))
      return yield* print(flags.json, withdrawn, () => `No link leads to ${flags.changeId} any more.`)
    }
    const payload = Option.isNone(flags.lifetime) ? {} : { expires_in_seconds: yield* lifetimeOf(flags.lifetime.value) }
    const shared = withoutCall(yield* ask((client) => client.monitors.shareChange({ params, payload })))
    const url = yield* wholeAddress(shared.url)
    yield* print(flags.json, { ...shared, url }, () =>
      [
        url,
        `Whoever has this link reads the change until ${shared.expires_at}.`,
        `To end it: kittiwake change share ${flags.changeId} --withdraw`
      ].join("\n")
    )
  })
).pipe(
  Command.withDescription("Make a link under which people without a key read one change, or take all its links back")
)

/** All that can be said of changes. */
export const change = Command.make("change").pipe(
  Command.withDescription(
    "Say what became of changes. `kittiwake monitor changes` lists them. Talks to the server at KITTIWAKE_HOST and KITTIWAKE_PORT with KITTIWAKE_API_KEY, or with the key that the server left in its data directory."
  ),
  Command.withShortDescription("Say what became of changes: done, open, not useful"),
  Command.withSubcommands([done, open, notUseful, mute, share, sweep])
)
