/** Versions, comparisons and backtests on the wire. */
import { DateTime, Schema } from "effect"
import type { Backtest, Found, Replay, TriedRules } from "./Backtest.ts"
import type { BaselineState } from "./Baseline.ts"
import { PictureLink } from "./ChangeRecord.ts"
import { Importance } from "./Judgement.ts"
import {
  BaselineRecord,
  baselineRecord,
  ChangeDetectionRecord,
  changeDetectionRecord,
  Timestamp,
  timestampOrNull
} from "./MonitorRecord.ts"
import { TargetType } from "./Target.ts"
import type { Version } from "./Version.ts"

export const VersionRecord = Schema.Struct({
  id: Schema.String,
  monitor_id: Schema.String,
  run_id: Schema.NullOr(Schema.String),
  change_id: Schema.NullOr(Schema.String),
  previous_id: Schema.NullOr(Schema.String),
  target_type: TargetType,
  captured_at: Timestamp,
  replaced_at: Schema.NullOr(Timestamp),
  content_bytes: Schema.Int,
  has_source: Schema.Boolean,
  /** The picture that is kept of it; null where none is. */
  picture: Schema.NullOr(PictureLink)
})
export type VersionRecord = typeof VersionRecord.Type

export const VersionDetailRecord = Schema.Struct({ ...VersionRecord.fields, content: BaselineRecord })
export type VersionDetailRecord = typeof VersionDetailRecord.Type

export const ComparisonRecord = Schema.Struct({
  from: VersionRecord,
  to: VersionRecord,
  is_same: Schema.Boolean,
  title: Schema.optionalKey(Schema.String),
  summary: Schema.optionalKey(Schema.String),
  diff: Schema.String,
  before_text_excerpt: Schema.String,
  after_text_excerpt: Schema.String
})
export type ComparisonRecord = typeof ComparisonRecord.Type

export const ReplayRecord = Schema.Struct({
  from_version_id: Schema.String,
  to_version_id: Schema.String,
  captured_at: Timestamp,
  would_tell: Schema.Boolean,
  reason: Schema.Literals(["differs", "same", "irrelevant", "unsure", "empty", "no_source", "first", "too_much"]),
  title: Schema.optionalKey(Schema.String),
  summary: Schema.optionalKey(Schema.String),
  importance: Schema.optionalKey(Importance),
  confidence: Schema.optionalKey(Schema.Finite),
  /** Who judged, and by what. */
  judged_by: Schema.optionalKey(Schema.Literals(["rules", "model"])),
  reasons: Schema.optionalKey(Schema.Array(Schema.String)),
  told: Schema.Boolean,
  told_change_id: Schema.NullOr(Schema.String),
  told_title: Schema.optionalKey(Schema.String),
  told_importance: Schema.optionalKey(Importance),
  told_confidence: Schema.optionalKey(Schema.Finite)
})
export type ReplayRecord = typeof ReplayRecord.Type

const Unlogged = Schema.String.annotate({ logged: "never" })

/** The rules that were tried, by the kind of target. */
const TriedRulesRecord = Schema.Union([
  Schema.Struct({
    include_selectors: Schema.Array(Unlogged),
    exclude_selectors: Schema.Array(Unlogged),
    normalize_whitespace: Schema.Boolean,
    include_noise: Schema.Boolean,
    pinned_lines: Schema.Array(Unlogged),
    instructions: Schema.NullOr(Unlogged),
    change_detection: ChangeDetectionRecord
  }),
  Schema.Struct({
    include: Schema.Array(Schema.String),
    exclude: Schema.Array(Schema.String),
    change_detection: ChangeDetectionRecord
  }),
  Schema.Struct({ instructions: Unlogged, change_detection: ChangeDetectionRecord })
])
type TriedRulesRecord = typeof TriedRulesRecord.Type

export const BacktestRecord = Schema.Struct({
  monitor_id: Schema.String,
  rules: TriedRulesRecord,
  /** Oldest first. */
  pairs: Schema.Array(ReplayRecord),
  would_tell_count: Schema.Int,
  told_count: Schema.Int,
  /** Pairs of which the rules cannot say what they would have told. */
  unknown_count: Schema.Int,
  is_cut: Schema.Boolean
})
export type BacktestRecord = typeof BacktestRecord.Type

