/** Who is asked what a change means. */
import * as Rules from "@kittiwake/core/memory/ChangeJudge"
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import { Effect, Layer } from "effect"

export interface Contender {
  readonly name: string
  readonly layer: Layer.Layer<ChangeJudge>
}

/** Tells every difference, as exact detection does: what a judge has to be better than. */
const everything: Contender = {
  name: "every difference",
  layer: Layer.succeed(ChangeJudge, {
    judge: () =>
      Effect.succeed({
        isRelevant: true,
        importance: "medium" as const,
        confidence: 1,
        title: "The page changed",
        summary: "The page changed.",
        evidence: [],
        by: "rules" as const,
        reasons: []
      })
  })
}

/** The judge of an installation without a language model, on this thread. */
const rules: Contender = { name: "rules", layer: Rules.layer }

export const contenders: ReadonlyArray<Contender> = [everything, rules]
