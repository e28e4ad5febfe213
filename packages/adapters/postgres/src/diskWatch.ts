/** Hears from statements whether the disk of the server is full, which this process cannot look at. */
import { Clock, Effect } from "effect"
import type { Run } from "./makeClient.ts"
import { isDiskFull } from "./sqlFailure.ts"

/** For so long a failure is believed where nothing is written. */
const believedMillis = 60_000

/** A row that is new needs room; one that takes the place of another, or is of no table, may find some on any disk. */
const needsRoom = (text: string): boolean => /\binsert\s+into\b/i.test(text) && !/\bdo\s+update\b/i.test(text)

/** Nobody sets it, and no test puts another in its place: what is awaited are other machines. */
const ownClock = Clock.Clock.defaultValue()

const monotonicMillis = () => Number(ownClock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** Watches runs, and believes what they tell for a while. */
export const makeDiskWatch = (nowMillis: () => number = monotonicMillis) => {
  let fullAtMillis: number | null = null
  const watched =
    (run: Run): Run =>
    (text, params, prepared) =>
      run(text, params, prepared).pipe(
        Effect.tap(({ rowCount }) =>
          Effect.sync(() => {
            if (fullAtMillis !== null && rowCount > 0 && needsRoom(text)) fullAtMillis = null
          })
        ),
        Effect.tapError((error) =>
          Effect.sync(() => {
            if (isDiskFull(error)) fullAtMillis = nowMillis()
          })
        )
      )
  const isFull = () => fullAtMillis !== null && nowMillis() - fullAtMillis < believedMillis
  return { disk: { isFull }, watched }
}
