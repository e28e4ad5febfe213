/** Judges small differences at once and others in threads. */

import { judgeChange, unjudged } from "@kittiwake/core/internal/monitors/domain/judging/judgeChange"
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import type { ChangeQuestion, Judgement } from "@kittiwake/core/monitors/domain/Judgement"
import { Duration, Effect } from "effect"
import { encodeInPieces } from "./inPieces.ts"
import type { ThreadPool, ThreadPoolLimits, WorkEnded } from "./ThreadPool.ts"

/** Texts that are longer together are judged in a thread: rules for so much take some 10 ms. */
export const maxInlineJudgedLength = 4 * 1024

/** What was not judged within its limits is told, since nobody knows that it does not matter. */
const unfinished = ({ reason }: WorkEnded, { deadline }: ThreadPoolLimits): Judgement =>
  unjudged(`judging took more ${reason === "memory" ? "memory than it gets" : `than ${Duration.format(deadline)}`}`)

/** Judges in a pool that others use too. */
export const judgeOver = (pool: ThreadPool, limits: ThreadPoolLimits): ChangeJudge["Service"] => {
  const judgeInThread = Effect.fnUntraced(function* ({ after, before, ...question }: ChangeQuestion) {
    const [was, now] = [yield* encodeInPieces(before), yield* encodeInPieces(after)]
    const memory = [...was, ...now].map(({ buffer }) => buffer)
    return yield* pool.run({ kind: "judge", before: was, after: now, question }, memory)
  }, pool.withThread)

  const judge = Effect.fn("ChangeJudge.judge")(function* (question: ChangeQuestion) {
    const isSmall = question.before.length + question.after.length <= maxInlineJudgedLength
    if (isSmall) return judgeChange(question)
    return yield* judgeInThread(question).pipe(Effect.catch((ended) => Effect.succeed(unfinished(ended, limits))))
  })

  return ChangeJudge.of({ judge })
}
