/** A copy of the file while it is written to. */
import { open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { backup } from "node:sqlite"
import { Connection } from "./Connection.ts"

/** More pages than any file has. */
const allPages = 2_147_483_647

/** Makes a copy one that is read without a log beside it, also from where nothing can be written. */
const alone = (path: string): void => {
  const copy = new Connection(path, { readOnly: false })
  try {
    copy.exec("pragma journal_mode = delete")
  } finally {
    copy.close()
  }
}

const sync = async (path: string) => {
  const file = await open(path, "r")
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Copies the database as it stands at one moment to `path`, which appears whole or not at all, and needs no file beside it. It is
 * taken in one step, in a thread of Node's own: taken in several, the first write of anybody would make it begin anew.
 */
export const backupTo = async (db: Connection, path: string): Promise<void> => {
  const unfinished = `${path}.part`
  try {
    await rm(unfinished, { force: true })
    // Made first, so that nobody else may read it: it holds signing secrets and the digests of keys.
    await (await open(unfinished, "w", 0o600)).close()
    await backup(db.database, unfinished, { rate: allPages })
    alone(unfinished)
    await sync(unfinished)
    await rename(unfinished, path)
    await sync(dirname(path))
  } catch (error) {
    for (const left of ["", "-journal", "-wal", "-shm"]) await rm(`${unfinished}${left}`, { force: true })
    throw error
  }
}
