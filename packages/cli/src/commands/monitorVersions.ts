/** `kittiwake monitor versions`, `compare` and `backtest`: what was kept of the pages that are watched. */
import type {
  BacktestRecord,
  ComparisonRecord,
  VersionRecord
} from "@kittiwake/core/internal/monitors/domain/VersionRecord"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { wrongUsage } from "../CommandFailed.ts"
import { json, print, table } from "../output.ts"
import { ask, withoutCall } from "../serverClient.ts"
import { colouredDiff } from "./colour.ts"
import { cursor, limit, placeOf, printPage } from "./lists.ts"
import { drop, keep, monitorId, namingFlags, withNoise } from "./monitorFlags.ts"
import { sitemapFlags } from "./sitemapFlags.ts"
import { forOutput } from "./terminal.ts"

const versionsText = (versions: ReadonlyArray<VersionRecord>): string =>
  table(
    ["id", "captured", "replaced", "bytes", "source", "picture", "change"],
    versions.map((version) => [
      version.id,
      version.captured_at,
      version.replaced_at ?? "-",
      String(version.content_bytes),
      version.has_source ? "kept" : "-",
      version.picture === null ? "-" : "kept",
      version.change_id ?? "-"
    ]),
    "No versions."
  )

/** The subcommand. */
export const versions = Command.make(
  "versions",
  { monitorId, limit, cursor, json },
  Effect.fnUntraced(function* (flags) {
    const params = { monitor_id: flags.monitorId }
    const page = yield* ask((client) => client.monitors.versions({ params, query: placeOf(flags) }))
    yield* printPage(flags.json, page, versionsText)
  })
).pipe(Command.withDescription("List what was kept of a page, newest first"))

const versionId = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description))

const comparisonText = ({ diff, from, is_same, summary = "", title = "", to }: ComparisonRecord): string =>
  is_same
    ? `${from.id} and ${to.id} are the same.`
    : [
        `${from.captured_at} → ${to.captured_at}  ${forOutput(title)}`,
        forOutput(summary),
        colouredDiff(forOutput(diff))
      ].join("\n\n")

/** The subcommand. */
export const compare = Command.make(
  "compare",
  {
    monitorId,
    from: versionId("from", "Id of the earlier version, such as ver_1f0c…"),
    to: versionId("to", "Id of the later version"),
    json
  },
  Effect.fnUntraced(function* ({ from, to, ...flags }) {
    const request = { params: { monitor_id: flags.monitorId }, query: { from, to } }
    const compared = withoutCall(yield* ask((client) => client.monitors.compareVersions(request)))
    yield* print(flags.json, compared, () => comparisonText(compared))
  })
).pipe(Command.withDescription("Show what differs between any two versions"))

const reasons: { readonly [R in BacktestRecord["pairs"][number]["reason"]]: string } = {
  differs: "would be told",
  same: "nothing that is watched differs",
  irrelevant: "it does not matter for the goal",
  unsure: "too little is sure",
  empty: "the rules keep nothing: the run would fail",
  no_source: "unknown: the page is not kept",
  first: "unknown: nothing before it could be read",
  too_much: "unknown: too much to compare"
}

type Pair = BacktestRecord["pairs"][number]

/** What would have been told of a pair, or why nothing. */
const rowText = ({ confidence, importance, reason, title }: Pair): string => {
  const sure = confidence === undefined ? "" : ` (${importance}, ${Math.round(confidence * 100)} %)`
  if (title === undefined) return reasons[reason]
  return reason === "differs" ? `${title}${sure}` : `${reasons[reason]}: ${title}${sure}`
}

const backtestText = (found: BacktestRecord): string =>
  [
    table(
      ["captured", "these rules", "told then"],
      found.pairs.map((pair) => [
        pair.captured_at,
        forOutput(rowText(pair)),
        forOutput(pair.told_title ?? (pair.told ? "a change that is gone" : "-"))
      ]),
      "No two versions to compare."
    ),
    `These rules would have told ${found.would_tell_count} of ${found.pairs.length}; ${found.told_count} were told.`,
    ...(found.unknown_count === 0 ? [] : [`Of ${found.unknown_count} it cannot be said.`]),
    ...(found.is_cut ? ["It ended early; give a smaller --limit."] : [])
  ].join("\n\n")

/** How changes are compared, where the flags say it. */
const detectionOf = Effect.fnUntraced(function* (flags: {
  readonly threshold: Option.Option<number>
  readonly exact: boolean
  readonly semantic: boolean
}) {
  const isJudged = flags.semantic || Option.isSome(flags.threshold)
  if (flags.exact && isJudged) return yield* wrongUsage("Give --exact, or --semantic with or without --threshold.")
  if (flags.exact) return { type: "exact" as const }
  if (!isJudged) return undefined
  const threshold = Option.getOrUndefined(flags.threshold)
  return { type: "semantic" as const, ...(threshold === undefined ? {} : { confidence_threshold: threshold }) }
})

/** The subcommand. */
export const backtest = Command.make(
  "backtest",
  {
    monitorId,
    keep,
    drop,
    withNoise,
    include: sitemapFlags.include,
    exclude: sitemapFlags.exclude,
    exactWhitespace: Flag.Boolean("exact-whitespace").pipe(
      Flag.withDescription("Count a change of white space as a change"),
      Flag.withDefault(false)
    ),
    goal: Flag.String("goal").pipe(Flag.withDescription("Judge changes by what you want to know"), Flag.optional),
    threshold: Flag.Finite("threshold").pipe(
      Flag.withDescription("Least confidence that is told, from 0 to 1; judges changes"),
      Flag.optional
    ),
    exact: Flag.Boolean("exact").pipe(Flag.withDescription("Tell every difference"), Flag.withDefault(false)),
    semantic: Flag.Boolean("semantic").pipe(
      Flag.withDescription("Tell what a judge finds relevant"),
      Flag.withDefault(false)
    ),
    limit,
    json
  },
  Effect.fnUntraced(function* (flags) {
    const detection = yield* detectionOf(flags)
    const payload = {
      ...(Option.isSome(flags.goal) ? { instructions: flags.goal.value } : {}),
      ...(detection === undefined ? {} : { change_detection: detection }),
      ...(flags.keep.length === 0 ? {} : { include_selectors: flags.keep }),
      ...(flags.drop.length === 0 ? {} : { exclude_selectors: flags.drop }),
      ...(flags.withNoise ? { include_noise: true } : {}),
      ...(flags.include.length === 0 ? {} : { include: flags.include }),
      ...(flags.exclude.length === 0 ? {} : { exclude: flags.exclude }),
      ...(flags.exactWhitespace ? { normalize_whitespace: false } : {}),
      ...placeOf({ ...flags, cursor: Option.none() })
    }
    const params = { monitor_id: flags.monitorId }
    const found = withoutCall(yield* namingFlags(ask((client) => client.monitors.backtest({ params, payload }))))
    yield* print(flags.json, found, () => backtestText(found))
  })
).pipe(
  Command.withDescription("Say what other rules would have told of the versions that are kept, beside what was told"),
  Command.withExamples([
    {
      command: "kittiwake monitor backtest mon_1f0c… --keep .price",
      description: "Would the prices alone have been enough?"
    },
    {
      command: "kittiwake monitor backtest mon_2a9e… --exclude '/tag/*'",
      description: "What would a sitemap have told without its tags?"
    }
  ])
)
