/** Turns what a driver throws into an `SqlError` that says whether trying again can help. */
import { SqlError } from "effect/sql"

/** What both drivers tell of a failure. `code` is the five characters of SQLSTATE, absent when no server answered. */
export interface DriverFailure {
  readonly message: string
  readonly code?: string | undefined
  readonly constraint?: string | undefined
}

const connectionClasses = new Set(["08", "53", "57"])

const reasonOf = (failure: DriverFailure, cause: unknown, operation: string): SqlError.SqlErrorReason => {
  const fields = { cause, message: failure.message, operation }
  const code = failure.code
  if (code === undefined) return new SqlError.ConnectionError(fields)
  switch (code) {
    case "23505":
      return new SqlError.UniqueViolation({ ...fields, constraint: failure.constraint ?? "unknown" })
    case "40P01":
      return new SqlError.DeadlockError(fields)
    case "40001":
      return new SqlError.SerializationError(fields)
    case "55P03":
      return new SqlError.LockTimeoutError(fields)
    case "57014":
      return new SqlError.StatementTimeoutError(fields)
    case "42501":
      return new SqlError.AuthorizationError(fields)
  }
  const group = code.slice(0, 2)
  if (connectionClasses.has(group)) return new SqlError.ConnectionError(fields)
  if (group === "28") return new SqlError.AuthenticationError(fields)
  // 22 is a value that no column takes: a bug of ours just like a broken constraint.
  if (group === "22" || group === "23") return new SqlError.ConstraintError(fields)
  if (group === "42") return new SqlError.SqlSyntaxError(fields)
  return new SqlError.UnknownError(fields)
}

/** The `SqlError` of a failure that a driver reported while doing `operation`. */
export const sqlFailure = (failure: DriverFailure, cause: unknown, operation: string): SqlError.SqlError =>
  new SqlError.SqlError({ reason: reasonOf(failure, cause, operation) })

/** The `SqlError` of a database that cannot be reached or must not be used. */
export const sqlUnreachable = (
  message: string,
  operation: string,
  cause: unknown = new Error(message)
): SqlError.SqlError => sqlFailure({ message }, cause, operation)

/** SQLSTATE `disk_full`. */
const diskFull = "53100"

/** Whether the server had no room for what it was to write. */
export const isDiskFull = ({ reason: { cause } }: SqlError.SqlError): boolean =>
  typeof cause === "object" && cause !== null && "code" in cause && cause.code === diskFull
