/** What one look means for its monitor, and what follows from it (contract/monitors.md §2). */
import { DateTime, Schema } from "effect"
import type { Change, ChangeId } from "./Change.ts"
import { describeChange } from "./describeChange.ts"
import { Flicker } from "./Flicker.ts"
import { autoPauseAfter, type Baseline, BaselineMark, type Monitor, Way } from "./Monitor.ts"
import { afterFailedRun, type OutageTurn, outageTurn } from "./Outage.ts"
import { type Run, SkipReason, type TraceStep } from "./Run.ts"
import { RunError } from "./RunError.ts"
import { nextSlot } from "./Schedule.ts"
import { runPrice } from "./Target.ts"
import { TextChange } from "./TextChange.ts"
import { VersionSource } from "./VersionSource.ts"

/** A text to be kept, with what lets the next look be cheap. */
const Captured = {
  text: Schema.String,
  fingerprint: Schema.String,
  etag: Schema.NullOr(Schema.String),
  lastModified: Schema.NullOr(Schema.String),
  digest: Schema.optionalKey(Schema.String),
  noiseRules: Schema.optionalKey(Schema.Int),
  way: Schema.optionalKey(Way),
  steady: Schema.optionalKey(Schema.Int),
  flicker: Schema.optionalKey(Flicker),
  /** What was fetched, for the version that is kept of it. */
  source: Schema.optionalKey(VersionSource)
}

export const Verdict = Schema.TaggedUnion({
  /** The run was never executed. */
  Skipped: { reason: SkipReason },
  Failed: { error: RunError },
  /** The first capture: it is kept and compared with nothing. */
  FirstSight: Captured,
  /**
   * As before, or a difference that no other look confirmed. A newer mark, if there is one; with a text, the page is kept as
   * newer rules read it.
   */
  Unchanged: {
    mark: Schema.NullOr(BaselineMark),
    text: Schema.optionalKey(Schema.String),
    source: Schema.optionalKey(VersionSource)
  },
  /** A difference that all looks agree on, and the text that the first of them saw. */
  Changed: { change: TextChange, ...Captured }
})
export type Verdict = typeof Verdict.Type

/** What a run leaves behind. */
export interface Decision extends Written {
  /** The outage that began or ended with it, where that is to be told. */
  readonly outage: OutageTurn | null
}

interface Written {
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
}

/** The monitor in its place for the next run: only a scheduled run moves it on, and a paused one is not due. */
const rescheduled = (monitor: Monitor, run: Run, { at, slotAt }: Circumstances): Monitor => {
  if (monitor.status === "paused") return { ...monitor, nextRunAt: null }
  if (run.trigger !== "schedule") return monitor
  // A clock that stepped back says that the slot is still to come. It had its run, and gets no second one.
  const after = slotAt === null ? at : DateTime.max(at, slotAt)
  return { ...monitor, nextRunAt: nextSlot(monitor.schedule, { id: monitor.id, anchor: monitor.anchorAt, after }) }
}

const paused = (monitor: Monitor, at: DateTime.Utc): Monitor => ({ ...monitor, status: "paused", updatedAt: at })

const afterFailure = (monitor: Monitor, error: RunError, at: DateTime.Utc): Monitor => {
  const failuresInARow = monitor.failuresInARow + 1
  // A run that was executed had its credits, so that the skips before it were not in a row with those after it.
  const lastError = afterFailedRun(monitor.lastError, error, failuresInARow, at.epochMilliseconds)
  const failing = { ...monitor, failuresInARow, skipsInARow: 0, lastError, lastRunAt: at }
  const most = monitor.baseline === null ? autoPauseAfter.failedFirstCaptures : autoPauseAfter.failedRuns
  if (monitor.status === "paused") return failing
  if (failuresInARow >= most) return paused(failing, at)
  return monitor.status === "failed" ? failing : { ...failing, status: "failed", updatedAt: at }
}

