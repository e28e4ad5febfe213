/** Who is asked what a change means. */
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

export const contenders: ReadonlyArray<Contender> = [everything]
