/** All that is done to texts in threads, over one pool. */
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import { TextComparer } from "@kittiwake/core/monitors/TextComparer"
import { Context, Effect, Layer } from "effect"
import { judgeOver } from "./ChangeJudge.ts"
import { makeTextThreads } from "./makeTextThreads.ts"
import { comparerOver } from "./TextComparer.ts"
import { defaultThreadPoolLimits, type ThreadPoolLimits } from "./ThreadPool.ts"

/** With the limits that hold when nothing else is said. */
export const layer: Layer.Layer<ChangeJudge | TextComparer> = Layer.suspend(() => layerWith(defaultThreadPoolLimits))

/** The same with other limits. */
export const layerWith = (limits: ThreadPoolLimits): Layer.Layer<ChangeJudge | TextComparer> =>
  Layer.effectContext(
    Effect.map(makeTextThreads(limits), (pool) =>
      Context.make(ChangeJudge, judgeOver(pool, limits)).pipe(Context.add(TextComparer, comparerOver(pool, limits)))
    )
  )
