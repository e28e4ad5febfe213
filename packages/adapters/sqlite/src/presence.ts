/** Notices when the data directory is taken away from under the process. */
import { stat } from "node:fs/promises"
import { NotOurFile } from "@kittiwake/storage/regularFile"
import { Clock, Duration, Effect, Schedule } from "effect"
import { besideDatabase, type DataDirectory, lockFileOf, markOf } from "./dataDirectory.ts"

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

interface Opened {
  readonly mark: string
  readonly files: ReadonlyArray<number | null>
  readonly lock: number | null
}

const lockOf = ({ root }: DataDirectory) => inodeOf(lockFileOf(root))

/** What is not as it was opened, the mark, the files or the lock, as a sentence that says what helps; null where all is. */
const lossOf = async (directory: DataDirectory, { files, lock, mark }: Opened): Promise<string | null> => {
  const { root } = directory
  const gone = `the data directory ${root}, or the database in it, was removed or replaced while it was in use. Put it back and start again, or restore a copy: kittiwake restore COPY`
  // One that cannot be read just now, such as for want of a descriptor, has not gone.
  const found = await markOf(directory).catch((error: unknown) => (error instanceof NotOurFile ? null : mark))
  if (found !== mark) return gone
  const now = await filesOf(directory)
  if (!files.every((file, index) => file === null || file === now[index])) return gone
  // The kernel holds what was locked for a file that nobody finds any more: a second process would take the directory for free.
  if (lock === null || lock === (await lockOf(directory))) return null
  return `${lockFileOf(root)} was removed or replaced while it was in use, so that nothing keeps another process out. Nothing else is missing: start again`
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
  const [files, lock] = yield* Effect.promise(() => Promise.all([filesOf(directory), lockOf(directory)]))
  yield* Effect.promise(() => lossOf(directory, { mark, files, lock })).pipe(
    Effect.repeat({ schedule: Schedule.spaced(lookEvery), while: (reason) => reason === null }),
    Effect.flatMap((reason) => (reason === null ? Effect.void : onLost(reason))),
    // What is watched is the machine: its own clock counts, also where a test has put another in place.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
})
