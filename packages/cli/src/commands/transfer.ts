/** `kittiwake export` and `import`: a whole database as one file, to move it from the embedded one to Postgres. */
import { resolve } from "node:path"
import * as Embedded from "@kittiwake/postgres/embedded"
import * as Postgres from "@kittiwake/postgres/postgres"
import { exportTo, importFrom, type Transferred } from "@kittiwake/postgres/transfer"
import { Effect, Layer } from "effect"
import { Argument, Command } from "effect/cli"
import type { SqlClient } from "effect/sql"
import { failed } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { json, print } from "../output.ts"
import { storageUnusable } from "../StorageUnusable.ts"

const file = Argument.String("file").pipe(
  Argument.withDescription("Path of the file; a name that ends in .gz is compressed")
)

/** The database that the settings name, with its tables. */
const database = Effect.gen(function* () {
  const { storage } = yield* readSettings(false)
  const layer: Layer.Layer<SqlClient.SqlClient, unknown> =
    storage._tag === "Embedded"
      ? Embedded.layer({ dataDirectory: storage.dataDirectory })
      : Postgres.layer({ url: storage.url })
  return layer
})

const onDatabase = <E>(work: Effect.Effect<Transferred, E, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const opened = (yield* database).pipe(
      Layer.catch((cause) => Layer.effectContext(Effect.fail(storageUnusable(cause))))
    )
    return yield* work.pipe(
      Effect.mapError((error) => failed(error instanceof Error ? error.message : String(error))),
      Effect.provide(opened)
    )
  })

/** Writes the whole database to a file. */
export const exportCommand = Command.make(
  "export",
  { file, json },
  Effect.fnUntraced(function* (flags) {
    const path = resolve(flags.file)
    const { rows, tables } = yield* onDatabase(exportTo(path))
    yield* print(flags.json, { file: path, tables, rows }, () => `Wrote ${rows} rows of ${tables} tables to ${path}.`)
  })
).pipe(
  Command.withDescription(
    "Write the whole database to a file, while no server has an embedded one open. The file holds signing secrets: keep it as you keep those."
  ),
  Command.withShortDescription("Write the whole database to a file")
)

/** Reads an export into an empty database. */
export const importCommand = Command.make(
  "import",
  { file, json },
  Effect.fnUntraced(function* (flags) {
    const path = resolve(flags.file)
    const { rows, tables } = yield* onDatabase(importFrom(path))
    yield* print(flags.json, { file: path, tables, rows }, () => `Read ${rows} rows of ${tables} tables from ${path}.`)
  })
).pipe(
  Command.withDescription("Read what export wrote into an empty database: DATABASE_URL, or the embedded one"),
  Command.withShortDescription("Read an export into an empty database")
)
