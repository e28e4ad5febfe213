/** What a run came to, as a word and as a bar of the strip. */
import type { Row } from "../../api/operations.ts"
import type { StripRun } from "../../parts/Strip.tsx"

type RunRow = Row<"monitors.runs">

export type RunOutcome = "changed" | "unchanged" | "first" | "failed" | "skipped" | "waiting"

export const outcomeOf = (run: Pick<RunRow, "baseline_created" | "change_detected" | "status">): RunOutcome => {
  if (run.status === "failed") return "failed"
  if (run.status === "skipped") return "skipped"
  if (run.status !== "completed") return "waiting"
  if (run.change_detected) return "changed"
  return run.baseline_created ? "first" : "unchanged"
}

const shown: Readonly<Record<RunOutcome, StripRun["outcome"] | null>> = {
  changed: "changed",
  unchanged: "unchanged",
  first: "unchanged",
  failed: "failed",
  skipped: "skipped",
  waiting: null
}

/** Runs, newest first, as a strip shows them. */
export const stripOf = (runs: ReadonlyArray<RunRow>): ReadonlyArray<StripRun> =>
  runs
    .map((run) => shown[outcomeOf(run)])
    .filter((outcome) => outcome !== null)
    .map((outcome) => ({ outcome }))
    .toReversed()

/** How long a run took, in milliseconds; null while it has not ended. */
export const tookOf = ({ completed_at, started_at }: Pick<RunRow, "completed_at" | "started_at">): number | null =>
  completed_at === null || started_at === null ? null : Date.parse(completed_at) - Date.parse(started_at)
