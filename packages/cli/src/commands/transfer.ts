/** `kittiwake export` and `import`: a database as one file, to move it between the embedded one and Postgres. */
import { randomUUID } from "node:crypto"
import { readdir, rm } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import type { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { ringName } from "@kittiwake/crypto/Sealer"
import { sealedState as postgresState } from "@kittiwake/postgres/internal/sealedState"
import * as Postgres from "@kittiwake/postgres/postgres"
import * as postgresTransfer from "@kittiwake/postgres/transfer"
import { claimDatabase } from "@kittiwake/sqlite/internal/claimDatabase"
import { holdDataDirectory, markDatabase } from "@kittiwake/sqlite/internal/dataDirectory"
import { sealedState } from "@kittiwake/sqlite/internal/sealedState"
import * as sqliteTransfer from "@kittiwake/sqlite/transfer"
import type { Admit } from "@kittiwake/storage/transfer"
import { Effect, Layer, type Redacted } from "effect"
import { Argument, Command } from "effect/cli"
import { blobPlace, blobsApart, blobsExpected } from "../blobPlace.ts"
import { failed, unavailable } from "../CommandFailed.ts"
import { readSettings, type Settings } from "../config.ts"
import { copyEmbedded, embeddedDatabase } from "../embeddedStorage.ts"
import { exists } from "../exists.ts"
import { json, print } from "../output.ts"
import { didNotAnswer, storageUnusable } from "../StorageUnusable.ts"
import { checkExportable, ownKeys, sealingNames, whyLost } from "../sealedState.ts"

const file = Argument.String("file").pipe(
  Argument.withDescription("Path of the file; a name that ends in .gz is compressed")
)

const onPostgres = (url: Redacted.Redacted) =>
  Postgres.layer({ url }).pipe(Layer.catch((cause) => Layer.effectContext(Effect.fail(storageUnusable(cause)))))

/** What no export holds, though it stands in the database: all of it can be had again, by reading and signing in anew. */
export const leftBehind = [
  "the index of what was read",
  "pages that were kept",
  "what crawls had still to see",
  "sessions of the dashboard"
] as const

const named = `${leftBehind.slice(0, -1).join(", ")} and ${leftBehind.at(-1)}`

type Failure = StoreUnavailable | { readonly _tag: "TransferFailed"; readonly message: string }

/** `left` says what a database that went away leaves. */
const orFailed = (left: string) =>
  Effect.mapError((error: Failure) =>
    error._tag === "StoreUnavailable" ? unavailable(didNotAnswer(error, left)) : failed(error.message)
  )

const orNoExport = orFailed("Nothing was written.")

const orNoImport = orFailed("All of the file was imported, or nothing of it: run it again, which says which.")

const prefix = ".kittiwake-export-"

/** A folder in which an export grows, which goes with the scope. It is held like a data directory. */
const holdFolder = (folder: string) =>
  Effect.acquireRelease(Effect.succeed(folder), (made) =>
    Effect.promise(() => rm(made, { recursive: true, force: true }))
  ).pipe(
    Effect.tap(holdDataDirectory),
    Effect.mapError(({ message }) => failed(message))
  )

/** Takes away what exports left behind that were killed; nobody holds it any more. */
const sweep = (folder: string) =>
  Effect.gen(function* () {
    const names = yield* Effect.tryPromise(() => readdir(folder))
    const left = names.filter((name) => name.startsWith(prefix))
    yield* Effect.forEach(left, (name) =>
      Effect.ignore(
        Effect.scoped(
          Effect.andThen(
            holdDataDirectory(join(folder, name)),
            Effect.tryPromise(() => rm(join(folder, name), { recursive: true, force: true }))
          )
        )
      )
    )
  }).pipe(Effect.ignore)

/** Such a folder beside the export: there must be room, and its owner is the one who may read it. */
const folderBeside = Effect.fnUntraced(function* (path: string) {
  const beside = dirname(path)
  if (!(yield* exists(beside))) return yield* failed(`${path}: its folder is not there: make it first.`)
  yield* sweep(beside)
  return yield* holdFolder(join(beside, `${prefix}${randomUUID()}`))
})

/** Reads from a copy, so that a server may go on writing. */
const exportEmbedded = (path: string) =>
  Effect.gen(function* () {
    const directory = yield* embeddedDatabase("Copies are")
    const folder = yield* folderBeside(path)
    const copy = join(folder, "copy.db")
    yield* copyEmbedded(directory, copy)
    const state = yield* sealedState(copy, sealingNames)
    if (state !== null) yield* checkExportable(state)
    return yield* sqliteTransfer.exportTo({ file: copy, path, folder }).pipe(orNoExport)
  }).pipe(Effect.scoped)

const exportPostgres = (path: string) =>
  Effect.gen(function* () {
    yield* checkExportable(yield* postgresState(sealingNames).pipe(Effect.mapError(storageUnusable)))
    return yield* postgresTransfer.exportTo(path, yield* folderBeside(path)).pipe(orNoExport)
  }).pipe(Effect.scoped)

/** Refuses an export whose secrets no key of the settings opens, before anything of it is there. */
const admission = Effect.fnUntraced(function* (settings: Settings) {
  const keys = yield* ownKeys(settings)
  return (table: string, row: string): string | null => {
    if (table !== "instance_secrets") return null
    const { name, secret } = JSON.parse(row) as { readonly name: string; readonly secret: string }
    return name === ringName ? whyLost(settings, secret, keys) : null
  }
})

const importEmbedded = (dataDirectory: string, path: string, admit: Admit) =>
  Effect.gen(function* () {
    const directory = yield* holdDataDirectory(dataDirectory).pipe(Effect.mapError(storageUnusable))
    const mark = yield* claimDatabase(directory).pipe(Effect.mapError(storageUnusable))
    const transferred = yield* sqliteTransfer.importFrom({ file: directory.database, path, admit }).pipe(orNoImport)
    if (mark === null) yield* markDatabase(directory).pipe(Effect.mapError(storageUnusable))
    return transferred
  }).pipe(Effect.scoped)

/** Writes the database to a file. */
export const exportCommand = Command.make(
  "export",
  { file, json },
  Effect.fnUntraced(function* (flags) {
    const path = resolve(flags.file)
    if (yield* exists(path)) return yield* failed(`${path} is there already: name another file.`)
    const { blobs, storage } = yield* readSettings(false)
    const { rows, tables } = yield* storage._tag === "Embedded"
      ? exportEmbedded(path)
      : exportPostgres(path).pipe(Effect.provide(onPostgres(storage.url)))
    yield* print(
      flags.json,
      { file: path, tables, rows, blobs: blobPlace(blobs), left_behind: leftBehind },
      () => `Wrote ${rows} rows of ${tables} tables to ${path}. Not in it: ${named}. ${blobsApart(blobs)}`
    )
  })
).pipe(
  Command.withDescription(
    `Write the database to a file, as it stands at one moment, also while a server runs, without ${named}. Its secrets are sealed: whoever imports it needs the key, and the folder of KITTIWAKE_BLOBS with what is too large for a row.`
  ),
  Command.withShortDescription("Write the database to a file, to carry it to another kind")
)

/** Reads an export into an empty database. */
export const importCommand = Command.make(
  "import",
  { file, json },
  Effect.fnUntraced(function* (flags) {
    const path = resolve(flags.file)
    if (!(yield* exists(path))) return yield* failed(`${path} is not there: name a file that export wrote.`)
    const settings = yield* readSettings(false)
    const { storage } = settings
    const admit = yield* admission(settings)
    const { rows, tables } = yield* storage._tag === "Embedded"
      ? importEmbedded(storage.dataDirectory, path, admit)
      : postgresTransfer
          .importFrom(path, { admit, tablesAt: sqliteTransfer.temporaryTables })
          .pipe(orNoImport, Effect.provide(onPostgres(storage.url)))
    yield* print(
      flags.json,
      { file: path, tables, rows, blobs: blobPlace(settings.blobs), left_behind: leftBehind },
      () =>
        `Read ${rows} rows of ${tables} tables from ${path}. No export holds the index of what was read: searches find what is read from now on. ${blobsExpected(settings.blobs)}`
    )
  })
).pipe(
  Command.withDescription(
    "Read what export wrote into an empty database: DATABASE_URL, or the embedded one. Searches find there what is read from then on."
  ),
  Command.withShortDescription("Read an export into an empty database")
)
