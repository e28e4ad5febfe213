/**
 * Copies a database file by reading it, whoever has it open: SQLite lets another process read what one writes.
 *
 * The copy is taken in one step, under one read: what is written meanwhile goes on into the log, which cannot start over
 * before the step ends. That takes as long as the disk takes to copy the file.
 */
import { stat } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { backupTo } from "./backupTo.ts"
import type { Connection } from "./Connection.ts"
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

/** What is wrong with a database; null when it is whole. */
const damageOf = (db: Connection): string | null => {
  const line = db.get<{ readonly quick_check: string }>("pragma quick_check(1)")?.quick_check ?? "ok"
  return line === "ok" ? null : line.replaceAll("\n", " ")
}

const isMissing = (cause: unknown) => (cause as { readonly code?: unknown }).code === "ENOENT"

const failedAt = (path: string) => (cause: unknown) => {
  if (cause instanceof CopyFailed) return cause
  if (isMissing(cause)) return new CopyFailed({ path, reason: "its folder is not there: make it first" })
  return new CopyFailed({ path, reason: cause instanceof Error ? cause.message : String(cause) })
}

/**
 * Copies the database in `file` to `path`, which appears whole or not at all; tells how many bytes it has. One that is
 * damaged is not copied: such a copy could not be gone back to.
 */
export const copyDatabase = (file: string, path: string): Effect.Effect<number, CopyFailed> =>
  Effect.tryPromise({
    try: async () => {
      const db = openReader(file)
      try {
        const damage = damageOf(db)
        if (damage !== null) throw new CopyFailed({ path: file, reason: `it is damaged (${damage})` })
        await backupTo(db, path)
      } finally {
        db.close()
      }
      return (await stat(path)).size
    },
    catch: failedAt(path)
  })