/** A version as a list shows it. */
export const versionRecord = (version: Version, picture: PictureLink | null): VersionRecord => ({
  id: version.id,
  monitor_id: version.monitorId,
  run_id: version.runId,
  change_id: version.changeId,
  previous_id: version.previousId,
  target_type: version.targetType,
  captured_at: DateTime.formatIso(version.capturedAt),
  replaced_at: timestampOrNull(version.replacedAt),
  content_bytes: version.contentBytes,
  has_source: version.hasSource,
  picture
})

/** A version with what was compared. */
export const versionDetailRecord = (
  found: { readonly version: Version; readonly state: BaselineState },
  picture: PictureLink | null
): VersionDetailRecord => ({
  ...versionRecord(found.version, picture),
  content: baselineRecord({ ...found.state, capturedAt: found.version.capturedAt })!
})

/** Two versions and what differs between them. */
export const comparisonRecord = (
  compared: {
    readonly from: Version
    readonly to: Version
    readonly difference: {
      readonly title: string
      readonly summary: string
      readonly diff: string
      readonly beforeTextExcerpt: string
      readonly afterTextExcerpt: string
    } | null
  },
  pictureOf: (version: Version) => PictureLink | null
): ComparisonRecord => {
  const { difference } = compared
  return {
    from: versionRecord(compared.from, pictureOf(compared.from)),
    to: versionRecord(compared.to, pictureOf(compared.to)),
    is_same: difference === null,
    ...(difference === null ? {} : { title: difference.title, summary: difference.summary }),
    diff: difference?.diff ?? "",
    before_text_excerpt: difference?.beforeTextExcerpt ?? "",
    after_text_excerpt: difference?.afterTextExcerpt ?? ""
  }
}

const wouldTell = ({ reason }: Replay): boolean => reason === "differs"

const foundRecord = ({ judgement, summary, title }: Found) => ({
  title,
  summary,
  ...(judgement === null
    ? {}
    : {
        importance: judgement.importance,
        confidence: judgement.confidence,
        judged_by: judgement.by,
        reasons: judgement.reasons
      })
})

const replayRecord = (replay: Replay): ReplayRecord => {
  const { found, from, reason, to, was } = replay
  return {
    from_version_id: from.id,
    to_version_id: to.id,
    captured_at: DateTime.formatIso(to.capturedAt),
    would_tell: wouldTell(replay),
    reason,
    ...(found === null ? {} : foundRecord(found)),
    told: to.changeId !== null,
    told_change_id: to.changeId,
    ...(was === null ? {} : { told_title: was.title }),
    ...(was?.importance === undefined ? {} : { told_importance: was.importance }),
    ...(was?.confidence === undefined ? {} : { told_confidence: was.confidence })
  }
}

const isUnknown = ({ reason }: Replay): boolean => reason === "no_source" || reason === "first" || reason === "too_much"

const triedRulesRecord = ({ changeDetection, target }: TriedRules): TriedRulesRecord => {
  const change_detection = changeDetectionRecord(changeDetection)
  if (target.type === "sitemap") return { include: target.include, exclude: target.exclude, change_detection }
  if (target.type === "extract") return { instructions: target.instructions, change_detection }
  return {
    include_selectors: target.includeSelectors,
    exclude_selectors: target.excludeSelectors,
    normalize_whitespace: target.normalizeWhitespace,
    include_noise: target.includeNoise === true,
    pinned_lines: target.pinnedLines ?? [],
    instructions: target.instructions,
    change_detection
  }
}

/** What a backtest found. */
export const backtestRecord = (
  monitorId: string,
  { isCut, replays, tried }: Backtest & { readonly tried: TriedRules }
): BacktestRecord => ({
  monitor_id: monitorId,
  rules: triedRulesRecord(tried),
  pairs: replays.map(replayRecord),
  would_tell_count: replays.filter(wouldTell).length,
  told_count: replays.filter(({ to }) => to.changeId !== null).length,
  unknown_count: replays.filter(isUnknown).length,
  is_cut: isCut
})
