/**
 * Copies a database file by reading it, whoever has it open: SQLite lets another process read what one writes.
 *
 * The copy is taken in one step, under one read: what is written meanwhile goes on into the log, which cannot start over
 * before the step ends. That takes as long as the disk takes to copy the file.
 */
import { stat } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { backupTo } from "./backupTo.ts"
import { openReader } from "./openConnection.ts"

/** The database could not be copied. There is no file at the place it was to go to. */
export class CopyFailed extends Schema.TaggedError<CopyFailed>()("CopyFailed", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.path}: ${this.reason}`
  }
}

/** Copies the database in `file` to `path`, which appears whole or not at all; tells how many bytes it has. */
export const copyDatabase = (file: string, path: string): Effect.Effect<number, CopyFailed> =>
  Effect.tryPromise({
    try: async () => {
      const db = openReader(file)
      try {
        await backupTo(db, path)
      } finally {
        db.close()
      }
      return (await stat(path)).size
    },
    catch: (cause) => new CopyFailed({ path, reason: cause instanceof Error ? cause.message : String(cause) })
  })
