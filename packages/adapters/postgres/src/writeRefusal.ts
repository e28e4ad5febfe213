/** Asks a server whether it takes writes. One that takes none answers every read. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { orUnavailable } from "./storeFailure.ts"

interface Row {
  readonly isStandby: boolean
  readonly isReadOnly: boolean
}

/** What a server says of itself, in words that say what to do. */
export const refusalIn = ({ isReadOnly, isStandby }: Row): string | null => {
  if (isStandby) return "it is a standby, which takes no writes: promote it, or have DATABASE_URL lead to the primary"
  return isReadOnly ? "it takes no writes: set default_transaction_read_only to off there" : null
}

/** Why it takes none, with what to do; null while it does. Where writes are turned off, that holds of any transaction, this one too. */
export const writeRefusal = (sql: SqlClient.SqlClient) =>
  sql<Row>`
    select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`.pipe(
    Effect.map(([row]) => refusalIn(row!)),
    orUnavailable("writeRefusal")
  )
