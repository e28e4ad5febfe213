/** What keeps a change of a monitor with a goal quiet, by how sure a judge of that goal can be. */
import type { Change } from "./Change.ts"
import { confidences } from "./judging/Match.ts"
import { asksForComputed, surestFor } from "./judging/surestFor.ts"
import type { Monitor } from "./Monitor.ts"
import type { MuteProposal } from "./MuteOption.ts"
import { goalOf } from "./Target.ts"

const step = 0.05

/**
 * Asks for a little more confidence than the change had, and for no more than a judge can have; null where the change was as sure as any
 * that the goal asks for.
 */
export const thresholdProposal = (
  { changeDetection, target }: Pick<Monitor, "changeDetection" | "target">,
  { confidence }: Pick<Change, "confidence">
): MuteProposal | null => {
  if (changeDetection.type !== "semantic" || confidence === undefined) return null
  const next = Math.round((Math.floor(confidence / step + 1e-9) + 1) * step * 100) / 100
  const confidenceThreshold = Math.min(next, surestFor(goalOf(target)))
  if (confidenceThreshold <= Math.max(confidence, changeDetection.confidenceThreshold)) return null
  const raised = { type: "semantic" as const, confidenceThreshold }
  return { kind: "threshold", patch: { changeDetection: raised }, rules: { changeDetection: raised } }
}

/**
 * Whether a proposal leaves out what the goal asks for: a judge was sure that the change is that. A threshold does where the next change
 * like it is no surer.
 */
export const hidesGoal = (
  { changeDetection, target }: Pick<Monitor, "changeDetection" | "target">,
  { confidence }: Pick<Change, "confidence">,
  { kind }: Pick<MuteProposal, "kind">
): boolean =>
  changeDetection.type === "semantic" &&
  goalOf(target) !== null &&
  confidence !== undefined &&
  confidence > confidences.unsure &&
  (kind !== "threshold" || asksForComputed(goalOf(target)))
