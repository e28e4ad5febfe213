/** What the doctor says about the database. */
import { isOff, tellSkew } from "@kittiwake/core/internal/ClockSkew"
import { StoreWrites } from "@kittiwake/core/internal/StoreWrites"
import { readOffset } from "@kittiwake/postgres/DatabaseClock"
import { tryRoom } from "@kittiwake/postgres/internal/tryRoom"
import { latestMigration, migrationOf } from "@kittiwake/postgres/migrate"
import * as PgClient from "@kittiwake/postgres/PgClient"
import type { Synchronous } from "@kittiwake/sqlite/embedded"
import { checkDatabase, checkDatabaseWritable } from "@kittiwake/sqlite/internal/claimDatabase"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { inspectDatabase } from "@kittiwake/sqlite/internal/inspectDatabase"
import { Duration, Effect } from "effect"
import type { Storage } from "../adapters.ts"
import type { Settings } from "../config.ts"
import { postgresFull } from "../diskRoom.ts"
import { driverWords, storageUnusable } from "../StorageUnusable.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

type EmbeddedStorage = Extract<Storage, { readonly _tag: "Embedded" }>

/** What a relaxed setting gives up; the doctor says it, because nobody else will before the power fails. */
const relaxed: { readonly [Mode in Synchronous]: string | null } = {
  full: null,
  normal: "a power cut takes what was acknowledged in its last moments",
  off: "a power cut may take the whole file"
}

const megabytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`

/** Reads the file beside whoever has it open. */
/** Of a database that a newer version has brought further. */
const newer = broken(
  "database",
  "it has the tables of a newer version, which this one does not open",
  "Start that version again, or go back to a copy from before: docs/operate/deploy.md#updates."
)

const embedded = Effect.fnUntraced(function* (
  { dataDirectory, synchronous = "full" }: EmbeddedStorage,
  isWhole: boolean
) {
  const directory = dataDirectoryAt(dataDirectory)
  const unusable = yield* Effect.andThen(checkDatabase(directory), checkDatabaseWritable(directory)).pipe(
    Effect.match({ onFailure: ({ message }) => message, onSuccess: () => null })
  )
  if (unusable !== null) return broken("database", unusable, "Do what it says, and look again: kittiwake doctor")
  const found = yield* inspectDatabase(dataDirectory, { isWhole })
  if (found === null) return absent("database", "embedded; it will be made at first start", null)
  const { bytes, faults, heldBy, isMigrated, isNewer } = found
  if (faults.length > 0) {
    return broken("database", `The database is damaged: ${faults[0]}`, "Go back to a copy: kittiwake restore COPY")
  }
  if (isNewer) return newer
  const use = heldBy === null ? "" : heldBy === "unknown" ? ", in use" : `, in use by process ${heldBy}`
  const tables = isMigrated ? "" : "; its tables are brought up to date at the next start"
  const text = `embedded (SQLite), ${megabytes(bytes)}${isWhole ? ", whole" : ""}${use}${tables}`
  const risk = relaxed[synchronous]
  return risk === null
    ? ok("database", text)
    : absent("database", `${text}; KITTIWAKE_SQLITE_SYNC is ${synchronous}, so ${risk}`, "Unset KITTIWAKE_SQLITE_SYNC.")
})

const cannotWrite = (why: string, remedy: string): Finding =>
  broken("database", `Postgres answers, but ${why}`, `${remedy} It goes on by itself then.`)

/** What keeps it from writing; null when nothing does. */
const writing = Effect.gen(function* () {
  const refusal = yield* (yield* StoreWrites).refusal
  if (refusal !== null) return cannotWrite(refusal, "See docs/operate/deploy.md#health.")
  return yield* Effect.match(tryRoom, {
    onSuccess: () => null,
    onFailure: (error) =>
      error.isDiskFull === true
        ? cannotWrite(postgresFull, "See docs/operate/deploy.md#when-the-disk-is-full.")
        : cannotWrite(`what it was to write to its disk failed: ${driverWords(error)}`, "Mend what it says.")
  })
})

interface Seen {
  readonly clock: { readonly offsetMillis: number }
  readonly migration: number
  readonly trouble: Finding | null
}

const seenOfPostgres = ({ clock: { offsetMillis }, migration, trouble }: Seen): Finding => {
  if (trouble !== null) return trouble
  if (isOff(offsetMillis)) {
    return broken(
      "database",
      `Postgres answers; this machine's clock is ${tellSkew(offsetMillis)}`,
      "Set the clock, for example by NTP."
    )
  }
  if (migration > latestMigration) return newer
  if (migration < latestMigration)
    return absent("database", "Postgres answers; its tables are not up to date", "Run: kittiwake migrate")
  return ok(
    "database",
    `Postgres answers, its tables are up to date, and the clocks are ${Math.round(Math.abs(offsetMillis))} ms apart`
  )
}

const postgres = (url: PgClient.PgOptions["url"]): Effect.Effect<Finding> =>
  Effect.all({ migration: migrationOf, clock: readOffset, trouble: writing }).pipe(
    Effect.provide(PgClient.layer({ url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
    Effect.match({
      onSuccess: seenOfPostgres,
      onFailure: (error) => broken("database", storageUnusable(error).message, "Mend DATABASE_URL, or the server.")
    })
  )

/** Whether the database can be used, and (`isWhole`) whether no page of its file is damaged. Nothing is made by looking. */
export const database = Effect.fnUntraced(function* (settings: Settings, isWhole: boolean) {
  const { storage } = settings
  if (storage._tag === "Postgres") return yield* postgres(storage.url)
  return yield* embedded(storage, isWhole)
})
