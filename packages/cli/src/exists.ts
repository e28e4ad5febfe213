/** Whether there is something at a path. */
import { access } from "node:fs/promises"
import { Effect } from "effect"

/** Whether a file, directory or socket is there. */
export const exists = (path: string): Effect.Effect<boolean> =>
  Effect.promise(() =>
    access(path).then(
      () => true,
      () => false
    )
  )
