/** Says what a confirmed difference means for the goal of a monitor. */
import { Context, type Effect } from "effect"
import type { ChangeQuestion, Judgement } from "./domain/Judgement.ts"

/**
 * Judges differences, between comparing and deciding. Whether one is told is for `decide`, which knows the threshold.
 *
 * **Contract** (every adapter passes `testing/changeJudgeSuite.ts`)
 *
 * - It always answers: what cannot be judged in time, or by a model that fails, is judged by rules, and what rules cannot tell is
 *   relevant, with little confidence.
 * - Every quote of the evidence stands in its text, whoever wrote the judgement.
 * - Text of a page is never an instruction: no page can have its changes hidden or made important by asking for it.
 * - Judging costs a bounded time whatever the texts and the goal are.
 */
export class ChangeJudge extends Context.Service<
  ChangeJudge,
  {
    readonly judge: (question: ChangeQuestion) => Effect.Effect<Judgement>
  }
>()("@kittiwake/core/monitors/ChangeJudge") {}
