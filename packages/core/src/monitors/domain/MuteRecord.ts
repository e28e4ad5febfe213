/** Ways to keep a monitor quiet, on the wire. */
import { Schema } from "effect"
import type { Monitor } from "./Monitor.ts"
import { ChangeDetectionRecord, changeDetectionRecord, TargetRecord, targetRecord } from "./MonitorRecord.ts"
import { type MuteOption, muteLimits } from "./MuteOption.ts"
import { isWatchedAlike } from "./Target.ts"

export const MuteOptionRecord = Schema.Struct({
  kind: Schema.Literals(["region", "lines", "addresses", "threshold"]),
  /** The body of `PATCH /monitors/{monitor_id}` that makes it so. */
  patch: Schema.Struct({
    target: Schema.optionalKey(TargetRecord),
    change_detection: Schema.optionalKey(ChangeDetectionRecord)
  }),
  /** Whether the monitor begins anew with it, from what it sees then. */
  resets_baseline: Schema.Boolean,
  /** Whether the change would have been kept quiet; null where what it was read from is kept no longer. */
  keeps_this_quiet: Schema.NullOr(Schema.Boolean),
  /** Whether it leaves out what the goal asks for, of which nothing like the change would be told any more. */
  hides_goal: Schema.Boolean,
  quiet_count: Schema.Int,
  quiet_change_ids: Schema.Array(Schema.String),
  /** Changes that would have been told all the same. */
  told_count: Schema.Int,
  unknown_count: Schema.Int,
  is_cut: Schema.Boolean
})
export type MuteOptionRecord = typeof MuteOptionRecord.Type

export const MuteOptionsRecord = Schema.Struct({
  change_id: Schema.String,
  monitor_id: Schema.String,
  /** How many pairs of the newest versions each was tried on at most. */
  pairs_limit: Schema.Int,
  options: Schema.Array(MuteOptionRecord)
})
export type MuteOptionsRecord = typeof MuteOptionsRecord.Type

const optionRecord = (monitor: Monitor, option: MuteOption): MuteOptionRecord => {
  const { changeDetection, target } = option.patch
  return {
    kind: option.kind,
    patch: {
      ...(target === undefined ? {} : { target: targetRecord(target) }),
      ...(changeDetection === undefined ? {} : { change_detection: changeDetectionRecord(changeDetection) })
    },
    resets_baseline: changeDetection !== undefined || (target !== undefined && !isWatchedAlike(target, monitor.target)),
    keeps_this_quiet: option.isQuiet,
    hides_goal: option.hidesGoal,
    quiet_count: option.quiet.length,
    quiet_change_ids: option.quiet,
    told_count: option.told,
    unknown_count: option.unknown,
    is_cut: option.isCut
  }
}

/** What would have kept a change quiet. */
export const muteOptionsRecord = (
  changeId: string,
  { monitor, options }: { readonly monitor: Monitor; readonly options: ReadonlyArray<MuteOption> }
): MuteOptionsRecord => ({
  change_id: changeId,
  monitor_id: monitor.id,
  pairs_limit: muteLimits.pairs,
  options: options.map((option) => optionRecord(monitor, option))
})
