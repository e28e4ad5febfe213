/** Notices when the data directory is taken away from under the process. */
import { stat } from "node:fs/promises"
import { NotOurFile } from "@kittiwake/storage/regularFile"
import { Clock, Duration, Effect, Schedule } from "effect"
import { besideDatabase, type DataDirectory, markOf } from "./dataDirectory.ts"

/** How often it is looked. */
const lookEvery = Duration.seconds(2)

const inodeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ ino }) => ino,
    () => null
  )

/** The very files of an open database: itself and its log, which lasts as long as it is open. */
const filesOf = ({ database }: DataDirectory) =>
  Promise.all([database, ...besideDatabase(database).slice(0, 1)].map(inodeOf))

/** Whether the directory is the one that was opened: its mark and its files. */
const isThere = async (
  directory: DataDirectory,
  mark: string,
  files: ReadonlyArray<number | null>
): Promise<boolean> => {
  // One that cannot be read just now, such as for want of a descriptor, has not gone.
  const found = await markOf(directory).catch((error: unknown) => (error instanceof NotOurFile ? null : mark))
  if (found !== mark) return false
  const now = await filesOf(directory)
  return files.every((file, index) => file === null || file === now[index])
}

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
  const files = yield* Effect.promise(() => filesOf(directory))
  const reason = `the data directory ${directory.root}, or the database in it, was removed or replaced while it was in use. Put it back and start again, or restore a copy: kittiwake restore COPY`
  yield* Effect.promise(() => isThere(directory, mark, files)).pipe(
    Effect.repeat({ schedule: Schedule.spaced(lookEvery), while: (there) => there }),
    Effect.andThen(onLost(reason)),
    // What is watched is the machine: its own clock counts, also where a test has put another in place.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
})
