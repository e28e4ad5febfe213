/**
 * Notices that a database has lost its log.
 *
 * **Model.** The database has a number, its generation (`user_version`), and a file beside it, the mark, names the least
 * generation that it must have. While the log holds what the file does not, the file is of an older generation than the
 * mark says: without its log it is refused. Where the two agree, the log holds nothing that was acknowledged.
 *
 * **How the number moves.** It is raised by commits of its own, which are on the disk before the mark is:
 *
 * - Before the first commit since the file held everything, and since the start: from then on the log is needed.
 * - When the log is copied into the file. The copy that has all but this commit comes first, which a reader that began
 *   before it sees to, and the commit itself, one page, comes last. Copied in one go, the page with the number would be the
 *   first of many, and a file that was left half copied would look like a whole one.
 *
 * **When the process dies or the power fails,** wherever: no mark is ahead of a number that is on the disk, so a database
 * beside which nothing was removed is never refused. A mark that cannot be read or written asks for nothing: it guards
 * against a mistake, and takes no call with it.
 */
import { closeSync, constants, fdatasyncSync, readSync, writeSync } from "node:fs"
import { basename } from "node:path"
import { openRegularSync } from "@kittiwake/storage/regularFile"
import type { Connection } from "./Connection.ts"
import { openReader } from "./openConnection.ts"

/** The file that names the least generation that a database must have. */
export const generationFile = (database: string): string => `${database}-generation`

/** As long for every number, so that one is written over another within a sector of the disk. */
const written = (generation: number): string => `${String(generation).padStart(10, "0")}\n`

/** The least generation that a database must have; 0 where nothing says. */
export const leastGeneration = (database: string): number => {
  try {
    const file = openRegularSync(generationFile(database), constants.O_RDONLY)
    try {
      // One byte more than there may be.
      const bytes = Buffer.alloc(12)
      const text = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0))
      return /^\d{10}\n$/.test(text) ? Number(text) : 0
    } finally {
      closeSync(file)
    }
  } catch {
    return 0
  }
}

const mark = (database: string, generation: number): void => {
  try {
    const file = openRegularSync(generationFile(database), constants.O_WRONLY | constants.O_CREAT)
    try {
      writeSync(file, written(generation), 0)
      fdatasyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch {
    // The mark stays as it was, which asks for less.
  }
}

const generationOf = (db: Connection): number =>
  db.get<{ readonly user_version: number }>("pragma user_version")!.user_version

/** Null for a database in memory, which has no log. */
const databaseOf = (db: Connection): string | null => db.database.location()

/** What is wrong with a database that is older than it was, as a part of a sentence; null when it is not. */
export const lossOf = (db: Connection, given?: number): string | null => {
  const database = databaseOf(db)
  if (database === null || generationOf(db) >= (given ?? leastGeneration(database))) return null
  const name = basename(database)
  return `its log, ${name}-wal, was removed, and what was written last is gone with it, or an older copy of ${name} was put in its place. Put back what was there, or, to go on with what is left, remove ${generationFile(database)}`
}

/** The file cannot be trusted, as SQLite tells it of a statement that meets the damage. */
export const damaged = (line: string) => Object.assign(new Error(line), { errcode: 11 })

/** `pragma synchronous`. */
const sync = { off: 0, full: 2 }

const syncOf = (db: Connection): number => db.get<{ readonly synchronous: number }>("pragma synchronous")!.synchronous

/** Says that a database is of one generation more from here on. Where nothing is synced it says nothing. */
export const raiseGeneration = (db: Connection): void => {
  const usual = syncOf(db)
  const database = databaseOf(db)
  if (usual === sync.off || database === null) return
  const generation = generationOf(db) + 1
  if (usual !== sync.full) db.exec(`pragma synchronous = ${sync.full}`)
  try {
    db.atomically(() => db.exec(`pragma user_version = ${generation}`))
  } finally {
    if (usual !== sync.full) db.exec(`pragma synchronous = ${usual}`)
  }
  mark(database, generation)
}

export interface LogState {
  /** Frames in the log. */
  readonly log: number
  /** Frames of them that are in the file. */
  readonly checkpointed: number
}

const checkpoint = (db: Connection, mode: "noop" | "passive"): LogState =>
  db.get<LogState>(`pragma wal_checkpoint(${mode})`) ?? { log: 0, checkpointed: 0 }

/** How much of the log is in the file. */
export const logState = (db: Connection): LogState => checkpoint(db, "noop")

/** Copies the log into the file, as far as others who read the database let it; what says that all is there comes last. */
export const copyLog = (db: Connection): LogState => {
  const before = logState(db)
  if (before.checkpointed >= before.log) return before
  const database = databaseOf(db)
  if (syncOf(db) === sync.off || database === null) return checkpoint(db, "passive")
  const reader = openReader(database)
  try {
    reader.exec("begin")
    generationOf(reader)
    raiseGeneration(db)
    const copied = checkpoint(db, "passive")
    if (copied.checkpointed < before.log) return copied
  } finally {
    reader.close()
  }
  return checkpoint(db, "passive")
}
