/**
 * Copies a database file by reading it, whoever has it open: SQLite lets another process read what one writes.
 *
 * The copy is taken in one step, under one read: what is written meanwhile goes on into the log, which cannot start over
 * before the step ends. That takes as long as the disk takes to copy the file. It is the copy that is checked, in a thread
 * of its own: damage is copied like anything else, and neither who writes nor who reads waits for the check.
 */
import { stat } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { backupTo } from "./backupTo.ts"
import { faultOf } from "./faultOf.ts"
import type { CheckStart } from "./messages.ts"
import { failureOf, isDiskFull } from "./sqliteFailure.ts"

/** The database could not be copied. There is no file at the place it was to go to. */
export class CopyFailed extends Schema.TaggedError<CopyFailed>()("CopyFailed", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.path}: ${this.reason}`
  }
}

const isMissing = (cause: unknown) => (cause as { readonly code?: unknown }).code === "ENOENT"

const failedWith = (file: string, path: string) => (cause: unknown) => {
  if (cause instanceof CopyFailed) return cause
  if (isMissing(cause)) return new CopyFailed({ path, reason: "its folder is not there: make it first" })
  const failure = failureOf(cause)
  if (isDiskFull(failure)) {
    return new CopyFailed({ path, reason: "its disk is full: make room there, or have the copy go to another disk" })
  }
  const { kind, message } = failure
  return kind === "corrupt"
    ? new CopyFailed({ path: file, reason: `it is damaged (${message})` })
    : new CopyFailed({ path, reason: message })
}

/**
 * Copies the database in `file` to `path`, which appears whole or not at all; tells how many bytes it has. One that is
 * damaged is not copied: such a copy could not be gone back to. `check` says what is looked for.
 */
export const copyDatabase = (
  file: string,
  path: string,
  check: CheckStart["check"] = "copied"
): Effect.Effect<number, CopyFailed> =>
  Effect.tryPromise({
    try: async (signal) => {
      await backupTo(file, path, async (copy) => {
        const fault = await faultOf({ file: copy, check }, signal)
        if (fault !== null) throw new CopyFailed({ path: file, reason: fault })
      })
      return (await stat(path)).size
    },
    catch: failedWith(file, path)
  })
