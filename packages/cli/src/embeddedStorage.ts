/** Commands that are about the file of the embedded database. */
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { Effect } from "effect"
import { failed, wrongUsage } from "./CommandFailed.ts"
import { readSettings } from "./config.ts"
import { exists } from "./exists.ts"

/** Where the embedded database of the settings stands. `what` says what is asked for, where it stands elsewhere. */
export const embeddedDirectory = (what: string) =>
  Effect.gen(function* () {
    const { storage } = yield* readSettings(false)
    if (storage._tag === "Embedded") return dataDirectoryAt(storage.dataDirectory)
    return yield* wrongUsage(`${what} of the embedded database: unset DATABASE_URL, or use pg_dump for Postgres.`)
  })

/** The same, where there must be a database. */
export const embeddedDatabase = (what: string) =>
  Effect.tap(embeddedDirectory(what), ({ database, root }) =>
    Effect.flatMap(exists(database), (found) =>
      found ? Effect.void : failed(`There is no database in ${root}: "kittiwake start" makes it.`)
    )
  )
