/** Hears from statements whether the disk of the server is full, which this process cannot look at. */
import { Effect } from "effect"
import type { Run } from "./makeClient.ts"
import { isDiskFull } from "./sqlFailure.ts"

/** For so long a failure is believed where nothing is written. */
const believedMillis = 60_000

/** A row that is new needs room; one that takes the place of another, or is of no table, may find some on any disk. */
const needsRoom = (text: string): boolean => /\binsert\s+into\b/i.test(text) && !/\bdo\s+update\b/i.test(text)

/** Watches runs by a clock that nobody sets. */
export const makeDiskWatch = (nowMillis: () => number = () => performance.now()) => {
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
