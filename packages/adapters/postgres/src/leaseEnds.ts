/** Which leases hold no more. */
import { leaseHorizon } from "@kittiwake/core/internal/leaseHorizon"
import { Duration } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/**
 * Whether a lease is over at a moment: its end has come, or lies further ahead than that of a lease of `lease` can, and was set by a clock
 * that was ahead. One that nobody took is neither.
 */
export const isOver = (
  sql: SqlClient.SqlClient,
  column: string,
  at: Statement.Fragment,
  lease: Duration.Duration = Duration.zero
): Statement.Fragment =>
  sql`(${sql.literal(column)} <= ${at} or ${sql.literal(column)} > ${at} + ${leaseHorizon(Duration.toMillis(lease))}::float8 * interval '1 millisecond')`

/** Whether nobody holds a row: no lease was taken, or it is over. */
export const isFree = (...[sql, column, at, lease]: Parameters<typeof isOver>): Statement.Fragment =>
  sql`(${sql.literal(column)} is null or ${isOver(sql, column, at, lease)})`
