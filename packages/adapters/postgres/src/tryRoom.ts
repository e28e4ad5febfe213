/** Tries whether the disk of the server has room. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { orUnavailable } from "./storeFailure.ts"

/**
 * Has the server write 8 MB to its disk that are gone with the statement: what is sorted in too little memory lies in a file, of
 * which neither the log nor any table hears. Fails with `isDiskFull` where they do not fit.
 */
export const tryRoom = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.andThen(
      sql`set local work_mem = '64kB'`.unprepared,
      sql`
        select count(*) from (
          select lpad(n::text, 1000, '0') from generate_series(1, 8192) as numbers (n) order by 1 offset 0
        ) as filling`
    )
  )
}).pipe(orUnavailable("tryRoom"))
