/** `kittiwake backup`, `restore` and `snapshot`: copies of the embedded database, and going back to one. */
import { basename, join, resolve } from "node:path"
import { otherParts } from "@kittiwake/sqlite/internal/parts"
import { sealedState } from "@kittiwake/sqlite/internal/sealedState"
import { listSnapshots, restore as restoreCopy } from "@kittiwake/sqlite/internal/snapshots"
import { Clock, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { blobPlace, blobsApart, blobsExpected } from "../blobPlace.ts"
import { failed, wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { copyEmbedded, embeddedDatabase, embeddedDirectory } from "../embeddedStorage.ts"
import { exists } from "../exists.ts"
import { json, print, table } from "../output.ts"
import { storageUnusable } from "../StorageUnusable.ts"
import { ownKeys, sealingNames, whyLost } from "../sealedState.ts"

/** What is told of parts of copies that this command neither wrote nor knows to be nobody's. */
const unfinishedText = (parts: ReadonlyArray<string>): string =>
  parts.length === 0
    ? ""
    : ` Beside it is ${parts.join(", ")}, of a backup that was broken off, or that still runs: remove it if none does.`

/** Copies the database, whether a server runs or not. */
export const backup = Command.make(
  "backup",
  { file: Argument.String("file").pipe(Argument.withDescription("Where the copy is put")), json },
  Effect.fnUntraced(function* (flags) {
    const directory = yield* embeddedDatabase("Backups are")
    const path = resolve(flags.file)
    if (yield* exists(path)) return yield* failed(`${path} is there already: name another file.`)
    const { blobs } = yield* readSettings(false)
    // Before the copy too, which may need their room.
    const left = Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.promise(() => otherParts(path, now)))
    yield* left
    const bytes = yield* copyEmbedded(directory, path)
    const unfinished = yield* left
    yield* print(
      flags.json,
      { file: path, bytes, blobs: blobPlace(blobs), unfinished },
      () => `Copied the database to ${path} (${bytes} bytes). ${blobsApart(blobs)}${unfinishedText(unfinished)}`
    )
  })
).pipe(
  Command.withDescription(
    "Copy the embedded database to a file, as it stands at one moment, while a server goes on writing to it. Its secrets are sealed: whoever restores it needs the key, and the folder of KITTIWAKE_BLOBS with what is too large for a row."
  ),
  Command.withShortDescription("Copy the embedded database, also while a server runs")
)

/** Refuses a copy whose secrets no key of the settings opens. */
const checkOpens = Effect.fnUntraced(function* (copy: string) {
  const settings = yield* readSettings(false)
  const state = yield* sealedState(copy, sealingNames)
  if (state === null) return
  const [ring = null, beside = null] = state.secrets
  const why = whyLost(settings, ring, yield* ownKeys(settings), beside)
  if (why !== null) return yield* failed(`${copy}: ${why}`)
})

/** Puts a copy in place of the database. */
export const restore = Command.make(
  "restore",
  {
    copy: Argument.String("copy").pipe(Argument.withDescription("Path of a copy, or name of a snapshot")),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const directory = yield* embeddedDirectory("Copies are")
    if (flags.copy.trim() === "") {
      return yield* wrongUsage('Name the copy: its path, or a snapshot that "kittiwake snapshot list" shows.')
    }
    const snapshot = join(directory.snapshots, basename(flags.copy))
    const copy = (yield* exists(snapshot)) && basename(flags.copy) === flags.copy ? snapshot : resolve(flags.copy)
    if (!(yield* exists(copy))) {
      return yield* failed(`There is no copy ${copy}: "kittiwake snapshot list" shows those that a server took.`)
    }
    yield* checkOpens(copy)
    const keptAt = yield* restoreCopy({ dataDirectory: directory.root, copy }).pipe(
      Effect.catchTag("CopyUnusable", ({ message }) => failed(message)),
      Effect.mapError((error) => (error._tag === "CommandFailed" ? error : storageUnusable(error)))
    )
    const { blobs } = yield* readSettings(false)
    yield* print(flags.json, { restored: copy, kept_at: keptAt, blobs: blobPlace(blobs) }, () => {
      const kept = keptAt === null ? "" : ` What was there is now ${keptAt}.`
      return `Restored ${copy}.${kept} ${blobsExpected(blobs)}`
    })
  })
).pipe(
  Command.withDescription(
    "Put a copy in place of the embedded database, while no server runs; it is checked first, and what was there is kept"
  ),
  Command.withShortDescription("Go back to a copy of the embedded database")
)

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* (flags) {
    const paths = yield* listSnapshots(yield* embeddedDirectory("Snapshots are"))
    yield* print(flags.json, paths, () =>
      table(
        ["snapshot", "path"],
        paths.map((path) => [basename(path), path]),
        "No snapshots yet: a server takes one as often as KITTIWAKE_SNAPSHOT_EVERY says, the first ten minutes after its start."
      )
    )
  })
).pipe(Command.withDescription("List the copies in the data directory, oldest first"))

/** The copies that a server takes. */
export const snapshot = Command.make("snapshot").pipe(
  Command.withDescription('List the copies that a server takes of its embedded database; "restore" goes back to one'),
  Command.withShortDescription("List the copies that a server took"),
  Command.withSubcommands([list])
)
