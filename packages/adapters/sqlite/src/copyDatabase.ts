/**
 * Copies a database file by reading it, whoever has it open: SQLite lets another process read what one writes.
 *
 * The copy is taken in one step, under one read: what is written meanwhile goes on into the log, which cannot start over
 * before the step ends. That takes as long as the disk takes to copy the file. It is the copy that is checked, in a thread
 * of its own: damage is copied like anything else, and neither who writes nor who reads waits for the check. What the copy shows
 * is looked for in the database too before that is called damaged: the copy's disk may be what fails, or somebody took it away.
 */
import { stat } from "node:fs/promises"
import { dirname } from "node:path"
import { Effect, Schema } from "effect"
import { backupTo, SourceUnusable } from "./backupTo.ts"
import { faultOf } from "./faultOf.ts"
import type { CheckStart } from "./messages.ts"
import { failureOf, isDiskFull } from "./sqliteFailure.ts"

/** The database could not be copied. Nothing new is at the place it was to go to. */
export class CopyFailed extends Schema.TaggedError<CopyFailed>()("CopyFailed", {
  /** The database's, where that is damaged; else the copy's. */
  path: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.path}: ${this.reason}`
  }
}

/** What is copied, and where it is to go. */
interface Copying {
  readonly file: string
  readonly path: string
  readonly check: CheckStart["check"]
  readonly look: typeof faultOf
}

const noRoom: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"])

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false
  )

/** What the system says of the copy's file, in words that say what to do. */
const reasonOfCopy = async (path: string, cause: unknown): Promise<string> => {
  const { code } = cause as { readonly code?: unknown }
  const failure = failureOf(cause)
  if (isDiskFull(failure) || noRoom.has(code)) {
    return "its disk is full: make room there, or have the copy go to another disk"
  }
  if (code === "EEXIST") return "it is there already: name another file"
  if (!(await isThere(dirname(path)))) return "its folder is not there: make it first"
  return code === "ENOENT" ? "what was written of it was taken away" : failure.message
}

/** What is to be told of a copy that shows a fault, or met one. */
const faultSeen = async (
  { check, file, look, path }: Copying,
  reason: string,
  signal: AbortSignal
): Promise<CopyFailed> => {
  const own = await look({ file, check }, signal)
  return own?.isSeen === true
    ? new CopyFailed({ path: file, reason: own.reason })
    : new CopyFailed({ path, reason: `it did not become what ${file} is: ${reason}` })
}

const failedWith = async (copying: Copying, cause: unknown, signal: AbortSignal): Promise<CopyFailed> => {
  if (cause instanceof CopyFailed) return cause
  const { file, path } = copying
  if (cause instanceof SourceUnusable) {
    const { kind, message } = failureOf(cause.cause)
    return kind === "corrupt"
      ? new CopyFailed({ path: file, reason: `it is damaged (${message})` })
      : new CopyFailed({ path, reason: `${file} cannot be read (${message})` })
  }
  const { kind, message } = failureOf(cause)
  return kind === "corrupt"
    ? await faultSeen(copying, `it is damaged (${message})`, signal)
    : new CopyFailed({ path, reason: await reasonOfCopy(path, cause) })
}

/**
 * Copies the database in `file` to `path`, which appears whole or not at all; tells how many bytes it has. One that is
 * damaged is not copied: such a copy could not be gone back to. `check` says what is looked for, `look` who does.
 */
export const copyDatabase = (
  file: string,
  path: string,
  check: CheckStart["check"] = "copied",
  look: typeof faultOf = faultOf
): Effect.Effect<number, CopyFailed> => {
  const copying = { file, path, check, look }
  const checked = (signal: AbortSignal) => async (copy: string) => {
    const fault = await look({ file: copy, check }, signal)
    if (fault === null) return
    throw fault.isSeen ? await faultSeen(copying, fault.reason, signal) : new CopyFailed({ path, reason: fault.reason })
  }
  return Effect.tryPromise({
    try: (signal) =>
      backupTo(file, path, checked(signal), signal).catch(async (cause) => {
        throw await failedWith(copying, cause, signal)
      }),
    catch: (failed) => failed as CopyFailed
  })
}
