/** Notices when the data directory is taken away from under the process. */
import { stat } from "node:fs/promises"
import { Clock, Duration, Effect, Schedule } from "effect"
import { type DataDirectory, markOf } from "./dataDirectory.ts"

/** How often it is looked. */
const lookEvery = Duration.seconds(2)

/** Whether the directory is the one that was opened: its mark, and the very file of its database. */
const isThere = async (directory: DataDirectory, mark: string, inode: number): Promise<boolean> =>
  (await markOf(directory)) === mark &&
  (await stat(directory.database).then(
    ({ ino }) => ino === inode,
    () => false
  ))

/**
 * Looks at the directory from time to time while the scope lasts, and tells once when it is gone. What was open goes on
 * working on files that nobody finds any more, so whoever is told ends the process.
 */
export const watch = Effect.fnUntraced(function* (
  directory: DataDirectory,
  mark: string,
  onLost: (reason: string) => Effect.Effect<void> = (reason) =>
    Effect.logFatal(`The embedded database cannot be used any more: ${reason}.`)
) {
  const { ino } = yield* Effect.promise(() => stat(directory.database))
  const reason = `the data directory ${directory.root} was removed or replaced while it was in use`
  yield* Effect.promise(() => isThere(directory, mark, ino)).pipe(
    Effect.repeat({ schedule: Schedule.spaced(lookEvery), while: (there) => there }),
    Effect.andThen(onLost(reason)),
    // What is watched is the machine: its own clock counts, also where a test has put another in place.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
})
