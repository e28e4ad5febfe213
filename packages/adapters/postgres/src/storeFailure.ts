/** What a failed statement means for the port whose method sent it. */
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { isDiskFull } from "./sqlFailure.ts"

/** Statements of ours that no database takes: bugs, which must not pass for an outage. */
const bugs = new Set<SqlError.SqlErrorReason["_tag"]>(["SqlSyntaxError", "UniqueViolation", "ConstraintError"])

/** How often a statement that lost a deadlock is sent again. Nothing of it was written. */
const deadlockRetries = 3

const isDeadlock = (error: unknown): boolean =>
  SqlError.isSqlError(error) && (error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError")

const failure = (operation: string, cause: SqlError.SqlError) =>
  new StoreUnavailable({ operation, cause, ...(isDiskFull(cause) ? { isDiskFull: true } : {}) })

/** Turns a driver's failure during `operation` into `StoreUnavailable`, or dies when it is a bug of ours. */
export const orUnavailable =
  (operation: string) =>
  <A, E, R>(statements: Effect.Effect<A, E | SqlError.SqlError, R>) =>
    statements.pipe(
      Effect.retry({ times: deadlockRetries, while: isDeadlock }),
      Effect.catchIf(SqlError.isSqlError, (error) =>
        bugs.has(error.reason._tag) ? Effect.die(error) : Effect.fail(failure(operation, error))
      )
    ) as Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreUnavailable, R>
