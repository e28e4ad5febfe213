/** How runs look to a person. */
import type { PicturedChangeRecord } from "@kittiwake/core/internal/monitors/domain/ChangeRecord"
import type { RunRecord, TraceStepRecord } from "@kittiwake/core/internal/monitors/domain/RunRecord"
import type { ComparisonRecord } from "@kittiwake/core/internal/monitors/domain/VersionRecord"
import { fields, table } from "../output.ts"
import { diffText, picturesText } from "./changeView.ts"
import { colouredDiff } from "./colour.ts"
import { cancelReasons } from "./deliveryView.ts"
import { isDismissal } from "./dismissedChange.ts"
import { type MonitorNames, namedMonitor } from "./monitorNames.ts"
import { forOutput } from "./terminal.ts"

type Traced = RunRecord & { readonly trace: ReadonlyArray<TraceStepRecord> }

const dismissedWords = "a change that is not worth telling"

/** What came of a run, in a few words. */
const cameOf = (run: RunRecord, isDismissed: boolean): string => {
  if (run.status === "failed") return `${run.error?.code}: ${run.error?.message}`
  if (run.status === "skipped") return String(run.skip_reason)
  if (run.baseline_created) return "the baseline that later looks are compared with"
  return run.status === "completed" ? (run.change_id ?? (isDismissed ? dismissedWords : "no change")) : ""
}

/** Runs as a table; `dismissals` are the ids of those whose change was told to nobody. */
export const runsText = (
  runs: ReadonlyArray<RunRecord>,
  dismissals: ReadonlySet<string>,
  names: MonitorNames
): string =>
  table(
    ["id", "monitor", "status", "ended", "credits", "outcome"],
    runs.map((run) => [
      run.id,
      namedMonitor(names, run.monitor_id),
      run.status,
      run.completed_at ?? "-",
      String(run.credits_charged),
      forOutput(cameOf(run, dismissals.has(run.id)))
    ]),
    "No runs."
  )

/** What a run found: a change that it told, or one that it dismissed. */
export interface Found {
  readonly run: Traced
  readonly change: PicturedChangeRecord | null
  /** What differs by the change that was dismissed, as long as its versions are kept. */
  readonly dismissed: ComparisonRecord | null
}

/** A run that ended, with the change it found. */
export const runText = (found: Found): string => {
  const leftOut = found.run.trace.findLast(({ step }) => step === "filter")?.outcome
  return `${endText(found)}${leftOut === undefined ? "" : `\nThe run ${forOutput(leftOut)}.`}`
}

const comparedText = ({ diff, summary = "" }: ComparisonRecord): string =>
  [forOutput(summary), colouredDiff(forOutput(diff))].filter((text) => text !== "").join("\n\n")

const endText = ({ change, dismissed, run }: Found): string => {
  const ended = `Run ${run.id} ${run.status}`
  if (change !== null)
    return `${ended}: ${forOutput(change.title)}\n\n${forOutput(change.summary)}\n\n${diffText(change)}`
  const came = `${ended}: ${forOutput(cameOf(run, isDismissal(run)))}.`.replace(/\.\.$/, ".")
  return dismissed === null ? came : `${came}\n\n${comparedText(dismissed)}`
}

/** How an attempt ended that brought nothing. */
const attemptWords = {
  rejected: "was rejected",
  failed: "failed",
  skipped_unsafe_url: "was not made, because the address may not be reached"
} as const

const deliveriesText = ({ cancelled_deliveries = [], webhook_deliveries = [] }: RunRecord): string =>
  [
    // Of one that did not arrive this is the newest attempt, which another may follow.
    ...webhook_deliveries.map(({ delivery_id, event, status }) =>
      status === "delivered"
        ? `${event} delivered (${delivery_id})`
        : `${event}: the newest attempt ${attemptWords[status]}, and "kittiwake delivery show ${delivery_id}" says whether another follows`
    ),
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
export const whyText = ({ change, dismissed, run }: Found): string =>
  [
    fields([
      ["run", run.id],
      ["status", run.status],
      ["outcome", forOutput(change === null ? cameOf(run, isDismissal(run)) : change.title)],
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
    ...(dismissed === null ? [] : [comparedText(dismissed)]),
    ...(change?.pictures === undefined ? [] : [picturesText(change).join("\n")])
  ].join("\n\n")
