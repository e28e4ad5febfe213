/** What one look means for its monitor, and what follows from it (contract/monitors.md §2). */
import { DateTime, Schema } from "effect"
import { ordinaryStepMillis } from "../../leaseHorizon.ts"
import { type Baseline, BaselineState } from "./Baseline.ts"
import type { Change, ChangeId } from "./Change.ts"
import { describeFinding } from "./describeFinding.ts"
import { Finding } from "./Finding.ts"
import { isTold, Judgement } from "./Judgement.ts"
import { autoPauseAfter, BaselineMark, type Monitor } from "./Monitor.ts"
import { afterFailedRun, type OutageTurn, outageTurn } from "./Outage.ts"
import { type Run, SkipReason, type TraceStep } from "./Run.ts"
import { RunError } from "./RunError.ts"
import { nextSlot } from "./Schedule.ts"
import { runPrice } from "./Target.ts"
import { changeBefore, type TakenBack } from "./takesBack.ts"
import { VersionSource } from "./VersionSource.ts"

const { capturedAt: _, ...seenFields } = BaselineMark.fields

/** What is known of a state that was seen, before the moment it is kept at. */
export const SeenMark = Schema.Struct(seenFields)
export type SeenMark = typeof SeenMark.Type

/** A state to be kept, with what lets the next look be cheap. */
const Captured = Schema.Struct({
  state: BaselineState,
  mark: SeenMark,
  /** What was fetched, for the version that is kept of it. */
  source: Schema.optionalKey(VersionSource),
  /** A PNG of it, for the same. */
  picture: Schema.optionalKey(Schema.Uint8Array)
})
type Captured = typeof Captured.Type

/** A difference that all looks agree on, what a judge said of it where one was asked, and what the first look saw. */
const Confirmed = { finding: Finding, judgement: Schema.NullOr(Judgement), ...Captured.fields }

export const Verdict = Schema.TaggedUnion({
  /** The run was never executed; nor would another be before `until`, where that is known. */
  Skipped: { reason: SkipReason, until: Schema.optionalKey(Schema.DateTimeUtc) },
  /**
   * The target cannot be compared; `isShrunken` where it seems to have lost nearly all it had, `endsProcess` where each look at it ended
   * the process that looked.
   */
  Failed: {
    error: RunError,
    isShrunken: Schema.optionalKey(Schema.Literal(true)),
    endsProcess: Schema.optionalKey(Schema.Literal(true))
  },
  /** The first capture: it is kept and compared with nothing. */
  FirstSight: Captured.fields,
  /**
   * As before, or a difference that no other look confirmed. A newer mark, if there is one; with a state, the target is kept
   * as newer rules read it.
   */
  Unchanged: {
    mark: Schema.NullOr(BaselineMark),
    state: Schema.optionalKey(BaselineState),
    source: Schema.optionalKey(VersionSource)
  },
  Changed: Confirmed,
  /** It does not matter for the goal, or too little is sure of it: nobody is told, and the next look is compared with it. */
  Dismissed: Confirmed
})
export type Verdict = typeof Verdict.Type

/** What a run leaves behind. */
export interface Decision extends Written {
  /** The outage that began or ended with it, where that is to be told. */
  readonly outage: OutageTurn | null
  /** The change that it takes back before anybody was told, where it does. */
  readonly takesBack: TakenBack | null
}

interface Written {
  /** What the look meant in the end. */
  readonly verdict: Verdict
  readonly monitor: Monitor
  readonly run: Run
  /** A baseline to store; null keeps the one that is there. */
  readonly baseline: Baseline | null
  readonly change: Change | null
}

export interface Circumstances {
  readonly at: DateTime.Utc
  /** The slot that the run is for; null when it is for none. */
  readonly slotAt: DateTime.Utc | null
  readonly changeId: ChangeId
  readonly trace: ReadonlyArray<TraceStep>
  /** The change before that this look takes back, where nobody was told of it yet (`findTakenBack.ts`). */
  readonly takesBack: TakenBack | null
}

