/** A copy of the file while it is written to. */
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { backup } from "node:sqlite"
import type { Connection } from "./Connection.ts"

/** Pages that are copied at a time: writes run in between, or none can. */
const pagesAtOnce = { "in parts": 250, "at once": 2_147_483_647 }

const sync = async (path: string) => {
  const file = await open(path, "r")
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Copies the database as it stands at one moment to `path`, which appears whole or not at all. On the connection that
 * writes it is taken in parts, between which it writes on, and what it writes goes into the copy too; on another one the
 * first write of anybody would make it begin anew, so it is taken at once.
 */
export const backupTo = async (db: Connection, path: string, how: "in parts" | "at once"): Promise<void> => {
  const unfinished = `${path}.part`
  try {
    await rm(unfinished, { force: true })
    // Made first, so that nobody else may read it: it holds signing secrets and the digests of keys.
    await (await open(unfinished, "w", 0o600)).close()
    await backup(db.database, unfinished, { rate: pagesAtOnce[how] })
    await sync(unfinished)
    await rename(unfinished, path)
    await sync(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
