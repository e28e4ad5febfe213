/** How runs look to a person. */
import type { ChangeRecord, PicturedChangeRecord } from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import type { RunRecord, TraceStepRecord } from "@kittiwake/core/internal/monitors/domain/RunRecord"
import { fields, table } from "../output.ts"
import { diffText, picturesText } from "./changeView.ts"
import { cancelReasons } from "./deliveryView.ts"
import { forOutput } from "./terminal.ts"

/** What came of a run, in a few words. */
const cameOf = (run: RunRecord): string => {
  if (run.status === "failed") return `${run.error?.code}: ${run.error?.message}`
  if (run.status === "skipped") return String(run.skip_reason)
  if (run.baseline_created) return "the baseline that later looks are compared with"
  return run.status === "completed" ? (run.change_id ?? "no change") : ""
}

/** Runs as a table. */
export const runsText = (runs: ReadonlyArray<RunRecord>): string =>
  table(
    ["id", "monitor", "status", "ended", "credits", "outcome"],
    runs.map((run) => [
      run.id,
      run.monitor_id,
      run.status,
      run.completed_at ?? "-",
      String(run.credits_charged),
      forOutput(cameOf(run))
    ]),
    "No runs."
  )

/** A run that ended, with the change it found. */
export const runText = (
  run: RunRecord & { readonly trace: ReadonlyArray<TraceStepRecord> },
  change: ChangeRecord | null
): string => {
  const leftOut = run.trace.findLast(({ step }) => step === "filter")?.outcome
  return `${endText(run, change)}${leftOut === undefined ? "" : `\nThe run ${forOutput(leftOut)}.`}`
}

const endText = (run: RunRecord, change: ChangeRecord | null): string => {
  const ended = `Run ${run.id} ${run.status}`
  if (change === null) return `${ended}: ${forOutput(cameOf(run))}.`.replace(/\.\.$/, ".")
  return `${ended}: ${forOutput(change.title)}\n\n${forOutput(change.summary)}\n\n${diffText(change)}`
}

const deliveriesText = ({ cancelled_deliveries = [], webhook_deliveries = [] }: RunRecord): string =>
  [
    ...webhook_deliveries.map(({ delivery_id, event, status }) => `${event} ${status} (${delivery_id})`),
    ...cancelled_deliveries.map(
      ({ cancel_reason, delivery_id, event }) =>
        `${event} cancelled, because ${cancelReasons[cancel_reason]} (${delivery_id})`
    )
  ].join(", ")

/** What was decided, in words; what is not named here speaks for itself. */
const decisions: Readonly<Record<string, string>> = {
  FirstSight: "the first look: what was read is the baseline",
  Unchanged: "nothing has changed",
  Changed: "something has changed",
  Dismissed: "something has changed that is not worth telling",
  Failed: "the look failed",
  Skipped: "there was no look"
}

const outcomeText = ({ outcome, step }: TraceStepRecord): string =>
  forOutput(step === "decide" ? (decisions[outcome] ?? outcome) : outcome)

/** What a run did and what came of it. */
export const whyText = (
  run: RunRecord & { readonly trace: ReadonlyArray<TraceStepRecord> },
  change: PicturedChangeRecord | null
): string =>
  [
    fields([
      ["run", run.id],
      ["status", run.status],
      ["outcome", forOutput(change === null ? cameOf(run) : change.title)],
      ["started", run.started_at],
      ["ended", run.completed_at],
      ["credits", String(run.credits_charged)],
      ["told", deliveriesText(run) || "nobody"]
    ]),
    table(
      ["step", "ms", "outcome"],
      run.trace.map((told) => [told.step, String(told.duration_ms), outcomeText(told)]),
      "No steps were kept."
    ),
    ...(change === null ? [] : [diffText(change)]),
    ...(change?.pictures === undefined ? [] : [picturesText(change).join("\n")])
  ].join("\n\n")
