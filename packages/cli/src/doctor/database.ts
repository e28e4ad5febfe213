/** What the doctor says about the database. */
import { join } from "node:path"
import { DataDirectoryInUse } from "@kittiwake/postgres/dataDirectory"
import { migrated } from "@kittiwake/postgres/migrate"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { Duration, Effect, Layer, Schema } from "effect"
import * as adapters from "../adapters.ts"
import type { Settings } from "../config.ts"
import { exists } from "../exists.ts"
import { type StorageUnusable, storageUnusable } from "../StorageUnusable.ts"
import { absent, broken, type Finding, ok } from "./Finding.ts"

const isInUse = Schema.is(DataDirectoryInUse)

/** The embedded database can be looked at only by opening it; one that a server has open is that server's to judge. */
const embedded = (settings: Settings): Effect.Effect<Finding> =>
  Effect.scoped(Layer.build(adapters.layerStorage(settings))).pipe(
    Effect.match({
      onSuccess: () => ok("database", "embedded; it opens, and its tables are up to date"),
      onFailure: ({ cause, message }: StorageUnusable) =>
        isInUse(cause)
          ? ok("database", `embedded; in use${cause.pid === null ? "" : ` by process ${cause.pid}`}`)
          : broken("database", message, "See docs/operate/embedded-database.md for how to go back to a snapshot.")
    })
  )

const postgres = (url: PgClient.PgOptions["url"]): Effect.Effect<Finding> =>
  migrated.pipe(
    Effect.provide(PgClient.layer({ url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
    Effect.match({
      onSuccess: (isMigrated) =>
        isMigrated
          ? ok("database", "Postgres answers, and its tables are up to date")
          : absent("database", "Postgres answers; its tables are not up to date", "Run: kittiwake migrate"),
      onFailure: (error) => broken("database", storageUnusable(error).message, "Mend DATABASE_URL, or the server.")
    })
  )

/** Whether the database can be used. Nothing is made by looking. */
export const database = Effect.fnUntraced(function* (settings: Settings) {
  const { storage } = settings
  if (storage._tag === "Postgres") return yield* postgres(storage.url)
  return (yield* exists(join(storage.dataDirectory, "database")))
    ? yield* embedded(settings)
    : absent("database", "embedded; it will be made at first start", null)
})