const afterSkip = (monitor: Monitor, reason: SkipReason, at: DateTime.Utc): Monitor => {
  if (reason !== "insufficient_credits") return monitor
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

const skipped = (monitor: Monitor, run: Run, reason: SkipReason, circumstances: Circumstances): Written => {
  const { at, trace } = circumstances
  return {
    monitor: rescheduled(afterSkip(monitor, reason, at), run, circumstances),
    run: { ...run, status: "skipped", skipReason: reason, startedAt: null, completedAt: at, trace },
    baseline: null,
    change: null
  }
}

const capturedBaseline = (
  seen: typeof Verdict.cases.FirstSight.Type | typeof Verdict.cases.Changed.Type,
  at: DateTime.Utc
) => ({
  baseline: { text: seen.text, capturedAt: at },
  mark: {
    fingerprint: seen.fingerprint,
    capturedAt: at,
    etag: seen.etag,
    lastModified: seen.lastModified,
    ...(seen.digest === undefined ? {} : { digest: seen.digest }),
    ...(seen.noiseRules === undefined ? {} : { noiseRules: seen.noiseRules }),
    ...(seen.way === undefined ? {} : { way: seen.way }),
    ...(seen.steady === undefined ? {} : { steady: seen.steady }),
    ...(seen.flicker === undefined ? {} : { flicker: seen.flicker })
  }
})

/** What a run that ended with `verdict` at `at` writes and tells. A run of an older target writes nothing but its own end. */
export const decide = (monitor: Monitor, run: Run, verdict: Verdict, circumstances: Circumstances): Decision => {
  const written = writtenBy(monitor, run, verdict, circumstances)
  return { ...written, outage: outageTurn(monitor.lastError, written.monitor.lastError) }
}

const writtenBy = (monitor: Monitor, run: Run, verdict: Verdict, circumstances: Circumstances): Written => {
  const { at } = circumstances
  if (run.targetVersion !== monitor.targetVersion) return skipped(monitor, run, "superseded", circumstances)
  return Verdict.match(verdict, {
    Skipped: ({ reason }) => skipped(monitor, run, reason, circumstances),
    Failed: ({ error }) => ({
      monitor: rescheduled(afterFailure(monitor, error, at), run, circumstances),
      run: { ...run, status: "failed" as const, completedAt: at, error, trace: circumstances.trace },
      baseline: null,
      change: null
    }),
    FirstSight: (seen) => {
      const { baseline, mark } = capturedBaseline(seen, at)
      return {
        monitor: rescheduled({ ...afterSuccess(monitor, at), baseline: mark }, run, circumstances),
        run: { ...completed(monitor, run, circumstances), baselineCreated: true },
        baseline,
        change: null
      }
    },
    Unchanged: ({ mark, text }) => {
      const baseline = text === undefined ? null : { text, capturedAt: at }
      const kept = mark ?? monitor.baseline
      const next = kept === null || baseline === null ? kept : { ...kept, capturedAt: at }
      return {
        monitor: rescheduled({ ...afterSuccess(monitor, at), baseline: next }, run, circumstances),
        run: completed(monitor, run, circumstances),
        baseline,
        change: null
      }
    },
    Changed: (seen) => {
      const { baseline, mark } = capturedBaseline(seen, at)
      const change: Change = {
        ...describeChange(monitor.name, seen.change),
        id: circumstances.changeId,
        organizationId: monitor.organizationId,
        monitorId: monitor.id,
        runId: run.id,
        targetType: monitor.target.type,
        changeDetectionType: monitor.changeDetection.type,
        detectedAt: at,
        url: monitor.target.url,
        tags: monitor.tags
      }
      return {
        monitor: rescheduled({ ...afterSuccess(monitor, at), baseline: mark, lastChangeAt: at }, run, circumstances),
        run: { ...completed(monitor, run, circumstances), changeDetected: true, changeId: change.id },
        baseline,
        change
      }
    }
  })
}
