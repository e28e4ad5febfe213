/** `ChangeJudge` by rules, on the thread that asks: for tests, and for programs whose pages are small. */
import { Effect, Layer } from "effect"
import { ChangeJudge } from "../monitors/ChangeJudge.ts"
import { judgeChange } from "../monitors/domain/judging/judgeChange.ts"

export const layer: Layer.Layer<ChangeJudge> = Layer.succeed(
  ChangeJudge,
  ChangeJudge.of({ judge: (question) => Effect.sync(() => judgeChange(question)) })
)
