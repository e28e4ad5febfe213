/** What the doctor says about what results of batches take. */
import { mostResults as inPostgres } from "@kittiwake/postgres/internal/mostResults"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { mostResults as inFile } from "@kittiwake/sqlite/internal/mostResults"
import { Duration, Effect } from "effect"
import type { Settings } from "../config.ts"
import { absent, type Finding, ok } from "./Finding.ts"

const subject = "results of batches"

/** From this part of the bound on it is said. */
const nearly = 0.9

const gigabytes = (bytes: number): string => `${(bytes / 1_000_000_000).toFixed(1)} GB`

const most = ({ storage }: Settings) =>
  storage._tag === "Embedded"
    ? inFile(dataDirectoryAt(storage.dataDirectory).database)
    : inPostgres.pipe(
        Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
        // That the database does not answer is told where it is looked at.
        Effect.catchCause(() => Effect.succeed(null))
      )

/** Whether some organization keeps nearly as much as it may; no other batch of it is taken then. */
export const batchResults = (settings: Settings): Effect.Effect<Finding> =>
  Effect.map(most(settings), (found): Finding => {
    const { batchResultBytes } = settings
    const bound = `one organization may keep ${gigabytes(batchResultBytes)}`
    if (found === null || found.bytes === 0) return ok(subject, `${bound}, and none keeps any`)
    const { bytes, organizationId } = found
    return bytes < nearly * batchResultBytes
      ? ok(subject, `${bound}, and keeps ${gigabytes(bytes)} at most`)
      : absent(
          subject,
          `${bound}, and ${organizationId} keeps ${gigabytes(bytes)}; at the bound it can submit no other batch`,
          "Set KITTIWAKE_BATCH_RESULTS to more, or remove batches."
        )
  })
