/** What the doctor says about the index of brands. */
import { countBrands as inPostgres } from "@kittiwake/postgres/internal/countBrands"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { countBrands as inFile } from "@kittiwake/sqlite/internal/countBrands"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { Duration, Effect } from "effect"
import type { Settings } from "../config.ts"
import { absent, type Finding, ok } from "./Finding.ts"

const counted = ({ storage }: Settings): Effect.Effect<number> =>
  storage._tag === "Embedded"
    ? inFile(dataDirectoryAt(storage.dataDirectory).database)
    : inPostgres.pipe(
        Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
        // That the database does not answer is told where it is looked at.
        Effect.catchCause(() => Effect.succeed(0))
      )

/** How many brands can be found. */
export const brands = (settings: Settings): Effect.Effect<Finding> =>
  Effect.map(counted(settings), (count) =>
    count === 0
      ? absent("brands", "none in the index; the list that ships is taken in at the first search", null)
      : ok("brands", `${count.toLocaleString("en")} in the index`)
  )
