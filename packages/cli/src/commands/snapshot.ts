/** `kittiwake snapshot`: copies of the embedded database, and going back to one. */
import { basename, join, resolve } from "node:path"
import { listSnapshots, restoreSnapshot } from "@kittiwake/postgres/snapshots"
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { failed, wrongUsage } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { exists } from "../exists.ts"
import { json, print, table } from "../output.ts"
import { storageUnusable } from "../StorageUnusable.ts"

const embeddedDirectory = Effect.gen(function* () {
  const { storage } = yield* readSettings(false)
  if (storage._tag === "Embedded") return storage.dataDirectory
  return yield* wrongUsage("Snapshots are of the embedded database: unset DATABASE_URL, or copy Postgres with pg_dump.")
})

const snapshotsIn = (dataDirectory: string) => listSnapshots({ snapshots: join(dataDirectory, "snapshots") })

const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* (flags) {
    const paths = yield* snapshotsIn(yield* embeddedDirectory)
    yield* print(flags.json, paths, () =>
      table(
        ["snapshot", "path"],
        paths.map((path) => [basename(path), path]),
        "No snapshots yet: a server takes one every hour."
      )
    )
  })
).pipe(Command.withDescription("List the snapshots in the data directory, oldest first"))

const restore = Command.make(
  "restore",
  {
    snapshot: Argument.String("snapshot").pipe(Argument.withDescription("Name or path of a snapshot")),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const dataDirectory = yield* embeddedDirectory
    const known = yield* snapshotsIn(dataDirectory)
    const snapshot = known.find((path) => basename(path) === flags.snapshot) ?? resolve(flags.snapshot)
    if (!(yield* exists(snapshot))) {
      return yield* failed(`There is no snapshot ${snapshot}: "kittiwake snapshot list" shows them.`)
    }
    const keptAt = yield* restoreSnapshot({ dataDirectory, snapshot }).pipe(Effect.mapError(storageUnusable))
    yield* print(flags.json, { snapshot, kept_at: keptAt }, () =>
      keptAt === null ? `Restored ${snapshot}.` : `Restored ${snapshot}. What was there is now ${keptAt}.`
    )
  })
).pipe(Command.withDescription("Put a snapshot in place of the database, while no server runs; what was there is kept"))

/** All that can be done with snapshots. */
export const snapshot = Command.make("snapshot").pipe(
  Command.withDescription("List the copies that a server takes of its embedded database, and go back to one"),
  Command.withShortDescription("Go back to a copy of the embedded database"),
  Command.withSubcommands([list, restore])
)
