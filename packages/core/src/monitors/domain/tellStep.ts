/** Says whom a run told of what, and why nobody else: the last step of its trace. */
import type { DateTime } from "effect"
import { eventsOf, subscribedEvents } from "./MonitorEvent.ts"
import type { Run, TraceStep } from "./Run.ts"
import type { ChangeDetection } from "./Target.ts"
import type { Decision, Verdict } from "./Verdict.ts"

/** Why a difference that was found is not told. */
const heldBack = (verdict: Verdict, detection: ChangeDetection): string | null => {
  if (verdict._tag !== "Dismissed" || verdict.judgement === null) return null
  const { confidence, isRelevant } = verdict.judgement
  if (!isRelevant) return "the change does not matter for the goal"
  const threshold = detection.type === "semantic" ? detection.confidenceThreshold : 0
  return `the change is too little sure: ${confidence.toFixed(2)} of ${threshold}`
}

const silences: { readonly [V in Verdict["_tag"]]: string } = {
  Skipped: "the run was skipped",
  Failed: "a run that fails tells nothing by itself; an outage is told once, after several",
  FirstSight: "the first capture is compared with nothing",
  Unchanged: "no change",
  Changed: "a change",
  Dismissed: "the change does not matter"
}

/** What was told by a decision, and what was not and why. */
export const toldOutcome = (decision: Decision): string => {
  const { change, monitor, verdict } = decision
  const events = eventsOf(decision)
  const asked = new Set(subscribedEvents(monitor.subscription, decision))
  const untold = events.filter((event) => !asked.has(event))
  const said = [...asked].map((event) => `${event} is sent`)
  const why = change === null ? [heldBack(verdict, monitor.changeDetection) ?? silences[verdict._tag]] : []
  if (monitor.subscription === null) {
    return ["nobody is told: the monitor has no webhook", ...why].join("; ")
  }
  const { takesBack } = decision
  if (takesBack !== null) {
    why.push(`the change of run ${takesBack.runId} is taken back before anybody was told of it, and no longer sent`)
  }
  const unasked = untold.map((event) => `${event} is not: the webhook does not ask for it`)
  return [...said, ...unasked, ...why].join("; ")
}

/** The run with the step that says what was told. A run that was skipped did nothing. */
export const withTold = (run: Run, decision: Decision, at: DateTime.Utc): Run => {
  if (run.status === "skipped") return run
  const step: TraceStep = { step: "tell", startedAt: at, durationMs: 0, outcome: toldOutcome(decision) }
  return { ...run, trace: [...run.trace, step] }
}
