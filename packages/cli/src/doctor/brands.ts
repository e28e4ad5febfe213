/** What the doctor says about brands: those in the index, and those that were read and grow old. */
import { countBrands as inPostgres } from "@kittiwake/postgres/internal/countBrands"
import * as PgClient from "@kittiwake/postgres/PgClient"
import { countBrands as inFile } from "@kittiwake/sqlite/internal/countBrands"
import { dataDirectoryAt } from "@kittiwake/sqlite/internal/dataDirectory"
import { DateTime, Duration, Effect } from "effect"
import type { Settings } from "../config.ts"
import { absent, type Finding, ok } from "./Finding.ts"

const counted = ({ brandRefreshes, storage }: Settings) =>
  Effect.flatMap(DateTime.now, (now) => {
    const before = DateTime.subtractDuration(now, brandRefreshes.age)
    return storage._tag === "Embedded"
      ? inFile(dataDirectoryAt(storage.dataDirectory).database, before)
      : inPostgres(before).pipe(
          Effect.provide(PgClient.layer({ url: storage.url, poolSize: 1, connectTimeout: Duration.seconds(5) })),
          // That the database does not answer is told where it is looked at.
          Effect.catchCause(() => Effect.succeed({ indexed: 0, read: 0, old: 0 }))
        )
  })

const count = (number: number): string => number.toLocaleString("en")

/** How many brands can be found. */
const index = (indexed: number): Finding =>
  indexed === 0
    ? absent("brands", "none in the index; the list that ships is taken in at the first search", null)
    : ok("brands", `${count(indexed)} in the index`)

/** How many brands that were read are old, and whether they are read again. */
const refreshes = ({ brandRefreshes: { age, perDay } }: Settings, read: number, old: number): Finding => {
  const found = `${count(old)} of ${count(read)} that were read are older than ${Duration.toDays(age)} days`
  return perDay > 0
    ? ok("refresh of brands", `${found}; up to ${count(perDay)} a day are read again`)
    : absent(
        "refresh of brands",
        `${found}; none is read again until somebody asks for it`,
        "Set KITTIWAKE_BRANDS_REFRESH_PER_DAY to how many are to be read again in a day."
      )
}

/** What is known of brands, and how it is kept young. */
export const brands = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(counted(settings), ({ indexed, old, read }) => [index(indexed), refreshes(settings, read, old)])
