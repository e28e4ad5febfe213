/**
 * The limit of a claim, as part of its text.
 *
 * A bound limit makes the planner expect a tenth of the table and walk through all of it; a limit in the text gives each
 * one a text of its own. So only limits that come back are prepared, and the others are planned each time.
 */
import type { SqlClient, Statement } from "effect/sql"

const isUsual = (limit: number): boolean => limit <= 4 || limit % 25 === 0 || (limit & (limit - 1)) === 0

/** The statement that `text` makes of the limit, prepared if the limit is a usual one. */
export const withClaimLimit = <A>(
  sql: SqlClient.SqlClient,
  limit: number,
  statement: (limit: Statement.Fragment) => Statement.Statement<A>
) => {
  const whole = Math.floor(limit)
  const made = statement(sql.literal(String(whole)))
  return isUsual(whole) ? made : made.unprepared
}
