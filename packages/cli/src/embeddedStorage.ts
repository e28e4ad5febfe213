/** Commands that are about the file of the embedded database. */
import { checkDatabase } from "@kittiwake/sqlite/internal/claimDatabase"
import { copyDatabase } from "@kittiwake/sqlite/internal/copyDatabase"
import { type DataDirectory, dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { Effect } from "effect"
import { failed, wrongUsage } from "./CommandFailed.ts"
import { readSettings } from "./config.ts"
import { exists } from "./exists.ts"
import { storageUnusable } from "./StorageUnusable.ts"

/** Where the embedded database of the settings stands. `what` says what is asked for, where it stands elsewhere. */
export const embeddedDirectory = (what: string) =>
  Effect.gen(function* () {
    const { storage } = yield* readSettings(false)
    if (storage._tag === "Embedded") return dataDirectoryAt(storage.dataDirectory)
    return yield* wrongUsage(`${what} of the embedded database: unset DATABASE_URL, or use pg_dump for Postgres.`)
  })

/** The same, where there must be a database. */
export const embeddedDatabase = (what: string) =>
  Effect.tap(embeddedDirectory(what), (directory) =>
    Effect.gen(function* () {
      yield* checkDatabase(directory).pipe(Effect.mapError(storageUnusable))
      if (yield* exists(directory.database)) return
      return yield* failed(`There is no database in ${directory.root}: "kittiwake start" makes it.`)
    })
  )

/** Copies the database of a directory to a file, also while a server has it open; tells how many bytes the copy has. */
export const copyEmbedded = ({ database }: DataDirectory, path: string) =>
  copyDatabase(database, path).pipe(
    Effect.mapError(({ message, path: at }) =>
      failed(
        at === database
          ? `${message}. Restore a copy: kittiwake snapshot list, then kittiwake restore COPY.`
          : `${message}.`
      )
    )
  )