/** The monitor in its place for the next run: only a scheduled run moves it on, and a paused one is not due. */
const rescheduled = (monitor: Monitor, run: Run, { at, slotAt }: Circumstances, until: DateTime.Utc = at): Monitor => {
  if (monitor.status === "paused") return { ...monitor, nextRunAt: null }
  if (run.trigger !== "schedule") return monitor
  const slots = { id: monitor.id, anchor: monitor.anchorAt }
  // A clock that stepped back says that the slot is still to come. It had its run, and gets no second one. One that lies further away than
  // its schedule allows was planned by a clock that was ahead, and says nothing of those to come.
  const allowed = () =>
    nextSlot(monitor.schedule, { ...slots, after: DateTime.add(at, { milliseconds: ordinaryStepMillis }) })
  const isEarly =
    slotAt !== null && DateTime.isGreaterThan(slotAt, at) && DateTime.isLessThanOrEqualTo(slotAt, allowed())
  const came = isEarly ? slotAt : at
  // A slot of that very moment is one that can be looked at.
  const after = DateTime.max(came, DateTime.subtract(until, { milliseconds: 1 }))
  return { ...monitor, nextRunAt: nextSlot(monitor.schedule, { ...slots, after }) }
}

type Failure = Extract<Verdict, { readonly _tag: "Failed" }>

type Skip = Extract<Verdict, { readonly _tag: "Skipped" }>

const paused = (monitor: Monitor, at: DateTime.Utc): Monitor => ({ ...monitor, status: "paused", updatedAt: at })

/**
 * The installation lacks what the look takes, or failed itself: that says nothing of the target. A look that ends its process is our fault too,
 * and yet counts among the failures in a row: at each slot it would end the work of everybody.
 */
const isOurs = ({ endsProcess, error }: Failure): boolean => error.code === "internal_error" && endsProcess !== true

const afterFailure = (monitor: Monitor, failure: Failure, at: DateTime.Utc): Monitor => {
  const failuresInARow = monitor.failuresInARow + (isOurs(failure) ? 0 : 1)
  // A run that was executed had its credits, so that the skips before it were not in a row with those after it.
  const lastError = afterFailedRun(monitor.lastError, failure, failuresInARow, at.epochMilliseconds)
  const failing = { ...monitor, failuresInARow, skipsInARow: 0, lastError, lastRunAt: at }
  const most = monitor.baseline === null ? autoPauseAfter.failedFirstCaptures : autoPauseAfter.failedRuns
  if (monitor.status === "paused") return failing
  if (!isOurs(failure) && failuresInARow >= most) return paused(failing, at)
  return monitor.status === "failed" ? failing : { ...failing, status: "failed", updatedAt: at }
}

const afterSkip = (monitor: Monitor, run: Run, { reason, until }: Skip, at: DateTime.Utc): Monitor => {
  if (reason !== "insufficient_credits") return monitor
  // It is known when there is more, and the schedule waits for that: who asks by hand meanwhile says nothing of days to come.
  if (until !== undefined && run.trigger !== "schedule") return monitor
  const skipping = { ...monitor, skipsInARow: monitor.skipsInARow + 1 }
  return skipping.skipsInARow >= autoPauseAfter.skipsForCredits && monitor.status !== "paused"
    ? paused(skipping, at)
    : skipping
}

const afterSuccess = (monitor: Monitor, at: DateTime.Utc): Monitor => {
  const healthy = { ...monitor, failuresInARow: 0, skipsInARow: 0, lastError: null, lastRunAt: at }
  return monitor.status === "failed" ? { ...healthy, status: "active", updatedAt: at } : healthy
}

const completed = (monitor: Monitor, run: Run, { at, trace }: Circumstances): Run => ({
  ...run,
  status: "completed",
  completedAt: at,
  creditsCharged: runPrice(monitor.target),
  trace
})

const skipped = (monitor: Monitor, run: Run, verdict: Skip, circumstances: Circumstances): Written => {
  const { at, trace } = circumstances
  return {
    verdict,
    monitor: rescheduled(afterSkip(monitor, run, verdict, at), run, circumstances, verdict.until),
    run: { ...run, status: "skipped", skipReason: verdict.reason, startedAt: null, completedAt: at, trace },
    baseline: null,
    change: null
  }
}

const capturedBaseline = ({ mark, state }: Captured, at: DateTime.Utc) => ({
  baseline: { ...state, capturedAt: at },
  mark: { ...mark, capturedAt: at }
})

