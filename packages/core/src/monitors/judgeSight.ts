/** Asks what a confirmed difference means for the goal of its monitor. */
import { Effect } from "effect"
import { ChangeJudge } from "./ChangeJudge.ts"
import { type Judgement, judgementLimits } from "./domain/Judgement.ts"
import type { Monitor } from "./domain/Monitor.ts"
import { onTheirPages } from "./domain/quotedPages.ts"
import type { TraceStep } from "./domain/Run.ts"
import { goalOf } from "./domain/Target.ts"
import { Verdict } from "./domain/Verdict.ts"
import type { Difference, Sight } from "./Sight.ts"
import { traced } from "./traced.ts"

/** Longest outcome of a step, so that no page fills a trace. */
const outcomeLength = 1_000

const outcomeOf = ({ by, confidence, importance, isRelevant, reasons }: Judgement): string =>
  `${by === "model" ? "the model" : "rules"}: ${isRelevant ? `relevant, ${importance}` : "not relevant"}, ${confidence.toFixed(2)}: ${reasons.join("; ")}`.slice(
    0,
    outcomeLength
  )

const importances = ["high", "medium", "low"] as const

/** What judgements of several pages say together: the surest that is relevant speaks for all. */
const together = (judgements: ReadonlyArray<Judgement>): Judgement => {
  const relevant = judgements.filter(({ isRelevant }) => isRelevant)
  const heard = relevant.length > 0 ? relevant : judgements
  const first = heard.reduce((best, one) => (one.confidence > best.confidence ? one : best))
  return {
    ...first,
    importance: importances.find((one) => heard.some(({ importance }) => importance === one)) ?? first.importance,
    evidence: heard.flatMap(({ evidence }) => evidence).slice(0, judgementLimits.evidence),
    reasons: heard.flatMap(({ reasons }) => reasons).slice(0, judgementLimits.reasons)
  }
}

/** Pages that are judged at the same time. */
const atOnce = 2

/** What a judge says of differences, all together, for the goal of the monitor. */
export const judgeDifferences = Effect.fnUntraced(function* (monitor: Monitor, differences: ReadonlyArray<Difference>) {
  const judge = yield* ChangeJudge
  const { organizationId, target } = monitor
  const question = { organizationId, goal: goalOf(target), targetType: target.type }
  const judged = ({ lines, ...difference }: Difference) =>
    Effect.map(judge.judge({ ...question, ...difference }), (judgement) =>
      lines === undefined ? judgement : { ...judgement, evidence: onTheirPages(judgement.evidence, lines) }
    )
  return together(yield* Effect.forEach(differences, judged, { concurrency: atOnce }))
})

/** The verdict of a sight with what a judge says of it, where the monitor asks for one. */
export const judgeSight = Effect.fnUntraced(function* (
  monitor: Monitor,
  { differences, verdict }: Sight,
  trace: Array<TraceStep>
) {
  const isAsked = monitor.changeDetection.type === "semantic" && verdict._tag === "Changed" && differences.length > 0
  if (!isAsked) return verdict
  const judgement = yield* judgeDifferences(monitor, differences).pipe(traced(trace, "judge")(outcomeOf))
  return Verdict.cases.Changed.make({ ...verdict, judgement })
})
