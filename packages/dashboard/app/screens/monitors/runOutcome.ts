/** What a run came to, as a word and as a bar of the strip. */
import type { Row } from "../../api/operations.ts"
import type { StripRun } from "../../parts/Strip.tsx"

type RunRow = Row<"monitors.runs">

export type RunOutcome = "changed" | "dismissed" | "unchanged" | "first" | "failed" | "skipped" | "waiting"

/** `isDismissed` where a change was found that is not worth telling, which the record of a run alone does not say. */
export const outcomeOf = (
  run: Pick<RunRow, "baseline_created" | "change_detected" | "status">,
  isDismissed = false
): RunOutcome => {
  if (run.status === "failed") return "failed"
  if (run.status === "skipped") return "skipped"
  if (run.status !== "completed") return "waiting"
  if (run.change_detected) return "changed"
  if (isDismissed) return "dismissed"
  return run.baseline_created ? "first" : "unchanged"
}

const shown: Readonly<Record<RunOutcome, StripRun["outcome"] | null>> = {
  changed: "changed",
  dismissed: "unchanged",
  unchanged: "unchanged",
  first: "unchanged",
  failed: "failed",
  skipped: "skipped",
  waiting: null
}

/** Without the share of what changed, a bar is as tall as the change matters. */
const heights = { low: 0.1, medium: 0.4, high: 1 } as const

type StripRow = Pick<RunRow, "change_detected" | "status"> & {
  readonly baseline_created?: boolean
  readonly importance?: keyof typeof heights | undefined
}

/** Runs, newest first, as a strip shows them. */
export const stripOf = (runs: ReadonlyArray<StripRow>): ReadonlyArray<StripRun> =>
  runs
    .flatMap(({ baseline_created = false, importance, ...run }): ReadonlyArray<StripRun> => {
      const outcome = shown[outcomeOf({ ...run, baseline_created })]
      if (outcome === null) return []
      return importance === undefined
        ? [{ outcome }]
        : [{ outcome, share: heights[importance], important: importance === "high" }]
    })
    .toReversed()

/** How long a run took, in milliseconds; null while it has not ended. */
export const tookOf = ({ completed_at, started_at }: Pick<RunRow, "completed_at" | "started_at">): number | null =>
  completed_at === null || started_at === null ? null : Date.parse(completed_at) - Date.parse(started_at)