const changeOf = (
  monitor: Monitor,
  run: Run,
  { finding, judgement }: typeof Verdict.cases.Changed.Type,
  { at, changeId }: Circumstances
): Change => ({
  ...describeFinding({ name: monitor.name, url: monitor.target.url }, finding, judgement),
  id: changeId,
  organizationId: monitor.organizationId,
  monitorId: monitor.id,
  runId: run.id,
  targetType: monitor.target.type,
  changeDetectionType: monitor.changeDetection.type,
  detectedAt: at,
  url: monitor.target.url,
  tags: monitor.tags
})

/** The verdict with the threshold of the monitor as it is now: what is not told is dismissed. */
const settled = (monitor: Monitor, verdict: Verdict): Verdict => {
  if (verdict._tag !== "Changed" || verdict.judgement === null) return verdict
  const { changeDetection } = monitor
  const threshold = changeDetection.type === "semantic" ? changeDetection.confidenceThreshold : 0
  if (isTold(verdict.judgement, threshold)) return verdict
  const { _tag, ...confirmed } = verdict
  return Verdict.cases.Dismissed.make(confirmed)
}

/** What a run that ended with `looked` at `at` writes and tells. A run of an older target writes nothing but its own end. */
export const decide = (monitor: Monitor, run: Run, looked: Verdict, circumstances: Circumstances): Decision => {
  const written = writtenBy(monitor, run, looked, circumstances)
  const { takesBack } = circumstances
  const isStill = takesBack !== null && changeBefore(monitor, written.verdict)?.runId === takesBack.runId
  return {
    ...written,
    outage: outageTurn(monitor.lastError, written.monitor.lastError),
    takesBack: isStill ? takesBack : null
  }
}

const superseded = Verdict.cases.Skipped.make({ reason: "superseded" })

const writtenBy = (monitor: Monitor, run: Run, looked: Verdict, circumstances: Circumstances): Written => {
  const { at } = circumstances
  if (run.targetVersion !== monitor.targetVersion) return skipped(monitor, run, superseded, circumstances)
  const verdict = settled(monitor, looked)
  if (verdict._tag === "Skipped") return skipped(monitor, run, verdict, circumstances)
  const decided: TraceStep = { step: "decide", startedAt: at, durationMs: 0, outcome: verdict._tag }
  const traced = { ...circumstances, trace: [...circumstances.trace, decided] }
  return { verdict, ...executed(monitor, run, verdict, traced) }
}

/** What a change leaves behind of the state before it. */
const beforeOf = ({ baseline }: Monitor, run: Run): Pick<BaselineMark, "before"> =>
  baseline === null ? {} : { before: { fingerprint: baseline.fingerprint, runId: run.id } }

type Executed = Exclude<Verdict, Skip>

const executed = (
  monitor: Monitor,
  run: Run,
  verdict: Executed,
  circumstances: Circumstances
): Omit<Written, "verdict"> => {
  const { at, trace } = circumstances
  if (verdict._tag === "Failed") {
    const { error } = verdict
    return {
      monitor: rescheduled(afterFailure(monitor, verdict, at), run, circumstances),
      run: { ...run, status: "failed", completedAt: at, error, trace },
      baseline: null,
      change: null
    }
  }
  const ended = completed(monitor, run, circumstances)
  const healthy = (changes: Partial<Monitor>) =>
    rescheduled({ ...afterSuccess(monitor, at), ...changes }, run, circumstances)
  if (verdict._tag === "Unchanged") {
    const baseline = verdict.state === undefined ? null : { ...verdict.state, capturedAt: at }
    const kept = verdict.mark ?? monitor.baseline
    const next = kept === null || baseline === null ? kept : { ...kept, capturedAt: at }
    return { monitor: healthy({ baseline: next }), run: ended, baseline, change: null }
  }
  const { baseline, mark } = capturedBaseline(verdict, at)
  if (verdict._tag === "Dismissed") return { monitor: healthy({ baseline: mark }), run: ended, baseline, change: null }
  if (verdict._tag === "FirstSight") {
    return { monitor: healthy({ baseline: mark }), run: { ...ended, baselineCreated: true }, baseline, change: null }
  }
  const change = changeOf(monitor, run, verdict, circumstances)
  return {
    monitor: healthy({ baseline: { ...mark, ...beforeOf(monitor, run) }, lastChangeAt: at }),
    run: { ...ended, changeDetected: true, changeId: change.id },
    baseline,
    change
  }
}
