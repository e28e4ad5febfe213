/**
 * Judges in threads, however small the texts are: words of a page can be made to take the rules long, a goal of 2,000
 * characters takes them half a second, and so does their first use.
 */

import { unjudged } from "@kittiwake/core/internal/monitors/domain/judging/judgeChange"
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import type { ChangeQuestion, Judgement } from "@kittiwake/core/monitors/domain/Judgement"
import { Duration, Effect } from "effect"
import { encodeInPieces } from "./inPieces.ts"
import type { TextThreads } from "./makeTextThreads.ts"
import type { ThreadPoolLimits, WorkEnded } from "./ThreadPool.ts"

/** What was not judged within its limits is told, since nobody knows that it does not matter. */
const unfinished = ({ reason }: WorkEnded, { deadline }: ThreadPoolLimits): Judgement =>
  unjudged(`judging took more ${reason === "memory" ? "memory than it gets" : `than ${Duration.format(deadline)}`}`)

/** Judges in a pool that others use too. */
export const judgeOver = (pool: TextThreads, limits: ThreadPoolLimits): ChangeJudge["Service"] => {
  const judgeInThread = Effect.fnUntraced(function* ({ after, before, ...question }: ChangeQuestion) {
    const [was, now] = [yield* encodeInPieces(before), yield* encodeInPieces(after)]
    const memory = [...was, ...now].map(({ buffer }) => buffer)
    return yield* pool.run({ kind: "judge", before: was, after: now, question }, memory)
  }, pool.withThread)

  const judge = Effect.fn("ChangeJudge.judge")((question: ChangeQuestion) =>
    judgeInThread(question).pipe(Effect.catch((ended) => Effect.succeed(unfinished(ended, limits))))
  )

  return ChangeJudge.of({ judge })
}
