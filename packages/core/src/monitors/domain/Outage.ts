/** When it is told that a monitor sees nothing of its target, and that this has ended: each once. */
import { Schema } from "effect"
import { RunErrorFields } from "./RunError.ts"

/** An outage is told when so many runs in a row have failed: one failure may be gone by the next run. */
export const toldAfterFailures = 3

/** The newest failed run's error, and the outage that it belongs to. */
export const LastError = Schema.Struct({
  ...RunErrorFields,
  /** When the first run of the outage failed, in milliseconds since 1970. */
  sinceMillis: Schema.optionalKey(Schema.Int),
  /** Whether the outage was told; its end is told only then. An owner who resumes the monitor meanwhile ends no outage. */
  isTold: Schema.optionalKey(Schema.Literal(true)),
  /** Runs in a row, this one among them, that found the target shrunken; not there where this one did not. */
  shrunkenInARow: Schema.optionalKey(Schema.Int)
})
export type LastError = typeof LastError.Type

/** What a run makes of an outage that is worth telling. */
export type OutageTurn = "failing" | "recovered"

/** What a run failed with. */
interface Failure {
  readonly error: Pick<LastError, "code" | "message">
  readonly isShrunken?: true
}

/** The error after one more failed run, the `failuresInARow`th. */
export const afterFailedRun = (
  before: LastError | null,
  { error, isShrunken }: Failure,
  failuresInARow: number,
  atMillis: number
): LastError => {
  const isTold = before?.isTold === true || failuresInARow >= toldAfterFailures
  const sinceMillis = before?.sinceMillis ?? atMillis
  return {
    code: error.code,
    message: error.message,
    sinceMillis,
    ...(isTold ? { isTold } : {}),
    ...(isShrunken === true ? { shrunkenInARow: (before?.shrunkenInARow ?? 0) + 1 } : {})
  }
}

/** What is to be told of a run that left one error, or none, in the place of another. */
export const outageTurn = (before: LastError | null, after: LastError | null): OutageTurn | null => {
  const wasTold = before?.isTold === true
  if (wasTold) return after === null ? "recovered" : null
  return after?.isTold === true ? "failing" : null
}
